//===- ExpandSwitch.cpp - Switches with barriers to ifs -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandSwitch.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_EXPANDSWITCH
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Builds the ifs for the cases from `index` on; the last else is the default.
static ValueRange expandFrom(scf::IndexSwitchOp op, unsigned index,
                             OpBuilder &builder) {
  Location loc = op.getLoc();
  Value value =
      arith::ConstantIndexOp::create(builder, loc, op.getCases()[index]);
  Value condition = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, op.getArg(), value);
  auto branch = scf::IfOp::create(builder, loc, op.getResultTypes(), condition,
                                  /*withElseRegion=*/true);
  auto take = [](Region &from, Region &to) {
    to.getBlocks().clear();
    to.takeBody(from);
  };
  take(op.getCaseRegions()[index], branch.getThenRegion());
  if (index + 1 == op.getNumCases()) {
    take(op.getDefaultRegion(), branch.getElseRegion());
  } else {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = branch.elseBlock();
    if (!block->empty())
      block->getTerminator()->erase();
    builder.setInsertionPointToEnd(block);
    ValueRange results = expandFrom(op, index + 1, builder);
    scf::YieldOp::create(builder, loc, results);
  }
  return branch.getResults();
}

void heddle::expandSwitch(scf::IndexSwitchOp op) {
  OpBuilder builder(op);
  if (op.getNumCases() == 0) {
    Block &block = op.getDefaultBlock();
    Operation *yield = block.getTerminator();
    op->replaceAllUsesWith(yield->getOperands());
    yield->erase();
    op->getBlock()->getOperations().splice(op->getIterator(),
                                           block.getOperations());
  } else {
    op->replaceAllUsesWith(expandFrom(op, 0, builder));
  }
  op.erase();
}

/// Whether its cases select single threads of the block. With many cases, a
/// jump table is better.
static bool isForFewThreads(scf::IndexSwitchOp op) {
  auto arg = dyn_cast<BlockArgument>(op.getArg());
  return arg && arg.getOwner()->getParentOp() == par::getThreadLoop(op) &&
         op->getNumResults() == 0 && op.getNumCases() <= 4 &&
         op.getDefaultBlock().without_terminator().empty();
}

/// A sequence of ifs, one for each case.
static void takeApart(scf::IndexSwitchOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  for (auto [number, region] : llvm::zip(op.getCases(), op.getCaseRegions())) {
    Value value = arith::ConstantIndexOp::create(builder, loc, number);
    Value condition = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, op.getArg(), value);
    auto branch = scf::IfOp::create(builder, loc, condition,
                                    /*withElseRegion=*/false);
    branch.getThenRegion().takeBody(region);
  }
  op.erase();
}

namespace {
struct ExpandSwitch : public heddle::impl::ExpandSwitchBase<ExpandSwitch> {
  void runOnOperation() override {
    getOperation().walk([](scf::IndexSwitchOp op) {
      if (par::holdsBarrier(op))
        expandSwitch(op);
      else if (isForFewThreads(op))
        takeApart(op);
    });
  }
};
} // namespace
