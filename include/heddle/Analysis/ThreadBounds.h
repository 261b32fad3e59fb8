//===- ThreadBounds.h - Conditions on thread indices ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_THREADBOUNDS_H
#define HEDDLE_ANALYSIS_THREADBOUNDS_H

#include "heddle/Analysis/ThreadSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A condition on one thread index: a comparison with 0 of a sum in which only
/// that index differs between threads.
struct ThreadBound {
  unsigned dim; ///< The induction variable of the thread loop.
  mlir::arith::CmpIPredicate predicate; ///< eq, slt, sle, sgt or sge.
  ThreadSum sum;

  /// If the index is subtracted, swaps the predicate, so that it applies to the
  /// index as in other conditions.
  void orient();

  /// The first index for which the condition holds, and the first one after it
  /// for which it does not, as far as the condition determines them. Created at
  /// the builder.
  mlir::Value createLower(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value createUpper(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  /// The first index at which the sides of the condition are equal or have
  /// changed their order.
  mlir::Value createMeeting(mlir::OpBuilder &builder, mlir::Location loc,
                            bool isPast) const;
};

/// The signed predicate.
mlir::arith::CmpIPredicate signedOf(mlir::arith::CmpIPredicate predicate);

/// The conditions, with their required values, that together are equivalent to
/// this one, or to its negation.
void collectParts(mlir::Value condition, bool holds,
                  llvm::SmallVectorImpl<std::pair<mlir::Value, bool>> &parts);

/// Recognises such a condition, or the negation of one.
std::optional<ThreadBound> matchBound(mlir::Value condition, bool holds,
                                      mlir::scf::ParallelOp threads);

/// A condition around everything that a loop does.
struct ThreadGuard {
  mlir::Value condition;
  bool holds;
  ThreadBound bound;
};

/// The loop does nothing outside of these conditions. Loads outside do not
/// count: a thread that does not use them need not run.
llvm::SmallVector<ThreadGuard> findGuards(mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_THREADBOUNDS_H
