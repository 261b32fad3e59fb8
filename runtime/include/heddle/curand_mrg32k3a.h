//===- curand_mrg32k3a.h - The MRG32k3a generator ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_MRG32K3A_H
#define HEDDLE_CURAND_MRG32K3A_H

#include "../curand_globals.h"

#define MRG32K3A_MOD1 4294967087ull
#define MRG32K3A_MOD2 4294944443ull
#define MRG32K3A_NORM (2.3283065498378288e-10)
#define MRG32K3A_BITS_NORM (1.000000048662)

struct curandStateMRG32k3a : __heddle_normal_cache {
  unsigned int s1[3], s2[3];
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/// Matrices of n steps: of one, of a subsequence (2^76), of a sequence (2^127).
static constexpr unsigned int __heddle_mrg32k3a_jumps[3][2][9] = {
    {{0, 1, 0, 0, 0, 1, 4294156359u, 1403580, 0},
     {0, 1, 0, 0, 0, 1, 4293573854u, 0, 527612}},
    {{82758667, 1871391091, 4127413238u, 3672831523u, 69195019, 1871391091,
      3672091415u, 3528743235u, 69195019},
     {1511326704, 3759209742u, 1610795712, 4292754251u, 1511326704, 3889917532u,
      3859662829u, 4292754251u, 3708466080u}},
    {{2427906178u, 3580155704u, 949770784, 226153695, 1230515664, 3580155704u,
      1988835001, 986791581, 1230515664},
     {1464411153, 277697599, 1610723613, 32183930, 1464411153, 1022607788,
      2824425944u, 32183930, 2093834863}}};

/// The sum of three products, modulo m.
HEDDLE_RANDOM unsigned int __heddle_mrg32k3a_row(const unsigned int *row,
                                                 const unsigned int *column,
                                                 int stride,
                                                 unsigned long long m) {
  unsigned long long sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += (unsigned long long)row[i] * column[i * stride] % m;
  return (unsigned int)(sum % m);
}

/// Multiplies a component's state by the n-th power of a matrix.
HEDDLE_RANDOM void __heddle_mrg32k3a_jump(unsigned long long n,
                                          const unsigned int *jump,
                                          unsigned int *state,
                                          unsigned long long m) {
  unsigned int power[9], next[9];
  for (int i = 0; i < 9; ++i)
    power[i] = jump[i];
  for (; n != 0; n >>= 1) {
    if (n & 1) {
      for (int i = 0; i < 3; ++i)
        next[i] = __heddle_mrg32k3a_row(power + 3 * i, state, 1, m);
      for (int i = 0; i < 3; ++i)
        state[i] = next[i];
    }
    for (int i = 0; i < 9; ++i)
      next[i] = __heddle_mrg32k3a_row(power + i / 3 * 3, power + i % 3, 3, m);
    for (int i = 0; i < 9; ++i)
      power[i] = next[i];
  }
}

HEDDLE_RANDOM void __heddle_mrg32k3a_skip(unsigned long long n, int kind,
                                          curandStateMRG32k3a_t *state) {
  __heddle_mrg32k3a_jump(n, __heddle_mrg32k3a_jumps[kind][0], state->s1,
                         MRG32K3A_MOD1);
  __heddle_mrg32k3a_jump(n, __heddle_mrg32k3a_jumps[kind][1], state->s2,
                         MRG32K3A_MOD2);
}
HEDDLE_RANDOM void skipahead(unsigned long long n,
                             curandStateMRG32k3a_t *state) {
  __heddle_mrg32k3a_skip(n, 0, state);
}
HEDDLE_RANDOM void skipahead_subsequence(unsigned long long n,
                                         curandStateMRG32k3a_t *state) {
  __heddle_mrg32k3a_skip(n, 1, state);
}
HEDDLE_RANDOM void skipahead_sequence(unsigned long long n,
                                      curandStateMRG32k3a_t *state) {
  __heddle_mrg32k3a_skip(n, 2, state);
}

HEDDLE_RANDOM void curand_init(unsigned long long seed,
                               unsigned long long subsequence,
                               unsigned long long offset,
                               curandStateMRG32k3a_t *state) {
  for (int i = 0; i < 3; ++i)
    state->s1[i] = state->s2[i] = 12345;
  // Seed 0 is L'Ecuyer's own start.
  if (seed != 0) {
    unsigned long long low = (unsigned int)seed ^ 0x55555555u;
    unsigned long long high = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; ++i) {
      state->s1[i] =
          (unsigned int)((i == 1 ? high : low) * state->s1[i] % MRG32K3A_MOD1);
      state->s2[i] =
          (unsigned int)((i == 1 ? low : high) * state->s2[i] % MRG32K3A_MOD2);
    }
  }
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
  state->boxmuller_flag = 0;
  state->boxmuller_flag_double = 0;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

/// From 1 to the first modulus.
HEDDLE_RANDOM double curand_MRG32k3a(curandStateMRG32k3a_t *state) {
  // The subtracted products are replaced by multiples of the modulus minus
  // them.
  unsigned long long a =
      (1403580ull * state->s1[1] +
       (810728ull * MRG32K3A_MOD1 - 810728ull * state->s1[0])) %
      MRG32K3A_MOD1;
  unsigned long long b =
      (527612ull * state->s2[2] +
       (1370589ull * MRG32K3A_MOD2 - 1370589ull * state->s2[0])) %
      MRG32K3A_MOD2;
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = (unsigned int)a;
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = (unsigned int)b;
  return a <= b ? (double)(a + MRG32K3A_MOD1 - b) : (double)(a - b);
}

HEDDLE_RANDOM unsigned int curand(curandStateMRG32k3a_t *state) {
  return (unsigned int)(curand_MRG32k3a(state) * MRG32K3A_BITS_NORM);
}

#endif // HEDDLE_CURAND_MRG32K3A_H
