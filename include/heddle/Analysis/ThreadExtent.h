//===- ThreadExtent.h - The iterations of a loop over threads ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which induction values a parallel loop can have, and whether it has any
// iteration at all. A loop over threads need not start at 0, may be empty, and
// may have more iterations than a CUDA block has threads: passes narrow loops
// to the threads that a guard lets through, and merge blocks.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_THREADEXTENT_H
#define HEDDLE_ANALYSIS_THREADEXTENT_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Whether a value is a size of the grid or of the block as the launch gives
/// it. The runtime rejects launches in which one is 0.
bool isLaunchSize(mlir::Value value);

/// An upper bound on an induction variable of a parallel loop; 2^60 if none is
/// known.
int64_t largestIndex(mlir::scf::ParallelOp loop, unsigned dim);

/// Whether a parallel loop has at least one iteration, in every dimension.
bool isNeverEmpty(mlir::scf::ParallelOp loop);

/// Whether a dimension has at least one iteration.
bool isNeverEmpty(mlir::scf::ParallelOp loop, unsigned dim);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_THREADEXTENT_H
