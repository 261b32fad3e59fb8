//===- atomics.h - Atomic functions -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's atomic functions are relaxed, so each is one relaxed LLVM atomic
// instruction. The scope (_block, _system) makes no difference on one machine.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ATOMICS_H
#define HEDDLE_ATOMICS_H

#include "../vector_types.h"
#include "atomic_values.h"

// One function in its three scopes.
#define HEDDLE_ATOMIC(type, name, expression)                                  \
  __device__ __forceinline__ type name(type *address, type value) {            \
    return expression;                                                         \
  }                                                                            \
  __device__ __forceinline__ type name##_block(type *address, type value) {    \
    return expression;                                                         \
  }                                                                            \
  __device__ __forceinline__ type name##_system(type *address, type value) {   \
    return expression;                                                         \
  }

#define HEDDLE_FETCH(type, name, operation)                                    \
  HEDDLE_ATOMIC(type, name,                                                    \
                __atomic_fetch_##operation(address, value, __ATOMIC_RELAXED))

HEDDLE_FETCH(int, atomicAdd, add)
HEDDLE_FETCH(unsigned int, atomicAdd, add)
HEDDLE_FETCH(unsigned long long, atomicAdd, add)
HEDDLE_FETCH(float, atomicAdd, add)
HEDDLE_FETCH(double, atomicAdd, add)

HEDDLE_FETCH(int, atomicSub, sub)
HEDDLE_FETCH(unsigned int, atomicSub, sub)

HEDDLE_FETCH(int, atomicMin, min)
HEDDLE_FETCH(unsigned int, atomicMin, min)
HEDDLE_FETCH(long long, atomicMin, min)
HEDDLE_FETCH(unsigned long long, atomicMin, min)

HEDDLE_FETCH(int, atomicMax, max)
HEDDLE_FETCH(unsigned int, atomicMax, max)
HEDDLE_FETCH(long long, atomicMax, max)
HEDDLE_FETCH(unsigned long long, atomicMax, max)

HEDDLE_FETCH(int, atomicAnd, and)
HEDDLE_FETCH(unsigned int, atomicAnd, and)
HEDDLE_FETCH(unsigned long long, atomicAnd, and)
HEDDLE_FETCH(int, atomicOr, or)
HEDDLE_FETCH(unsigned int, atomicOr, or)
HEDDLE_FETCH(unsigned long long, atomicOr, or)
HEDDLE_FETCH(int, atomicXor, xor)
HEDDLE_FETCH(unsigned int, atomicXor, xor)
HEDDLE_FETCH(unsigned long long, atomicXor, xor)

// ((old >= value) ? 0 : old + 1), and (old == 0 || old > value) ? value : old
// - 1.
HEDDLE_FETCH(unsigned int, atomicInc, uinc)
HEDDLE_FETCH(unsigned int, atomicDec, udec)

#define HEDDLE_EXCHANGE(type)                                                  \
  HEDDLE_ATOMIC(type, atomicExch,                                              \
                __atomic_exchange_n(address, value, __ATOMIC_RELAXED))
HEDDLE_EXCHANGE(int)
HEDDLE_EXCHANGE(unsigned int)
HEDDLE_EXCHANGE(unsigned long long)

#undef HEDDLE_EXCHANGE
#undef HEDDLE_FETCH
#undef HEDDLE_ATOMIC

// __atomic_exchange_n does not accept floats; the general form does.
#define HEDDLE_EXCHANGE_FLOAT(name)                                            \
  __device__ __forceinline__ float name(float *address, float value) {         \
    float old;                                                                 \
    __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);                \
    return old;                                                                \
  }
HEDDLE_EXCHANGE_FLOAT(atomicExch)
HEDDLE_EXCHANGE_FLOAT(atomicExch_block)
HEDDLE_EXCHANGE_FLOAT(atomicExch_system)
#undef HEDDLE_EXCHANGE_FLOAT

#define HEDDLE_COMPARE_AND_SWAP(type, name)                                    \
  __device__ __forceinline__ type name(type *address, type compare,            \
                                       type value) {                           \
    __atomic_compare_exchange_n(address, &compare, value, false,               \
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);           \
    return compare;                                                            \
  }
#define HEDDLE_COMPARE_AND_SWAPS(type)                                         \
  HEDDLE_COMPARE_AND_SWAP(type, atomicCAS)                                     \
  HEDDLE_COMPARE_AND_SWAP(type, atomicCAS_block)                               \
  HEDDLE_COMPARE_AND_SWAP(type, atomicCAS_system)
HEDDLE_COMPARE_AND_SWAPS(int)
HEDDLE_COMPARE_AND_SWAPS(unsigned int)
HEDDLE_COMPARE_AND_SWAPS(unsigned long long)
HEDDLE_COMPARE_AND_SWAPS(unsigned short)
#undef HEDDLE_COMPARE_AND_SWAPS
#undef HEDDLE_COMPARE_AND_SWAP

// The vector types add element by element, as CUDA specifies.
#define HEDDLE_ADD_VECTORS(name)                                               \
  __device__ __forceinline__ float2 name(float2 *address, float2 value) {      \
    return float2{name(&address->x, value.x), name(&address->y, value.y)};     \
  }                                                                            \
  __device__ __forceinline__ float4 name(float4 *address, float4 value) {      \
    return float4{name(&address->x, value.x), name(&address->y, value.y),      \
                  name(&address->z, value.z), name(&address->w, value.w)};     \
  }
HEDDLE_ADD_VECTORS(atomicAdd)
HEDDLE_ADD_VECTORS(atomicAdd_block)
HEDDLE_ADD_VECTORS(atomicAdd_system)
#undef HEDDLE_ADD_VECTORS

// Any type of 16 bytes.
template <class T, bool Fits> struct HeddleWideAtomic {};
template <class T> struct HeddleWideAtomic<T, true> {
  typedef T type;
};
#define HEDDLE_WIDE(name)                                                      \
  template <class T>                                                           \
  __device__ __forceinline__                                                   \
      typename HeddleWideAtomic<T, sizeof(T) == 16 && alignof(T) >= 16>::type  \
          name
#define HEDDLE_WIDE_FUNCTIONS(suffix)                                          \
  HEDDLE_WIDE(atomicExch##suffix)(T * address, T value) {                      \
    return HeddleAtomicValue<T>::exchange(address, value, __ATOMIC_RELAXED);   \
  }                                                                            \
  HEDDLE_WIDE(atomicCAS##suffix)(T * address, T compare, T value) {            \
    HeddleAtomicValue<T>::compareExchange(address, compare, value,             \
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return compare;                                                            \
  }
HEDDLE_WIDE_FUNCTIONS()
HEDDLE_WIDE_FUNCTIONS(_block)
HEDDLE_WIDE_FUNCTIONS(_system)
#undef HEDDLE_WIDE_FUNCTIONS
#undef HEDDLE_WIDE

#endif // HEDDLE_ATOMICS_H
