//===- vector_types.h - float4, int2, dim3 and the others -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector types are plain aggregates. Their alignment is what makes a load of
// one of them a single instruction, and kernels rely on it, so it is CUDA's:
// pairs and quadruples are aligned to their size (16 at most), triples to
// their element.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_VECTOR_TYPES_H
#define HEDDLE_VECTOR_TYPES_H

// Programs ask whether this header came first by the name of its guard in CUDA.
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define HEDDLE_VECTOR_TYPES(element, name, align2, align4)                     \
  struct name##1 { element x; };                                               \
  struct __align__(align2) name##2 { element x, y; };                          \
  struct name##3 { element x, y, z; };                                         \
  struct __align__(align4) name##4 { element x, y, z, w; };                    \
  typedef struct name##1 name##1;                                              \
  typedef struct name##2 name##2;                                              \
  typedef struct name##3 name##3;                                              \
  typedef struct name##4 name##4;

HEDDLE_VECTOR_TYPES(signed char, char, 2, 4)
HEDDLE_VECTOR_TYPES(unsigned char, uchar, 2, 4)
HEDDLE_VECTOR_TYPES(short, short, 4, 8)
HEDDLE_VECTOR_TYPES(unsigned short, ushort, 4, 8)
HEDDLE_VECTOR_TYPES(int, int, 8, 16)
HEDDLE_VECTOR_TYPES(unsigned int, uint, 8, 16)
HEDDLE_VECTOR_TYPES(long, long, 16, 16)
HEDDLE_VECTOR_TYPES(unsigned long, ulong, 16, 16)
HEDDLE_VECTOR_TYPES(long long, longlong, 16, 16)
HEDDLE_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
HEDDLE_VECTOR_TYPES(float, float, 8, 16)
HEDDLE_VECTOR_TYPES(double, double, 16, 16)

#undef HEDDLE_VECTOR_TYPES

#if defined(__cplusplus) && defined(__CUDA__)
struct HeddleThreadIdx;
struct HeddleBlockIdx;
struct HeddleBlockDim;
struct HeddleGridDim;
#endif

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
#if __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1,
                                     unsigned int z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const {
    return uint3{x, y, z};
  }
#else
  __host__ __device__ dim3(unsigned int x = 1, unsigned int y = 1,
                           unsigned int z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 v = {x, y, z};
    return v;
  }
#endif
#ifdef __CUDA__
  // `dim3 t = threadIdx;` is one conversion in CUDA, where threadIdx is a
  // uint3, and has to be one here.
  __device__ __forceinline__ dim3(const HeddleThreadIdx &);
  __device__ __forceinline__ dim3(const HeddleBlockIdx &);
  __device__ __forceinline__ dim3(const HeddleBlockDim &);
  __device__ __forceinline__ dim3(const HeddleGridDim &);
#endif
#endif
};
typedef struct dim3 dim3;

#endif // HEDDLE_VECTOR_TYPES_H
