//===- EdgeDecisions.h - What threads decide by where they are --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_EDGEDECISIONS_H
#define HEDDLE_LIB_TRANSFORMS_EDGEDECISIONS_H

#include "heddle/Analysis/ThreadSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

/// What an operation decides by the sign of a sum: a comparison, or which of
/// two numbers is the larger one.
struct EdgeDecision {
  mlir::Operation *op;
  /// The decision away from the edges of the grid.
  bool holds;
  /// What the sum is then, against 0: not eq.
  mlir::arith::CmpIPredicate predicate;
  ThreadSum sum;
};

/// The decisions in a loop over threads that come out differently at the edges
/// of the grid, in order. Later ones rely on earlier ones.
llvm::SmallVector<EdgeDecision>
collectEdgeDecisions(mlir::scf::ParallelOp grid, mlir::scf::ParallelOp threads,
                     llvm::function_ref<bool(const ThreadSum &)> isWanted);

/// Replaces the result of the decision's operation, or of a copy of it, by what
/// it is away from the edges.
void settle(const EdgeDecision &decision, mlir::Value result);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_EDGEDECISIONS_H
