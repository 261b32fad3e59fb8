//===- aligned_size.h - Sizes that promise an alignment ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_ALIGNED_SIZE_H
#define HEDDLE_CUDA_ALIGNED_SIZE_H

#include "../../../host_defines.h"
#include <stddef.h>

namespace cuda {

/// A number of bytes, and that pointers and it are multiples of `Alignment`.
template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ constexpr explicit aligned_size_t(size_t bytes)
      : value(bytes) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

} // namespace cuda

#endif // HEDDLE_CUDA_ALIGNED_SIZE_H
