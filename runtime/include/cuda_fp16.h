//===- cuda_fp16.h - Half precision -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions are those of <cuda_bf16.h> for another format, so both are made
// from the same heddle/float16_*.inc.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__
#define __CUDA_FP16_TYPES_EXIST__

#include "heddle/float16_math.h"
#include "vector_types.h"

#if defined(__cplusplus)

#ifdef __CUDA__
#include "cuda_runtime.h"
#endif

struct __nv_bfloat16;

#define HEDDLE_T __half
#define HEDDLE_T2 __half2
#define HEDDLE_RAW __half_raw
#define HEDDLE_RAW2 __half2_raw
#define HEDDLE_FORMAT HeddleHalf
#define HEDDLE_EXACT_TYPE double
#define HEDDLE_EXACT_FUNCTION(name) __builtin_##name
#define HEDDLE_OTHER __nv_bfloat16
#define HEDDLE_NAME(before, after) before##half##after
#define HEDDLE_NAME2(before, middle, after) before##half##middle##half##after
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define HEDDLE_NO_CONVERSIONS 1
#else
#define HEDDLE_NO_CONVERSIONS 0
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define HEDDLE_NO_OPERATORS 1
#else
#define HEDDLE_NO_OPERATORS 0
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define HEDDLE_NO_OPERATORS2 1
#else
#define HEDDLE_NO_OPERATORS2 0
#endif

// clang-format off
#include "heddle/float16_types.inc"
#include "heddle/float16_conversions.inc"
#include "heddle/float16_arithmetic.inc"
#ifdef __CUDA__
#include "heddle/float16_memory.inc"
#endif
// clang-format on

#undef HEDDLE_T
#undef HEDDLE_T2
#undef HEDDLE_RAW
#undef HEDDLE_RAW2
#undef HEDDLE_FORMAT
#undef HEDDLE_EXACT_TYPE
#undef HEDDLE_EXACT_FUNCTION
#undef HEDDLE_OTHER
#undef HEDDLE_NAME
#undef HEDDLE_NAME2
#undef HEDDLE_NO_CONVERSIONS
#undef HEDDLE_NO_OPERATORS
#undef HEDDLE_NO_OPERATORS2

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)

#endif // __cplusplus

#endif // __CUDA_FP16_H__
