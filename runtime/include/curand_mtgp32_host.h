//===- curand_mtgp32_host.h - Preparing MTGP32 states --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_MTGP32_HOST_H
#define HEDDLE_CURAND_MTGP32_HOST_H

#include "cuda_runtime_api.h"
#include "curand_mtgp32.h"
#include <stdlib.h>

/// The first numbers of a generator.
static __inline__ void __heddle_mtgp32_init(unsigned int *s,
                                            const mtgp32_params_fast_t *params,
                                            unsigned int seed) {
  unsigned int hidden = params->tbl[4] ^ (params->tbl[8] << 16);
  unsigned int fill = hidden;
  fill += fill >> 16;
  fill += fill >> 8;
  for (int i = 0; i < MTGPDC_N; ++i)
    s[i] = (fill & 0xff) * 0x01010101u;
  s[0] = seed;
  s[1] = hidden;
  for (int i = 1; i < MTGPDC_N; ++i)
    s[i] ^= 1812433253u * (s[i - 1] ^ (s[i - 1] >> 30)) + (unsigned int)i;
}

/// Copies the parameters of all generators to where kernels read them. Heddle
/// may have none (curand_mtgp32dc_p_11213.h).
static __inline__ curandStatus_t
curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                          mtgp32_kernel_params_t *p) {
  if (params[0].mexp != MTGPDC_MEXP)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  mtgp32_kernel_params_t *k =
      (mtgp32_kernel_params_t *)malloc(sizeof(mtgp32_kernel_params_t));
  if (!k)
    return CURAND_STATUS_ALLOCATION_FAILED;
  for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
    k->pos_tbl[i] = (unsigned int)params[i].pos;
    k->sh1_tbl[i] = (unsigned int)params[i].sh1;
    k->sh2_tbl[i] = (unsigned int)params[i].sh2;
    for (int j = 0; j < MTGPDC_TS; ++j) {
      k->param_tbl[i][j] = params[i].tbl[j];
      k->temper_tbl[i][j] = params[i].tmp_tbl[j];
      k->single_temper_tbl[i][j] = params[i].flt_tmp_tbl[j];
    }
  }
  k->mask[0] = params[0].mask;
  cudaError_t error = cudaMemcpy(p, k, sizeof(*k), cudaMemcpyHostToDevice);
  free(k);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS
                              : CURAND_STATUS_INITIALIZATION_FAILED;
}

/// Starts n generators with different parameters and seeds.
static __inline__ curandStatus_t curandMakeMTGP32KernelState(
    curandStateMtgp32_t *s, mtgp32_params_fast_t params[],
    mtgp32_kernel_params_t *k, int n, unsigned long long seed) {
  if (n < 0 || n > CURAND_NUM_MTGP32_PARAMS)
    return CURAND_STATUS_OUT_OF_RANGE;
  if (params[0].mexp != MTGPDC_MEXP)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  curandStateMtgp32_t *states =
      (curandStateMtgp32_t *)calloc(n ? n : 1, sizeof(curandStateMtgp32_t));
  if (!states)
    return CURAND_STATUS_ALLOCATION_FAILED;
  unsigned int low = (unsigned int)(seed ^ (seed >> 32));
  for (int i = 0; i < n; ++i) {
    __heddle_mtgp32_init(states[i].s, &params[i], low + (unsigned int)i + 1);
    states[i].pIdx = i;
    states[i].k = k;
  }
  cudaError_t error =
      cudaMemcpy(s, states, n * sizeof(*states), cudaMemcpyHostToDevice);
  free(states);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS
                              : CURAND_STATUS_INITIALIZATION_FAILED;
}

#endif // HEDDLE_CURAND_MTGP32_HOST_H
