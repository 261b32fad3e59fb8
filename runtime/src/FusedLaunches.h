//===- FusedLaunches.h - Launches that run block by block together -*- C++ -*-//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that goes through large arrays leaves the end of them in the caches,
// and the next one begins with their beginning. If a block of the second
// launch touches nothing that other blocks of the first touch, the two can run
// together, a few blocks of the first and then the same ones of the second,
// which finds its data in the core's cache.
//
// So launches may wait, where the compiler has seen that the host does nothing
// until the next launch that could tell.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_FUSEDLAUNCHES_H
#define HEDDLE_RUNTIME_FUSEDLAUNCHES_H

#include "Launch.h"

namespace heddle::rt {

/// Launches of one host thread that wait, in their order. Each is cut into the
/// same number of units, of one block or more.
class WaitingLaunches {
public:
  /// Adds a launch, with footprints of so many blocks each. False if it may not
  /// run together with those that wait, or is too large to be kept.
  bool add(const Launch &launch, uint64_t contextBytes, uint64_t work,
           const HeddleFootprint *footprints, uint64_t count, uint64_t perRow);

  /// Runs them; then none is left.
  void run();

private:
  static constexpr unsigned mostLaunches = 8, mostFootprints = 48;
  static constexpr uint64_t mostContextBytes = 512;

  struct Kept {
    alignas(64) char context[mostContextBytes];
    HeddleBlocksFn body;
    uint64_t dynamicSharedBytes, work, blocks, perUnit; ///< In blocks.
  };

  bool makeUnits(uint64_t rows, uint64_t &perUnit);
  uint64_t unitsInCache() const;

  unsigned count = 0, footprintCount = 0;
  uint64_t units = 0;
  Kept launches[mostLaunches];
  /// Of units, not of blocks.
  HeddleFootprint footprints[mostFootprints];
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_FUSEDLAUNCHES_H
