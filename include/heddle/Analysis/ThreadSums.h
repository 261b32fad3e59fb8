//===- ThreadSums.h - Numbers as sums over thread indices -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_THREADSUMS_H
#define HEDDLE_ANALYSIS_THREADSUMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A number in a loop over threads as multiples of the threads' indices and of
/// values from before the loop, plus something that lies in a range. None of it
/// wraps.
class ThreadSum {
public:
  /// Values that are taken to be others.
  using Assumptions = llvm::DenseMap<mlir::Value, mlir::Value>;

  /// The difference of two numbers, or nothing if it has another form or may
  /// wrap.
  static std::optional<ThreadSum>
  difference(mlir::Value a, mlir::Value b, mlir::scf::ParallelOp threads,
             bool isUnsigned, const Assumptions *assumptions = nullptr);

  /// The least and the largest one of all threads, if that is known already.
  std::optional<std::pair<int64_t, int64_t>> getRange() const;

  /// Whether the sizes of the block are known where it matters here.
  bool isBounded() const;

  /// Whether threads differ in it, or the turns of a loop in a thread.
  bool dependsOnThread() const;

  /// The only dimension of the block along which it differs, if there is one
  /// and nothing else differs; and how much from one thread to the next.
  std::optional<unsigned> getOnlyDim() const;
  int64_t getFactor(unsigned dim) const { return factors[dim]; }

  /// The dimension along which it grows by more than all else in it that
  /// differs between threads, where that is at least 0, if there is such else.
  std::optional<unsigned> getLeadingDim() const;

  /// Whether blocks differ in it; whether it is larger in later blocks; whether
  /// it has parts in which they do not differ.
  bool dependsOn(mlir::scf::ParallelOp grid) const;
  bool growsWith(mlir::scf::ParallelOp grid) const;
  bool hasOther(mlir::scf::ParallelOp grid) const;

  /// Whether nothing in it is known only when the program runs.
  bool isConstant() const;

  /// What it is in the first thread, or the negative of that, and the least and
  /// the largest one of all threads, as an index.
  mlir::Value createFirst(mlir::OpBuilder &builder, mlir::Location loc,
                          bool isNegated) const;
  mlir::Value createLeast(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value createLargest(mlir::OpBuilder &builder, mlir::Location loc) const;

  /// The negative of what does not differ between threads and is not a
  /// constant, as an index.
  mlir::Value createBound(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  bool add(mlir::Value value, int64_t factor);
  /// An index in fewer bits: the same if it is known to fit in there.
  bool addNarrowed(mlir::Value index, unsigned width, int64_t factor);
  bool addRange(int64_t first, int64_t last, int64_t factor);
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc, int64_t more,
                     bool isNegated = false) const;
  /// The number of threads along a dimension, if it is known.
  std::optional<int64_t> getSize(unsigned dim) const;
  /// What the threads' indices add to it, at least and at most.
  int64_t getSpread(bool most) const;

  llvm::SmallVector<std::pair<mlir::Value, int64_t>> terms;
  llvm::SmallVector<int64_t, 3> factors;
  int64_t low = 0, high = 0;
  mlir::scf::ParallelOp threads;
  bool isUnsigned = false;
  const Assumptions *assumptions = nullptr; ///< Only while it is added up.
};

/// Whether a value is computed from a loop's induction variables.
bool isComputedFrom(mlir::Value value, mlir::scf::ParallelOp loop);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_THREADSUMS_H
