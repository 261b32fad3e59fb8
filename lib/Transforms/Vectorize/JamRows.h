//===- JamRows.h - Several rows of threads at once --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_VECTORIZE_JAMROWS_H
#define HEDDLE_LIB_TRANSFORMS_VECTORIZE_JAMROWS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Runs several iterations of a loop over rows of threads, which are
/// independent, at once, where an inner loop loads the same vectors for all.
void jamRows(mlir::scf::ForOp rows);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORIZE_JAMROWS_H
