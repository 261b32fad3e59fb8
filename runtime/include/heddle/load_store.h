//===- load_store.h - __ldg and the cache hints -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a CPU, a load or store with a cache hint is a plain one. Only those that
// must access memory each time (`__ldcv`, `__stwt`) are volatile. These are
// templates instead of CUDA's overloads for thirty types: programs cannot tell,
// and the file is parsed with every program.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LOAD_STORE_H
#define HEDDLE_LOAD_STORE_H

#include "../host_defines.h"

/// Excludes a parameter from deduction: the pointer determines the type.
template <class T> struct HeddleSame {
  using type = T;
};

#define HEDDLE_LOAD(name)                                                      \
  template <class T> __device__ __forceinline__ T name(const T *address) {     \
    return *address;                                                           \
  }
#define HEDDLE_STORE(name)                                                     \
  template <class T>                                                           \
  __device__ __forceinline__ void name(T *address,                             \
                                       typename HeddleSame<T>::type value) {   \
    *address = value;                                                          \
  }

HEDDLE_LOAD(__ldg)
HEDDLE_LOAD(__ldca)
HEDDLE_LOAD(__ldcg)
HEDDLE_LOAD(__ldcs)
HEDDLE_LOAD(__ldlu)
HEDDLE_STORE(__stwb)
HEDDLE_STORE(__stcg)
HEDDLE_STORE(__stcs)

#undef HEDDLE_STORE
#undef HEDDLE_LOAD

template <class T> __device__ __forceinline__ T __ldcv(const T *address) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  T value = *address;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return value;
}

template <class T>
__device__ __forceinline__ void __stwt(T *address,
                                       typename HeddleSame<T>::type value) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  *address = value;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/// How a GPU should cache what the pointer points to.
__device__ __forceinline__ void *
__nv_associate_access_property(const void *pointer, unsigned long long) {
  return const_cast<void *>(pointer);
}

#endif // HEDDLE_LOAD_STORE_H
