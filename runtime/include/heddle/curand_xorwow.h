//===- curand_xorwow.h - The XORWOW generator -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_XORWOW_H
#define HEDDLE_CURAND_XORWOW_H

#include "../curand_globals.h"
#include "curand_xorwow_jumps.h"

struct curandStateXORWOW : __heddle_normal_cache {
  unsigned int d, v[5];
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandStateXORWOW;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

/// One step of the linear part.
HEDDLE_RANDOM void __heddle_xorwow_step(unsigned int *v) {
  unsigned int t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

/// Applies a polynomial of the step.
HEDDLE_RANDOM void __heddle_xorwow_jump(unsigned int *v,
                                        const unsigned int *polynomial) {
  unsigned int sum[5] = {0, 0, 0, 0, 0};
  for (int word = 0; word < 5; ++word) {
    unsigned int bits = polynomial[word];
    for (int bit = 0; bit < 32; ++bit) {
      unsigned int mask = 0u - ((bits >> bit) & 1u);
      for (int i = 0; i < 5; ++i)
        sum[i] ^= v[i] & mask;
      __heddle_xorwow_step(v);
    }
  }
  for (int i = 0; i < 5; ++i)
    v[i] = sum[i];
}

HEDDLE_RANDOM unsigned int curand(curandStateXORWOW_t *state) {
  __heddle_xorwow_step(state->v);
  state->d += 362437;
  return state->v[4] + state->d;
}

/// Skips n numbers.
HEDDLE_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
  state->d += 362437u * (unsigned int)n;
  for (int digit = 0; n != 0; ++digit, n >>= 4)
    if (n & 15)
      __heddle_xorwow_jump(state->v,
                           __heddle_xorwow_steps[digit][(n & 15) - 1]);
}

/// Skips n times 2^67 numbers, after which d is what it was.
HEDDLE_RANDOM void skipahead_sequence(unsigned long long n,
                                      curandStateXORWOW_t *state) {
  for (int digit = 0; n != 0; ++digit, n >>= 4)
    if (n & 15)
      __heddle_xorwow_jump(state->v,
                           __heddle_xorwow_subsequences[digit][(n & 15) - 1]);
}

HEDDLE_RANDOM void curand_init(unsigned long long seed,
                               unsigned long long subsequence,
                               unsigned long long offset,
                               curandStateXORWOW_t *state) {
  // Marsaglia's initial values, changed by both halves of the seed.
  unsigned int low = ((unsigned int)seed ^ 0xaad26b49u) * 1099087573u;
  unsigned int high = ((unsigned int)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  state->d = 6615241u + high + low;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

#endif // HEDDLE_CURAND_XORWOW_H
