//===- FlattenSwitches.cpp - Ways out of a condition as conditions --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandSwitch.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_FLATTENSWITCHES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Whether a value is a constant, or a bit.
static bool isBitOrConstant(Value value) {
  auto wide = value.getDefiningOp<arith::ExtUIOp>();
  return getConstantIntValue(value) ||
         (wide && wide.getIn().getType().isInteger(1));
}

/// `value == number`, where the value is such.
static Value createIs(OpBuilder &builder, Location loc, Value value,
                      int64_t number) {
  auto truth = [&](bool is) -> Value {
    return arith::ConstantIntOp::create(builder, loc, is, 1);
  };
  if (auto constant = getConstantIntValue(value))
    return truth(*constant == number);
  Value bit = value.getDefiningOp<arith::ExtUIOp>().getIn();
  if (number == 1)
    return bit;
  return number == 0 ? arith::XOrIOp::create(builder, loc, bit, truth(true))
                     : truth(false);
}

/// Decides a comparison with a number in the branch that the other side comes
/// from.
static void decide(arith::CmpIOp compare) {
  auto predicate = compare.getPredicate();
  auto number = getConstantIntValue(compare.getRhs());
  bool isEqual = predicate == arith::CmpIPredicate::eq;
  if (!number || (!isEqual && predicate != arith::CmpIPredicate::ne))
    return;
  Value side = compare.getLhs();
  while (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(
      side.getDefiningOp()))
    side = side.getDefiningOp()->getOperand(0);
  auto branch = side.getDefiningOp<scf::IfOp>();
  if (!branch || !isa<IntegerType>(side.getType()))
    return;
  unsigned index = cast<OpResult>(side).getResultNumber();
  if (!isBitOrConstant(branch.thenYield().getOperand(index)) ||
      !isBitOrConstant(branch.elseYield().getOperand(index)))
    return;
  OpBuilder builder(branch);
  Location loc = branch.getLoc();
  SmallVector<Type> types(branch.getResultTypes());
  types.push_back(builder.getI1Type());
  auto more = scf::IfOp::create(builder, loc, types, branch.getCondition(),
                                /*addThenBlock=*/false,
                                /*addElseBlock=*/false);
  more.getThenRegion().takeBody(branch.getThenRegion());
  more.getElseRegion().takeBody(branch.getElseRegion());
  for (scf::YieldOp yield : {more.thenYield(), more.elseYield()}) {
    builder.setInsertionPoint(yield);
    Value is = createIs(builder, loc, yield.getOperand(index), *number);
    yield.getResultsMutable().append(is);
  }
  Value is = more.getResults().back();
  if (!isEqual) {
    builder.setInsertionPoint(compare);
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    is = arith::XOrIOp::create(builder, loc, is, yes);
  }
  compare.getResult().replaceAllUsesWith(is);
  compare.erase();
  branch->replaceAllUsesWith(more.getResults().drop_back());
  branch.erase();
}

namespace {
struct FlattenSwitches
    : public heddle::impl::FlattenSwitchesBase<FlattenSwitches> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      SmallVector<scf::IndexSwitchOp> switches;
      threads.walk([&](scf::IndexSwitchOp op) {
        if (op.getNumCases() == 1)
          switches.push_back(op);
      });
      for (scf::IndexSwitchOp op : switches)
        expandSwitch(op);
      SmallVector<arith::CmpIOp> compares;
      threads.walk([&](arith::CmpIOp op) { compares.push_back(op); });
      for (arith::CmpIOp op : compares)
        decide(op);
    }
  }
};
} // namespace
