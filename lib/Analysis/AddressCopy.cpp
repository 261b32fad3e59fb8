//===- AddressCopy.cpp - Addresses of other iterations --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/AddressCopy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;

bool AddressCopy::isOutside(Value value) {
  return !loop->isAncestor(value.getParentRegion()->getParentOp());
}

bool AddressCopy::isPlain(Value value, ValueRange given, unsigned &budget) {
  if (isOutside(value) || llvm::is_contained(given, value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() || !isPure(op) || budget == 0)
    return false;
  --budget;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isPlain(operand, given, budget);
  });
}

Value AddressCopy::copy(Value value, OpBuilder &builder, IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  if (isOutside(value))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    copy(operand, builder, mapping);
  Operation *clone = builder.clone(*op, mapping);
  // There may be no such iteration, so nothing is known about its values.
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(clone))
    clone->setAttr(
        flags.getIntegerOverflowAttrName(),
        arith::IntegerOverflowFlagsAttr::get(
            builder.getContext(), arith::IntegerOverflowFlags::none));
  return mapping.lookup(value);
}
