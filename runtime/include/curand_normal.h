//===- curand_normal.h - Normally distributed random numbers ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_NORMAL_H
#define HEDDLE_CURAND_NORMAL_H

#include "curand_uniform.h"

/// Box and Muller: two uniform numbers become two normal ones.
HEDDLE_RANDOM float2 __heddle_box_muller(unsigned int x, unsigned int y) {
  float u = x * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2);
  float v = y * CURAND_2POW32_INV_2PI + (CURAND_2POW32_INV_2PI / 2);
  float s = sqrtf(-2.0f * logf(u));
  return make_float2(s * sinf(v), s * cosf(v));
}
HEDDLE_RANDOM double2 __heddle_box_muller_double(double u, double v) {
  double s = sqrt(-2.0 * log(u));
  double angle = v * 6.283185307179586;
  return make_double2(s * sin(angle), s * cos(angle));
}

HEDDLE_RANDOM float2 curand_normal2(curandStateXORWOW_t *state) {
  unsigned int x = curand(state), y = curand(state);
  return __heddle_box_muller(x, y);
}
HEDDLE_RANDOM float2 curand_normal2(curandStatePhilox4_32_10_t *state) {
  unsigned int x = curand(state), y = curand(state);
  return __heddle_box_muller(x, y);
}
HEDDLE_RANDOM float2 curand_normal2(curandStateMRG32k3a_t *state) {
  float u = curand_uniform(state), v = curand_uniform(state) * CURAND_2PI;
  float s = sqrtf(-2.0f * logf(u));
  return make_float2(s * sinf(v), s * cosf(v));
}
HEDDLE_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
  uint4 x = curand4(state);
  float2 a = __heddle_box_muller(x.x, x.y), b = __heddle_box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
HEDDLE_RANDOM double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
  double4 u = curand_uniform4_double(state);
  double2 a = __heddle_box_muller_double(u.x, u.y),
          b = __heddle_box_muller_double(u.z, u.w);
  return make_double4(a.x, a.y, b.x, b.y);
}

template <typename State>
HEDDLE_RANDOM double2 __heddle_normal2_double(State *state) {
  unsigned int x = curand(state), y = curand(state);
  double u = __heddle_uniform_double(x, y);
  x = curand(state), y = curand(state);
  return __heddle_box_muller_double(u, __heddle_uniform_double(x, y));
}
HEDDLE_RANDOM double2 curand_normal2_double(curandStateXORWOW_t *state) {
  return __heddle_normal2_double(state);
}
HEDDLE_RANDOM double2 curand_normal2_double(curandStatePhilox4_32_10_t *state) {
  return __heddle_normal2_double(state);
}
HEDDLE_RANDOM double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
  double u = curand_uniform_double(state), v = curand_uniform_double(state);
  return __heddle_box_muller_double(u, v);
}

// One at a time: every second call returns what the one before it has kept.
#define HEDDLE_NORMAL(type)                                                    \
  HEDDLE_RANDOM float curand_normal(type *state) {                             \
    if (state->boxmuller_flag == 1) {                                          \
      state->boxmuller_flag = 0;                                               \
      return state->boxmuller_extra;                                           \
    }                                                                          \
    float2 pair = curand_normal2(state);                                       \
    state->boxmuller_flag = 1;                                                 \
    state->boxmuller_extra = pair.y;                                           \
    return pair.x;                                                             \
  }                                                                            \
  HEDDLE_RANDOM double curand_normal_double(type *state) {                     \
    if (state->boxmuller_flag_double == 1) {                                   \
      state->boxmuller_flag_double = 0;                                        \
      return state->boxmuller_extra_double;                                    \
    }                                                                          \
    double2 pair = curand_normal2_double(state);                               \
    state->boxmuller_flag_double = 1;                                          \
    state->boxmuller_extra_double = pair.y;                                    \
    return pair.x;                                                             \
  }
HEDDLE_NORMAL(curandStateXORWOW_t)
HEDDLE_NORMAL(curandStatePhilox4_32_10_t)
HEDDLE_NORMAL(curandStateMRG32k3a_t)
#undef HEDDLE_NORMAL

/// The inverse of the normal distribution's function, for p in (0, 1):
/// Wichura's rational approximations (AS 241), to the precision of double.
HEDDLE_RANDOM double __heddle_inverse_normal(double p) {
  double q = p - 0.5;
  if (fabs(q) <= 0.425) {
    double r = 0.180625 - q * q;
    double a = 2509.0809287301226727, b = 5226.495278852545925;
    a = a * r + 33430.575583588128105;
    a = a * r + 67265.770927008700853;
    a = a * r + 45921.953931549871457;
    a = a * r + 13731.693765509461125;
    a = a * r + 1971.5909503065514427;
    a = a * r + 133.14166789178437745;
    a = a * r + 3.387132872796366608;
    b = b * r + 28729.085735721942674;
    b = b * r + 39307.89580009271061;
    b = b * r + 21213.794301586595867;
    b = b * r + 5394.1960214247511077;
    b = b * r + 687.1870074920579083;
    b = b * r + 42.313330701600911252;
    return q * a / (b * r + 1.0);
  }
  double r = sqrt(-log(q < 0 ? p : 1.0 - p)), a, b;
  if (r <= 5) {
    r -= 1.6;
    a = 7.7454501427834140764e-4;
    a = a * r + 0.0227238449892691845833;
    a = a * r + 0.24178072517745061177;
    a = a * r + 1.27045825245236838258;
    a = a * r + 3.64784832476320460504;
    a = a * r + 5.7694972214606914055;
    a = a * r + 4.6303378461565452959;
    a = a * r + 1.42343711074968357734;
    b = 1.05075007164441684324e-9;
    b = b * r + 5.475938084995344946e-4;
    b = b * r + 0.0151986665636164571966;
    b = b * r + 0.14810397642748007459;
    b = b * r + 0.68976733498510000455;
    b = b * r + 1.6763848301838038494;
    b = b * r + 2.05319162663775882187;
  } else {
    r -= 5;
    a = 2.01033439929228813265e-7;
    a = a * r + 2.71155556874348757815e-5;
    a = a * r + 0.0012426609473880784386;
    a = a * r + 0.026532189526576123093;
    a = a * r + 0.29656057182850489123;
    a = a * r + 1.7848265399172913358;
    a = a * r + 5.4637849111641143699;
    a = a * r + 6.6579046435011037772;
    b = 2.04426310338993978564e-15;
    b = b * r + 1.4215117583164458887e-7;
    b = b * r + 1.8463183175100546818e-5;
    b = b * r + 7.868691311456132591e-4;
    b = b * r + 0.0148753612908506148525;
    b = b * r + 0.13692988092273580531;
    b = b * r + 0.59983220655588793769;
  }
  double x = a / (b * r + 1.0);
  return q < 0 ? -x : x;
}

/// A float from 32 bits: the upper half is mirrored, so that both tails are as
/// precise.
HEDDLE_RANDOM float __heddle_normal_from(unsigned int x) {
  bool isUpper = x > 0x80000000u;
  float p = __heddle_uniform(isUpper ? ~x : x);
  float z = (float)__heddle_inverse_normal(p);
  return isUpper ? -z : z;
}
HEDDLE_RANDOM float __heddle_normal_from(unsigned long long x) {
  return __heddle_normal_from((unsigned int)(x >> 32));
}

// Quasirandom numbers keep their even distribution only if each is mapped by
// itself.
#define HEDDLE_NORMAL(type)                                                    \
  HEDDLE_RANDOM double curand_normal_double(type *state) {                     \
    return __heddle_inverse_normal(__heddle_middle(curand(state)));            \
  }                                                                            \
  HEDDLE_RANDOM float curand_normal(type *state) {                             \
    return __heddle_normal_from(curand(state));                                \
  }
HEDDLE_NORMAL(curandStateSobol32_t)
HEDDLE_NORMAL(curandStateSobol64_t)
HEDDLE_NORMAL(curandStateScrambledSobol32_t)
HEDDLE_NORMAL(curandStateScrambledSobol64_t)
#undef HEDDLE_NORMAL

#if defined(__CUDACC__)
// All threads of the block draw, so each number becomes one result here too.
static __inline__ __device__ float curand_normal(curandStateMtgp32_t *state) {
  return __heddle_normal_from(curand(state));
}
static __inline__ __device__ double
curand_normal_double(curandStateMtgp32_t *state) {
  return __heddle_inverse_normal(__heddle_middle(curand(state)));
}
#endif

#endif // HEDDLE_CURAND_NORMAL_H
