//===- builtin_variables.h - threadIdx, blockIdx, blockDim, gridDim -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler replaces calls to the functions below by the induction variables
// of the parallel loops. Reading `threadIdx.x` calls one of them, through a
// property.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BUILTIN_VARIABLES_H
#define HEDDLE_BUILTIN_VARIABLES_H

#include "../vector_types.h"

extern "C" {
#define HEDDLE_INDEX_FUNCTIONS(name)                                           \
  __device__ __attribute__((const, nothrow)) unsigned int __heddle_##name##_x( \
      void);                                                                   \
  __device__ __attribute__((const, nothrow)) unsigned int __heddle_##name##_y( \
      void);                                                                   \
  __device__ __attribute__((const, nothrow)) unsigned int __heddle_##name##_z( \
      void);
HEDDLE_INDEX_FUNCTIONS(tid)
HEDDLE_INDEX_FUNCTIONS(ctaid)
HEDDLE_INDEX_FUNCTIONS(ntid)
HEDDLE_INDEX_FUNCTIONS(nctaid)
#undef HEDDLE_INDEX_FUNCTIONS
}

#define HEDDLE_BUILTIN_VARIABLE(type, name)                                    \
  struct type {                                                                \
    __declspec(property(get = getX)) unsigned int x;                           \
    __declspec(property(get = getY)) unsigned int y;                           \
    __declspec(property(get = getZ)) unsigned int z;                           \
    static __device__ __forceinline__ unsigned int getX() {                    \
      return __heddle_##name##_x();                                            \
    }                                                                          \
    static __device__ __forceinline__ unsigned int getY() {                    \
      return __heddle_##name##_y();                                            \
    }                                                                          \
    static __device__ __forceinline__ unsigned int getZ() {                    \
      return __heddle_##name##_z();                                            \
    }                                                                          \
    __device__ __forceinline__ operator uint3() const {                        \
      return uint3{getX(), getY(), getZ()};                                    \
    }                                                                          \
  };                                                                           \
  __device__ __forceinline__ dim3::dim3(const type &)                          \
      : x(type::getX()), y(type::getY()), z(type::getZ()) {}

HEDDLE_BUILTIN_VARIABLE(HeddleThreadIdx, tid)
HEDDLE_BUILTIN_VARIABLE(HeddleBlockIdx, ctaid)
HEDDLE_BUILTIN_VARIABLE(HeddleBlockDim, ntid)
HEDDLE_BUILTIN_VARIABLE(HeddleGridDim, nctaid)
#undef HEDDLE_BUILTIN_VARIABLE

// Declared and never defined: only the properties are used.
extern const __device__ HeddleThreadIdx threadIdx;
extern const __device__ HeddleBlockIdx blockIdx;
extern const __device__ HeddleBlockDim blockDim;
extern const __device__ HeddleGridDim gridDim;

static constexpr int warpSize = 32;

#endif // HEDDLE_BUILTIN_VARIABLES_H
