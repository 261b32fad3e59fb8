//===- DeviceLaunch.h - Launches from kernels -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DEVICELAUNCH_H
#define HEDDLE_RUNTIME_DEVICELAUNCH_H

#include "heddle/abi.h"
#include <mutex>
#include <vector>

namespace heddle::rt {

struct Kernel;

struct TailLaunch {
  Kernel *kernel;
  HeddleLaunchConfig config;
  std::vector<void *> args;
  /// The arguments; freed once the kernel has run.
  void *buffer;
};

/// Launches of the threads of one grid for after its end.
class TailLaunches {
public:
  void add(const TailLaunch &launch);
  /// Runs them in order.
  void run();

private:
  std::mutex mutex;
  std::vector<TailLaunch> waiting;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_DEVICELAUNCH_H
