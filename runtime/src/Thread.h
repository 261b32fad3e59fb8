//===- Thread.h - What the runtime keeps for each host thread ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_THREAD_H
#define HEDDLE_RUNTIME_THREAD_H

#include "Arena.h"
#include "cuda_runtime_api.h"
#include "heddle/abi.h"
#include <vector>

namespace heddle::rt {

class FiberPool;
class TailLaunches;
struct Fiber;
struct Scheduler;
class WaitingLaunches;

/// Every thread that calls the API or runs blocks has one.
struct Thread {
  Thread();
  ~Thread();

  /// What cudaGetLastError returns, unless a sticky error goes before it.
  cudaError_t lastError = cudaSuccess;
  /// How the last launch from this thread began, for cudaLaunchKernel.
  cudaError_t launchError = cudaSuccess;
  /// Whether the next launch is a cooperative one, and whether the last was.
  bool nextIsCooperative = false;
  bool cooperative = false;
  /// Whether the next launch may wait for those that follow, and whether the
  /// one that has begun may. Those that wait, null if there are none, and where
  /// they are kept.
  bool nextMayWait = false;
  bool mayWait = false;
  WaitingLaunches *waiting = nullptr;
  WaitingLaunches *waitingPlace = nullptr;
  int device = 0;
  /// Above 0 while a graph runs on this thread: its work is not captured.
  int replaying = 0;
  cudaStreamCaptureMode captureMode = cudaStreamCaptureModeGlobal;

  /// What the last launch took if several threads ran it, by LaunchCost.
  float ticksBefore = 0;

  /// Configurations between their <<<>>> and their kernel's stub. More than one
  /// when an argument of a launch launches a kernel itself.
  std::vector<HeddleLaunchConfig> configs;

  Arena arena;

  /// Where a failed assert leaves the body that runs now; null outside of one.
  void **abandonTo = nullptr;
  /// The fiber that runs now, and who decides which one is next.
  Fiber *fiber = nullptr;
  Scheduler *scheduler = nullptr;
  bool fiberAbandoned = false;
  FiberPool *fibers = nullptr;

  /// Where the grid that runs now keeps launches for its end.
  TailLaunches *tails = nullptr;

  /// Whether it does a part of what several threads do, and as which of them.
  bool inTeam = false;
  unsigned teamNumber = 0;
};

/// One pointer in static TLS, so that a read is one instruction even though
/// this is a shared library, and dlopen still finds room for it.
extern thread_local Thread *currentThread
    __attribute__((tls_model("initial-exec")));

Thread &makeThread();

inline Thread &thisThread() {
  Thread *thread = currentThread;
  return __builtin_expect(thread != nullptr, 1) ? *thread : makeThread();
}

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_THREAD_H
