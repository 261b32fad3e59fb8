//===- Driver.h - The heddle command ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_DRIVER_H
#define HEDDLE_DRIVER_DRIVER_H

namespace heddle {

/// Runs the `heddle` command and returns its exit code: 0, 1 after an error
/// that has been reported, or 70 after a crash of the compiler.
int driverMain(int argc, const char **argv);

} // namespace heddle

#endif // HEDDLE_DRIVER_DRIVER_H
