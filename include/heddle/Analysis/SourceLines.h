//===- SourceLines.h - The source lines of operations -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels have locations with -lineinfo, and where a report or a warning is to
// name lines.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_SOURCELINES_H
#define HEDDLE_ANALYSIS_SOURCELINES_H

#include "mlir/IR/Location.h"
#include <string>

namespace heddle {

/// Where the kernel's file has what an operation comes from.
struct SourceLine {
  /// In the kernel, or in a function of the same file that was inlined; 0 if it
  /// is not known.
  unsigned line = 0;
  /// In the kernel: that of the call, if it was inlined.
  unsigned inKernel = 0;
};

SourceLine findSourceLine(mlir::Location loc);

/// "line 5", or "line 5, called at line 13"; empty if it is not known.
std::string nameSourceLine(mlir::Location loc);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_SOURCELINES_H
