//===- CountedLoops.h - Loops that count up ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_COUNTEDLOOPS_H
#define HEDDLE_SUPPORT_COUNTEDLOOPS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {

/// Whether a loop's counter never becomes more than its type holds, so that it
/// can be a loop that counts. MLIR, which makes it one, does not ask.
inline bool countsWithoutWrap(mlir::scf::WhileOp loop) {
  using mlir::arith::CmpIPredicate;
  auto compare =
      loop.getConditionOp().getCondition().getDefiningOp<mlir::arith::CmpIOp>();
  if (!compare)
    return false;
  CmpIPredicate kind = compare.getPredicate();
  bool isSigned = kind == CmpIPredicate::slt || kind == CmpIPredicate::sgt;
  bool isLeft = kind == CmpIPredicate::slt || kind == CmpIPredicate::ult;
  if (!isSigned && !isLeft && kind != CmpIPredicate::ugt)
    return false;
  auto counter = mlir::dyn_cast<mlir::BlockArgument>(isLeft ? compare.getLhs()
                                                            : compare.getRhs());
  if (!counter || counter.getOwner() != loop.getBeforeBody())
    return false;
  auto next = loop.getYieldOp()
                  .getOperand(counter.getArgNumber())
                  .getDefiningOp<mlir::arith::AddIOp>();
  if (!next)
    return false;
  return (isSigned ? next.hasNoSignedWrap() : next.hasNoUnsignedWrap()) ||
         // What is less than something can be one more.
         mlir::getConstantIntValue(next.getRhs()) == 1;
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_COUNTEDLOOPS_H
