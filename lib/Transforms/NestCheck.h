//===- NestCheck.h - The check of a specialised nest ------------*- C++ -*-===//
//-*-===//
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

/// A nest that `specialize-block` made runs under an if, with the general nest
/// in its else. So what passes want to rely on in the nest can be made part of
/// the condition, if it is known at the launch.
class NestCheck {
public:
  /// Of the nest around or at this loop over blocks; none if it has no shape.
  explicit NestCheck(mlir::scf::ParallelOp grid);
  explicit operator bool() const { return bool(check); }

  /// Whether a value can be had before the check, if need be by moving it
  /// there.
  bool isKnown(mlir::Value value);

  /// The value, which must be known, as an index with its sign. To be used with
  /// `builder`.
  mlir::Value get(mlir::Value value);
  mlir::Value constant(int64_t value);

  /// The nest runs only if this holds, too.
  void require(mlir::arith::CmpIPredicate predicate, mlir::Value a,
               mlir::Value b);

  /// Stands in front of the check.
  mlir::OpBuilder builder;

private:
  void moveBefore(mlir::Value value);

  mlir::scf::ParallelOp grid;
  mlir::scf::IfOp check;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_NESTCHECK_H
