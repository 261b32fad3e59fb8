//===- vector_functions.h - make_float4 and the others ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_VECTOR_FUNCTIONS_H
#define HEDDLE_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define HEDDLE_MAKE_VECTOR(element, name)                                      \
  static __inline__ __host__ __device__ name##1 make_##name##1(element x) {    \
    name##1 v;                                                                 \
    v.x = x;                                                                   \
    return v;                                                                  \
  }                                                                            \
  static __inline__ __host__ __device__ name##2 make_##name##2(element x,      \
                                                               element y) {    \
    name##2 v;                                                                 \
    v.x = x;                                                                   \
    v.y = y;                                                                   \
    return v;                                                                  \
  }                                                                            \
  static __inline__ __host__ __device__ name##3 make_##name##3(                \
      element x, element y, element z) {                                       \
    name##3 v;                                                                 \
    v.x = x;                                                                   \
    v.y = y;                                                                   \
    v.z = z;                                                                   \
    return v;                                                                  \
  }                                                                            \
  static __inline__ __host__ __device__ name##4 make_##name##4(                \
      element x, element y, element z, element w) {                            \
    name##4 v;                                                                 \
    v.x = x;                                                                   \
    v.y = y;                                                                   \
    v.z = z;                                                                   \
    v.w = w;                                                                   \
    return v;                                                                  \
  }

HEDDLE_MAKE_VECTOR(signed char, char)
HEDDLE_MAKE_VECTOR(unsigned char, uchar)
HEDDLE_MAKE_VECTOR(short, short)
HEDDLE_MAKE_VECTOR(unsigned short, ushort)
HEDDLE_MAKE_VECTOR(int, int)
HEDDLE_MAKE_VECTOR(unsigned int, uint)
HEDDLE_MAKE_VECTOR(long, long)
HEDDLE_MAKE_VECTOR(unsigned long, ulong)
HEDDLE_MAKE_VECTOR(long long, longlong)
HEDDLE_MAKE_VECTOR(unsigned long long, ulonglong)
HEDDLE_MAKE_VECTOR(float, float)
HEDDLE_MAKE_VECTOR(double, double)

#undef HEDDLE_MAKE_VECTOR

#endif // HEDDLE_VECTOR_FUNCTIONS_H
