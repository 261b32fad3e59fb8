//===- curand_uniform.h - Uniformly distributed random numbers --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_UNIFORM_H
#define HEDDLE_CURAND_UNIFORM_H

#include "curand_globals.h"
#include "curand_mtgp32_kernel.h"
#include "heddle/curand_mrg32k3a.h"
#include "heddle/curand_philox.h"
#include "heddle/curand_sobol.h"
#include "heddle/curand_xorwow.h"

// From integers to (0, 1]: each integer stands for the middle of its interval
// or, where a double is made of 32 bits, for its end.
HEDDLE_RANDOM float __heddle_uniform(unsigned int x) {
  return x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2.0f);
}
HEDDLE_RANDOM float __heddle_uniform(unsigned long long x) {
  return __heddle_uniform((unsigned int)(x >> 32));
}
HEDDLE_RANDOM double __heddle_uniform_double(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE + CURAND_2POW32_INV_DOUBLE;
}
HEDDLE_RANDOM double __heddle_middle(unsigned int x) {
  return x * CURAND_2POW32_INV_DOUBLE + (CURAND_2POW32_INV_DOUBLE / 2.0);
}
HEDDLE_RANDOM double __heddle_uniform_double(unsigned long long x) {
  return (x >> 11) * CURAND_2POW53_INV_DOUBLE +
         (CURAND_2POW53_INV_DOUBLE / 2.0);
}
HEDDLE_RANDOM double __heddle_middle(unsigned long long x) {
  return __heddle_uniform_double(x);
}
/// 53 bits from two numbers.
HEDDLE_RANDOM double __heddle_uniform_double(unsigned int x, unsigned int y) {
  unsigned long long z =
      (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
  return z * CURAND_2POW53_INV_DOUBLE + (CURAND_2POW53_INV_DOUBLE / 2.0);
}

HEDDLE_RANDOM float curand_uniform(curandStateMRG32k3a_t *state) {
  return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM);
}
HEDDLE_RANDOM double curand_uniform_double(curandStateMRG32k3a_t *state) {
  return curand_MRG32k3a(state) * MRG32K3A_NORM;
}

#define HEDDLE_UNIFORM(type)                                                   \
  HEDDLE_RANDOM float curand_uniform(type *state) {                            \
    return __heddle_uniform(curand(state));                                    \
  }
HEDDLE_UNIFORM(curandStateXORWOW_t)
HEDDLE_UNIFORM(curandStatePhilox4_32_10_t)
HEDDLE_UNIFORM(curandStateSobol32_t)
HEDDLE_UNIFORM(curandStateSobol64_t)
HEDDLE_UNIFORM(curandStateScrambledSobol32_t)
HEDDLE_UNIFORM(curandStateScrambledSobol64_t)
#undef HEDDLE_UNIFORM

HEDDLE_RANDOM double curand_uniform_double(curandStateXORWOW_t *state) {
  unsigned int x = curand(state), y = curand(state);
  return __heddle_uniform_double(x, y);
}

// A quasirandom number is one number of the sequence. Of Philox too, a double
// is one number; curand_uniform2_double has 53 bits.
#define HEDDLE_UNIFORM(type)                                                   \
  HEDDLE_RANDOM double curand_uniform_double(type *state) {                    \
    return __heddle_uniform_double(curand(state));                             \
  }
HEDDLE_UNIFORM(curandStatePhilox4_32_10_t)
HEDDLE_UNIFORM(curandStateSobol32_t)
HEDDLE_UNIFORM(curandStateSobol64_t)
HEDDLE_UNIFORM(curandStateScrambledSobol32_t)
HEDDLE_UNIFORM(curandStateScrambledSobol64_t)
#undef HEDDLE_UNIFORM

#if defined(__CUDACC__)
static __inline__ __device__ float curand_uniform(curandStateMtgp32_t *state) {
  return __heddle_uniform(curand(state));
}
static __inline__ __device__ double
curand_uniform_double(curandStateMtgp32_t *state) {
  return __heddle_uniform_double(curand(state));
}
#endif

HEDDLE_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  return make_float4(__heddle_uniform(x.x), __heddle_uniform(x.y),
                     __heddle_uniform(x.z), __heddle_uniform(x.w));
}
HEDDLE_RANDOM double2
curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  return make_double2(__heddle_uniform_double(x.x, x.y),
                      __heddle_uniform_double(x.z, x.w));
}
HEDDLE_RANDOM double4
curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
  double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}

#endif // HEDDLE_CURAND_UNIFORM_H
