//===- Strides.h - From one thread or turn to the next ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_STRIDES_H
#define HEDDLE_ANALYSIS_STRIDES_H

#include "heddle/Analysis/Accesses.h"

namespace heddle {

/// Accesses up to so many elements apart are made of whole vectors, whose
/// elements are put in order; those further apart are gathered one by one.
inline constexpr int64_t longestGroup = 4;

/// How a value changes from one thread of a row to the next, or from one
/// iteration of a loop to the next.
class Strides {
public:
  explicit Strides(mlir::Value variable) : variable(variable) {}

  /// In units of the value; none if that is not known or not constant. This
  /// is an estimate: it takes narrow arithmetic not to wrap and truncation to
  /// keep the number. Only a stride of 0 is certain.
  std::optional<int64_t> of(mlir::Value value);

  /// In bytes.
  std::optional<int64_t> of(const Access &access);

  /// In bytes, where it is proven that no part of the address wraps on the way
  /// to 64 bits.
  std::optional<int64_t> exactly(const Access &access);

  /// Whether a loop has equally many iterations however the variable changes.
  bool isEven(mlir::scf::ForOp loop) {
    return of(loop.getLowerBound()) == 0 && of(loop.getUpperBound()) == 0 &&
           of(loop.getStep()) == 0;
  }

  /// Takes a value to change by that much.
  void assume(mlir::Value value, int64_t stride) { known[value] = stride; }

private:
  std::optional<int64_t> compute(mlir::Value value);
  /// Whether a value whose stride is known is the same number, with or without
  /// a sign, as if it were computed in unlimited width.
  bool isExact(mlir::Value value, bool isSigned);
  /// A loop's variables go on in the same way in all threads as long as they
  /// start so.
  std::optional<int64_t> computeArgument(mlir::BlockArgument arg);

  mlir::Value variable;
  llvm::DenseMap<mlir::Value, std::optional<int64_t>> known;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_STRIDES_H
