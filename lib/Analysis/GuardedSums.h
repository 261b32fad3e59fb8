//===- GuardedSums.h - Sums that branches keep from wrapping ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_GUARDEDSUMS_H
#define HEDDLE_LIB_ANALYSIS_GUARDEDSUMS_H

#include "mlir/IR/Operation.h"

namespace heddle {

/// Whether a sum or difference of unsigned integers does not wrap in threads
/// that compute it, because of the branches and loops around it: `i + 1` under
/// `i < n`, `i - 1` under `i > 0`, `n - 1 - i` under `i < n`.
bool isGuardedSum(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_ANALYSIS_GUARDEDSUMS_H
