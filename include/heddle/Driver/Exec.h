//===- Exec.h - Runs the jobs of a plan -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_EXEC_H
#define HEDDLE_DRIVER_EXEC_H

#include "heddle/Driver/Plan.h"

namespace heddle {

/// The exit code of an internal compiler error (EX_SOFTWARE).
inline constexpr int internalErrorCode = 70;

/// Prints the plan's commands as nvcc does, each line with the prefix `#$ `.
void printPlan(const Plan &plan, const Invocation &invocation);

/// Runs the plan, with the parallelism that -t selects, and removes its
/// temporary files. Returns the exit code of the first job that failed, or 0.
int executePlan(const Plan &plan, const Invocation &invocation);

/// Runs a program and waits for it. `quiet` discards its messages.
int runCommand(const std::vector<std::string> &argv, bool quiet = false);

/// After a job that preprocesses a CUDA source: appends a line that depends on
/// the device code of the source.
int appendDeviceDigest(const Job &job);

} // namespace heddle

#endif // HEDDLE_DRIVER_EXEC_H
