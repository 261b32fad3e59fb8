//===- cuda_fp8.h - Floating-point numbers of 8 bits ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// e5m2 is the upper half of a half. e4m3 has no infinities: its largest code is
// the only NaN. Conversions saturate to the largest finite number or, with
// __NV_NOSAT, overflow to infinity or NaN.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#define __CUDA_FP8_HPP__
#define __CUDA_FP8_TYPES_EXIST__

#include "cuda_bf16.h"
#include "heddle/float8.h"
#include "vector_types.h"

#if defined(__cplusplus)

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t {
  __NV_E4M3,
  __NV_E5M2
} __nv_fp8_interpretation_t;

HEDDLE_F16 __nv_fp8_storage_t __nv_cvt_float_to_fp8(
    float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  bool finite = saturate == __NV_SATFINITE;
  return kind == __NV_E4M3
             ? __heddle_f8_round<4, 3>(x, cudaRoundNearest, 0x7e,
                                       finite ? 0x7e : 0x7f, 0x7f)
             : __heddle_f8_round<5, 2>(x, cudaRoundNearest, 0x7b,
                                       finite ? 0x7b : 0x7c, 0x7f);
}
HEDDLE_F16 __nv_fp8_storage_t __nv_cvt_double_to_fp8(
    double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  // Unlike the others, this one keeps what of a NaN fits.
  if (x != x) {
    unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
    return (__nv_fp8_storage_t)(bits >> 56 & 0x80) |
           (kind == __NV_E4M3 ? 0x7f : 0x7e | (bits >> 50 & 1));
  }
  return __nv_cvt_float_to_fp8(__heddle_to_odd(x), saturate, kind);
}
HEDDLE_F16 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(
    __half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(HeddleHalf::widen(x.x), saturate, kind);
}
HEDDLE_F16 __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                            __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(HeddleBFloat16::widen(x.x), saturate, kind);
}

// Two at a time, the first in the lower byte.
HEDDLE_F16 __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(
    float2 v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(v.x, saturate, kind) |
                                __nv_cvt_float_to_fp8(v.y, saturate, kind)
                                    << 8);
}
HEDDLE_F16 __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(
    double2 v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(v.x, saturate, kind) |
                                __nv_cvt_double_to_fp8(v.y, saturate, kind)
                                    << 8);
}
HEDDLE_F16 __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(
    __half2_raw v, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  float2 wide = __half22float2(v);
  return __nv_cvt_float2_to_fp8x2(wide, saturate, kind);
}
HEDDLE_F16 __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw v, __nv_saturation_t saturate,
                               __nv_fp8_interpretation_t kind) {
  float2 wide = __bfloat1622float2(v);
  return __nv_cvt_float2_to_fp8x2(wide, saturate, kind);
}

HEDDLE_F16 __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                              __nv_fp8_interpretation_t kind) {
  __half_raw raw;
  // Every NaN becomes the same.
  raw.x = (x & 0x7f) > (kind == __NV_E5M2 ? 0x7c : 0x7e)
              ? (unsigned short)0x7fff
          : kind == __NV_E5M2 ? (unsigned short)(x << 8)
                              : HeddleHalf::nearest(__heddle_f8_value<4, 3>(x));
  return raw;
}
HEDDLE_F16 __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    __nv_fp8x2_storage_t v, __nv_fp8_interpretation_t kind) {
  __half2_raw raw;
  raw.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)v, kind).x;
  raw.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(v >> 8), kind).x;
  return raw;
}

#define HEDDLE_FP8_FROM(type, function, value)                                 \
  HEDDLE_F16 explicit HEDDLE_FP8(type x)                                       \
      : __x(function(value, __NV_SATFINITE, HEDDLE_FP8_KIND)) {}
#define HEDDLE_FP8_FROM_INTEGER(type)                                          \
  HEDDLE_FP8_FROM(type, __nv_cvt_float_to_fp8, (float)x)
#define HEDDLE_FP8_TO(type)                                                    \
  HEDDLE_F16 explicit operator type() const {                                  \
    return (type)(__half)__nv_cvt_fp8_to_halfraw(__x, HEDDLE_FP8_KIND);        \
  }
#define HEDDLE_FP8_TYPE                                                        \
  struct HEDDLE_FP8 {                                                          \
    __nv_fp8_storage_t __x;                                                    \
    HEDDLE_FP8() = default;                                                    \
    HEDDLE_FP8_FROM(__half, __nv_cvt_halfraw_to_fp8, (__half_raw)x)            \
    HEDDLE_FP8_FROM(__nv_bfloat16, __nv_cvt_bfloat16raw_to_fp8,                \
                    (__nv_bfloat16_raw)x)                                      \
    HEDDLE_FP8_FROM(float, __nv_cvt_float_to_fp8, x)                           \
    HEDDLE_FP8_FROM(double, __nv_cvt_double_to_fp8, x)                         \
    HEDDLE_FP8_FROM_INTEGER(short)                                             \
    HEDDLE_FP8_FROM_INTEGER(unsigned short)                                    \
    HEDDLE_FP8_FROM_INTEGER(int)                                               \
    HEDDLE_FP8_FROM_INTEGER(unsigned int)                                      \
    HEDDLE_FP8_FROM_INTEGER(long)                                              \
    HEDDLE_FP8_FROM_INTEGER(unsigned long)                                     \
    HEDDLE_FP8_FROM_INTEGER(long long)                                         \
    HEDDLE_FP8_FROM_INTEGER(unsigned long long)                                \
    HEDDLE_F16 explicit operator __half() const {                              \
      return __nv_cvt_fp8_to_halfraw(__x, HEDDLE_FP8_KIND);                    \
    }                                                                          \
    HEDDLE_F16 explicit operator __nv_bfloat16() const {                       \
      return __float2bfloat16((float)*this);                                   \
    }                                                                          \
    HEDDLE_F16 explicit operator float() const {                               \
      return __half2float(__nv_cvt_fp8_to_halfraw(__x, HEDDLE_FP8_KIND));      \
    }                                                                          \
    HEDDLE_F16 explicit operator double() const { return (float)*this; }       \
    HEDDLE_F16 explicit operator bool() const { return (__x & 0x7f) != 0; }    \
    HEDDLE_FP8_TO(char)                                                        \
    HEDDLE_FP8_TO(signed char)                                                 \
    HEDDLE_FP8_TO(unsigned char)                                               \
    HEDDLE_FP8_TO(short)                                                       \
    HEDDLE_FP8_TO(unsigned short)                                              \
    HEDDLE_FP8_TO(int)                                                         \
    HEDDLE_FP8_TO(unsigned int)                                                \
    HEDDLE_FP8_TO(long)                                                        \
    HEDDLE_FP8_TO(unsigned long)                                               \
    HEDDLE_FP8_TO(long long)                                                   \
    HEDDLE_FP8_TO(unsigned long long)                                          \
  };
#define HEDDLE_FP8_PAIR(name)                                                  \
  struct __align__(2) name {                                                   \
    __nv_fp8x2_storage_t __x;                                                  \
    name() = default;                                                          \
    HEDDLE_F16 explicit name(__half2 v)                                        \
        : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE,                    \
                                         HEDDLE_FP8_KIND)) {}                  \
    HEDDLE_F16 explicit name(__nv_bfloat162 v)                                 \
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE,                \
                                             HEDDLE_FP8_KIND)) {}              \
    HEDDLE_F16 explicit name(float2 v)                                         \
        : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, HEDDLE_FP8_KIND)) {} \
    HEDDLE_F16 explicit name(double2 v)                                        \
        : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, HEDDLE_FP8_KIND)) { \
    }                                                                          \
    HEDDLE_F16 explicit operator __half2() const {                             \
      return __nv_cvt_fp8x2_to_halfraw2(__x, HEDDLE_FP8_KIND);                 \
    }                                                                          \
    HEDDLE_F16 explicit operator float2() const {                              \
      return __half22float2((__half2) * this);                                 \
    }                                                                          \
  };
#define HEDDLE_FP8_QUAD(name)                                                  \
  struct __align__(4) name {                                                   \
    __nv_fp8x4_storage_t __x;                                                  \
    name() = default;                                                          \
    HEDDLE_F16 name(__nv_fp8x2_storage_t low, __nv_fp8x2_storage_t high)       \
        : __x(low | (unsigned int)high << 16) {}                               \
    HEDDLE_F16 explicit name(__half2 low, __half2 high)                        \
        : name(__nv_cvt_halfraw2_to_fp8x2(low, __NV_SATFINITE,                 \
                                          HEDDLE_FP8_KIND),                    \
               __nv_cvt_halfraw2_to_fp8x2(high, __NV_SATFINITE,                \
                                          HEDDLE_FP8_KIND)) {}                 \
    HEDDLE_F16 explicit name(__nv_bfloat162 low, __nv_bfloat162 high)          \
        : name(__nv_cvt_bfloat16raw2_to_fp8x2(low, __NV_SATFINITE,             \
                                              HEDDLE_FP8_KIND),                \
               __nv_cvt_bfloat16raw2_to_fp8x2(high, __NV_SATFINITE,            \
                                              HEDDLE_FP8_KIND)) {}             \
    HEDDLE_F16 explicit name(float4 v)                                         \
        : __x(__nv_cvt_float_to_fp8(v.x, __NV_SATFINITE, HEDDLE_FP8_KIND) |    \
              __nv_cvt_float_to_fp8(v.y, __NV_SATFINITE, HEDDLE_FP8_KIND)      \
                  << 8 |                                                       \
              __nv_cvt_float_to_fp8(v.z, __NV_SATFINITE, HEDDLE_FP8_KIND)      \
                  << 16 |                                                      \
              (unsigned int)__nv_cvt_float_to_fp8(v.w, __NV_SATFINITE,         \
                                                  HEDDLE_FP8_KIND)             \
                  << 24) {}                                                    \
    HEDDLE_F16 explicit name(double4 v)                                        \
        : __x(__nv_cvt_double_to_fp8(v.x, __NV_SATFINITE, HEDDLE_FP8_KIND) |   \
              __nv_cvt_double_to_fp8(v.y, __NV_SATFINITE, HEDDLE_FP8_KIND)     \
                  << 8 |                                                       \
              __nv_cvt_double_to_fp8(v.z, __NV_SATFINITE, HEDDLE_FP8_KIND)     \
                  << 16 |                                                      \
              (unsigned int)__nv_cvt_double_to_fp8(v.w, __NV_SATFINITE,        \
                                                   HEDDLE_FP8_KIND)            \
                  << 24) {}                                                    \
    HEDDLE_F16 explicit operator float4() const {                              \
      float2 low = __half22float2(__nv_cvt_fp8x2_to_halfraw2(                  \
          (__nv_fp8x2_storage_t)__x, HEDDLE_FP8_KIND));                        \
      float2 high = __half22float2(__nv_cvt_fp8x2_to_halfraw2(                 \
          (__nv_fp8x2_storage_t)(__x >> 16), HEDDLE_FP8_KIND));                \
      float4 v;                                                                \
      v.x = low.x;                                                             \
      v.y = low.y;                                                             \
      v.z = high.x;                                                            \
      v.w = high.y;                                                            \
      return v;                                                                \
    }                                                                          \
  };

#define HEDDLE_FP8 __nv_fp8_e4m3
#define HEDDLE_FP8_KIND __NV_E4M3
HEDDLE_FP8_TYPE
HEDDLE_FP8_PAIR(__nv_fp8x2_e4m3)
HEDDLE_FP8_QUAD(__nv_fp8x4_e4m3)
#undef HEDDLE_FP8_KIND
#undef HEDDLE_FP8

#define HEDDLE_FP8 __nv_fp8_e5m2
#define HEDDLE_FP8_KIND __NV_E5M2
HEDDLE_FP8_TYPE
HEDDLE_FP8_PAIR(__nv_fp8x2_e5m2)
HEDDLE_FP8_QUAD(__nv_fp8x4_e5m2)
#undef HEDDLE_FP8_KIND
#undef HEDDLE_FP8

#undef HEDDLE_FP8_QUAD
#undef HEDDLE_FP8_PAIR
#undef HEDDLE_FP8_TYPE
#undef HEDDLE_FP8_TO
#undef HEDDLE_FP8_FROM_INTEGER
#undef HEDDLE_FP8_FROM

#endif // __cplusplus

#endif // __CUDA_FP8_H__
