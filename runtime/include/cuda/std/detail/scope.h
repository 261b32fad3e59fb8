//===- scope.h - Scopes and memory orders -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_STD_DETAIL_SCOPE_H
#define HEDDLE_CUDA_STD_DETAIL_SCOPE_H

#include "namespace.h"
#include <atomic>

extern "C" __device__ void __heddle_yield(void);

namespace cuda {

/// Who else may use an object. On the cores of one machine it is all the same.
enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

namespace detail {
/// What a thread does that waits for another one.
__host__ __device__ __forceinline__ void letOthersRun() {
#ifdef __CUDA_ARCH__
  __heddle_yield();
#else
  __builtin_ia32_pause();
#endif
}
} // namespace detail

} // namespace cuda

#endif // HEDDLE_CUDA_STD_DETAIL_SCOPE_H
