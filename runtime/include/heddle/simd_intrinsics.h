//===- simd_intrinsics.h - Two halfwords or four bytes in a word ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __vadd4 and similar functions. Each lane is extracted, computed as an int,
// and inserted again: plain code on words, which vectorises over threads.
// (Small vectors within a thread would not.)
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SIMD_INTRINSICS_H
#define HEDDLE_SIMD_INTRINSICS_H

#include "../host_defines.h"

#define HEDDLE_SIMD __device__ __forceinline__

/// The range of a lane's type.
template <class Lane> struct HeddleLane {
  static constexpr int bits = 8 * sizeof(Lane);
  static constexpr bool isSigned = Lane(-1) < Lane(0);
  static constexpr int max = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  static constexpr int min = isSigned ? -(1 << (bits - 1)) : 0;

  HEDDLE_SIMD static int saturate(int x) {
    return x < min ? min : x > max ? max : x;
  }
  /// The lower `bits` of a lane's result, at its position.
  HEDDLE_SIMD static unsigned int put(int x, int lane) {
    return ((unsigned int)x & ((1u << bits) - 1)) << (bits * lane);
  }
  HEDDLE_SIMD static int get(unsigned int word, int lane) {
    return (Lane)(word >> (bits * lane));
  }
};

// A function of two lanes `x` and `y`, for halfwords and for bytes.
#define HEDDLE_SIMD_BINARY(name, halfword, byte, expression)                   \
  template <class Lane> HEDDLE_SIMD int __heddle##name(int x, int y) {         \
    return expression;                                                         \
  }                                                                            \
  HEDDLE_SIMD unsigned int name##2(unsigned int a, unsigned int b) {           \
    using L = HeddleLane<halfword>;                                            \
    return L::put(__heddle##name<halfword>(L::get(a, 0), L::get(b, 0)), 0) |   \
           L::put(__heddle##name<halfword>(L::get(a, 1), L::get(b, 1)), 1);    \
  }                                                                            \
  HEDDLE_SIMD unsigned int name##4(unsigned int a, unsigned int b) {           \
    using L = HeddleLane<byte>;                                                \
    return L::put(__heddle##name<byte>(L::get(a, 0), L::get(b, 0)), 0) |       \
           L::put(__heddle##name<byte>(L::get(a, 1), L::get(b, 1)), 1) |       \
           L::put(__heddle##name<byte>(L::get(a, 2), L::get(b, 2)), 2) |       \
           L::put(__heddle##name<byte>(L::get(a, 3), L::get(b, 3)), 3);        \
  }
#define HEDDLE_SIMD_SIGNED(name, expression)                                   \
  HEDDLE_SIMD_BINARY(name, short, signed char, expression)
#define HEDDLE_SIMD_UNSIGNED(name, expression)                                 \
  HEDDLE_SIMD_BINARY(name, unsigned short, unsigned char, expression)

HEDDLE_SIMD_UNSIGNED(__vadd, x + y)
HEDDLE_SIMD_SIGNED(__vaddss, HeddleLane<Lane>::saturate(x + y))
HEDDLE_SIMD_UNSIGNED(__vaddus, HeddleLane<Lane>::saturate(x + y))
HEDDLE_SIMD_UNSIGNED(__vsub, x - y)
HEDDLE_SIMD_SIGNED(__vsubss, HeddleLane<Lane>::saturate(x - y))
HEDDLE_SIMD_UNSIGNED(__vsubus, HeddleLane<Lane>::saturate(x - y))
HEDDLE_SIMD_SIGNED(__vabsdiffs, x > y ? x - y : y - x)
HEDDLE_SIMD_UNSIGNED(__vabsdiffu, x > y ? x - y : y - x)
// Averages: rounded, away from zero for signed lanes; and rounded down.
HEDDLE_SIMD_SIGNED(__vavgs, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)
HEDDLE_SIMD_UNSIGNED(__vavgu, (x + y + 1) >> 1)
HEDDLE_SIMD_UNSIGNED(__vhaddu, (x + y) >> 1)
HEDDLE_SIMD_SIGNED(__vmaxs, x > y ? x : y)
HEDDLE_SIMD_UNSIGNED(__vmaxu, x > y ? x : y)
HEDDLE_SIMD_SIGNED(__vmins, x < y ? x : y)
HEDDLE_SIMD_UNSIGNED(__vminu, x < y ? x : y)

// Comparisons, as masks and as 0 or 1.
#define HEDDLE_SIMD_COMPARISON(signedness, name, op)                           \
  HEDDLE_SIMD_##signedness(__vcmp##name, x op y ? -1 : 0)                      \
      HEDDLE_SIMD_##signedness(__vset##name, x op y ? 1 : 0)
HEDDLE_SIMD_COMPARISON(UNSIGNED, eq, ==)
HEDDLE_SIMD_COMPARISON(UNSIGNED, ne, !=)
HEDDLE_SIMD_COMPARISON(SIGNED, ges, >=)
HEDDLE_SIMD_COMPARISON(UNSIGNED, geu, >=)
HEDDLE_SIMD_COMPARISON(SIGNED, gts, >)
HEDDLE_SIMD_COMPARISON(UNSIGNED, gtu, >)
HEDDLE_SIMD_COMPARISON(SIGNED, les, <=)
HEDDLE_SIMD_COMPARISON(UNSIGNED, leu, <=)
HEDDLE_SIMD_COMPARISON(SIGNED, lts, <)
HEDDLE_SIMD_COMPARISON(UNSIGNED, ltu, <)
#undef HEDDLE_SIMD_COMPARISON

// Functions of one lane, implemented with those of two.
HEDDLE_SIMD unsigned int __vneg2(unsigned int a) { return __vsub2(0, a); }
HEDDLE_SIMD unsigned int __vneg4(unsigned int a) { return __vsub4(0, a); }
HEDDLE_SIMD unsigned int __vnegss2(unsigned int a) { return __vsubss2(0, a); }
HEDDLE_SIMD unsigned int __vnegss4(unsigned int a) { return __vsubss4(0, a); }
HEDDLE_SIMD unsigned int __vabs2(unsigned int a) { return __vabsdiffs2(a, 0); }
HEDDLE_SIMD unsigned int __vabs4(unsigned int a) { return __vabsdiffs4(a, 0); }
HEDDLE_SIMD unsigned int __vabsss2(unsigned int a) {
  return __vmaxs2(a, __vnegss2(a));
}
HEDDLE_SIMD unsigned int __vabsss4(unsigned int a) {
  return __vmaxs4(a, __vnegss4(a));
}

// Sums of absolute differences.
HEDDLE_SIMD unsigned int __heddle_sum2(unsigned int a) {
  return (a & 0xffff) + (a >> 16);
}
HEDDLE_SIMD unsigned int __heddle_sum4(unsigned int a) {
  return (a & 0xff) + (a >> 8 & 0xff) + (a >> 16 & 0xff) + (a >> 24);
}
HEDDLE_SIMD unsigned int __vsads2(unsigned int a, unsigned int b) {
  return __heddle_sum2(__vabsdiffs2(a, b));
}
HEDDLE_SIMD unsigned int __vsadu2(unsigned int a, unsigned int b) {
  return __heddle_sum2(__vabsdiffu2(a, b));
}
HEDDLE_SIMD unsigned int __vsads4(unsigned int a, unsigned int b) {
  return __heddle_sum4(__vabsdiffs4(a, b));
}
HEDDLE_SIMD unsigned int __vsadu4(unsigned int a, unsigned int b) {
  return __heddle_sum4(__vabsdiffu4(a, b));
}

#undef HEDDLE_SIMD_UNSIGNED
#undef HEDDLE_SIMD_SIGNED
#undef HEDDLE_SIMD_BINARY
#undef HEDDLE_SIMD

#endif // HEDDLE_SIMD_INTRINSICS_H
