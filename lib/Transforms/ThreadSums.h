//===- ThreadSums.h - Numbers as sums over thread indices -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_THREADSUMS_H
#define HEDDLE_LIB_TRANSFORMS_THREADSUMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A number in a loop over threads as multiples of values from before the loop,
/// plus something that lies in a range for all threads. None of it wraps.
class ThreadSum {
public:
  /// Values that are taken to be others.
  using Assumptions = llvm::DenseMap<mlir::Value, mlir::Value>;

  /// The difference of two numbers, or nothing if it has another form or may
  /// wrap. The loop over threads must have constant bounds.
  static std::optional<ThreadSum>
  difference(mlir::Value a, mlir::Value b, mlir::scf::ParallelOp threads,
             bool isUnsigned, const Assumptions *assumptions = nullptr);

  /// The least and the largest one of all threads, if that is known already.
  std::optional<std::pair<int64_t, int64_t>> getRange() const;

  /// Whether threads differ in it.
  bool dependsOnThread() const { return low != high; }

  /// Whether blocks differ in it; whether it is larger in later blocks; whether
  /// it has parts in which they do not differ.
  bool dependsOn(mlir::scf::ParallelOp grid) const;
  bool growsWith(mlir::scf::ParallelOp grid) const;
  bool hasOther(mlir::scf::ParallelOp grid) const;

  /// The least and the largest one of all threads, as an index.
  mlir::Value createLeast(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value createLargest(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  bool add(mlir::Value value, int64_t factor, mlir::scf::ParallelOp threads);
  /// An index in fewer bits: the same if it is known to fit in there.
  bool addNarrowed(mlir::Value index, unsigned width, int64_t factor,
                   mlir::scf::ParallelOp threads);
  bool addRange(int64_t first, int64_t last, int64_t factor);
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc,
                     int64_t more) const;

  llvm::SmallVector<std::pair<mlir::Value, int64_t>> terms;
  int64_t low = 0, high = 0;
  bool isUnsigned = false;
  const Assumptions *assumptions = nullptr; ///< Only while it is added up.
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_THREADSUMS_H
