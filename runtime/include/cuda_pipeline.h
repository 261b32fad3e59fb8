//===- cuda_pipeline.h - Asynchronous copies as CUDA 11.0 had them
//---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_PIPELINE_H
#define HEDDLE_CUDA_PIPELINE_H

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#ifdef __CUDA__

// The base of cuda::barrier<cuda::thread_scope_block>. libcu++ defines it, in
// the inline namespace of its ABI. It checks the macro if it comes later.
#ifdef _LIBCUDACXX_CUDA_ABI_VERSION
#define _LIBCUDACXX_PIPELINE_ASSUMED_ABI_VERSION _LIBCUDACXX_CUDA_ABI_VERSION
#else
#define _LIBCUDACXX_PIPELINE_ASSUMED_ABI_VERSION 4
#endif
#define HEDDLE_PASTE_ABI2(version) __##version
#define HEDDLE_PASTE_ABI(version) HEDDLE_PASTE_ABI2(version)
namespace cuda {
inline namespace HEDDLE_PASTE_ABI(_LIBCUDACXX_PIPELINE_ASSUMED_ABI_VERSION) {
struct __block_scope_barrier_base;
}
} // namespace cuda
#undef HEDDLE_PASTE_ABI
#undef HEDDLE_PASTE_ABI2

namespace nvcuda {
namespace experimental {

class pipeline {
public:
  pipeline() = default;
  pipeline(const pipeline &) = delete;
  pipeline &operator=(const pipeline &) = delete;

  /// The number of the batch.
  __device__ size_t commit() { return batches++; }
  __device__ void commit_and_wait() { ++batches; }
  __device__ void wait(size_t) {}
  template <unsigned int Prior> __device__ void wait_prior() {}
  /// The barrier waits for the copies of this thread so far. They are over.
  __device__ void arrive_on(awbarrier &) {}
  __device__ void arrive_on(cuda::__block_scope_barrier_base &) {}

private:
  size_t batches = 0;
};

template <class T>
__device__ __forceinline__ void memcpy_async(T &destination, const T &source,
                                             pipeline &) {
  __builtin_memcpy(&destination, &source, sizeof(T));
}
template <size_t CopySize, size_t SourceSize>
__device__ __forceinline__ void memcpy_async(void *destination,
                                             const void *source, pipeline &) {
  __pipeline_memcpy_async(destination, source, CopySize, CopySize - SourceSize);
}

} // namespace experimental
} // namespace nvcuda

#endif // __CUDA__

#endif // HEDDLE_CUDA_PIPELINE_H
