//===- LaunchCost.h - The number of threads for a launch --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler estimates the work of a block, but not its trip counts and
// memory costs. So the time per unit of this estimate is measured with each
// launch and used for the next launch of that kernel.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_LAUNCHCOST_H
#define HEDDLE_RUNTIME_LAUNCHCOST_H

#include "heddle/abi.h"
#include <atomic>

namespace heddle::rt {

class LaunchCost {
public:
  LaunchCost(HeddleBlocksFn body, uint64_t blocks, uint64_t workPerBlock);

  /// How many of at most `most` threads make the launch fastest.
  unsigned worthThreads(unsigned most) const;

  /// The number of blocks that one thread runs first to see whether the launch
  /// is short; all of them if that is certain.
  uint64_t firstBlocks() const;
  /// Whether the launch is worth several threads after all.
  bool isLong(uint64_t ticks, uint64_t done) const;

  /// The minimum chunk size, in blocks.
  uint64_t leastBlocks() const;

  /// Whether a few hundred ticks could change the number of threads that it is
  /// worth.
  bool isShort() const;

  /// The approximate time for one thread.
  float ticks() const;
  uint64_t nanoseconds() const;

  /// Records that a thread took this long for this many blocks.
  void learn(uint64_t ticks, uint64_t blocks);

private:
  /// The measurements of a kernel. Several launches may update them at once;
  /// either value is good enough.
  struct Entry {
    std::atomic<HeddleBlocksFn> body;
    std::atomic<float> ticksPerWork;
  };
  static Entry entries[];

  Entry &entry;
  const uint64_t blocks;
  const float work;
  /// The number of ticks that is worth a second thread.
  float least;
  float ticksPerBlock;
  bool sure;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_LAUNCHCOST_H
