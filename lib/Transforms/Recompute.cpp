//===- Recompute.cpp - What will be computed later, already now -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;

bool heddle::canRecompute(Value value, LoopLikeOpInterface loop,
                          llvm::function_ref<bool(Value)> isVariable,
                          unsigned &budget) {
  if (loop.isDefinedOutsideOfLoop(value) || isVariable(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() || !isPure(op) || budget == 0)
    return false;
  --budget;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return canRecompute(operand, loop, isVariable, budget);
  });
}

Value heddle::recompute(Value value, LoopLikeOpInterface loop,
                        OpBuilder &builder, IRMapping &mapping) {
  if (mapping.contains(value))
    return mapping.lookup(value);
  if (loop.isDefinedOutsideOfLoop(value))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    recompute(operand, loop, builder, mapping);
  Operation *clone = builder.clone(*op, mapping);
  // What comes later may not come, and then be too large.
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(clone))
    clone->setAttr(
        flags.getIntegerOverflowAttrName(),
        arith::IntegerOverflowFlagsAttr::get(
            builder.getContext(), arith::IntegerOverflowFlags::none));
  return mapping.lookup(value);
}
