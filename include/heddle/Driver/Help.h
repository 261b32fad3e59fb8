//===- Help.h - The texts of --help and --version ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_HELP_H
#define HEDDLE_DRIVER_HELP_H

namespace heddle {

void printHelp();
void printVersion();

/// The architectures of nvcc 12.8, from which scripts choose their -gencode:
/// compute_80, or as code sm_80.
void printArchitectures(bool code);

} // namespace heddle

#endif // HEDDLE_DRIVER_HELP_H
