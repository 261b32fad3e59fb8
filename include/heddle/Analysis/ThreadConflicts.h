//===- ThreadConflicts.h - Whether threads meet in memory -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses of a loop over threads as integer relations: can the place that
// one thread touches by the first be the place that a thread touches by the
// second? Presburger arithmetic decides for places that are linear in the
// thread's indices and in values all threads share, with divisions by
// constants, under the conditions the accesses stand under.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_THREADCONFLICTS_H
#define HEDDLE_ANALYSIS_THREADCONFLICTS_H

#include "heddle/Analysis/Accesses.h"

namespace heddle {

class ThreadConflicts {
public:
  explicit ThreadConflicts(mlir::scf::ParallelOp threads) : threads(threads) {}

  /// Whether two different threads may touch a common place, one by `a` and the
  /// other by `b`, one of them to write.
  bool conflict(const Access &a, const Access &b);

  /// Whether some thread's `a` may touch a place that this or another thread's
  /// `b` touches.
  bool overlap(const Access &a, const Access &b);

private:
  bool solve(const Access &a, const Access &b, bool differentThreads);

  mlir::scf::ParallelOp threads;
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Operation *>, bool>
      conflicts, overlaps;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_THREADCONFLICTS_H
