//===- LaneChecks.cpp - Whether lanes have the shapes that they should ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests of the shape analysis: what is emitted for lane 0 only is computed
// for all lanes as well, from operands that have been checked before, and the
// program ends where an active lane has another value.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "heddle/Support/Promises.h"

using namespace mlir;
using namespace heddle;

/// Values of floats that are the same in all lanes need no check: their
/// operands have been checked.
static bool isChecked(Type type) {
  return type.isIntOrIndex() || isa<LLVM::LLVMPointerType>(type);
}

void LaneEmitter::trapIfAny(Value lanes) {
  auto branch = scf::IfOp::create(builder, loc, anyOf(restrictTo(lanes)),
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  LLVM::Trap::create(builder, loc);
}

void LaneEmitter::checkValue(Value value, Value vector) {
  if (!isChecked(value.getType()))
    return;
  Value expected = getVector(value);
  if (isa<LLVM::LLVMPointerType>(value.getType())) {
    Type type = vectorOf(builder.getI64Type());
    vector = LLVM::PtrToIntOp::create(builder, loc, type, vector);
    expected = LLVM::PtrToIntOp::create(builder, loc, type, expected);
  }
  trapIfAny(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                  vector, expected));
}

void LaneEmitter::checkOperation(Operation *op) {
  if (!llvm::any_of(op->getResultTypes(), isChecked))
    return;
  Operation *all;
  if (auto gep = dyn_cast<LLVM::GEPOp>(op))
    all = createAddress(gep);
  else if (isElementwise(op) || isVectorIntrinsic(op))
    all = createElementwise(op);
  else
    return;
  // It may be speculated: what is undefined for a lane is not used then.
  dropPromises(all);
  for (auto [value, vector] : llvm::zip(op->getResults(), all->getResults()))
    checkValue(value, vector);
}

void LaneEmitter::checkSameShape(Value value, Value other) const {
  if (!isChecked(value.getType()) || shapes.isUndefined(value))
    return;
  Shape from = shapeOf(value), to = shapeOf(other);
  unsigned width = value.getType().isInteger()
                       ? value.getType().getIntOrFloatBitWidth()
                       : 64;
  for (int64_t lane = 0; lane < lanes(); ++lane) {
    uint64_t distance = uint64_t(from.getOffset(lane)) - from.getOffset(0) -
                        to.getOffset(lane) + to.getOffset(0);
    if (distance << (64 - width) != 0)
      llvm::report_fatal_error("a value and what it is passed on as have "
                               "different shapes");
  }
}

void LaneEmitter::checkCounter(scf::ForOp loop) {
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::uge
                                         : arith::CmpIPredicate::sge;
  trapIfAny(arith::CmpIOp::create(builder, loc, predicate,
                                  getVector(loop.getInductionVar()),
                                  getVector(loop.getUpperBound())));
}
