//===- reference.h - Narrow floats by the definition ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of half, bfloat16 and the 8-bit formats compare with: a number
// is scaled until its last digit has the value 1, rounded to an integer, and
// scaled back. Slow, and nothing in common with the headers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_EXECUTION_HALF_REFERENCE_H
#define HEDDLE_TEST_EXECUTION_HALF_REFERENCE_H

#include "../check.h"

#include <cstring>
#include <limits>

struct Format {
  int exponentBits, fractionBits;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  int smallestExponent() const { return 1 - bias(); }
  unsigned infinity() const {
    return ((1u << exponentBits) - 1) << fractionBits;
  }
  unsigned signBit() const { return 1u << (exponentBits + fractionBits); }

  /// The number of these bits, for formats with infinities as IEEE has them.
  long double decode(unsigned bits) const {
    unsigned magnitude = bits & (signBit() - 1);
    long double value;
    if (magnitude > infinity())
      return std::numeric_limits<long double>::quiet_NaN();
    if (magnitude == infinity())
      value = std::numeric_limits<long double>::infinity();
    else
      value = finite(magnitude);
    return bits & signBit() ? -value : value;
  }
  /// The same where all bit patterns are numbers.
  long double finite(unsigned magnitude) const {
    int exponent = magnitude >> fractionBits;
    unsigned fraction = magnitude & ((1u << fractionBits) - 1);
    if (exponent != 0)
      fraction |= 1u << fractionBits;
    else
      exponent = 1;
    return ldexpl(fraction, exponent - bias() - fractionBits);
  }

  /// The bits of `x`, or of a number next to it: on the side that `rest` says
  /// by its sign. `mode` is n, z, u or d. Overflow is the caller's business:
  /// there is no largest number here but that of `infinity()`.
  unsigned round(long double x, char mode, int rest = 0) const {
    if (x != x)
      return infinity() | 1;
    bool negative = std::signbit(x);
    unsigned sign = negative ? signBit() : 0;
    long double magnitude = negative ? -x : x;
    rest = negative ? -rest : rest;
    if (std::isinf(x))
      return sign | infinity();
    int exponent = magnitude == 0 ? smallestExponent() : (int)ilogbl(magnitude);
    if (rest < 0 && magnitude == ldexpl(1, exponent))
      --exponent;
    if (exponent < smallestExponent())
      exponent = smallestExponent();
    long double scaled = ldexpl(magnitude, fractionBits - exponent);
    long double whole = floorl(scaled), part = scaled - whole;
    if (part == 0 && rest < 0) {
      whole -= 1;
      part = 1;
    }
    bool exact = part == 0 && rest == 0;
    bool odd = fmodl(whole, 2) != 0;
    bool up;
    if (mode == 'n')
      up = part > 0.5L || (part == 0.5L && (rest > 0 || (rest == 0 && odd)));
    else
      up = !exact && mode == (negative ? 'd' : 'u');
    // A fraction of 1 below `whole + 1` is a tie-breaker's work only.
    if (part == 1 && mode == 'n')
      up = true;
    unsigned long long units = (unsigned long long)whole + up;
    unsigned long long bits =
        units +
        ((unsigned long long)(exponent - smallestExponent()) << fractionBits);
    if (bits >= infinity()) {
      bool toLargest = mode == 'z' || mode == (negative ? 'u' : 'd');
      bits = toLargest ? infinity() - 1 : infinity();
    }
    return sign | (unsigned)bits;
  }

  bool isNan(unsigned bits) const {
    return (bits & (signBit() - 1)) > infinity();
  }
  /// Equal, or both NaN.
  bool same(unsigned a, unsigned b) const {
    return a == b || (isNan(a) && isNan(b));
  }
};

static const Format binary16 = {5, 10};
static const Format bfloat16 = {8, 7};

/// Ends the program if two bit patterns differ.
inline void expectBits(const Format &format, unsigned got, unsigned want,
                       const char *what, double a, double b = 0, double c = 0) {
  if (format.same(got, want))
    return;
  printf("%s of %a %a %a is %04x but should be %04x\n", what, a, b, c, got,
         want);
  exit(1);
}

/// A sum as the nearest long double and the sign of what is left.
struct Sum {
  long double value;
  int rest;

  Sum(long double a, long double b) {
    volatile long double sum = a + b, part = sum - a, left = sum - part;
    long double error = (a - left) + (b - part);
    value = sum;
    rest = std::isfinite(value) ? (error > 0) - (error < 0) : 0;
  }
};

/// Bit patterns that a test of two or three operands can afford: all powers of
/// two, with fractions at the ends and in the middle, and all the rest of NaN,
/// infinities and zeros.
inline std::vector<unsigned short> interesting(const Format &format,
                                               int exponentStep) {
  std::vector<unsigned short> bits;
  const unsigned fractions[] = {0, 1, 0x2ab, 0x3ff};
  const int last = (1 << format.exponentBits) - 1;
  for (int exponent = 0; exponent <= last; ++exponent) {
    if (exponent % exponentStep != 0 && exponent < last - 1)
      continue;
    for (unsigned fraction : fractions) {
      fraction >>= 10 - format.fractionBits;
      unsigned magnitude = exponent << format.fractionBits | fraction;
      bits.push_back((unsigned short)magnitude);
      bits.push_back((unsigned short)(magnitude | format.signBit()));
    }
  }
  return bits;
}

#endif // HEDDLE_TEST_EXECUTION_HALF_REFERENCE_H
