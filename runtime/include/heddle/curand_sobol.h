//===- curand_sobol.h - Sobol' generators of quasirandom numbers *- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_SOBOL_H
#define HEDDLE_CURAND_SOBOL_H

#include "../curand_globals.h"

// The four differ in the width of a number and in the scrambling: numbers are
// XORed with a constant, which is where `x` starts.
#define HEDDLE_SOBOL(name, type, bits, vectors)                                \
  struct name {                                                                \
    type i, x, c;                                                              \
    type direction_vectors[bits];                                              \
  };                                                                           \
  typedef struct name name##_t;                                                \
  /* Point n is the XOR of the vectors that n's Gray code selects. */          \
  HEDDLE_RANDOM void skipahead(type n, name##_t *state) {                      \
    state->i += n;                                                             \
    type gray = state->i ^ (state->i >> 1), x = state->c;                      \
    for (int bit = 0; bit < bits; ++bit)                                       \
      x ^= ((gray >> bit) & 1) ? state->direction_vectors[bit] : 0;            \
    state->x = x;                                                              \
  }                                                                            \
  HEDDLE_RANDOM type curand(name##_t *state) {                                 \
    type result = state->x, rest = state->i;                                   \
    int bit = 0;                                                               \
    while (bit < bits - 1 && ((rest >> bit) & 1))                              \
      ++bit;                                                                   \
    state->x ^= state->direction_vectors[bit];                                 \
    ++state->i;                                                                \
    return result;                                                             \
  }
#define HEDDLE_SOBOL_PLAIN(name, type, bits, vectors)                          \
  HEDDLE_SOBOL(name, type, bits, vectors)                                      \
  HEDDLE_RANDOM void curand_init(vectors directions, type offset,              \
                                 name##_t *state) {                            \
    for (int bit = 0; bit < bits; ++bit)                                       \
      state->direction_vectors[bit] = directions[bit];                         \
    state->i = 0;                                                              \
    state->c = 0;                                                              \
    skipahead(offset, state);                                                  \
  }
#define HEDDLE_SOBOL_SCRAMBLED(name, type, bits, vectors)                      \
  HEDDLE_SOBOL(name, type, bits, vectors)                                      \
  HEDDLE_RANDOM void curand_init(vectors directions, type constant,            \
                                 type offset, name##_t *state) {               \
    for (int bit = 0; bit < bits; ++bit)                                       \
      state->direction_vectors[bit] = directions[bit];                         \
    state->i = 0;                                                              \
    state->c = constant;                                                       \
    skipahead(offset, state);                                                  \
  }
HEDDLE_SOBOL_PLAIN(curandStateSobol32, unsigned int, 32,
                   curandDirectionVectors32_t)
HEDDLE_SOBOL_PLAIN(curandStateSobol64, unsigned long long, 64,
                   curandDirectionVectors64_t)
HEDDLE_SOBOL_SCRAMBLED(curandStateScrambledSobol32, unsigned int, 32,
                       curandDirectionVectors32_t)
HEDDLE_SOBOL_SCRAMBLED(curandStateScrambledSobol64, unsigned long long, 64,
                       curandDirectionVectors64_t)
#undef HEDDLE_SOBOL
#undef HEDDLE_SOBOL_PLAIN
#undef HEDDLE_SOBOL_SCRAMBLED

#endif // HEDDLE_CURAND_SOBOL_H
