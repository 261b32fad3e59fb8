//===- dpx.h - Minima and maxima of sums and triples ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's DPX functions, for words and for pairs of 16-bit halves. The relu
// forms clamp at 0. Sums wrap.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DPX_H
#define HEDDLE_DPX_H

#include "../host_defines.h"

#define HEDDLE_DPX __host__ __device__ __forceinline__

// One operation of three operands on `Word`, and on the two lanes of a word.
#define HEDDLE_DPX_TERNARY(name, word, expression)                             \
  HEDDLE_DPX word name(word a, word b, word c) {                               \
    typedef word T;                                                            \
    return expression;                                                         \
  }
#define HEDDLE_DPX_LANES(name, lane, expression)                               \
  HEDDLE_DPX lane __heddle##name(lane a, lane b, lane c) {                     \
    typedef lane T;                                                            \
    return expression;                                                         \
  }                                                                            \
  HEDDLE_DPX unsigned int name(unsigned int a, unsigned int b,                 \
                               unsigned int c) {                               \
    return (unsigned short)__heddle##name((lane)a, (lane)b, (lane)c) |         \
           (unsigned int)(unsigned short)__heddle##name(                       \
               (lane)(a >> 16), (lane)(b >> 16), (lane)(c >> 16))              \
               << 16;                                                          \
  }
#define HEDDLE_DPX_ALL(name, suffix, expression)                               \
  HEDDLE_DPX_TERNARY(name##_s32##suffix, int, expression)                      \
  HEDDLE_DPX_LANES(name##_s16x2##suffix, short, expression)
#define HEDDLE_DPX_UNSIGNED(name, expression)                                  \
  HEDDLE_DPX_TERNARY(name##_u32, unsigned int, expression)                     \
  HEDDLE_DPX_LANES(name##_u16x2, unsigned short, expression)

template <class T> HEDDLE_DPX T __heddle_max(T a, T b) { return a > b ? a : b; }
template <class T> HEDDLE_DPX T __heddle_min(T a, T b) { return a < b ? a : b; }
#define HEDDLE_SUM (T)((unsigned int)a + (unsigned int)b)

HEDDLE_DPX_ALL(__viaddmax, , __heddle_max<T>(HEDDLE_SUM, c))
HEDDLE_DPX_UNSIGNED(__viaddmax, __heddle_max<T>(HEDDLE_SUM, c))
HEDDLE_DPX_ALL(__viaddmax, _relu,
               __heddle_max<T>(__heddle_max<T>(HEDDLE_SUM, c), 0))
HEDDLE_DPX_ALL(__viaddmin, , __heddle_min<T>(HEDDLE_SUM, c))
HEDDLE_DPX_UNSIGNED(__viaddmin, __heddle_min<T>(HEDDLE_SUM, c))
HEDDLE_DPX_ALL(__viaddmin, _relu,
               __heddle_max<T>(__heddle_min<T>(HEDDLE_SUM, c), 0))
HEDDLE_DPX_ALL(__vimax3, , __heddle_max<T>(__heddle_max<T>(a, b), c))
HEDDLE_DPX_UNSIGNED(__vimax3, __heddle_max<T>(__heddle_max<T>(a, b), c))
HEDDLE_DPX_ALL(__vimax3, _relu,
               __heddle_max<T>(__heddle_max<T>(__heddle_max<T>(a, b), c), 0))
HEDDLE_DPX_ALL(__vimin3, , __heddle_min<T>(__heddle_min<T>(a, b), c))
HEDDLE_DPX_UNSIGNED(__vimin3, __heddle_min<T>(__heddle_min<T>(a, b), c))
HEDDLE_DPX_ALL(__vimin3, _relu,
               __heddle_max<T>(__heddle_min<T>(__heddle_min<T>(a, b), c), 0))

// With two operands; the third is 0 or one of them again.
HEDDLE_DPX int __vimax_s32_relu(int a, int b) { return __vimax3_s32(a, b, 0); }
HEDDLE_DPX unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) {
  return __vimax3_s16x2(a, b, 0);
}
HEDDLE_DPX int __vimin_s32_relu(int a, int b) {
  return __vimin3_s32_relu(a, b, b);
}
HEDDLE_DPX unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) {
  return __vimin3_s16x2_relu(a, b, b);
}

// These also return whether the first operand was selected; it is if both are
// equal.
#define HEDDLE_DPX_CHOICE(name, word, op)                                      \
  HEDDLE_DPX word name(word a, word b, bool *first) {                          \
    *first = a op b;                                                           \
    return a op b ? a : b;                                                     \
  }
#define HEDDLE_DPX_CHOICE_LANES(name, lane, op)                                \
  HEDDLE_DPX unsigned int name(unsigned int a, unsigned int b,                 \
                               bool *firstHigh, bool *firstLow) {              \
    *firstHigh = (lane)(a >> 16) op(lane)(b >> 16);                            \
    *firstLow = (lane)a op(lane) b;                                            \
    return (*firstHigh ? a : b) & 0xffff0000u |                                \
           ((*firstLow ? a : b) & 0xffffu);                                    \
  }
HEDDLE_DPX_CHOICE(__vibmax_s32, int, >=)
HEDDLE_DPX_CHOICE(__vibmax_u32, unsigned int, >=)
HEDDLE_DPX_CHOICE(__vibmin_s32, int, <=)
HEDDLE_DPX_CHOICE(__vibmin_u32, unsigned int, <=)
HEDDLE_DPX_CHOICE_LANES(__vibmax_s16x2, short, >=)
HEDDLE_DPX_CHOICE_LANES(__vibmax_u16x2, unsigned short, >=)
HEDDLE_DPX_CHOICE_LANES(__vibmin_s16x2, short, <=)
HEDDLE_DPX_CHOICE_LANES(__vibmin_u16x2, unsigned short, <=)
#undef HEDDLE_DPX_CHOICE_LANES
#undef HEDDLE_DPX_CHOICE

#undef HEDDLE_SUM
#undef HEDDLE_DPX_UNSIGNED
#undef HEDDLE_DPX_ALL
#undef HEDDLE_DPX_LANES
#undef HEDDLE_DPX_TERNARY
#undef HEDDLE_DPX

#endif // HEDDLE_DPX_H
