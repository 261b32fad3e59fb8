//===- memcpy_async.h - A copy that a group shares --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread copies its part at once. What is left of waiting is the barrier.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

#ifdef __CUDA__
#include <stddef.h>

namespace cooperative_groups {
namespace details {

template <class Group>
HEDDLE_CG void copyTogether(const Group &group, void *destination,
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

} // namespace details

/// The size is a number or a cuda::aligned_size_t.
template <class Group, class To, class From, class Size>
HEDDLE_CG void memcpy_async(const Group &group, To *destination,
                            const From *source, const Size &bytes) {
  details::copyTogether(group, destination, source, (size_t)bytes);
}
/// In elements: as many as both sides have.
template <class Group, class T, class DestinationLayout, class SourceLayout>
HEDDLE_CG void memcpy_async(const Group &group, T *destination,
                            const DestinationLayout &destinationLayout,
                            const T *source, const SourceLayout &sourceLayout) {
  size_t to = destinationLayout, from = sourceLayout;
  details::copyTogether(group, destination, source,
                        (to < from ? to : from) * sizeof(T));
}

template <class Group> HEDDLE_CG void wait(const Group &group) { group.sync(); }
template <unsigned int Stages, class Group>
HEDDLE_CG void wait_prior(const Group &group) {
  group.sync();
}

} // namespace cooperative_groups

#endif // __CUDA__
#endif // HEDDLE_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
