//===- partition.h - Groups made of parts of a group ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_PARTITION_H
#define HEDDLE_COOPERATIVE_GROUPS_PARTITION_H

#include "tiles.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent>
HEDDLE_CG thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}

HEDDLE_CG thread_block_tile<1, thread_block> this_thread() {
  return tiled_partition<1>(this_thread_block());
}

/// Tiles whose size is known when it runs: a power of two up to 32.
HEDDLE_CG thread_group tiled_partition(const thread_group &parent,
                                       unsigned int size) {
  unsigned int first = __heddle_lane_id() & ~(size - 1);
  unsigned int lanes =
      size >= 32 ? 0xffffffff : ((1u << size) - 1) << (first & 31);
  if (parent.kind == details::Kind::lanes)
    lanes &= parent.mask;
  return thread_group(details::Kind::lanes, lanes);
}

HEDDLE_CG coalesced_group tiled_partition(const coalesced_group &parent,
                                          unsigned int size) {
  unsigned int mask = details::MakeGroup::maskOf(parent), lanes = 0, rank = 0;
  unsigned int tile = parent.thread_rank() / size;
  for (unsigned int left = mask; left; left &= left - 1, ++rank)
    lanes |= rank / size == tile ? left & -left : 0;
  return details::MakeGroup::coalesced(
      lanes, tile, (parent.num_threads() + size - 1) / size);
}

namespace details {

template <unsigned int Size, class Parent>
HEDDLE_CG unsigned int lanesOf(const thread_block_tile<Size, Parent> &) {
  static_assert(Size <= 32, "only groups within a warp are partitioned by "
                            "predicates and labels");
  return Tile<Size>::lanes();
}
HEDDLE_CG unsigned int lanesOf(const coalesced_group &group) {
  return MakeGroup::maskOf(group);
}

} // namespace details

/// Those for whom the predicate holds, and the others.
template <class Group>
HEDDLE_CG coalesced_group binary_partition(const Group &group, bool predicate) {
  // Not a ballot: lanes that are missing are not on the other side.
  return details::MakeGroup::coalesced(
      __heddle_warp_match32(details::lanesOf(group), predicate), predicate, 2);
}

/// Those with the same label.
template <class Group, class Label>
HEDDLE_CG coalesced_group labeled_partition(const Group &group, Label label) {
  unsigned int lanes = details::lanesOf(group);
  unsigned int same = details::match(lanes, label);
  unsigned int first = __builtin_ctz(same);
  unsigned int firsts =
      __heddle_warp_ballot(lanes, __heddle_lane_id() == first);
  return details::MakeGroup::coalesced(same, details::rankOfLane(firsts, first),
                                       __builtin_popcount(firsts));
}

/// One thread of the group calls the function.
template <class Group, class Function, class... Arguments>
HEDDLE_CG void invoke_one(const Group &group, Function &&function,
                          Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    function(static_cast<Arguments &&>(arguments)...);
}
/// And all get its result.
template <class Group, class Function, class... Arguments>
HEDDLE_CG auto invoke_one_broadcast(const Group &group, Function &&function,
                                    Arguments &&...arguments)
    -> decltype(function(static_cast<Arguments &&>(arguments)...)) {
  using Result = decltype(function(static_cast<Arguments &&>(arguments)...));
  Result result{};
  if (group.thread_rank() == 0)
    result = function(static_cast<Arguments &&>(arguments)...);
  return group.shfl(result, 0);
}

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
} // namespace experimental

} // namespace cooperative_groups

#endif // HEDDLE_COOPERATIVE_GROUPS_PARTITION_H
