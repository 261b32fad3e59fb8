//===- float8.h - Floating-point formats of 8, 6 and 4 bits -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The basis of <cuda_fp8.h>, <cuda_fp6.h> and <cuda_fp4.h>. A value is scaled
// so that its last digit has weight 1 and rounded to an integer; that integer
// is its code, up to the exponent. Every value is representable as a half.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FLOAT8_H
#define HEDDLE_FLOAT8_H

#include "../device_types.h"
#include "float16.h"

/// The code of |x|, which may exceed the largest of the format. Not for NaN.
template <int Exponent, int Fraction>
HEDDLE_F16 unsigned int __heddle_f8_code(float x, cudaRoundMode mode) {
  const int smallest = 2 - (1 << (Exponent - 1));
  unsigned int bits = __heddle_bits_of(x);
  int exponent = (int)(bits >> 23 & 0xff) - 127;
  exponent = exponent < smallest ? smallest : exponent;
  float scale =
      __heddle_float_of((unsigned int)(Fraction - exponent + 127) << 23);
  // The scale of an infinity would be a denormal; its code is too large anyway.
  float scaled = exponent > 126 ? 0.0f : __builtin_fabsf(x) * scale;
  bool away = mode == ((int)bits < 0 ? cudaRoundMinInf : cudaRoundPosInf);
  float units = mode == cudaRoundNearest ? __builtin_rintf(scaled)
                : away                   ? __builtin_ceilf(scaled)
                                         : __builtin_truncf(scaled);
  return ((unsigned int)(exponent - smallest) << Fraction) +
         (unsigned int)(int)units;
}

/// The value of a code as a float: as a half, its exponent differs by the
/// difference of the biases, also if it is a denormal.
template <int Exponent, int Fraction>
HEDDLE_F16 float __heddle_f8_value(unsigned int code) {
  const int signPlace = Exponent + Fraction;
  const float factor = (float)(1 << (15 - ((1 << (Exponent - 1)) - 1)));
  unsigned int sign = code >> signPlace & 1;
  unsigned int magnitude = code & ((1u << signPlace) - 1);
  float value =
      HeddleHalf::widen((unsigned short)(magnitude << (10 - Fraction)));
  value *= factor;
  return sign ? -value : value;
}

/// Adds the sign; codes above `largest` become `beyond`.
template <int Exponent, int Fraction>
HEDDLE_F16 unsigned char
__heddle_f8_round(float x, cudaRoundMode mode, unsigned int largest,
                  unsigned int beyond, unsigned int nan) {
  unsigned int code = __heddle_f8_code<Exponent, Fraction>(x, mode);
  unsigned int sign = __heddle_bits_of(x) >> 31 << (Exponent + Fraction);
  return (unsigned char)(x != x ? nan
                                : sign | (code > largest ? beyond : code));
}

#endif // HEDDLE_FLOAT8_H
