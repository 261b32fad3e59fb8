//===- UpliftLoops.cpp - Loops with steps known only at run time ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestCheck.h"
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
  explicit Uplifter(scf::ParallelOp grid) : grid(grid), check(grid) {}

  void run() {
    if (!check)
      return;
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
        !check.isKnown(compare.getRhs()))
      return std::nullopt;
    auto next = loop.getYieldOp()
                    .getOperand(counter.getArgNumber())
                    .getDefiningOp<arith::AddIOp>();
    if (!next || !check.isKnown(next.getRhs()) ||
        !canHold(next.getRhs(), compare.getRhs()))
      return std::nullopt;
    // The body has the counter under another name.
    auto passed = dyn_cast<BlockArgument>(next.getLhs());
    if (!passed || passed.getOwner() != loop.getAfterBody() ||
        condition.getArgs()[passed.getArgNumber()] != counter)
      return std::nullopt;
    return Strided{compare.getRhs(), next.getRhs(), next};
  }

  /// Whether constants do not rule out what the check would ask for.
  static bool canHold(Value step, Value limit) {
    std::optional<int64_t> by = getConstantIntValue(step);
    std::optional<int64_t> to = getConstantIntValue(limit);
    return !by ||
           (*by > 0 && (!to || *by + *to <= std::numeric_limits<int>::max()));
  }

  /// The step is positive, and the last one does not wrap.
  void require(const Strided &strided) {
    Value step = check.get(strided.step), limit = check.get(strided.limit);
    check.require(arith::CmpIPredicate::sgt, step, check.constant(0));
    Value last =
        arith::AddIOp::create(check.builder, grid.getLoc(), step, limit);
    check.require(arith::CmpIPredicate::sle, last,
                  check.constant(std::numeric_limits<int32_t>::max()));
  }

  scf::ParallelOp grid;
  NestCheck check;
};

struct UpliftLoops : public heddle::impl::UpliftLoopsBase<UpliftLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      Uplifter(grid).run();
  }
};

} // namespace
