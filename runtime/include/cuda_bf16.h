//===- cuda_bf16.h - Numbers of bfloat16 ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions are those of <cuda_fp16.h> for another format, so both are made
// from the same heddle/float16_*.inc.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__
#define __CUDA_BF16_TYPES_EXIST__

#include "cuda_fp16.h"

#if defined(__cplusplus)

#define HEDDLE_T __nv_bfloat16
#define HEDDLE_T2 __nv_bfloat162
#define HEDDLE_RAW __nv_bfloat16_raw
#define HEDDLE_RAW2 __nv_bfloat162_raw
#define HEDDLE_FORMAT HeddleBFloat16
#define HEDDLE_EXACT_TYPE float
#define HEDDLE_EXACT_FUNCTION(name) __builtin_##name##f
#define HEDDLE_OTHER __half
#define HEDDLE_NAME(before, after) before##bfloat16##after
#define HEDDLE_NAME2(before, middle, after)                                    \
  before##bfloat16##middle##bfloat16##after
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define HEDDLE_NO_CONVERSIONS 1
#else
#define HEDDLE_NO_CONVERSIONS 0
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define HEDDLE_NO_OPERATORS 1
#else
#define HEDDLE_NO_OPERATORS 0
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
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

#ifndef CUDA_NO_BFLOAT16
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

__host__
    __device__ __forceinline__ __nv_bfloat16::__nv_bfloat16(const __half &h)
    : __x(HeddleBFloat16::nearest(__heddle_widen(h))) {}
__host__ __device__ __forceinline__ __half::__half(const __nv_bfloat16 &b)
    : __x(HeddleHalf::nearest(__heddle_widen(b))) {}

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)

#endif // __cplusplus

#endif // __CUDA_BF16_H__
