//===- reduce.h - One value of all that a group's threads bring -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_REDUCE_H
#define HEDDLE_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#ifdef __CUDA__

namespace cooperative_groups {
namespace details {

/// Neighbours combine, then pairs of neighbours, and so on: every lane gets
/// the result, of operands in the order of their ranks.
template <unsigned int Size, class T, class Operation>
HEDDLE_CG T reduceLanes(unsigned int mask, T value, Operation operation) {
  if constexpr (ReductionKind<T, Operation>::value >= 0) {
    return (T)__heddle_warp_reduce(mask, (unsigned int)value,
                                   ReductionKind<T, Operation>::value);
  } else {
    unsigned int lane = __heddle_lane_id();
#pragma unroll
    for (unsigned int distance = 1; distance < Size; distance *= 2) {
      T other = shuffle(mask, value, lane ^ distance);
      value =
          lane & distance ? operation(other, value) : operation(value, other);
    }
    return value;
  }
}

} // namespace details

template <unsigned int Size, class Parent, class Value, class Operation>
HEDDLE_CG auto reduce(const thread_block_tile<Size, Parent> &group,
                      Value &&value, Operation &&operation)
    -> details::PlainType<Value> {
  using T = details::PlainType<Value>;
  using Op = details::PlainType<Operation>;
  Op combine = operation;
  if constexpr (Size <= 32) {
    (void)group;
    return details::reduceLanes<Size, T, Op>(details::Tile<Size>::lanes(),
                                             value, combine);
  } else {
    T ofWarp = details::reduceLanes<32, T, Op>(0xffffffff, value, combine);
    return group.acrossWarps(ofWarp, combine);
  }
}

template <class Value, class Operation>
HEDDLE_CG auto reduce(const coalesced_group &group, Value &&value,
                      Operation &&operation) -> details::PlainType<Value> {
  using T = details::PlainType<Value>;
  using Op = details::PlainType<Operation>;
  Op combine = operation;
  T result = value;
  if constexpr (details::ReductionKind<T, Op>::value >= 0) {
    result =
        (T)__heddle_warp_reduce(details::lanesOf(group), (unsigned int)result,
                                details::ReductionKind<T, Op>::value);
    return result;
  } else {
    unsigned int rank = group.thread_rank(), size = group.num_threads();
    for (unsigned int distance = 1; distance < size; distance *= 2) {
      T other = group.shfl_down(result, distance);
      // Those in between hold what another one will bring as well.
      if ((rank & (2 * distance - 1)) == 0 && rank + distance < size)
        result = combine(result, other);
    }
    return group.shfl(result, 0);
  }
}

/// The result goes to memory; no thread gets it.
template <class Group, class T, class Value, class Operation>
HEDDLE_CG void reduce_store_async(const Group &group, T *destination,
                                  Value &&value, Operation &&operation) {
  T result = reduce(group, (T)value, operation);
  if (group.thread_rank() == 0)
    *destination = result;
}
/// The same for a cuda::atomic, into which it is stored,
template <class Group, class Atomic, class Value, class Operation>
HEDDLE_CG void reduce_store_async(const Group &group, Atomic &destination,
                                  Value &&value, Operation &&operation) {
  auto result = reduce(group, value, operation);
  if (group.thread_rank() == 0)
    destination.store(result);
}
/// or with whose value it is combined.
template <class Group, class Atomic, class Value, class Operation>
HEDDLE_CG void reduce_update_async(const Group &group, Atomic &destination,
                                   Value &&value, Operation &&operation) {
  auto result = reduce(group, value, operation);
  if (group.thread_rank() != 0)
    return;
  auto old = destination.load();
  while (!destination.compare_exchange_weak(
      old, operation((decltype(old))old, (decltype(old))result))) {
  }
}

} // namespace cooperative_groups

#endif // __CUDA__
#endif // HEDDLE_COOPERATIVE_GROUPS_REDUCE_H
