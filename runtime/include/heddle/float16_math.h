//===- float16_math.h - Math functions before rounding to 16 bits ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few results of math functions are so near to the middle of two halves that
// a float would be rounded to the wrong one; they need about 30 bits. For
// arguments that were halves, these functions have a little more. That takes
// much less than a double with all of its digits. For bfloat16, whose results
// are rounded from floats, they are the ordinary functions.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FLOAT16_MATH_H
#define HEDDLE_FLOAT16_MATH_H

#include "float16.h"

HEDDLE_F16 float __heddle_f16_rsqrt(float x) { return 1 / __builtin_sqrtf(x); }
/// Rounded to odd: x * y * y says on which side of the result y is.
HEDDLE_F16 float __heddle_f16_rsqrt(double x) {
  float y = 1 / __builtin_sqrtf((float)x);
  double one = x * y * y;
  unsigned int bits = __heddle_bits_of(y);
  bool step = (one < 1 || one > 1) && !(bits & 1);
  return __heddle_float_of(step ? (one < 1 ? bits + 1 : bits - 1) : bits);
}

/// The sine of |x| after `quarter` more quarters of a turn.
HEDDLE_F16 double __heddle_f16_sine(double x, int quarter) {
#ifdef __clang__
#pragma clang fp reassociate(off)
#endif
  // The quarter that is nearest, and what is left. The first part of pi / 2 has
  // so few digits that its product is exact.
  double turned = __builtin_fabs(x);
  double quarters = __builtin_rint(turned * 0.6366197723675814);
  double left = turned - quarters * 1.570796325802803;
  left -= quarters * 9.920935796805404e-10;
  // The integer is in the last digits of a sum, which is defined for infinity.
  unsigned long long number =
      __builtin_bit_cast(unsigned long long, quarters + 6755399441055744.0) +
      quarter;
  double square = left * left;
  double sine = -2.505210838544172e-08;
  sine = sine * square + 2.7557319223985893e-06;
  sine = sine * square - 0.0001984126984126984;
  sine = sine * square + 0.008333333333333333;
  sine = sine * square - 0.16666666666666666;
  sine = sine * square * left + left;
  double cosine = 2.08767569878681e-09;
  cosine = cosine * square - 2.755731922398589e-07;
  cosine = cosine * square + 2.48015873015873e-05;
  cosine = cosine * square - 0.001388888888888889;
  cosine = cosine * square + 0.041666666666666664;
  cosine = cosine * square - 0.5;
  cosine = cosine * square + 1;
  double result = number & 1 ? cosine : sine;
  return __builtin_bit_cast(double,
                            __builtin_bit_cast(unsigned long long, result) ^
                                (number & 2) << 62);
}
HEDDLE_F16 float __heddle_f16_sin(float x) { return __builtin_sinf(x); }
HEDDLE_F16 double __heddle_f16_sin(double x) {
  double sine = __heddle_f16_sine(x, 0);
  unsigned long long sign =
      __builtin_bit_cast(unsigned long long, x) & 1ull << 63;
  return __builtin_bit_cast(
      double, __builtin_bit_cast(unsigned long long, sine) ^ sign);
}
HEDDLE_F16 float __heddle_f16_cos(float x) { return __builtin_cosf(x); }
HEDDLE_F16 double __heddle_f16_cos(double x) { return __heddle_f16_sine(x, 1); }

#endif // HEDDLE_FLOAT16_MATH_H
