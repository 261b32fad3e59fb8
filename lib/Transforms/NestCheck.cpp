//===- NestCheck.cpp - The check of specialised loops ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestCheck.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"

using namespace mlir;
using namespace heddle;

NestCheck::NestCheck(scf::ParallelOp grid)
    : builder(grid.getContext()), grid(grid) {
  if (!grid->hasAttr(par::shapeAttr))
    return;
  check = dyn_cast<scf::IfOp>(grid->getParentOp());
  // The else branch runs if the check fails.
  if (check && check.thenBlock() != grid->getBlock())
    check = {};
  if (check)
    builder.setInsertionPoint(check);
}

bool NestCheck::isKnown(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value))
    return !check->isAncestor(arg.getOwner()->getParentOp());
  Operation *op = value.getDefiningOp();
  if (!check->isProperAncestor(op))
    return true;
  return !grid->isProperAncestor(op) && isPure(op) && !op->getNumRegions() &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return isKnown(operand); });
}

void NestCheck::moveBefore(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !check->isProperAncestor(op))
    return;
  for (Value operand : op->getOperands())
    moveBefore(operand);
  op->moveBefore(check);
}

Value NestCheck::get(Value value) {
  moveBefore(value);
  value = freezeOverflow(builder, check.getLoc(), value);
  return arith::IndexCastOp::create(builder, check.getLoc(),
                                    builder.getIndexType(), value);
}

Value NestCheck::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, check.getLoc(), value);
}

void NestCheck::require(arith::CmpIPredicate predicate, Value a, Value b) {
  Location loc = check.getLoc();
  Value holds = arith::CmpIOp::create(builder, loc, predicate, a, b);
  check.getConditionMutable().assign(
      arith::AndIOp::create(builder, loc, check.getCondition(), holds));
}
