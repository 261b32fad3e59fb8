//===- GuardConditions.cpp - Conditions that may be poison ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle {
#define GEN_PASS_DEF_GUARDCONDITIONS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Finds values that are poison in threads that do not use them.
class Poison {
public:
  bool mayBe(Value value, unsigned depth = 0) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    // A positive answer is safe if the search gives up.
    if (isa<ub::PoisonOp>(op) || depth == mostSteps)
      return true;
    // Arithmetic that has been hoisted out of a guard overflows where the guard
    // does not hold.
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    if (flags && flags.getOverflowAttr().getValue() !=
                     arith::IntegerOverflowFlags::none)
      return true;
    auto [known, isNew] = results.try_emplace(value, false);
    if (!isNew)
      return known->second;
    bool result = false;
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      for (scf::YieldOp yield : {branch.thenYield(), branch.elseYield()})
        result |= mayBe(yield.getOperand(number), depth + 1);
    } else if (op->getNumRegions() == 0 && isMemoryEffectFree(op)) {
      result = llvm::any_of(op->getOperands(), [&](Value operand) {
        return mayBe(operand, depth + 1);
      });
    }
    return results[value] = result;
  }

private:
  static constexpr unsigned mostSteps = 16;
  llvm::DenseMap<Value, bool> results;
};

struct GuardConditions
    : public heddle::impl::GuardConditionsBase<GuardConditions> {
  void runOnOperation() override {
    SmallVector<arith::AndIOp> found;
    Poison poison;
    getOperation().walk([&](arith::AndIOp both) {
      if (both.getType().isInteger(1) && poison.mayBe(both.getRhs()))
        found.push_back(both);
    });
    for (arith::AndIOp both : found) {
      OpBuilder builder(both);
      Value no = arith::ConstantIntOp::create(builder, both.getLoc(), 0, 1);
      both.replaceAllUsesWith(arith::SelectOp::create(builder, both.getLoc(),
                                                      both.getLhs(),
                                                      both.getRhs(), no)
                                  .getResult());
      both.erase();
    }
  }
};

} // namespace
