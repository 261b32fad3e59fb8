//===- NestCheck.h - The check of a specialised nest ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_NESTCHECK_H
#define HEDDLE_LIB_TRANSFORMS_NESTCHECK_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Loops that `specialize-block` created run under an if, with the general
/// loops in its else branch. A property that passes rely on in these loops can
/// be added to the condition, if it is known at the launch.
class NestCheck {
public:
  /// The check of the loops around or at this loop over blocks; none if it has
  /// no shape.
  explicit NestCheck(mlir::scf::ParallelOp grid);
  explicit operator bool() const { return bool(check); }

  /// Whether a value is available before the check, possibly by moving it
  /// there.
  bool isKnown(mlir::Value value);

  /// The value, which must be available, as a signed index. Use it with
  /// `builder`.
  mlir::Value get(mlir::Value value);
  mlir::Value constant(int64_t value);

  /// Adds a condition to the check.
  void require(mlir::arith::CmpIPredicate predicate, mlir::Value a,
               mlir::Value b);

  /// Inserts before the check.
  mlir::OpBuilder builder;

private:
  void moveBefore(mlir::Value value);

  mlir::scf::ParallelOp grid;
  mlir::scf::IfOp check;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_NESTCHECK_H
