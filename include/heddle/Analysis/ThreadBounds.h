//===- ThreadBounds.h - Conditions that bound a thread's index --*- C++ -*-===//
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

/// A condition on one of a thread's indices: a sum in which that is the only
/// thing that differs between threads, against 0.
struct ThreadBound {
  unsigned dim; ///< Which induction variable of the thread loop.
  mlir::arith::CmpIPredicate predicate; ///< eq, slt, sle, sgt or sge.
  ThreadSum sum;

  /// Where the index is subtracted, turns the predicate around: it is then on
  /// the index as the others are.
  void orient();

  /// The first index for which the condition holds and the first for which it
  /// does not any more, as far as the condition says. Created at the builder.
  mlir::Value createLower(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value createUpper(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  /// The first index at which the condition's sides have met, or come to be in
  /// the other order.
  mlir::Value createMeeting(mlir::OpBuilder &builder, mlir::Location loc,
                            bool isPast) const;
};

/// The predicate as of numbers with a sign.
mlir::arith::CmpIPredicate signedOf(mlir::arith::CmpIPredicate predicate);

/// The conditions, with what each must be, that all have to be so for this one
/// to hold, or not to hold.
void collectParts(mlir::Value condition, bool holds,
                  llvm::SmallVectorImpl<std::pair<mlir::Value, bool>> &parts);

/// Recognises such a condition, or the contrary of one.
std::optional<ThreadBound> matchBound(mlir::Value condition, bool holds,
                                      mlir::scf::ParallelOp threads);

/// A condition that everything a loop does stands under.
struct ThreadGuard {
  mlir::Value condition;
  bool holds;
  ThreadBound bound;
};

/// What stands under them is all that the loop does. Loads outside of them do
/// not count: a thread that does nothing with them need not run.
llvm::SmallVector<ThreadGuard> findGuards(mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_THREADBOUNDS_H
