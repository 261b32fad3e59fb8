//===- VerifyReport.h - What verified launches have come to -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_VERIFYREPORT_H
#define HEDDLE_RUNTIME_VERIFYREPORT_H

#include "CompareResults.h"
#include "cuda_runtime_api.h"
#include "heddle/abi.h"
#include <chrono>

namespace heddle::rt {

/// Why a launch was not compared.
enum class SkipReason {
  prints,
  clock,
  allocates,
  launches,
  launchedByKernel,
  external,
  waitsForHost,
  deviceHeap,
  hostMemory,
  memory,
  failed,
};
inline constexpr unsigned skipReasons =
    static_cast<unsigned>(SkipReason::failed) + 1;

/// HEDDLE_VERIFY, HEDDLE_VERIFY_MEMORY and HEDDLE_VERIFY_TOLERANCE.
bool verifyEnabled();
size_t verifyMemoryLimit();
const Tolerance &verifyTolerance();

/// Counts a launch. The first one has the summary printed at the program's end.
void beginVerifiedLaunch();
void noteSkipped(SkipReason reason);
/// How long optimized kernels took, and how long their launches did with all
/// that verification adds.
void noteOptimizedTime(std::chrono::steady_clock::duration time);
void noteVerifiedTime(std::chrono::steady_clock::duration time);
void noteSnapshotBytes(size_t bytes);

/// The device was reset: nothing is left of what kernels have allocated.
void forgetDeviceHeap();

/// What is said of one launch.
class LaunchReport {
public:
  LaunchReport(const HeddleVerifiedKernel &kernel,
               const HeddleLaunchConfig &config);

  /// On a terminal, now and then: what is being done.
  void progress(const char *what) const;
  void compared(const Snapshot &snapshot, const Comparison &comparison) const;
  /// The reference ended with an error, and the optimized kernel did not.
  void failed(cudaError_t error) const;

private:
  void describeDifference(const Snapshot &snapshot,
                          const Comparison &comparison) const;

  const HeddleVerifiedKernel &kernel;
  const HeddleLaunchConfig &config;
  const uint64_t number;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_VERIFYREPORT_H
