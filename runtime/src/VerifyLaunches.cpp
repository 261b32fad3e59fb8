//===- VerifyLaunches.cpp - Each launch again, on the reference -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch of a program that was compiled with --verify-launches runs as it was
// optimized, then twice on fibers, each time from the same memory. Elements in
// which the two runs on fibers agree must be the same after the optimized one.
// The program goes on with the memory that the optimized kernel left, so that
// it behaves as it does without the option.
//
//===----------------------------------------------------------------------===//

#include "CompareResults.h"
#include "Error.h"
#include "ReachableMemory.h"
#include "ReferenceOrder.h"
#include "Thread.h"
#include "VerifyReport.h"
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

namespace heddle::rt {
namespace {

/// More runs of the reference that a difference has to stand before it is
/// reported: in order and in reverse on one worker, which has the last block
/// end last, and in other orders.
struct FurtherRun {
  unsigned order;
  bool alone;
};
constexpr FurtherRun furtherRuns[] = {{0, true},  {1, true}, {2, true},
                                      {3, false}, {4, true}, {5, false}};

using Clock = std::chrono::steady_clock;

/// Launches of several host threads are verified one after another.
std::mutex verifying;

/// Some kernel has taken memory from the device's heap, which is none of the
/// allocations that the runtime knows.
std::atomic<bool> heapInUse{false};

/// Why a launch is not compared, by what the compiler says of its kernel.
std::optional<SkipReason> reasonToSkip(const HeddleVerifiedKernel &kernel,
                                       const Thread &thread) {
  // Whoever runs inside a kernel is a part of its launch.
  if (thread.abandonTo)
    return SkipReason::launchedByKernel;
  if (kernel.flags & HeddleVerifyLaunches)
    return SkipReason::launches;
  if (kernel.flags & HeddleVerifyAllocates)
    return SkipReason::allocates;
  if (kernel.flags & HeddleVerifyPrints)
    return SkipReason::prints;
  if (kernel.flags & HeddleVerifyClock)
    return SkipReason::clock;
  if (kernel.flags & HeddleVerifyExternal)
    return SkipReason::external;
  return std::nullopt;
}

/// One launch and its runs.
class VerifiedLaunch {
public:
  VerifiedLaunch(const HeddleVerifiedKernel &kernel,
                 const HeddleLaunchConfig &config, void **args)
      : kernel(kernel), config(config), args(args), thread(thisThread()),
        cooperative(thread.cooperative) {}

  void runOptimized() {
    thread.cooperative = cooperative;
    kernel.run(&config, args);
  }

  /// Runs the optimized kernel again, on one worker. An error that it ends with
  /// is returned and forgotten.
  cudaError_t runOptimizedAlone() {
    bool inTeam = std::exchange(thread.inTeam, true);
    runOptimized();
    thread.inTeam = inTeam;
    return stickyError.exchange(cudaSuccess);
  }

  /// Runs the launch on fibers. An error that it ends with is returned and
  /// forgotten.
  cudaError_t runReference(unsigned number, bool alone) {
    ReferenceOrder order{number, static_cast<uint8_t>(number * 0x5b),
                         !(kernel.flags & HeddleVerifySpins)};
    thread.cooperative = cooperative;
    thread.referenceOrder = &order;
    bool inTeam = std::exchange(thread.inTeam, alone || thread.inTeam);
    (kernel.reference ? kernel.reference : kernel.run)(&config, args);
    thread.inTeam = inTeam;
    thread.referenceOrder = nullptr;
    return stickyError.exchange(cudaSuccess);
  }

  /// Runs everything and returns whether the launch was compared.
  std::optional<SkipReason> verify();

private:
  std::optional<SkipReason> chooseMemory();
  void compare(Snapshot &snapshot, const Changes &optimized);
  /// Elements that differ may still depend on an order that was not tried.
  void tryFurtherOrders(Snapshot &snapshot, Comparison &comparison);

  const HeddleVerifiedKernel &kernel;
  const HeddleLaunchConfig &config;
  void **const args;
  Thread &thread;
  const bool cooperative;
  std::vector<Region> regions;
  size_t bytes = 0;
};

std::optional<SkipReason> VerifiedLaunch::chooseMemory() {
  ReachableMemory memory = findReachableMemory(kernel, args);
  if (memory.unknown)
    return SkipReason::hostMemory;
  if (memory.hostVisible && (kernel.flags & HeddleVerifySpins))
    return SkipReason::waitsForHost;
  if (heapInUse && (kernel.flags & HeddleVerifyFollowsPointers))
    return SkipReason::deviceHeap;
  // The snapshot, and of each result at most as much again.
  size_t limit = verifyMemoryLimit() / 3;
  if (memory.bytes <= limit) {
    regions = std::move(memory.regions);
    bytes = memory.bytes;
  } else if (memory.storedBytes <= limit) {
    regions = std::move(memory.stored);
    bytes = memory.storedBytes;
  } else {
    return SkipReason::memory;
  }
  return std::nullopt;
}

std::optional<SkipReason> VerifiedLaunch::verify() {
  if (auto reason = chooseMemory()) {
    runOptimized();
    return reason;
  }
  static SnapshotBuffer &buffer = *new SnapshotBuffer;
  char *copy = buffer.reserve(bytes);
  if (!copy && bytes) {
    runOptimized();
    return SkipReason::memory;
  }
  Snapshot snapshot(std::move(regions), copy);
  Clock::time_point begin = Clock::now();
  runOptimized();
  noteOptimizedTime(Clock::now() - begin);
  if (pending() != cudaSuccess)
    return SkipReason::failed;

  Changes optimized = snapshot.takeChanges();
  compare(snapshot, optimized);
  snapshot.restore();
  snapshot.apply(optimized);
  return std::nullopt;
}

void VerifiedLaunch::compare(Snapshot &snapshot, const Changes &optimized) {
  LaunchReport report(kernel, config);
  report.progress("reference");
  Changes first;
  if (kernel.reference) {
    cudaError_t error = runReference(0, /*alone=*/false);
    first = snapshot.takeChanges();
    if (error != cudaSuccess)
      return report.failed(error);
  }
  // A kernel that runs on fibers anyway is its own reference.
  const Changes &ascending = kernel.reference ? first : optimized;
  report.progress("reference in another order");
  cudaError_t error = runReference(1, /*alone=*/false);
  Changes second = snapshot.findChanges();
  noteSnapshotBytes(snapshot.bytes() + optimized.bytes() + first.bytes());
  if (error != cudaSuccess)
    return report.failed(error);
  Comparison comparison =
      compareResults(snapshot, optimized, ascending, second, verifyTolerance());
  if (comparison.numDifferent)
    tryFurtherOrders(snapshot, comparison);
  report.compared(snapshot, comparison);
}

void VerifiedLaunch::tryFurtherOrders(Snapshot &snapshot,
                                      Comparison &comparison) {
  for (FurtherRun run : furtherRuns) {
    if (!comparison.numDifferent)
      return;
    snapshot.restore();
    if (runReference(run.order, run.alone) != cudaSuccess)
      return;
    dropOrderDependent(comparison, snapshot, snapshot.findChanges(),
                       verifyTolerance());
  }
  if (!comparison.numDifferent || comparison.orderDependentRegions.empty())
    return;
  snapshot.restore();
  if (runOptimizedAlone() == cudaSuccess)
    dropVarying(comparison, snapshot, snapshot.findChanges(),
                verifyTolerance());
}

} // namespace

void forgetDeviceHeap() { heapInUse = false; }

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_launch_verified(const HeddleVerifiedKernel *kernel,
                              const HeddleLaunchConfig *config, void **args) {
  VerifiedLaunch launch(*kernel, *config, args);
  if (!verifyEnabled()) {
    launch.runOptimized();
    return;
  }
  __heddle_launch_settle();
  beginVerifiedLaunch();
  if (kernel->flags & HeddleVerifyAllocates)
    heapInUse = true;
  std::optional<SkipReason> skipped = reasonToSkip(*kernel, thisThread());
  if (skipped) {
    launch.runOptimized();
  } else {
    std::lock_guard lock(verifying);
    Clock::time_point begin = Clock::now();
    skipped = launch.verify();
    noteVerifiedTime(Clock::now() - begin);
  }
  if (skipped)
    noteSkipped(*skipped);
}

} // extern "C"
