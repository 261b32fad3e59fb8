//===- ThreadConflicts.h - Memory conflicts between threads -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes two accesses of a loop over threads as integer relations: can the
// address that one thread accesses with the first equal that of a thread with
// the second? Presburger arithmetic decides this for addresses that are linear
// in the thread indices and in values that all threads share, with divisions by
// constants, under the conditions of the accesses.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_THREADCONFLICTS_H
#define HEDDLE_ANALYSIS_THREADCONFLICTS_H

#include "heddle/Analysis/Accesses.h"

namespace heddle {

class ThreadConflicts {
public:
  explicit ThreadConflicts(mlir::scf::ParallelOp threads) : threads(threads) {}

  /// Whether two different threads may access the same address, one with `a`
  /// and the other with `b`, one of them writing.
  bool conflict(const Access &a, const Access &b);

  /// Whether `a` of some thread may access an address that `b` of this or
  /// another thread accesses.
  bool overlap(const Access &a, const Access &b);

private:
  bool solve(const Access &a, const Access &b, bool differentThreads);

  mlir::scf::ParallelOp threads;
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Operation *>, bool>
      conflicts, overlaps;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_THREADCONFLICTS_H
