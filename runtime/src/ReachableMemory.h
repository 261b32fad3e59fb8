//===- ReachableMemory.h - What a launch can read and write -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_REACHABLEMEMORY_H
#define HEDDLE_RUNTIME_REACHABLEMEMORY_H

#include "Snapshot.h"
#include "heddle/abi.h"

namespace heddle::rt {

struct ReachableMemory {
  std::vector<Region> regions;
  size_t bytes = 0;
  /// The same for the regions that the kernel stores to.
  std::vector<Region> stored;
  size_t storedBytes = 0;
  /// Some of it is memory that the host can write at any time.
  bool hostVisible = false;
  /// The kernel may store to memory that CUDA knows nothing of.
  bool unknown = false;
};

/// Finds the allocations and device variables that a launch can reach: those
/// that its arguments point into and those that the kernel names; and, if it
/// follows pointers, those that pointers in these point into, and so on.
ReachableMemory findReachableMemory(const HeddleVerifiedKernel &kernel,
                                    void **args);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_REACHABLEMEMORY_H
