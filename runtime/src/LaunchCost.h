//===- LaunchCost.h - How many threads a launch is worth --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler counts what a block of a kernel does, but not how often its
// loops go round and what its memory costs. So what a unit of its count takes
// is measured with each launch and used for the next one of that kernel.
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

  /// How many of at most `most` threads make the launch faster than fewer do.
  unsigned worthThreads(unsigned most) const;

  /// The blocks that one thread begins with to see whether it is done soon; all
  /// of them if that is sure.
  uint64_t firstBlocks() const;
  /// Whether the launch is one for several threads after all.
  bool isLong(uint64_t ticks, uint64_t done) const;

  /// Less blocks than these are not worth being taken on their own.
  uint64_t leastBlocks() const;

  /// Whether a few hundred ticks more or less could make a difference to how
  /// many threads it is worth.
  bool isShort() const;

  /// How long one thread takes, about.
  float ticks() const;
  uint64_t nanoseconds() const;

  /// A thread took so long for so many blocks.
  void learn(uint64_t ticks, uint64_t blocks);

private:
  /// What is known of a kernel. Several launches may use it at once; what one
  /// of them writes is as good as what the other does.
  struct Entry {
    std::atomic<HeddleBlocksFn> body;
    std::atomic<float> ticksPerWork;
  };
  static Entry entries[];

  Entry &entry;
  const uint64_t blocks;
  const float work;
  /// So many ticks are worth a second thread.
  float least;
  float ticksPerBlock;
  bool sure;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_LAUNCHCOST_H
