//===- HoistLoads.cpp - Loads that a thread's loop does not change --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Promises.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace heddle {
#define GEN_PASS_DEF_HOISTLOADS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// What is always executed if the loop is, or null.
static Block *getFirstBlock(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return loop.getBeforeBody();
  auto loop = cast<scf::ForOp>(op);
  auto lower = getConstantIntValue(loop.getLowerBound());
  auto upper = getConstantIntValue(loop.getUpperBound());
  // Of two numbers that are not negative, both comparisons say the same.
  return lower && upper && *lower >= 0 && *lower < *upper ? loop.getBody()
                                                          : nullptr;
}

/// Moves invariant operations out of a loop: with `keepsPromises`, only those
/// that promise nothing or run in any case. Of lanes that have a value alike,
/// none has computed it in vain then.
static void moveInvariants(LoopLikeOpInterface loop, Block *first,
                           bool keepsPromises) {
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [&](Operation *op, Region *) {
        return isMemoryEffectFree(op) && isSpeculatable(op) &&
               !(keepsPromises && op->getBlock() != first && makesPromise(op));
      },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

static void hoist(LoopLikeOpInterface loop, bool keepsPromises) {
  Block *first = getFirstBlock(loop);
  if (!first || par::holdsBarrier(loop))
    return;
  SmallVector<Access> accesses;
  collectAccesses(loop, /*threads=*/{}, accesses);
  // Code that waits for others sees them write, and what comes after a call may
  // never be reached.
  if (llvm::any_of(accesses, [](const Access &a) { return a.orders; }))
    return;
  bool changed = true;
  while (changed) {
    changed = false;
    moveInvariants(loop, first, keepsPromises);
    for (Operation &op : llvm::make_early_inc_range(*first)) {
      std::optional<Access> load = getPlainAccess(&op);
      if (!load || load->writes ||
          !llvm::all_of(op.getOperands(), [&](Value value) {
            return loop.isDefinedOutsideOfLoop(value);
          }))
        continue;
      if (llvm::any_of(accesses, [&](const Access &other) {
            return other.writes && mayAlias(load->base, other.base);
          }))
        continue;
      op.moveBefore(loop);
      changed = true;
    }
  }
}

namespace {
struct HoistLoads : public heddle::impl::HoistLoadsBase<HoistLoads> {
  using HoistLoadsBase::HoistLoadsBase;

  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      // Inner loops first: what leaves them may leave the next one too.
      threads->walk([&](Operation *op) {
        if (isa<scf::ForOp, scf::WhileOp>(op))
          hoist(cast<LoopLikeOpInterface>(op), keepsPromises);
      });
  }
};
} // namespace
