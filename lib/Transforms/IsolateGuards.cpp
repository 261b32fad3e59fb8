//===- IsolateGuards.cpp - Separate loops for single threads --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_ISOLATEGUARDS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Splitting a loop without barriers would make every iteration of it a thread
/// loop. Only conditions, or loops that are split anyway, may be between the
/// guard and the thread loop.
static bool splitsNothingElse(Operation *op, scf::ParallelOp threads) {
  for (Operation *parent = op->getParentOp(); parent != threads;
       parent = parent->getParentOp())
    if (!isa<scf::IfOp>(parent) && !par::holdsBarrier(parent))
      return false;
  return true;
}

namespace {
struct IsolateGuards : public heddle::impl::IsolateGuardsBase<IsolateGuards> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      isolate(threads);
  }

private:
  static bool isGuard(scf::IfOp op, scf::ParallelOp threads) {
    // An if without an else: the else would be for many threads.
    if (op->getNumResults() || !isEmpty(op.elseBlock()))
      return false;
    SmallVector<std::pair<Value, bool>> parts;
    collectParts(op.getCondition(), true, parts);
    return llvm::any_of(parts, [&](std::pair<Value, bool> part) {
      auto bound = matchBound(part.first, part.second, threads);
      if (!bound || bound->predicate != arith::CmpIPredicate::eq)
        return false;
      // One thread of a row, or all of one row. A row that is selected by its
      // global index stays.
      return bound->dim + 1 == threads.getNumLoops() || bound->sum.isConstant();
    });
  }

  /// Whether it can be computed anywhere in the loop.
  static bool isCheap(Value value, scf::ParallelOp threads, unsigned &budget) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return value.getParentBlock() == threads.getBody() ||
             !threads->isAncestor(value.getParentBlock()->getParentOp());
    if (!threads->isProperAncestor(op))
      return true;
    if (op->getNumRegions() || !isPure(op) || budget == 0)
      return false;
    --budget;
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return isCheap(operand, threads, budget);
    });
  }

  /// Splitting a loop without barriers pays if no value has to be kept for the
  /// split.
  static bool isFree(scf::IfOp guard, scf::ParallelOp threads) {
    unsigned budget = 32;
    for (Operation *op = guard; op != threads; op = op->getParentOp())
      if (auto branch = dyn_cast<scf::IfOp>(op))
        if (!isCheap(branch.getCondition(), threads, budget))
          return false;
    bool isSplit = false;
    for (Operation &op : *guard->getBlock())
      isSplit |= &op != guard && !isMemoryEffectFree(&op);
    return isSplit && !guard
                           .walk([&](Operation *op) {
                             for (Value operand : op->getOperands()) {
                               if (guard->isAncestor(
                                       operand.getParentBlock()->getParentOp()))
                                 continue;
                               if (!isCheap(operand, threads, budget))
                                 return WalkResult::interrupt();
                             }
                             return WalkResult::advance();
                           })
                           .wasInterrupted();
  }

  static void isolate(scf::ParallelOp threads) {
    SmallVector<scf::IfOp> guards;
    bool hasBarrier = par::holdsBarrier(threads);
    threads.walk([&](scf::IfOp op) {
      if (isGuard(op, threads) && !par::holdsBarrier(op) &&
          splitsNothingElse(op, threads) && (hasBarrier || isFree(op, threads)))
        guards.push_back(op);
    });
    for (scf::IfOp op : guards) {
      OpBuilder builder(op);
      par::BarrierOp::create(builder, op.getLoc(), threads.getInductionVars());
      builder.setInsertionPointAfter(op);
      par::BarrierOp::create(builder, op.getLoc(), threads.getInductionVars());
    }
  }
};
} // namespace
