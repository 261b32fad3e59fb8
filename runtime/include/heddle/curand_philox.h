//===- curand_philox.h - The Philox4x32-10 generator ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_PHILOX_H
#define HEDDLE_CURAND_PHILOX_H

#include "../curand_globals.h"

struct curandStatePhilox4_32_10 : __heddle_normal_cache {
  uint4 ctr, output;
  uint2 key;
  /// How many of the four numbers of `output` have been used.
  unsigned int STATE;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/// The ten rounds: four numbers from a counter and a key.
HEDDLE_RANDOM uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
    uint4 next;
    next.x = (unsigned int)(b >> 32) ^ c.y ^ k.x;
    next.y = (unsigned int)b;
    next.z = (unsigned int)(a >> 32) ^ c.w ^ k.y;
    next.w = (unsigned int)a;
    c = next;
    k.x += 0x9E3779B9u;
    k.y += 0xBB67AE85u;
  }
  return c;
}

/// The counter is an integer of 128 bits; a subsequence is 2^64 of its values.
HEDDLE_RANDOM void __heddle_philox_add(curandStatePhilox4_32_10_t *state,
                                       unsigned long long low,
                                       unsigned long long high) {
  unsigned long long a =
      ((unsigned long long)state->ctr.y << 32) | state->ctr.x;
  unsigned long long b =
      ((unsigned long long)state->ctr.w << 32) | state->ctr.z;
  a += low;
  b += high + (a < low ? 1 : 0);
  state->ctr.x = (unsigned int)a;
  state->ctr.y = (unsigned int)(a >> 32);
  state->ctr.z = (unsigned int)b;
  state->ctr.w = (unsigned int)(b >> 32);
}

HEDDLE_RANDOM void skipahead(unsigned long long n,
                             curandStatePhilox4_32_10_t *state) {
  state->STATE += (unsigned int)(n & 3);
  n /= 4;
  if (state->STATE > 3) {
    n += 1;
    state->STATE -= 4;
  }
  __heddle_philox_add(state, n, 0);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

HEDDLE_RANDOM void skipahead_sequence(unsigned long long n,
                                      curandStatePhilox4_32_10_t *state) {
  __heddle_philox_add(state, 0, n);
  state->output = curand_Philox4x32_10(state->ctr, state->key);
}

HEDDLE_RANDOM void curand_init(unsigned long long seed,
                               unsigned long long subsequence,
                               unsigned long long offset,
                               curandStatePhilox4_32_10_t *state) {
  uint4 zero = {0, 0, 0, 0};
  state->ctr = zero;
  state->key.x = (unsigned int)seed;
  state->key.y = (unsigned int)(seed >> 32);
  state->STATE = 0;
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
  __heddle_philox_add(state, 0, subsequence);
  skipahead(offset, state);
}

HEDDLE_RANDOM unsigned int curand(curandStatePhilox4_32_10_t *state) {
  unsigned int used = state->STATE++;
  uint4 output = state->output;
  if (used == 3) {
    __heddle_philox_add(state, 1, 0);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    state->STATE = 0;
  }
  return used == 0 ? output.x
                   : (used == 1 ? output.y : (used == 2 ? output.z : output.w));
}

/// The next four numbers.
HEDDLE_RANDOM uint4 curand4(curandStatePhilox4_32_10_t *state) {
  uint4 a = state->output, result = a;
  __heddle_philox_add(state, 1, 0);
  uint4 b = curand_Philox4x32_10(state->ctr, state->key);
  state->output = b;
  if (state->STATE == 1) {
    result.x = a.y;
    result.y = a.z;
    result.z = a.w;
    result.w = b.x;
  } else if (state->STATE == 2) {
    result.x = a.z;
    result.y = a.w;
    result.z = b.x;
    result.w = b.y;
  } else if (state->STATE == 3) {
    result.x = a.w;
    result.y = b.x;
    result.z = b.y;
    result.w = b.z;
  }
  return result;
}

#endif // HEDDLE_CURAND_PHILOX_H
