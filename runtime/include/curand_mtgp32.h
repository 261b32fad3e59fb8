//===- curand_mtgp32.h - The MTGP32 generator: types ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_MTGP32_H
#define HEDDLE_CURAND_MTGP32_H

#include "curand_globals.h"

#define MTGPDC_MEXP 11213
#define MTGPDC_N 351
#define MTGPDC_FLOOR_2P 256
#define MTGPDC_CEIL_2P 512
#define MTGPDC_PARAM_TABLE_SIZE 200
#define MTGPDC_TS 16
#define MTGP32_STATE_SIZE 1024
#define MTGP32_STATE_MASK 1023
#define CURAND_NUM_MTGP32_PARAMS MTGPDC_PARAM_TABLE_SIZE
#define MEXP 11213

/// One generator's parameters.
struct mtgp32_params_fast {
  int mexp, pos, sh1, sh2;
  unsigned int tbl[MTGPDC_TS], tmp_tbl[MTGPDC_TS], flt_tmp_tbl[MTGPDC_TS];
  unsigned int mask;
  unsigned char poly_sha1[21];
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;

/// Those of all generators, as kernels read them.
struct mtgp32_kernel_params {
  unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][MTGPDC_TS];
  unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][MTGPDC_TS];
  unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][MTGPDC_TS];
  unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
  unsigned int mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

/// A generator that the threads of a block share, at most 256 of them. The
/// state is a ring of the last numbers.
struct curandStateMtgp32 {
  unsigned int s[MTGP32_STATE_SIZE];
  int offset, pIdx;
  mtgp32_kernel_params_t *k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;

/// The next number of the recursion from three earlier ones.
HEDDLE_RANDOM unsigned int
__heddle_mtgp32_next(unsigned int x1, unsigned int x2, unsigned int y,
                     unsigned int mask, unsigned int shift1,
                     unsigned int shift2, const unsigned int *table) {
  unsigned int x = (x1 & mask) ^ x2;
  x ^= x << shift1;
  y = x ^ (y >> shift2);
  return y ^ table[y & 15];
}

/// The entry of a tempering table that a word selects.
HEDDLE_RANDOM unsigned int __heddle_mtgp32_select(unsigned int x) {
  x ^= x >> 16;
  x ^= x >> 8;
  return x & 15;
}

#endif // HEDDLE_CURAND_MTGP32_H
