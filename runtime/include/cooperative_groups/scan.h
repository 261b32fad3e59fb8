//===- scan.h - Every thread's value combined with those before it --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_SCAN_H
#define HEDDLE_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#ifdef __CUDA__

namespace cooperative_groups {
namespace details {

/// Up to and with this thread.
template <class Group, class T, class Operation>
HEDDLE_CG T scanUpTo(const Group &group, T value, Operation &operation) {
  unsigned int rank = group.thread_rank(), size = group.num_threads();
  for (unsigned int distance = 1; distance < size; distance *= 2) {
    T before = group.shfl_up(value, distance);
    if (rank >= distance)
      value = operation(before, value);
  }
  return value;
}

template <class Group> struct IsWide {
  static constexpr bool value = false;
};
template <unsigned int Size, class Parent>
struct IsWide<thread_block_tile<Size, Parent>> {
  static constexpr bool value = Size > 32;
};

/// Adds `value` to an atomic variable and returns what it was, to all.
template <class Group, class Atomic, class T, class Operation>
HEDDLE_CG T fetchForAll(const Group &group, Atomic &atomic, const T &inclusive,
                        Operation &operation) {
  unsigned int last = group.num_threads() - 1;
  T old{};
  if (group.thread_rank() == last) {
    old = atomic.load();
    while (!atomic.compare_exchange_weak(old, operation(old, inclusive))) {
    }
  }
  return group.shfl(old, last);
}

} // namespace details

template <class Group, class Value, class Operation>
HEDDLE_CG auto inclusive_scan(const Group &group, Value &&value,
                              Operation &&operation)
    -> details::PlainType<Value> {
  static_assert(!details::IsWide<Group>::value,
                "heddle: scans of tiles of more than 32 threads are not "
                "supported");
  details::PlainType<Operation> combine = operation;
  return details::scanUpTo<Group, details::PlainType<Value>>(group, value,
                                                             combine);
}
template <class Group, class Value>
HEDDLE_CG auto inclusive_scan(const Group &group, Value &&value)
    -> details::PlainType<Value> {
  return inclusive_scan(group, value, plus<details::PlainType<Value>>());
}

template <class Group, class Value, class Operation>
HEDDLE_CG auto exclusive_scan(const Group &group, Value &&value,
                              Operation &&operation)
    -> details::PlainType<Value> {
  using T = details::PlainType<Value>;
  T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class Value>
HEDDLE_CG auto exclusive_scan(const Group &group, Value &&value)
    -> details::PlainType<Value> {
  return exclusive_scan(group, value, plus<details::PlainType<Value>>());
}

// What the atomic held before goes in front of the first thread's value.

template <class Group, class Atomic, class Value, class Operation>
HEDDLE_CG auto inclusive_scan_update(const Group &group, Atomic &destination,
                                     Value &&value, Operation &&operation)
    -> details::PlainType<Value> {
  auto inclusive = inclusive_scan(group, value, operation);
  auto before = details::fetchForAll(group, destination, inclusive, operation);
  return operation(before, inclusive);
}
template <class Group, class Atomic, class Value, class Operation>
HEDDLE_CG auto exclusive_scan_update(const Group &group, Atomic &destination,
                                     Value &&value, Operation &&operation)
    -> details::PlainType<Value> {
  auto inclusive = inclusive_scan(group, value, operation);
  auto before = details::fetchForAll(group, destination, inclusive, operation);
  auto previous = group.shfl_up(inclusive, 1);
  return group.thread_rank() == 0 ? before : operation(before, previous);
}
template <class Group, class Atomic, class Value>
HEDDLE_CG auto inclusive_scan_update(const Group &group, Atomic &destination,
                                     Value &&value)
    -> details::PlainType<Value> {
  return inclusive_scan_update(group, destination, value,
                               plus<details::PlainType<Value>>());
}
template <class Group, class Atomic, class Value>
HEDDLE_CG auto exclusive_scan_update(const Group &group, Atomic &destination,
                                     Value &&value)
    -> details::PlainType<Value> {
  return exclusive_scan_update(group, destination, value,
                               plus<details::PlainType<Value>>());
}

} // namespace cooperative_groups

#endif // __CUDA__
#endif // HEDDLE_COOPERATIVE_GROUPS_SCAN_H
