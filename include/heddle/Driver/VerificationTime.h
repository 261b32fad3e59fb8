//===- VerificationTime.h - What verification costs -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_VERIFICATIONTIME_H
#define HEDDLE_DRIVER_VERIFICATIONTIME_H

#include "mlir/Pass/PassManager.h"
#include <atomic>

namespace heddle {

/// How long `verify-stage` ran, for `--time`. Several pass managers may run at
/// the same time, in several threads.
class VerificationTime {
public:
  /// Adds the time of the passes that the manager will run.
  void watch(mlir::PassManager &pm);

  double seconds() const { return nanoseconds * 1e-9; }

private:
  std::atomic<int64_t> nanoseconds = 0;
};

} // namespace heddle

#endif // HEDDLE_DRIVER_VERIFICATIONTIME_H
