//===- FirstIteration.h - What holds in a loop's first iteration -*- C++
//-*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ifs and serial loops of a parallel loop's body that stand around an
// operation say which iterations come to it. Whether the first one does can be
// computed before the loop; and for guards like `i < n` it comes if any does.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_FIRSTITERATION_H
#define HEDDLE_LIB_TRANSFORMS_FIRSTITERATION_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {

/// A region that an operation stands in: a branch of an if, or the body of a
/// loop that may have no iterations.
struct Guard {
  mlir::Operation *op;
  bool isElse;

  bool operator==(const Guard &other) const {
    return op == other.op && isElse == other.isElse;
  }
};

/// From the loop's body inwards.
using Guards = llvm::SmallVector<Guard>;

class FirstIteration {
public:
  explicit FirstIteration(mlir::scf::ParallelOp loop) : loop(loop) {}

  /// Whether a value is the same in all iterations, and can be computed before
  /// the loop.
  bool isInvariant(mlir::Value value);

  /// Whether all that an operation uses is so.
  bool usesInvariant(mlir::Operation *op);

  /// Says that an operation is going to leave the loop.
  void setInvariant(mlir::Operation *op);

  /// Whether what a value is in the first iteration can be computed before the
  /// loop.
  bool isComputable(mlir::Value value);

  /// Whether it can be computed before the loop if the first iteration comes to
  /// the region.
  bool isComputable(const Guard &guard);

  /// Whether the first iteration comes to the region if any does.
  bool comesIfAny(const Guard &guard);

  /// Computes in front of the loop what the first iteration does.
  mlir::Value compute(mlir::OpBuilder &builder, mlir::Value value,
                      mlir::IRMapping &mapping);
  mlir::Value compute(mlir::OpBuilder &builder, const Guard &guard,
                      mlir::IRMapping &mapping);

private:
  bool holdsIfAny(mlir::Value condition, bool negated);
  bool growsFromFirst(mlir::Value value, bool isSigned);

  mlir::scf::ParallelOp loop;
  llvm::DenseMap<mlir::Value, bool> invariant, computable;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_FIRSTITERATION_H
