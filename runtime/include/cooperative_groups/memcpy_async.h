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
#include "../cuda/std/detail/copy.h"

namespace cooperative_groups {
template <class Group, class To, class From>
HEDDLE_CG void memcpy_async(const Group &group, To *destination,
                            const From *source, size_t bytes) {
  cuda::detail::copyTogether(group, destination, source, bytes);
}
template <class Group, class To, class From, size_t Alignment>
HEDDLE_CG void memcpy_async(const Group &group, To *destination,
                            const From *source,
                            cuda::aligned_size_t<Alignment> bytes) {
  cuda::detail::copyTogether(group, destination, source, bytes);
}
/// In elements: as many as both sides have.
template <class Group, class T, class DestinationLayout, class SourceLayout>
HEDDLE_CG void memcpy_async(const Group &group, T *destination,
                            const DestinationLayout &destinationLayout,
                            const T *source, const SourceLayout &sourceLayout) {
  size_t to = destinationLayout, from = sourceLayout;
  cuda::detail::copyTogether(group, destination, source,
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
