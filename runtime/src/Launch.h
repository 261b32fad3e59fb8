//===- Launch.h - Runs the blocks of a launch -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_LAUNCH_H
#define HEDDLE_RUNTIME_LAUNCH_H

#include "DeviceLaunch.h"
#include "Thread.h"
#include "cuda_runtime_api.h"

namespace heddle::rt {

struct Launch {
  HeddleBlocksFn body;
  void *context;
  uint64_t dynamicSharedBytes;
  LaunchOrigin origin = {};
  bool endsInUpdates = false;
  TailLaunches tails = {};
  /// Identifies the end of a launch to race detectors.
  char ended = 0;
  /// The number of calls of the body for one block each that would do all of
  /// the work. Less or more than the grid's blocks if the compiler has merged
  /// or split those.
  uint64_t blocks = 0;
  /// For a launch that runs together with others: the number of blocks per
  /// unit.
  uint64_t perUnit = 1;
  /// For a profile: the time that its blocks took, in nanoseconds.
  uint64_t busyTime = 0;
};

/// Runs several launches, each in `units` units: at most `cut` units of the
/// first, the same units of the second and so on, then the next units. `work`
/// is the cost of a unit of all of them.
void runFused(Launch *launches, unsigned count, uint64_t units, uint64_t work,
              uint64_t cut);

/// Like __heddle_launch_blocks, but every thread of the team gets one part of
/// the blocks immediately: for blocks that wait for each other.
void launchTogether(HeddleBlocksFn body, void *context, uint64_t blocks,
                    uint64_t dynamicSharedBytes);

/// Whether a launch of that shape is valid. Does not check its stream.
cudaError_t checkLaunch(const HeddleKernelInfo *info,
                        const HeddleLaunchConfig &config);

/// Leaves the kernel that this thread runs, with a sticky error.
[[noreturn]] void abandonLaunch(cudaError_t error);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_LAUNCH_H
