//===- float16.h - The 16-bit formats and their rounding ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The basis of __half and __nv_bfloat16: 16-bit values that convert to float
// exactly. Sums, products, quotients and roots are computed as floats and
// rounded again, which equals rounding once, because a float has more than
// twice their precision. Where this does not hold (double to half, fused
// multiply-add), the first step rounds to odd: an inexact result gets an odd
// last digit, so that it is never a tie in the second step.
//
// Host compilers other than Clang have no _Float16 in C++; they compute the
// same values with integer arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FLOAT16_H
#define HEDDLE_FLOAT16_H

#include "../host_defines.h"

#define HEDDLE_F16 __host__ __device__ __forceinline__

HEDDLE_F16 unsigned int __heddle_bits_of(float x) {
  return __builtin_bit_cast(unsigned int, x);
}
HEDDLE_F16 float __heddle_float_of(unsigned int bits) {
  return __builtin_bit_cast(float, bits);
}

/// The double as a float, rounded to odd.
HEDDLE_F16 float __heddle_to_odd(double x) {
  float nearest = (float)x;
  double back = (double)nearest;
  unsigned int bits = __heddle_bits_of(nearest);
  bool step = (back < x || back > x) && !(bits & 1);
  bool away = __builtin_fabs(back) < __builtin_fabs(x);
  return __heddle_float_of(step ? (away ? bits + 1 : bits - 1) : bits);
}
HEDDLE_F16 float __heddle_to_odd(float x) { return x; }

/// A 64-bit integer as a double, rounded to odd.
HEDDLE_F16 double __heddle_integer_to_odd(unsigned long long x) {
  bool wide = x >> 53;
  unsigned long long lost = x & 0x7ff;
  return (double)(wide ? (x & ~0x7ffull) | (lost ? 0x800u : 0u) : x);
}
HEDDLE_F16 double __heddle_integer_to_odd(long long x) {
  unsigned long long magnitude =
      x < 0 ? 0 - (unsigned long long)x : (unsigned long long)x;
  double odd = __heddle_integer_to_odd(magnitude);
  return x < 0 ? -odd : odd;
}

/// a * b + c as a float, rounded to odd; the product has to be exact.
HEDDLE_F16 float __heddle_fma_odd(float a, float b, float c) {
#ifdef __clang__
#pragma clang fp contract(off) reassociate(off)
#endif
  float product = a * b;
  float sum = product + c;
  float part = sum - product;
  float error = (product - (sum - part)) + (c - part);
  unsigned int bits = __heddle_bits_of(sum);
  bool step = (error < 0 || error > 0) && !(bits & 1);
  bool away = (error > 0) == (sum > 0);
  return __heddle_float_of(step ? (away ? bits + 1 : bits - 1) : bits);
}
HEDDLE_F16 double __heddle_fma_odd(double a, double b, double c) {
#ifdef __clang__
#pragma clang fp contract(off) reassociate(off)
#endif
  double product = a * b;
  double sum = product + c;
  double part = sum - product;
  double error = (product - (sum - part)) + (c - part);
  unsigned long long bits = __builtin_bit_cast(unsigned long long, sum);
  bool step = (error < 0 || error > 0) && !(bits & 1);
  bool away = (error > 0) == (sum > 0);
  bits = step ? (away ? bits + 1 : bits - 1) : bits;
  return __builtin_bit_cast(double, bits);
}

/// IEEE binary16: 5 exponent bits, 10 fraction bits.
struct HeddleHalf {
  enum : unsigned short { Infinity = 0x7c00, One = 0x3c00 };

#ifdef __clang__
  HEDDLE_F16 static float widen(unsigned short bits) {
    return (float)__builtin_bit_cast(_Float16, bits);
  }
  HEDDLE_F16 static unsigned short nearest(float x) {
    return __builtin_bit_cast(unsigned short, (_Float16)x);
  }
#else
  static inline float widen(unsigned short bits) {
    unsigned int sign = (unsigned int)(bits & 0x8000) << 16;
    unsigned int magnitude = bits & 0x7fff;
    if (magnitude >= 0x7c00)
      magnitude = 0x7f800000 | magnitude << 13;
    else if (magnitude >= 0x400)
      magnitude = (magnitude << 13) + (112u << 23);
    else
      magnitude = __heddle_bits_of((float)magnitude * 5.9604644775390625e-8f);
    return __heddle_float_of(sign | magnitude);
  }
  static inline unsigned short nearest(float x) {
    unsigned int bits = __heddle_bits_of(x);
    unsigned int sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
      return (unsigned short)(sign | 0x7e00);
    if (magnitude >= __heddle_bits_of(65520.0f))
      return (unsigned short)(sign | 0x7c00);
    if (magnitude < __heddle_bits_of(6.103515625e-5f))
      return (unsigned short)(sign |
                              (unsigned int)__builtin_rintf(
                                  __heddle_float_of(magnitude) * 16777216.0f));
    magnitude += 0xfff + (magnitude >> 13 & 1);
    return (unsigned short)(sign | ((magnitude >> 13) - (112u << 10)));
  }
#endif

  /// The product of two 11-bit factors is exact as a float.
  HEDDLE_F16 static unsigned short fma(unsigned short a, unsigned short b,
                                       unsigned short c) {
    return nearest(__heddle_fma_odd(widen(a), widen(b), widen(c)));
  }
};

/// The upper half of a float.
struct HeddleBFloat16 {
  enum : unsigned short { Infinity = 0x7f80, One = 0x3f80 };

  HEDDLE_F16 static float widen(unsigned short bits) {
    return __heddle_float_of((unsigned int)bits << 16);
  }
  HEDDLE_F16 static unsigned short nearest(float x) {
    unsigned int bits = __heddle_bits_of(x);
    unsigned int rounded = bits + 0x7fff + (bits >> 16 & 1);
    return (unsigned short)(x == x ? rounded >> 16 : 0x7fff);
  }
  /// The product of floats may exceed their range, so doubles are used.
  HEDDLE_F16 static unsigned short fma(unsigned short a, unsigned short b,
                                       unsigned short c) {
    return nearest(__heddle_to_odd(__heddle_fma_odd(
        (double)widen(a), (double)widen(b), (double)widen(c))));
  }
};

// Rounding to `Format` from float or double. Directed rounding starts from the
// nearest value and corrects it if that is on the wrong side.
template <class Format, class From>
HEDDLE_F16 unsigned short __heddle_f16_rn(From x) {
  return Format::nearest(__heddle_to_odd(x));
}
template <class Format, class From>
HEDDLE_F16 unsigned short __heddle_f16_rz(From x) {
  unsigned short bits = __heddle_f16_rn<Format>(x);
  From nearest = (From)Format::widen(bits);
  bool above = x < 0 ? nearest < x : nearest > x;
  return (unsigned short)(above ? bits - 1 : bits);
}
template <class Format, class From>
HEDDLE_F16 unsigned short __heddle_f16_ru(From x) {
  unsigned short bits = __heddle_f16_rn<Format>(x);
  bool step = (From)Format::widen(bits) < x;
  return (unsigned short)(step ? (bits & 0x8000 ? bits - 1 : bits + 1) : bits);
}
template <class Format, class From>
HEDDLE_F16 unsigned short __heddle_f16_rd(From x) {
  unsigned short bits = __heddle_f16_rn<Format>(x);
  bool step = (From)Format::widen(bits) > x;
  return (unsigned short)(step ? (bits & 0x8000 ? bits + 1 : bits - 1) : bits);
}

/// A float without fraction as an integer, saturated. `low` is the smallest
/// integer as a float, `high` one past the largest.
template <class To>
HEDDLE_F16 To __heddle_f16_to_integer(float x, float low, float high, To min,
                                      To max, To nan) {
  return x >= high ? max : x <= low ? min : x == x ? (To)x : nan;
}

#endif // HEDDLE_FLOAT16_H
