//===- ReferenceOrder.h - In which order threads start ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_REFERENCEORDER_H
#define HEDDLE_RUNTIME_REFERENCEORDER_H

#include <cstdint>
#include <numeric>

namespace heddle::rt {

/// The order in which fibers start the blocks of a launch and the threads of a
/// block. CUDA promises none, so the results of a program that is right do not
/// depend on it.
struct ReferenceOrder {
  /// 0: ascending. 1: descending. Others: a permutation for each.
  unsigned number = 0;
  /// What blocks find in shared memory, of which they should read nothing.
  uint8_t sharedFill = 0;
  /// Whether the order holds for blocks as well. Not if they may wait for each
  /// other: a block that waits for all that follow would have all of them
  /// started.
  bool ofBlocks = true;

  /// What comes at position `position` of `count`.
  uint64_t at(uint64_t position, uint64_t count) const {
    if (number == 0 || count < 2)
      return position;
    if (number == 1)
      return count - 1 - position;
    uint64_t stride = (count * 5 / 8 + number * 7919ull) % count;
    while (std::gcd(stride, count) != 1)
      stride = (stride + 1) % count;
    return static_cast<uint64_t>(
        (static_cast<unsigned __int128>(position) * stride + number) % count);
  }
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_REFERENCEORDER_H
