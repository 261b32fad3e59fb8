//===- Thread.h - Per-thread state of the runtime ---------------*- C++ -*-===//
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
#include <memory>
#include <vector>

struct CUctx_st;

namespace heddle::rt {

class FiberPool;
class TailLaunches;
struct Fiber;
struct Launch;
struct ReferenceOrder;
struct Scheduler;
struct ThreadProfile;
class WaitingLaunches;

/// The kernel and the configuration of a launch. Both outlive it.
struct LaunchOrigin {
  const HeddleKernelInfo *info = nullptr;
  const HeddleLaunchConfig *config = nullptr;
  uint64_t number = 0; ///< For a profile.
};

/// The call of a launch's body that a thread is in: which launch, and which of
/// its blocks.
struct RunningBlocks {
  const Launch *launch = nullptr;
  uint64_t begin = 0, end = 0;
};

struct MemoryRange {
  void *begin = nullptr;
  size_t bytes = 0;

  bool contains(const void *pointer) const {
    return reinterpret_cast<uintptr_t>(pointer) -
               reinterpret_cast<uintptr_t>(begin) <
           bytes;
  }
};

/// Every thread that calls the API or runs blocks has one.
struct Thread {
  Thread();
  ~Thread();

  /// The result of cudaGetLastError, unless a sticky error takes precedence.
  cudaError_t lastError = cudaSuccess;
  /// The result of this thread's last launch, for cudaLaunchKernel.
  cudaError_t launchError = cudaSuccess;
  /// Whether the next launch is cooperative, and whether the last one was.
  bool nextIsCooperative = false;
  bool cooperative = false;
  /// Whether the next launch may be deferred, and whether the one that has
  /// started may. The deferred launches, null if there are none, and their
  /// storage.
  bool nextMayWait = false;
  bool mayWait = false;
  WaitingLaunches *waiting = nullptr;
  WaitingLaunches *waitingPlace = nullptr;
  int device = 0;
  /// The contexts of the driver API that are current, the last one innermost,
  /// and whether there are any.
  std::vector<CUctx_st *> contexts;
  bool inContext = false;
  /// The properties of cudaStreamPerThread, once it is asked for them.
  std::shared_ptr<CUstream_st> ownStream;
  /// Above 0 while a graph runs on this thread: its work is not captured.
  int replaying = 0;
  cudaStreamCaptureMode captureMode = cudaStreamCaptureModeGlobal;

  /// The duration of the last launch that used several threads, for LaunchCost.
  float ticksBefore = 0;

  /// Configurations between their <<<>>> and their kernel's stub. There is more
  /// than one if an argument of a launch launches a kernel itself.
  std::vector<HeddleLaunchConfig> configs;

  ThreadProfile *profile = nullptr;

  /// The launch that this thread has begun.
  LaunchOrigin origin;
  /// Whether none of its blocks have been submitted. The kernel's grid function
  /// then loads what all threads share. (Stays set after a kernel that does
  /// nothing.)
  bool isStarting = false;

  Arena arena;

  /// Where a failed assert leaves the running body; null outside of one.
  void **abandonTo = nullptr;
  RunningBlocks running;
  /// For handlers of signals; null if the thread has its own.
  void *signalStack = nullptr;
  /// The dynamic shared memory of the running body.
  MemoryRange dynamicShared;
  /// The running fiber, and its scheduler.
  Fiber *fiber = nullptr;
  Scheduler *scheduler = nullptr;
  bool fiberAbandoned = false;
  /// The order in which launches on fibers from this thread start their threads
  /// while they are verified.
  const ReferenceOrder *referenceOrder = nullptr;
  FiberPool *fibers = nullptr;

  /// The launches that the running grid keeps for its end.
  TailLaunches *tails = nullptr;

  /// Whether it is one of several threads that work together, and its number.
  bool inTeam = false;
  unsigned teamNumber = 0;
};

/// One pointer in static TLS, so that a read is one instruction even in a
/// shared library, and dlopen still finds room for it.
extern thread_local Thread *currentThread
    __attribute__((tls_model("initial-exec")));

Thread &makeThread();

/// Launches inside this scope leave the launch around it the current one.
class OriginScope {
public:
  explicit OriginScope(Thread &thread) : thread(thread), outer(thread.origin) {}
  ~OriginScope() { thread.origin = outer; }

private:
  Thread &thread;
  const LaunchOrigin outer;
};

inline Thread &thisThread() {
  Thread *thread = currentThread;
  return __builtin_expect(thread != nullptr, 1) ? *thread : makeThread();
}

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_THREAD_H
