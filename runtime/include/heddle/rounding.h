//===- rounding.h - Arithmetic with a rounding mode -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __fadd_rd and similar functions. The _rn forms are the plain operations, but
// must not be contracted to an FMA: this is why programs use them.
//
// A directed float operation is computed in double precision, where it is exact
// or its error is known, and rounded once. There is no wider type for doubles:
// the runtime sets the processor's rounding mode (Rounding.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ROUNDING_H
#define HEDDLE_ROUNDING_H

#include "casts.h"

#define HEDDLE_ROUNDED __device__ __forceinline__

/// An exact value: `value`, a double, and the side on which the exact one lies
/// (an error of any size with the right sign).
struct HeddleExact {
  double value;
  double error;
};

HEDDLE_ROUNDED float __heddle_up(HeddleExact x) {
  float nearest = (float)x.value;
  return __heddle_round_up(nearest,
                           (double)nearest < x.value ||
                               ((double)nearest == x.value && x.error > 0));
}
HEDDLE_ROUNDED float __heddle_down(HeddleExact x) {
  float nearest = (float)x.value;
  return __heddle_round_down(nearest,
                             (double)nearest > x.value ||
                                 ((double)nearest == x.value && x.error < 0));
}
HEDDLE_ROUNDED float __heddle_to_zero(HeddleExact x) {
  return x.value > 0 ? __heddle_down(x) : __heddle_up(x);
}

/// Knuth's two-sum. An infinite sum has no error.
HEDDLE_ROUNDED HeddleExact __heddle_sum(double a, double b) {
#pragma clang fp contract(off) reassociate(off)
  double sum = a + b;
  double bPart = sum - a;
  double error = (a - (sum - bPart)) + (b - bPart);
  return HeddleExact{sum, error};
}
/// When rounding down, a sum that is exactly zero is -0 unless both are +0.
HEDDLE_ROUNDED float __heddle_sum_down(double a, double b) {
  HeddleExact sum = __heddle_sum(a, b);
  if (sum.value == 0 && sum.error == 0)
    return __builtin_signbit(a) || __builtin_signbit(b) ? -0.0f : 0.0f;
  return __heddle_down(sum);
}
HEDDLE_ROUNDED HeddleExact __heddle_quotient(double a, double b) {
  double q = a / b;
  double remainder = __builtin_fma(-q, b, a);
  return HeddleExact{q, b < 0 ? -remainder : remainder};
}
HEDDLE_ROUNDED HeddleExact __heddle_root(double a) {
  double root = __builtin_sqrt(a);
  return HeddleExact{root, __builtin_fma(-root, root, a)};
}

HEDDLE_ROUNDED float __fadd_rn(float a, float b) {
#pragma clang fp contract(off) reassociate(off)
  return a + b;
}
HEDDLE_ROUNDED float __fsub_rn(float a, float b) {
#pragma clang fp contract(off) reassociate(off)
  return a - b;
}
HEDDLE_ROUNDED float __fmul_rn(float a, float b) {
#pragma clang fp contract(off) reassociate(off)
  return a * b;
}
HEDDLE_ROUNDED float __fmaf_rn(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
HEDDLE_ROUNDED float __fdiv_rn(float a, float b) { return a / b; }
HEDDLE_ROUNDED float __frcp_rn(float a) { return 1 / a; }
HEDDLE_ROUNDED float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }
/// Correctly rounded: the double is far more accurate than half an ulp of a
/// float.
HEDDLE_ROUNDED float __frsqrt_rn(float a) {
  return (float)(1 / __builtin_sqrt((double)a));
}

#define HEDDLE_FLOAT_MODE(mode, round, sum)                                    \
  HEDDLE_ROUNDED float __fadd_##mode(float a, float b) { return sum(a, b); }   \
  HEDDLE_ROUNDED float __fsub_##mode(float a, float b) { return sum(a, -b); }  \
  HEDDLE_ROUNDED float __fmul_##mode(float a, float b) {                       \
    return round(HeddleExact{(double)a * (double)b, 0});                       \
  }                                                                            \
  HEDDLE_ROUNDED float __fmaf_##mode(float a, float b, float c) {              \
    return sum((double)a * (double)b, c);                                      \
  }                                                                            \
  HEDDLE_ROUNDED float __fdiv_##mode(float a, float b) {                       \
    return round(__heddle_quotient(a, b));                                     \
  }                                                                            \
  HEDDLE_ROUNDED float __frcp_##mode(float a) {                                \
    return round(__heddle_quotient(1, a));                                     \
  }                                                                            \
  HEDDLE_ROUNDED float __fsqrt_##mode(float a) {                               \
    return round(__heddle_root(a));                                            \
  }
HEDDLE_ROUNDED float __heddle_sum_up(double a, double b) {
  return __heddle_up(__heddle_sum(a, b));
}
HEDDLE_ROUNDED float __heddle_sum_to_zero(double a, double b) {
  return __heddle_to_zero(__heddle_sum(a, b));
}
HEDDLE_FLOAT_MODE(ru, __heddle_up, __heddle_sum_up)
HEDDLE_FLOAT_MODE(rd, __heddle_down, __heddle_sum_down)
HEDDLE_FLOAT_MODE(rz, __heddle_to_zero, __heddle_sum_to_zero)
#undef HEDDLE_FLOAT_MODE

// The ieee forms keep denormals even if a program asks to flush them, which
// Heddle never does.
#define HEDDLE_IEEE(mode)                                                      \
  HEDDLE_ROUNDED float __fmaf_ieee_##mode(float a, float b, float c) {         \
    return __fmaf_##mode(a, b, c);                                             \
  }
HEDDLE_IEEE(rn)
HEDDLE_IEEE(rz)
HEDDLE_IEEE(ru)
HEDDLE_IEEE(rd)
#undef HEDDLE_IEEE

HEDDLE_ROUNDED double __dadd_rn(double a, double b) {
#pragma clang fp contract(off) reassociate(off)
  return a + b;
}
HEDDLE_ROUNDED double __dsub_rn(double a, double b) {
#pragma clang fp contract(off) reassociate(off)
  return a - b;
}
HEDDLE_ROUNDED double __dmul_rn(double a, double b) {
#pragma clang fp contract(off) reassociate(off)
  return a * b;
}
HEDDLE_ROUNDED double __fma_rn(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
HEDDLE_ROUNDED double __ddiv_rn(double a, double b) { return a / b; }
HEDDLE_ROUNDED double __drcp_rn(double a) { return 1 / a; }
HEDDLE_ROUNDED double __dsqrt_rn(double a) { return __builtin_sqrt(a); }

#define HEDDLE_DOUBLE_MODE(mode)                                               \
  extern "C" {                                                                 \
  __device__ __attribute__((const, nothrow)) double                            \
  __heddle_dadd_##mode(double a, double b);                                    \
  __device__ __attribute__((const, nothrow)) double                            \
  __heddle_dmul_##mode(double a, double b);                                    \
  __device__ __attribute__((const, nothrow)) double                            \
  __heddle_ddiv_##mode(double a, double b);                                    \
  __device__ __attribute__((const, nothrow)) double                            \
  __heddle_dsqrt_##mode(double a);                                             \
  __device__ __attribute__((const, nothrow)) double                            \
  __heddle_dfma_##mode(double a, double b, double c);                          \
  }                                                                            \
  HEDDLE_ROUNDED double __dadd_##mode(double a, double b) {                    \
    return __heddle_dadd_##mode(a, b);                                         \
  }                                                                            \
  HEDDLE_ROUNDED double __dsub_##mode(double a, double b) {                    \
    return __heddle_dadd_##mode(a, -b);                                        \
  }                                                                            \
  HEDDLE_ROUNDED double __dmul_##mode(double a, double b) {                    \
    return __heddle_dmul_##mode(a, b);                                         \
  }                                                                            \
  HEDDLE_ROUNDED double __ddiv_##mode(double a, double b) {                    \
    return __heddle_ddiv_##mode(a, b);                                         \
  }                                                                            \
  HEDDLE_ROUNDED double __drcp_##mode(double a) {                              \
    return __heddle_ddiv_##mode(1, a);                                         \
  }                                                                            \
  HEDDLE_ROUNDED double __dsqrt_##mode(double a) {                             \
    return __heddle_dsqrt_##mode(a);                                           \
  }                                                                            \
  HEDDLE_ROUNDED double __fma_##mode(double a, double b, double c) {           \
    return __heddle_dfma_##mode(a, b, c);                                      \
  }
HEDDLE_DOUBLE_MODE(rz)
HEDDLE_DOUBLE_MODE(ru)
HEDDLE_DOUBLE_MODE(rd)
#undef HEDDLE_DOUBLE_MODE
#undef HEDDLE_ROUNDED

#endif // HEDDLE_ROUNDING_H
