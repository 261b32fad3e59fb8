//===- cuda_fp4.h - Floating-point numbers of 4 bits ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All codes are numbers. Conversions saturate, NaN becomes the largest.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#define __CUDA_FP4_HPP__
#define __CUDA_FP4_TYPES_EXIST__

#include "cuda_bf16.h"
#include "heddle/float8.h"
#include "vector_types.h"

#if defined(__cplusplus)

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

HEDDLE_F16 __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x,
                                                    __nv_fp4_interpretation_t,
                                                    cudaRoundMode mode) {
  return (__nv_fp4_storage_t)(HeddleE2M1::encode(x, mode));
}
HEDDLE_F16 __nv_fp4_storage_t __nv_cvt_double_to_fp4(
    double x, __nv_fp4_interpretation_t kind, cudaRoundMode mode) {
  return __nv_cvt_float_to_fp4(__heddle_to_odd(x), kind, mode);
}
HEDDLE_F16 __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(
    __half_raw x, __nv_fp4_interpretation_t kind, cudaRoundMode mode) {
  return __nv_cvt_float_to_fp4(HeddleHalf::widen(x.x), kind, mode);
}
HEDDLE_F16 __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(
    __nv_bfloat16_raw x, __nv_fp4_interpretation_t kind, cudaRoundMode mode) {
  return __nv_cvt_float_to_fp4(HeddleBFloat16::widen(x.x), kind, mode);
}

// Two at a time, the first in the lower half.
HEDDLE_F16 __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(
    float2 v, __nv_fp4_interpretation_t kind, cudaRoundMode mode) {
  return (__nv_fp4x2_storage_t)(__nv_cvt_float_to_fp4(v.x, kind, mode) |
                                __nv_cvt_float_to_fp4(v.y, kind, mode) << 4);
}
HEDDLE_F16 __nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(
    double2 v, __nv_fp4_interpretation_t kind, cudaRoundMode mode) {
  return __nv_cvt_float2_to_fp4x2(
      float2{__heddle_to_odd(v.x), __heddle_to_odd(v.y)}, kind, mode);
}
HEDDLE_F16 __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(
    __half2_raw v, __nv_fp4_interpretation_t kind, cudaRoundMode mode) {
  return __nv_cvt_float2_to_fp4x2(__half22float2(v), kind, mode);
}
HEDDLE_F16 __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(
    __nv_bfloat162_raw v, __nv_fp4_interpretation_t kind, cudaRoundMode mode) {
  return __nv_cvt_float2_to_fp4x2(__bfloat1622float2(v), kind, mode);
}

HEDDLE_F16 __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x,
                                              __nv_fp4_interpretation_t) {
  __half_raw raw;
  raw.x = HeddleHalf::nearest(HeddleE2M1::decode(x));
  return raw;
}
HEDDLE_F16 __half2_raw __nv_cvt_fp4x2_to_halfraw2(
    __nv_fp4x2_storage_t v, __nv_fp4_interpretation_t kind) {
  __half2_raw raw;
  raw.x = __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)v, kind).x;
  raw.y = __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)(v >> 4), kind).x;
  return raw;
}

#define HEDDLE_STORAGE __nv_fp4_storage_t
#define HEDDLE_STORAGE2 __nv_fp4x2_storage_t
#define HEDDLE_STORAGE4 __nv_fp4x4_storage_t
#define HEDDLE_DISTANCE 4
#ifdef __CUDA_NO_FP4_CONVERSIONS__
#define HEDDLE_NO_CONVERSIONS 1
#else
#define HEDDLE_NO_CONVERSIONS 0
#endif
#ifdef __CUDA_NO_FP4_CONVERSION_OPERATORS__
#define HEDDLE_NO_OPERATORS 1
#else
#define HEDDLE_NO_OPERATORS 0
#endif

#define HEDDLE_FP __nv_fp4_e2m1
#define HEDDLE_FP2 __nv_fp4x2_e2m1
#define HEDDLE_FP4 __nv_fp4x4_e2m1
#define HEDDLE_FORMAT HeddleE2M1
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

#endif // __CUDA_FP4_H__
