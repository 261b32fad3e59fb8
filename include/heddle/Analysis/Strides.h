//===- Strides.h - Strides of values and addresses --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_STRIDES_H
#define HEDDLE_ANALYSIS_STRIDES_H

#include "heddle/Analysis/Accesses.h"

namespace heddle {

/// Accesses with a stride of at most this many elements are made of whole
/// vectors, whose elements are shuffled; those with larger strides are
/// gathered.
inline constexpr int64_t longestGroup = 4;

/// How a value changes from one thread of a row to the next, or from one
/// iteration of a loop to the next.
class Strides {
public:
  explicit Strides(mlir::Value variable) : variable(variable) {}

  /// In units of the value; none if it is unknown or not constant. This is an
  /// estimate: it assumes that narrow arithmetic does not wrap and that
  /// truncation keeps the value. Only a stride of 0 is certain.
  std::optional<int64_t> of(mlir::Value value);

  /// In bytes.
  std::optional<int64_t> of(const Access &access);

  /// In bytes, if it is proved that no part of the address wraps before it is
  /// extended to 64 bits.
  std::optional<int64_t> exactly(const Access &access);

  /// Whether the trip count of a loop does not depend on the variable.
  bool isEven(mlir::scf::ForOp loop) {
    return of(loop.getLowerBound()) == 0 && of(loop.getUpperBound()) == 0 &&
           of(loop.getStep()) == 0;
  }

  /// Assumes that a value changes by this much.
  void assume(mlir::Value value, int64_t stride) { known[value] = stride; }

private:
  std::optional<int64_t> compute(mlir::Value value);
  /// Whether a value with a known stride equals, as signed or unsigned, the
  /// same computation in unlimited width.
  bool isExact(mlir::Value value, bool isSigned);
  /// Loop-carried values change in the same way in all threads if their initial
  /// values do.
  std::optional<int64_t> computeArgument(mlir::BlockArgument arg);

  mlir::Value variable;
  llvm::DenseMap<mlir::Value, std::optional<int64_t>> known;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_STRIDES_H
