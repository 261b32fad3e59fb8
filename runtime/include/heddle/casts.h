//===- casts.h - Type casting intrinsics ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions with a rounding mode, and reinterpretations. Conversions to an
// integer saturate, and NaN gives the result that PTX specifies: 0, or the
// integer with only the top bit set if one of the two types has 64 bits.
//
// Directed rounding starts from the nearest value and corrects it if that is on
// the wrong side, so that no rounding mode changes and the code vectorises.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CASTS_H
#define HEDDLE_CASTS_H

#include "../device_types.h"

#define HEDDLE_REINTERPRET(name, to, from)                                     \
  __device__ __forceinline__ to name(from value) {                             \
    return __builtin_bit_cast(to, value);                                      \
  }
HEDDLE_REINTERPRET(__float_as_int, int, float)
HEDDLE_REINTERPRET(__float_as_uint, unsigned int, float)
HEDDLE_REINTERPRET(__int_as_float, float, int)
HEDDLE_REINTERPRET(__uint_as_float, float, unsigned int)
HEDDLE_REINTERPRET(__double_as_longlong, long long, double)
HEDDLE_REINTERPRET(__longlong_as_double, double, long long)
#undef HEDDLE_REINTERPRET

__device__ __forceinline__ double __hiloint2double(int hi, int lo) {
  return __longlong_as_double(
      (long long)((unsigned long long)(unsigned int)hi << 32 |
                  (unsigned int)lo));
}
__device__ __forceinline__ int __double2hiint(double x) {
  return (int)(__double_as_longlong(x) >> 32);
}
__device__ __forceinline__ int __double2loint(double x) {
  return (int)__double_as_longlong(x);
}

// The next float or double towards plus and minus infinity. Not for NaN or the
// infinity on that side.
__device__ __forceinline__ float __heddle_next_up(float x) {
  int bits = __float_as_int(x);
  return x == 0 ? __int_as_float(1)
                : __int_as_float(bits < 0 ? bits - 1 : bits + 1);
}
__device__ __forceinline__ float __heddle_next_down(float x) {
  return -__heddle_next_up(-x);
}
__device__ __forceinline__ double __heddle_next_up(double x) {
  long long bits = __double_as_longlong(x);
  return x == 0 ? __longlong_as_double(1)
                : __longlong_as_double(bits < 0 ? bits - 1 : bits + 1);
}
__device__ __forceinline__ double __heddle_next_down(double x) {
  return -__heddle_next_up(-x);
}

// `nearest` is a value rounded to nearest; `above` and `below` give its
// relation to the exact one.
#define HEDDLE_DIRECTED(type)                                                  \
  __device__ __forceinline__ type __heddle_round_up(type nearest,              \
                                                    bool below) {              \
    return below ? __heddle_next_up(nearest) : nearest;                        \
  }                                                                            \
  __device__ __forceinline__ type __heddle_round_down(type nearest,            \
                                                      bool above) {            \
    return above ? __heddle_next_down(nearest) : nearest;                      \
  }
HEDDLE_DIRECTED(float)
HEDDLE_DIRECTED(double)
#undef HEDDLE_DIRECTED

__device__ __forceinline__ float __double2float_rn(double x) {
  return (float)x;
}
__device__ __forceinline__ float __double2float_ru(double x) {
  return __heddle_round_up((float)x, (double)(float)x < x);
}
__device__ __forceinline__ float __double2float_rd(double x) {
  return __heddle_round_down((float)x, (double)(float)x > x);
}
__device__ __forceinline__ float __double2float_rz(double x) {
  return x > 0 ? __double2float_rd(x) : __double2float_ru(x);
}

// 32-bit integers convert to doubles exactly.
#define HEDDLE_INT32_TO_FLOATS(name, type)                                     \
  __device__ __forceinline__ float __##name##2float_rn(type x) {               \
    return (float)x;                                                           \
  }                                                                            \
  __device__ __forceinline__ float __##name##2float_rz(type x) {               \
    return __double2float_rz((double)x);                                       \
  }                                                                            \
  __device__ __forceinline__ float __##name##2float_ru(type x) {               \
    return __double2float_ru((double)x);                                       \
  }                                                                            \
  __device__ __forceinline__ float __##name##2float_rd(type x) {               \
    return __double2float_rd((double)x);                                       \
  }                                                                            \
  __device__ __forceinline__ double __##name##2double_rn(type x) {             \
    return (double)x;                                                          \
  }
HEDDLE_INT32_TO_FLOATS(int, int)
HEDDLE_INT32_TO_FLOATS(uint, unsigned int)
#undef HEDDLE_INT32_TO_FLOATS

// 64-bit integers: compare by converting back, which is exact unless the
// nearest value is `limit`, one past the largest integer.
#define HEDDLE_INT64_TO_FLOAT(name, type, result, to, limit)                   \
  __device__ __forceinline__ bool __heddle_above_##name##2##to(type x) {       \
    result nearest = (result)x;                                                \
    return nearest >= (result)limit || (type)nearest > x;                      \
  }                                                                            \
  __device__ __forceinline__ bool __heddle_below_##name##2##to(type x) {       \
    result nearest = (result)x;                                                \
    return nearest < (result)limit && (type)nearest < x;                       \
  }                                                                            \
  __device__ __forceinline__ result __##name##2##to##_rn(type x) {             \
    return (result)x;                                                          \
  }                                                                            \
  __device__ __forceinline__ result __##name##2##to##_ru(type x) {             \
    return __heddle_round_up((result)x, __heddle_below_##name##2##to(x));      \
  }                                                                            \
  __device__ __forceinline__ result __##name##2##to##_rd(type x) {             \
    return __heddle_round_down((result)x, __heddle_above_##name##2##to(x));    \
  }                                                                            \
  __device__ __forceinline__ result __##name##2##to##_rz(type x) {             \
    return x > 0 ? __##name##2##to##_rd(x) : __##name##2##to##_ru(x);          \
  }
HEDDLE_INT64_TO_FLOAT(ll, long long, float, float, 0x1p63)
HEDDLE_INT64_TO_FLOAT(ll, long long, double, double, 0x1p63)
HEDDLE_INT64_TO_FLOAT(ull, unsigned long long, float, float, 0x1p64)
HEDDLE_INT64_TO_FLOAT(ull, unsigned long long, double, double, 0x1p64)
#undef HEDDLE_INT64_TO_FLOAT

// `low` is the smallest integer as a float, `high` one past the largest.
template <class To, class From>
__device__ __forceinline__ To __heddle_saturate(From rounded, From low,
                                                From high, To min, To max,
                                                To nan) {
  return rounded >= high      ? max
         : rounded <= low     ? min
         : rounded == rounded ? (To)rounded
                              : nan;
}

#define HEDDLE_FLOAT_TO_INT(name, from, suffix, to, low, high, min, max, nan)  \
  __device__ __forceinline__ to name##_rn(from x) {                            \
    return __heddle_saturate<to, from>(__builtin_rint##suffix(x), low, high,   \
                                       min, max, nan);                         \
  }                                                                            \
  __device__ __forceinline__ to name##_rz(from x) {                            \
    return __heddle_saturate<to, from>(__builtin_trunc##suffix(x), low, high,  \
                                       min, max, nan);                         \
  }                                                                            \
  __device__ __forceinline__ to name##_ru(from x) {                            \
    return __heddle_saturate<to, from>(__builtin_ceil##suffix(x), low, high,   \
                                       min, max, nan);                         \
  }                                                                            \
  __device__ __forceinline__ to name##_rd(from x) {                            \
    return __heddle_saturate<to, from>(__builtin_floor##suffix(x), low, high,  \
                                       min, max, nan);                         \
  }
#define HEDDLE_FLOATS_TO_INT(name, to, low, high, min, max, topBit, floatNan)  \
  HEDDLE_FLOAT_TO_INT(__float2##name, float, f, to, low, high, min, max,       \
                      floatNan)                                                \
  HEDDLE_FLOAT_TO_INT(__double2##name, double, , to, low, high, min, max,      \
                      topBit)
HEDDLE_FLOATS_TO_INT(int, int, -0x1p31, 0x1p31, -__INT_MAX__ - 1, __INT_MAX__,
                     -__INT_MAX__ - 1, 0)
HEDDLE_FLOATS_TO_INT(uint, unsigned int, 0, 0x1p32, 0, ~0u, 1u << 31, 0)
HEDDLE_FLOATS_TO_INT(ll, long long, -0x1p63, 0x1p63, -__LONG_LONG_MAX__ - 1,
                     __LONG_LONG_MAX__, -__LONG_LONG_MAX__ - 1,
                     -__LONG_LONG_MAX__ - 1)
HEDDLE_FLOATS_TO_INT(ull, unsigned long long, 0, 0x1p64, 0, ~0ull, 1ull << 63,
                     1ull << 63)
#undef HEDDLE_FLOATS_TO_INT
#undef HEDDLE_FLOAT_TO_INT

// The names without underscores, with the rounding mode as an argument.
#define HEDDLE_BY_MODE(name, to, from)                                         \
  __device__ __forceinline__ to name(from x,                                   \
                                     cudaRoundMode mode = cudaRoundZero) {     \
    return mode == cudaRoundNearest  ? __##name##_rn(x)                        \
           : mode == cudaRoundPosInf ? __##name##_ru(x)                        \
           : mode == cudaRoundMinInf ? __##name##_rd(x)                        \
                                     : __##name##_rz(x);                       \
  }
HEDDLE_BY_MODE(float2int, int, float)
HEDDLE_BY_MODE(float2uint, unsigned int, float)
#undef HEDDLE_BY_MODE
#define HEDDLE_BY_MODE(name, to, from)                                         \
  __device__ __forceinline__ to name(from x,                                   \
                                     cudaRoundMode mode = cudaRoundNearest) {  \
    return mode == cudaRoundZero     ? __##name##_rz(x)                        \
           : mode == cudaRoundPosInf ? __##name##_ru(x)                        \
           : mode == cudaRoundMinInf ? __##name##_rd(x)                        \
                                     : __##name##_rn(x);                       \
  }
HEDDLE_BY_MODE(int2float, float, int)
HEDDLE_BY_MODE(uint2float, float, unsigned int)
#undef HEDDLE_BY_MODE
__device__ __forceinline__ int float_as_int(float x) {
  return __float_as_int(x);
}
__device__ __forceinline__ float int_as_float(int x) {
  return __int_as_float(x);
}
__device__ __forceinline__ unsigned int float_as_uint(float x) {
  return __float_as_uint(x);
}
__device__ __forceinline__ float uint_as_float(unsigned int x) {
  return __uint_as_float(x);
}

#endif // HEDDLE_CASTS_H
