//===- ThreadSums.h - Linear sums of thread indices -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_THREADSUMS_H
#define HEDDLE_ANALYSIS_THREADSUMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A value in a loop over threads as multiples of the thread indices and of
/// values from before the loop, plus a rest within a range. No part of it
/// wraps.
class ThreadSum {
public:
  /// Values that are assumed to equal others.
  using Assumptions = llvm::DenseMap<mlir::Value, mlir::Value>;

  /// The difference of two values, or nothing if it has another form or may
  /// wrap.
  static std::optional<ThreadSum>
  difference(mlir::Value a, mlir::Value b, mlir::scf::ParallelOp threads,
             bool isUnsigned, const Assumptions *assumptions = nullptr);

  /// The minimum and maximum over all threads, if they are constants.
  std::optional<std::pair<int64_t, int64_t>> getRange() const;

  /// Whether the block sizes that matter here are known.
  bool isBounded() const;

  /// Whether it differs between threads, or between iterations of a thread's
  /// loop.
  bool dependsOnThread() const;

  /// The only dimension of the block along which it differs, if nothing else in
  /// it differs; and the difference from one thread to the next.
  std::optional<unsigned> getOnlyDim() const;
  int64_t getFactor(unsigned dim) const { return factors[dim]; }

  /// The dimension along which it grows by more than everything else in it that
  /// differs between threads, if that is at least 0 and exists.
  std::optional<unsigned> getLeadingDim() const;

  /// Whether it differs between blocks; whether it is larger in later blocks;
  /// whether it has parts that do not differ.
  bool dependsOn(mlir::scf::ParallelOp grid) const;
  bool growsWith(mlir::scf::ParallelOp grid) const;
  bool hasOther(mlir::scf::ParallelOp grid) const;

  /// Whether all of it is known at compile time.
  bool isConstant() const;

  /// Its value in the first thread, or the negative of that, and its minimum
  /// and maximum over all threads, as an index.
  mlir::Value createFirst(mlir::OpBuilder &builder, mlir::Location loc,
                          bool isNegated) const;
  mlir::Value createLeast(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value createLargest(mlir::OpBuilder &builder, mlir::Location loc) const;

  /// The negative of the part that is the same for all threads and not a
  /// constant, as an index.
  mlir::Value createBound(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  bool add(mlir::Value value, int64_t factor);
  /// A truncated index: the same value if it is known to fit.
  bool addNarrowed(mlir::Value index, unsigned width, int64_t factor);
  bool addRange(int64_t first, int64_t last, int64_t factor);
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc, int64_t more,
                     bool isNegated = false) const;
  /// The number of threads along a dimension, if known.
  std::optional<int64_t> getSize(unsigned dim) const;
  /// The minimum and maximum of what the thread indices add to it.
  int64_t getSpread(bool most) const;

  llvm::SmallVector<std::pair<mlir::Value, int64_t>> terms;
  llvm::SmallVector<int64_t, 3> factors;
  int64_t low = 0, high = 0;
  mlir::scf::ParallelOp threads;
  bool isUnsigned = false;
  const Assumptions *assumptions = nullptr; ///< Only during construction.
};

/// Whether a value is computed from a loop's induction variables.
bool isComputedFrom(mlir::Value value, mlir::scf::ParallelOp loop);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_THREADSUMS_H
