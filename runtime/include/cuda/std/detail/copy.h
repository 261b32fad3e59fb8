//===- copy.h - memcpy_async of one thread or a group -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_STD_DETAIL_COPY_H
#define HEDDLE_CUDA_STD_DETAIL_COPY_H

#include "aligned_size.h"
#include "scope.h"

// A copy is done when the call returns: what it is told to wait on later only
// has to bring the threads together.

namespace cuda {
namespace detail {

template <class Size> struct IsSize {
  static constexpr bool value = __is_integral(Size);
};
template <size_t Alignment> struct IsSize<aligned_size_t<Alignment>> {
  static constexpr bool value = true;
};

template <class Group>
__device__ __forceinline__ void copyTogether(const Group &group,
                                             void *destination,
                                             const void *source, size_t bytes) {
  char *to = (char *)destination;
  const char *from = (const char *)source;
  // Neighbours copy neighbouring words, as programs would.
  size_t rank = group.thread_rank(), step = group.size(), words = bytes / 4;
  for (size_t i = rank; i < words; i += step)
    __builtin_memcpy(to + 4 * i, from + 4 * i, 4);
  for (size_t i = words * 4 + rank; i < bytes; i += step)
    to[i] = from[i];
}

} // namespace detail

enum class async_contract_fulfillment { none, async };

template <class To, class From, class Size, class Synchronization>
__device__ __forceinline__ async_contract_fulfillment memcpy_async(
    To *destination, const From *source, Size bytes, Synchronization &) {
  static_assert(detail::IsSize<Size>::value, "a size is a number of bytes");
  __builtin_memcpy(destination, source, (size_t)bytes);
  return async_contract_fulfillment::none;
}

template <class Group, class To, class From, class Size, class Synchronization>
__device__ __forceinline__ async_contract_fulfillment
memcpy_async(const Group &group, To *destination, const From *source,
             Size bytes, Synchronization &) {
  static_assert(detail::IsSize<Size>::value, "a size is a number of bytes");
  detail::copyTogether(group, destination, source, (size_t)bytes);
  return async_contract_fulfillment::none;
}

} // namespace cuda

#endif // HEDDLE_CUDA_STD_DETAIL_COPY_H
