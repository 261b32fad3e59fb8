//===- FusedLaunches.h - Launches that run block by block together -*- C++ -*-//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that traverses large arrays leaves their end in the caches, and the
// next one starts with their beginning. If a block of the second launch
// accesses nothing that other blocks of the first write, and the reverse, the
// two can run together, a few blocks of the first and then the same ones of the
// second, which finds its data in the core's cache.
//
// So launches may be deferred, if the compiler has proved that the host cannot
// observe it before the next launch.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_FUSEDLAUNCHES_H
#define HEDDLE_RUNTIME_FUSEDLAUNCHES_H

#include "Launch.h"

namespace heddle::rt {

/// Deferred launches of one host thread, in order. Each is divided into the
/// same number of units, of one block or more.
class WaitingLaunches {
public:
  /// Adds a launch, with footprints of this many blocks each. False if it
  /// cannot run together with the deferred ones, or is too large to keep.
  bool add(const Launch &launch, uint64_t contextBytes, uint64_t work,
           const HeddleFootprint *footprints, uint64_t count, uint64_t perRow);

  /// Runs them; none is left.
  void run();

private:
  static constexpr unsigned mostLaunches = 8, mostFootprints = 48;
  static constexpr uint64_t mostContextBytes = 512;

  struct Kept {
    alignas(64) char context[mostContextBytes];
    HeddleBlocksFn body;
    LaunchOrigin origin;
    HeddleLaunchConfig config; ///< That of `origin`.
    uint64_t dynamicSharedBytes, work, blocks,
        perUnit; ///< `perUnit` is in blocks.
  };

  bool makeUnits(uint64_t rows, uint64_t &perUnit);
  uint64_t unitsInCache() const;

  unsigned count = 0, footprintCount = 0;
  uint64_t units = 0;
  Kept launches[mostLaunches];
  /// For units, not for blocks.
  HeddleFootprint footprints[mostFootprints];
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_FUSEDLAUNCHES_H
