//===- LeastInFirst.h - Values that grow with the iteration -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LEASTINFIRST_H
#define HEDDLE_ANALYSIS_LEASTINFIRST_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace heddle {

/// Whether a value in a loop's body is nowhere less than where all `variables`
/// have their first values: it is a sum of multiples of them that does not wrap.
/// The variables are small and not negative.
inline bool isLeastInFirst(mlir::Value value, mlir::Region &body,
                           mlir::ValueRange variables, bool isUnsigned) {
  using namespace mlir;
  if (!body.isAncestor(value.getParentRegion()) ||
      llvm::is_contained(variables, value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return llvm::is_contained(variables, op->getOperand(0));
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (!flags ||
      !(isUnsigned ? flags.hasNoUnsignedWrap() : flags.hasNoSignedWrap()))
    return false;
  auto isLeast = [&](unsigned i) {
    return isLeastInFirst(op->getOperand(i), body, variables, isUnsigned);
  };
  if (isa<arith::AddIOp>(op))
    return isLeast(0) && isLeast(1);
  APInt factor;
  return isa<arith::MulIOp>(op) &&
         matchPattern(op->getOperand(1), m_ConstantInt(&factor)) &&
         factor.isNonNegative() && isLeast(0);
}

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LEASTINFIRST_H
