//===- cuda_fp8.h - Floating-point numbers of 8 bits ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// e5m2 is the upper half of a half. e4m3 has no infinities: its largest code is
// the only NaN. Conversions saturate to the largest finite number or, with
// __NV_NOSAT, overflow to infinity or NaN. e8m0 holds powers of two, without a
// sign: the scale factors of blocks of smaller numbers.
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

// Scale factors. Only the modes below exist; others are compile-time errors.
#if defined(__clang__)
#define HEDDLE_E8M0_MODES                                                      \
  __attribute__((diagnose_if(                                                  \
      mode != cudaRoundZero && mode != cudaRoundPosInf,                        \
      "conversions to e8m0 round with cudaRoundZero or cudaRoundPosInf only",  \
      "error")))
#else
#define HEDDLE_E8M0_MODES
#endif
HEDDLE_F16 __nv_fp8_storage_t __nv_cvt_float_to_e8m0(
    float x, __nv_saturation_t saturate, cudaRoundMode mode) HEDDLE_E8M0_MODES {
  return (__nv_fp8_storage_t)HeddleE8M0::encode(
      x, mode, saturate == __NV_SATFINITE ? 0xfe : 0xff);
}
HEDDLE_F16 __nv_fp8_storage_t
__nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                        cudaRoundMode mode) HEDDLE_E8M0_MODES {
  return __nv_cvt_float_to_e8m0(__heddle_to_odd(x), saturate, mode);
}
HEDDLE_F16 __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                             cudaRoundMode mode) HEDDLE_E8M0_MODES {
  return __nv_cvt_float_to_e8m0(HeddleBFloat16::widen(x.x), saturate, mode);
}
HEDDLE_F16 __nv_fp8x2_storage_t
__nv_cvt_float2_to_e8m0x2(float2 v, __nv_saturation_t saturate,
                          cudaRoundMode mode) HEDDLE_E8M0_MODES {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_e8m0(v.x, saturate, mode) |
                                __nv_cvt_float_to_e8m0(v.y, saturate, mode)
                                    << 8);
}
HEDDLE_F16 __nv_fp8x2_storage_t
__nv_cvt_double2_to_e8m0x2(double2 v, __nv_saturation_t saturate,
                           cudaRoundMode mode) HEDDLE_E8M0_MODES {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(v.x, saturate, mode) |
                                __nv_cvt_double_to_e8m0(v.y, saturate, mode)
                                    << 8);
}
HEDDLE_F16 __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(
    __nv_bfloat162_raw v, __nv_saturation_t saturate,
    cudaRoundMode mode) HEDDLE_E8M0_MODES {
  return __nv_cvt_float2_to_e8m0x2(__bfloat1622float2(v), saturate, mode);
}
#undef HEDDLE_E8M0_MODES

HEDDLE_F16 __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  __nv_bfloat16_raw raw;
  raw.x = (unsigned short)(__heddle_bits_of(HeddleE8M0::decode(x)) >> 16);
  return raw;
}
HEDDLE_F16 __nv_bfloat162_raw
__nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t v) {
  __nv_bfloat162_raw raw;
  raw.x = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)v).x;
  raw.y = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(v >> 8)).x;
  return raw;
}

/// What the types use to convert: the functions above.
template <__nv_fp8_interpretation_t Kind> struct HeddleF8 {
  HEDDLE_F16 static unsigned int encode(float x) {
    return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, Kind);
  }
  HEDDLE_F16 static unsigned int encode(double x) {
    return __nv_cvt_double_to_fp8(x, __NV_SATFINITE, Kind);
  }
  template <class Integer>
  HEDDLE_F16 static unsigned int encodeInteger(Integer x) {
    return encode((float)x);
  }
  HEDDLE_F16 static float decode(unsigned int code) {
    float x = HeddleHalf::widen(
        __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)code, Kind).x);
    // A GPU has one NaN.
    return x == x ? x : __heddle_float_of(0x7fffffff);
  }
  HEDDLE_F16 static bool isTrue(unsigned int code) {
    return (code & 0x7f) != 0;
  }
};

#define HEDDLE_STORAGE __nv_fp8_storage_t
#define HEDDLE_STORAGE2 __nv_fp8x2_storage_t
#define HEDDLE_STORAGE4 __nv_fp8x4_storage_t
#define HEDDLE_DISTANCE 8
#ifdef __CUDA_NO_FP8_CONVERSIONS__
#define HEDDLE_NO_CONVERSIONS 1
#else
#define HEDDLE_NO_CONVERSIONS 0
#endif
#ifdef __CUDA_NO_FP8_CONVERSION_OPERATORS__
#define HEDDLE_NO_OPERATORS 1
#else
#define HEDDLE_NO_OPERATORS 0
#endif

#define HEDDLE_FP __nv_fp8_e4m3
#define HEDDLE_FP2 __nv_fp8x2_e4m3
#define HEDDLE_FP4 __nv_fp8x4_e4m3
#define HEDDLE_FORMAT HeddleF8<__NV_E4M3>
#include "heddle/float8_types.inc"
#undef HEDDLE_FP
#undef HEDDLE_FP2
#undef HEDDLE_FP4
#undef HEDDLE_FORMAT

#define HEDDLE_FP __nv_fp8_e5m2
#define HEDDLE_FP2 __nv_fp8x2_e5m2
#define HEDDLE_FP4 __nv_fp8x4_e5m2
#define HEDDLE_FORMAT HeddleF8<__NV_E5M2>
#include "heddle/float8_types.inc"
#undef HEDDLE_FP
#undef HEDDLE_FP2
#undef HEDDLE_FP4
#undef HEDDLE_FORMAT

#define HEDDLE_FP __nv_fp8_e8m0
#define HEDDLE_FP2 __nv_fp8x2_e8m0
#define HEDDLE_FP4 __nv_fp8x4_e8m0
#define HEDDLE_FORMAT HeddleE8M0
#include "heddle/float8_types.inc"
#undef HEDDLE_FP
#undef HEDDLE_FP2
#undef HEDDLE_FP4
#undef HEDDLE_FORMAT

#undef HEDDLE_STORAGE
#undef HEDDLE_STORAGE2
#undef HEDDLE_STORAGE4
#undef HEDDLE_DISTANCE
#undef HEDDLE_NO_CONVERSIONS
#undef HEDDLE_NO_OPERATORS

#endif // __cplusplus

#endif // __CUDA_FP8_H__
