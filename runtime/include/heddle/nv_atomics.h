//===- nv_atomics.h - Atomic functions with orders and scopes ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NV_ATOMICS_H
#define HEDDLE_NV_ATOMICS_H

#include "atomic_values.h"

enum {
  __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST
};
// The scope makes no difference on one machine.
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

#define HEDDLE_NV(result) template <class T> __device__ __forceinline__ result
#define HEDDLE_SCOPE int = __NV_THREAD_SCOPE_SYSTEM

HEDDLE_NV(T) __nv_atomic_load_n(T *place, int order, HEDDLE_SCOPE) {
  return HeddleAtomicValue<T>::load(place, order);
}
HEDDLE_NV(void)
__nv_atomic_load(T *place, T *result, int order, HEDDLE_SCOPE) {
  *result = HeddleAtomicValue<T>::load(place, order);
}
HEDDLE_NV(void)
__nv_atomic_store_n(T *place, T value, int order, HEDDLE_SCOPE) {
  HeddleAtomicValue<T>::store(place, value, order);
}
HEDDLE_NV(void)
__nv_atomic_store(T *place, T *value, int order, HEDDLE_SCOPE) {
  HeddleAtomicValue<T>::store(place, *value, order);
}
HEDDLE_NV(T)
__nv_atomic_exchange_n(T *place, T value, int order, HEDDLE_SCOPE) {
  return HeddleAtomicValue<T>::exchange(place, value, order);
}
HEDDLE_NV(void)
__nv_atomic_exchange(T *place, T *value, T *old, int order, HEDDLE_SCOPE) {
  *old = HeddleAtomicValue<T>::exchange(place, *value, order);
}
HEDDLE_NV(bool)
__nv_atomic_compare_exchange_n(T *place, T *expected, T desired, bool,
                               int success, int failure, HEDDLE_SCOPE) {
  return HeddleAtomicValue<T>::compareExchange(place, *expected, desired,
                                               success, failure);
}
HEDDLE_NV(bool)
__nv_atomic_compare_exchange(T *place, T *expected, T *desired, bool,
                             int success, int failure, HEDDLE_SCOPE) {
  return HeddleAtomicValue<T>::compareExchange(place, *expected, *desired,
                                               success, failure);
}

#define HEDDLE_NV_FETCH(name)                                                  \
  HEDDLE_NV(T)                                                                 \
  __nv_atomic_fetch_##name(T *place, T value, int order, HEDDLE_SCOPE) {       \
    return __atomic_fetch_##name(place, value, order);                         \
  }                                                                            \
  HEDDLE_NV(void)                                                              \
  __nv_atomic_##name(T *place, T value, int order, HEDDLE_SCOPE) {             \
    __atomic_fetch_##name(place, value, order);                                \
  }
HEDDLE_NV_FETCH(add)
HEDDLE_NV_FETCH(sub)
HEDDLE_NV_FETCH(and)
HEDDLE_NV_FETCH(or)
HEDDLE_NV_FETCH(xor)
HEDDLE_NV_FETCH(min)
HEDDLE_NV_FETCH(max)
#undef HEDDLE_NV_FETCH
#undef HEDDLE_SCOPE
#undef HEDDLE_NV

__device__ __forceinline__ void
__nv_atomic_thread_fence(int order, int = __NV_THREAD_SCOPE_SYSTEM) {
  __atomic_thread_fence(order);
}

#endif // HEDDLE_NV_ATOMICS_H
