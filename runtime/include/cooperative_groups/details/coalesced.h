//===- coalesced.h - Any lanes of a warp ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_COALESCED_H
#define HEDDLE_COOPERATIVE_GROUPS_COALESCED_H

#include "block_and_grid.h"

namespace cooperative_groups {

namespace details {
struct MakeGroup;
}

class coalesced_group : public thread_group {
public:
  HEDDLE_CG void sync() const { __heddle_warp_sync(mask); }
  HEDDLE_CG unsigned int num_threads() const {
    return __builtin_popcount(mask);
  }
  HEDDLE_CG unsigned int size() const { return num_threads(); }
  HEDDLE_CG unsigned int thread_rank() const {
    return details::rankOfLane(mask, __heddle_lane_id());
  }
  HEDDLE_CG unsigned int meta_group_rank() const { return metaRank; }
  HEDDLE_CG unsigned int meta_group_size() const { return metaSize; }

  template <class T> HEDDLE_CG T shfl(const T &value, int rank) const {
    return details::shuffle(mask, value, details::laneOfRank(mask, rank));
  }
  template <class T>
  HEDDLE_CG T shfl_up(const T &value, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return shfl(value, rank < delta ? rank : rank - delta);
  }
  template <class T>
  HEDDLE_CG T shfl_down(const T &value, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return shfl(value, rank + delta >= num_threads() ? rank : rank + delta);
  }

  HEDDLE_CG int any(int predicate) const { return __any_sync(mask, predicate); }
  HEDDLE_CG int all(int predicate) const { return __all_sync(mask, predicate); }
  HEDDLE_CG unsigned int ballot(int predicate) const {
    return details::byRank(__ballot_sync(mask, predicate), mask);
  }
  template <class T> HEDDLE_CG unsigned int match_any(const T &value) const {
    return details::byRank(details::match(mask, value), mask);
  }
  template <class T>
  HEDDLE_CG unsigned int match_all(const T &value, int &predicate) const {
    unsigned int same = details::match(mask, value);
    predicate = same == __heddle_warp_ballot(mask, 1);
    return predicate ? details::byRank(same, mask) : 0;
  }

private:
  HEDDLE_CG coalesced_group(unsigned int mask, unsigned int metaRank,
                            unsigned int metaSize)
      : thread_group(details::Kind::lanes, mask), metaRank(metaRank),
        metaSize(metaSize) {}

  unsigned int metaRank, metaSize;
  friend struct details::MakeGroup;
};

namespace details {
/// Who may make groups of lanes.
struct MakeGroup {
  HEDDLE_CG static coalesced_group
  coalesced(unsigned int mask, unsigned int rank = 0, unsigned int size = 1) {
    return coalesced_group(mask, rank, size);
  }
  HEDDLE_CG static unsigned int maskOf(const coalesced_group &group) {
    return group.mask;
  }
};
} // namespace details

HEDDLE_CG coalesced_group coalesced_threads() {
  return details::MakeGroup::coalesced(__heddle_warp_active());
}

} // namespace cooperative_groups

#endif // HEDDLE_COOPERATIVE_GROUPS_COALESCED_H
