//===- UpliftLoops.cpp - Loops with steps known only at run time ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle {
#define GEN_PASS_DEF_UPLIFTLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// `while (i < limit) { …; i += step; }`
struct Strided {
  Value limit, step;
  arith::AddIOp next;
};

class Uplifter {
public:
  Uplifter(scf::ParallelOp grid, scf::IfOp check) : grid(grid), check(check) {}

  void run() {
    SmallVector<scf::WhileOp> loops;
    grid.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(grid.getContext());
    for (scf::WhileOp loop : loops) {
      std::optional<Strided> strided = match(loop);
      if (!strided)
        continue;
      require(*strided);
      strided->next.setOverflowFlags(arith::IntegerOverflowFlags::nsw);
      rewriter.setInsertionPoint(loop);
      (void)scf::upliftWhileToForLoop(rewriter, loop);
    }
  }

private:
  std::optional<Strided> match(scf::WhileOp loop) {
    scf::ConditionOp condition = loop.getConditionOp();
    auto compare = condition.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
        !compare.getLhs().getType().isInteger(32))
      return std::nullopt;
    auto counter = dyn_cast<BlockArgument>(compare.getLhs());
    if (!counter || counter.getOwner() != loop.getBeforeBody() ||
        !isBefore(compare.getRhs()))
      return std::nullopt;
    auto next = loop.getYieldOp()
                    .getOperand(counter.getArgNumber())
                    .getDefiningOp<arith::AddIOp>();
    if (!next || !isBefore(next.getRhs()) || getConstantIntValue(next.getRhs()))
      return std::nullopt;
    // The body has the counter under another name.
    auto passed = dyn_cast<BlockArgument>(next.getLhs());
    if (!passed || passed.getOwner() != loop.getAfterBody() ||
        condition.getArgs()[passed.getArgNumber()] != counter)
      return std::nullopt;
    return Strided{compare.getRhs(), next.getRhs(), next};
  }

  /// Whether it can be had before the check, if need be by moving it there.
  bool isBefore(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value))
      return !check->isAncestor(arg.getOwner()->getParentOp());
    Operation *op = value.getDefiningOp();
    if (!check->isProperAncestor(op))
      return true;
    return !grid->isProperAncestor(op) && isPure(op) && !op->getNumRegions() &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isBefore(operand); });
  }

  void moveBefore(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !check->isProperAncestor(op))
      return;
    for (Value operand : op->getOperands())
      moveBefore(operand);
    op->moveBefore(check);
  }

  /// The step is positive, and the last one does not wrap.
  void require(const Strided &strided) {
    moveBefore(strided.limit);
    moveBefore(strided.step);
    OpBuilder builder(check);
    Location loc = check.getLoc();
    Type index = builder.getIndexType();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value step = arith::IndexCastOp::create(builder, loc, index, strided.step);
    Value limit =
        arith::IndexCastOp::create(builder, loc, index, strided.limit);
    Value last = arith::AddIOp::create(builder, loc, step, limit);
    Value isPositive = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sgt, step, constant(0));
    Value fits =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sle, last,
                              constant(std::numeric_limits<int32_t>::max()));
    Value holds = arith::AndIOp::create(builder, loc, isPositive, fits);
    check.getConditionMutable().assign(
        arith::AndIOp::create(builder, loc, check.getCondition(), holds));
  }

  scf::ParallelOp grid;
  scf::IfOp check;
};

struct UpliftLoops : public heddle::impl::UpliftLoopsBase<UpliftLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      if (auto check = dyn_cast<scf::IfOp>(grid->getParentOp());
          check && grid->hasAttr(par::shapeAttr))
        Uplifter(grid, check).run();
  }
};

} // namespace
