//===- cuda_pipeline_primitives.h - Asynchronous copies in C ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_PIPELINE_PRIMITIVES_H
#define HEDDLE_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_awbarrier_primitives.h"

#ifdef __CUDA__

// A copy is done when the call returns, so there is nothing to wait for.

/// Copies `bytes` of which the last `zeroed` are zeroes.
__device__ __forceinline__ void __pipeline_memcpy_async(void *destination,
                                                        const void *source,
                                                        size_t bytes,
                                                        size_t zeroed = 0) {
  __builtin_memcpy(destination, source, bytes - zeroed);
  if (zeroed)
    __builtin_memset((char *)destination + (bytes - zeroed), 0, zeroed);
}
__device__ __forceinline__ void __pipeline_commit(void) {}
__device__ __forceinline__ void __pipeline_wait_prior(size_t) {}
__device__ __forceinline__ void __pipeline_arrive_on(__mbarrier_t *) {}

#endif // __CUDA__

#endif // HEDDLE_CUDA_PIPELINE_PRIMITIVES_H
