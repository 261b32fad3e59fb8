//===- Uniformity.cpp - Values that are the same in all threads -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Uniformity.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"

using namespace mlir;
using namespace heddle;

Uniformity::Uniformity(scf::ParallelOp threads, Scope scope) {
  if (scope == Scope::Warp)
    positions.emplace(threads);
  for (Value iv : threads.getInductionVars())
    if (!positions || !positions->isRow(iv))
      mark(iv);
  // Loop-carried values need several rounds; each round except the last marks
  // at least one more value.
  while (visitBlock(*threads.getBody()))
    ;
}

bool Uniformity::visitBlock(Block &block) {
  bool changed = false;
  for (Operation &op : block)
    changed |= visit(&op);
  return changed;
}

/// Marks each of `to` whose counterpart in `from` is divergent, or all.
bool Uniformity::spread(ValueRange from, ValueRange to, bool force) {
  bool changed = false;
  for (auto [source, target] : llvm::zip(from, to))
    if (force || !isUniform(source))
      changed |= mark(target);
  return changed;
}

bool Uniformity::visit(Operation *op) {
  bool changed = false;
  auto visitRegions = [&] {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        changed |= visitBlock(block);
  };

  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    visitRegions();
    bool split = !isUniform(branch.getCondition());
    if (op->getNumResults()) {
      changed |=
          spread(branch.thenYield().getOperands(), op->getResults(), split);
      changed |=
          spread(branch.elseYield().getOperands(), op->getResults(), split);
    }
    return changed;
  }
  if (auto branch = dyn_cast<scf::IndexSwitchOp>(op)) {
    visitRegions();
    bool split = !isUniform(branch.getArg());
    for (Region &region : op->getRegions())
      changed |= spread(region.front().getTerminator()->getOperands(),
                        op->getResults(), split);
    return changed;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    bool split = !isUniform(loop.getLowerBound()) ||
                 !isUniform(loop.getUpperBound()) || !isUniform(loop.getStep());
    if (split)
      changed |= mark(loop.getInductionVar());
    changed |= spread(loop.getInitArgs(), loop.getRegionIterArgs(), false);
    visitRegions();
    changed |= spread(loop.getYieldedValues(), loop.getRegionIterArgs(), false);
    // Threads that leave at different times leave with different values.
    changed |= spread(loop.getRegionIterArgs(), op->getResults(),
                      split && !planted(Fault::TemporalDivergence));
    return changed;
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    changed |= spread(loop.getInits(), loop.getBeforeArguments(), false);
    visitRegions();
    scf::ConditionOp condition = loop.getConditionOp();
    bool split = !isUniform(condition.getCondition());
    changed |= spread(condition.getArgs(), loop.getAfterArguments(), false);
    changed |= spread(condition.getArgs(), op->getResults(), split);
    changed |= spread(loop.getYieldOp().getOperands(),
                      loop.getBeforeArguments(), false);
    return changed;
  }

  // Operations whose result is uniform by definition.
  if (par::isUniformCollective(op) || (positions && agreesInWarp(op)))
    return false;
  // A plain load from a uniform address: a thread that wrote to it while others
  // read would race with them.
  bool isLoad = getPlainAccess(op).has_value() && op->getNumResults() == 1;
  bool split = op->getNumRegions() != 0 || !(isLoad || isMemoryEffectFree(op));
  // Nothing is known of other operations with regions, nor of what they pass to
  // these.
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Value arg : block.getArguments())
        changed |= mark(arg);
  if (split)
    visitRegions();
  for (Value operand : op->getOperands())
    split |= !isUniform(operand);
  if (split)
    for (Value result : op->getResults())
      changed |= mark(result);
  return changed;
}

/// Whether the lanes of a warp get the same result of this operation, though
/// they do not have the same operands.
bool Uniformity::agreesInWarp(Operation *op) const {
  if (auto warp = dyn_cast<par::WarpOp>(op)) {
    // All lanes take part and get one answer.
    if (getConstantIntValue(warp.getMask()) != -1)
      return false;
    if (warp.getKind() == par::WarpKind::Shuffle)
      return isUniform(warp.getLane());
    return warp.getKind() != par::WarpKind::Match &&
           warp.getKind() != par::WarpKind::Active;
  }
  return positions->isSameInWarp(op);
}

bool Uniformity::isUniformControl(Operation *op) const {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return isUniform(branch.getCondition());
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return isUniform(loop.getLowerBound()) && isUniform(loop.getUpperBound()) &&
           isUniform(loop.getStep());
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return isUniform(loop.getConditionOp().getCondition());
  return false;
}

bool heddle::reachSameBarriers(scf::ParallelOp threads) {
  Uniformity uniformity(threads);
  return !threads.getBody()
              ->walk([&](Operation *op) {
                return op->getNumRegions() && par::holdsBarrier(op) &&
                               !uniformity.isUniformControl(op)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}
