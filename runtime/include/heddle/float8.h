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

/// Towards zero and saturated, as a half is converted.
template <class To> HEDDLE_F16 To __heddle_f8_to_integer(float x) {
  const bool isSigned = (To)-1 < (To)1;
  const int digits = (int)sizeof(To) * 8 - isSigned;
  const float high = 2.0f * (float)(1ull << (digits - 1));
  return __heddle_f16_to_integer<To>(
      __builtin_truncf(x), isSigned ? -high : 0.0f, high,
      isSigned ? (To)(~0ull << digits % 64) : (To)0,
      (To)(~0ull >> (64 - digits)), (To)(sizeof(To) == 8 ? 1ull << 63 : 0));
}

// A format is a struct of static functions: `encode` for each type that is
// converted to it, saturated and in the mode that constructors use, and
// `decode`.

/// Formats whose values are halves.
template <int Exponent, int Fraction, unsigned Largest, unsigned NaN>
struct HeddleSmallFloat {
  HEDDLE_F16 static unsigned int encode(float x,
                                        cudaRoundMode mode = cudaRoundNearest,
                                        unsigned int beyond = Largest) {
    return __heddle_f8_round<Exponent, Fraction>(x, mode, Largest, beyond, NaN);
  }
  HEDDLE_F16 static unsigned int encode(double x,
                                        cudaRoundMode mode = cudaRoundNearest) {
    return encode(__heddle_to_odd(x), mode);
  }
  template <class Integer>
  HEDDLE_F16 static unsigned int encodeInteger(Integer x) {
    return encode((float)x); // Where this is inexact, the result is Largest.
  }
  HEDDLE_F16 static float decode(unsigned int code) {
    return __heddle_f8_value<Exponent, Fraction>(code);
  }
  HEDDLE_F16 static bool isTrue(unsigned int code) {
    return (code & ((1u << (Exponent + Fraction)) - 1)) != 0;
  }
};
// All codes are numbers, and NaN becomes the largest.
typedef HeddleSmallFloat<2, 3, 0x1f, 0x1f> HeddleE2M3;
typedef HeddleSmallFloat<3, 2, 0x1f, 0x1f> HeddleE3M2;
typedef HeddleSmallFloat<2, 1, 0x7, 0x7> HeddleE2M1;

/// Powers of two: a biased exponent alone, 255 is NaN. The sign is dropped.
struct HeddleE8M0 {
  HEDDLE_F16 static unsigned int encode(float x,
                                        cudaRoundMode mode = cudaRoundPosInf,
                                        unsigned int beyond = 0xfe) {
    unsigned int bits = __heddle_bits_of(x) & 0x7fffffff;
    unsigned int code = bits >> 23;
    if (code == 0xff)
      return bits == 0x7f800000 ? beyond : 0xff;
    // Code 0 is a denormal float, 2^-127.
    unsigned int exact = code == 0 ? 0x400000 : code << 23;
    code += mode == cudaRoundPosInf && bits > exact;
    return code == 0xff ? beyond : code;
  }
  HEDDLE_F16 static unsigned int encode(double x,
                                        cudaRoundMode mode = cudaRoundPosInf,
                                        unsigned int beyond = 0xfe) {
    return encode(__heddle_to_odd(x), mode, beyond);
  }
  HEDDLE_F16 static unsigned int encodeInteger(long long x) {
    return encode(__heddle_integer_to_odd(x));
  }
  HEDDLE_F16 static unsigned int encodeInteger(unsigned long long x) {
    return encode(__heddle_integer_to_odd(x));
  }
  template <class Integer>
  HEDDLE_F16 static unsigned int encodeInteger(Integer x) {
    return (Integer)-1 < (Integer)1 ? encodeInteger((long long)x)
                                    : encodeInteger((unsigned long long)x);
  }
  HEDDLE_F16 static float decode(unsigned int code) {
    return __heddle_float_of(code == 0xff ? 0x7fff0000
                             : code == 0  ? 0x400000
                                          : code << 23);
  }
  HEDDLE_F16 static bool isTrue(unsigned int) { return true; }
};

#endif // HEDDLE_FLOAT8_H
