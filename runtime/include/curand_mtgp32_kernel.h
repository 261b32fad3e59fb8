//===- curand_mtgp32_kernel.h - MTGP32 in kernels ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_MTGP32_KERNEL_H
#define HEDDLE_CURAND_MTGP32_KERNEL_H

#include "curand_mtgp32.h"

#if defined(__CUDACC__)

/// Number `index` of the next ones and, in `selector`, what tempers it. All
/// threads of the block call this; then the state moves on by `count`.
static __inline__ __device__ unsigned int
__heddle_mtgp32_step(curandStateMtgp32_t *state, unsigned int index,
                     unsigned int count, unsigned int *selector) {
  const mtgp32_kernel_params_t *k = state->k;
  int p = state->pIdx;
  unsigned int *s = state->s;
  unsigned int at = index + state->offset, position = k->pos_tbl[p];
  unsigned int x = __heddle_mtgp32_next(
      s[at & MTGP32_STATE_MASK], s[(at + 1) & MTGP32_STATE_MASK],
      s[(at + position) & MTGP32_STATE_MASK], k->mask[0], k->sh1_tbl[p],
      k->sh2_tbl[p], k->param_tbl[p]);
  *selector =
      __heddle_mtgp32_select(s[(at + position - 1) & MTGP32_STATE_MASK]);
  s[(at + MTGPDC_N) & MTGP32_STATE_MASK] = x;
  __syncthreads();
  if (index == 0)
    state->offset = (state->offset + count) & MTGP32_STATE_MASK;
  __syncthreads();
  return x;
}

static __inline__ __device__ unsigned int __heddle_mtgp32_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
static __inline__ __device__ unsigned int __heddle_mtgp32_threads() {
  return blockDim.x * blockDim.y * blockDim.z;
}

static __inline__ __device__ unsigned int
curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index,
                       unsigned char n) {
  unsigned int selector, x = __heddle_mtgp32_step(state, index, n, &selector);
  return x ^ state->k->temper_tbl[state->pIdx][selector];
}
static __inline__ __device__ unsigned int curand(curandStateMtgp32_t *state) {
  unsigned int selector,
      x = __heddle_mtgp32_step(state, __heddle_mtgp32_thread(),
                               __heddle_mtgp32_threads(), &selector);
  return x ^ state->k->temper_tbl[state->pIdx][selector];
}

/// From 1 to 2: the table has the exponent.
static __inline__ __device__ float
curand_mtgp32_single_specific(curandStateMtgp32_t *state, unsigned char index,
                              unsigned char n) {
  unsigned int selector, x = __heddle_mtgp32_step(state, index, n, &selector);
  return __uint_as_float((x >> 9) ^
                         state->k->single_temper_tbl[state->pIdx][selector]);
}
static __inline__ __device__ float
curand_mtgp32_single(curandStateMtgp32_t *state) {
  unsigned int selector,
      x = __heddle_mtgp32_step(state, __heddle_mtgp32_thread(),
                               __heddle_mtgp32_threads(), &selector);
  return __uint_as_float((x >> 9) ^
                         state->k->single_temper_tbl[state->pIdx][selector]);
}

#endif

#endif // HEDDLE_CURAND_MTGP32_KERNEL_H
