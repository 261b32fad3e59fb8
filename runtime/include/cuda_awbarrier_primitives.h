//===- cuda_awbarrier_primitives.h - Barriers in shared memory, in C
//-------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_AWBARRIER_PRIMITIVES_H
#define HEDDLE_CUDA_AWBARRIER_PRIMITIVES_H

#include "cuda_runtime.h"

#ifdef __CUDA__

/// Phases in the upper half; below them what the threads expected and those
/// still to come, 16 bits each.
typedef unsigned long __mbarrier_t;
typedef unsigned long __mbarrier_token_t;

__device__ __forceinline__ unsigned int __mbarrier_maximum_count(void) {
  return 0xffff;
}
__device__ __forceinline__ void __mbarrier_init(__mbarrier_t *barrier,
                                                unsigned int expected) {
  __atomic_store_n(barrier, (unsigned long)expected << 16 | expected,
                   __ATOMIC_RELEASE);
}
__device__ __forceinline__ void __mbarrier_inval(__mbarrier_t *) {}

__device__ __forceinline__ __mbarrier_token_t
__heddle_mbarrier_arrive(__mbarrier_t *barrier, unsigned long dropped) {
  unsigned long old = __atomic_load_n(barrier, __ATOMIC_RELAXED), next;
  do {
    next = old - (dropped << 16) - 1;
    if ((next & 0xffff) == 0)
      next = (next & 0xffffffffffff0000) + (next >> 16 & 0xffff) + (1ul << 32);
  } while (!__atomic_compare_exchange_n(barrier, &old, next, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return old;
}
__device__ __forceinline__ __mbarrier_token_t
__mbarrier_arrive(__mbarrier_t *barrier) {
  return __heddle_mbarrier_arrive(barrier, 0);
}
__device__ __forceinline__ __mbarrier_token_t
__mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
  return __heddle_mbarrier_arrive(barrier, 1);
}
__device__ __forceinline__ unsigned int
__mbarrier_token_pending_count(__mbarrier_token_t token) {
  return token & 0xffff;
}

/// Whether the phase of the token is over.
__device__ __forceinline__ bool __mbarrier_test_wait(__mbarrier_t *barrier,
                                                     __mbarrier_token_t token) {
  if (__atomic_load_n(barrier, __ATOMIC_ACQUIRE) >> 32 != token >> 32)
    return true;
  // Programs spin around this.
  __heddle_yield();
  return false;
}
__device__ __forceinline__ bool
__mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
  if ((__atomic_load_n(barrier, __ATOMIC_ACQUIRE) >> 32 & 1) != parity)
    return true;
  __heddle_yield();
  return false;
}

// These may sleep before they say no. A thread that yields has slept.
__device__ __forceinline__ bool __mbarrier_try_wait(__mbarrier_t *barrier,
                                                    __mbarrier_token_t token,
                                                    unsigned int) {
  return __mbarrier_test_wait(barrier, token);
}
__device__ __forceinline__ bool
__mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, unsigned int) {
  return __mbarrier_test_wait_parity(barrier, parity);
}

#endif // __CUDA__

#endif // HEDDLE_CUDA_AWBARRIER_PRIMITIVES_H
