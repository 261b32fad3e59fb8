//===- EliminateBarriers.cpp - Removes unnecessary barriers ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadConflicts.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Transforms/Passes.h"

namespace heddle {
#define GEN_PASS_DEF_ELIMINATEBARRIERS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// The accesses that a thread may make between a barrier and the previous ones,
/// or the next ones: a conservative superset.
class Neighbourhood {
public:
  Neighbourhood(scf::ParallelOp threads, bool forward)
      : threads(threads), forward(forward) {}

  void collect(Operation *barrier) {
    for (Operation *op = barrier;;) {
      Block *block = op->getBlock();
      if (scan(*block, op))
        return;
      Operation *parent = block->getParentOp();
      if (parent == threads)
        return;
      // A loop may run again.
      if (!planted(Fault::LoopOnce) && isa<LoopLikeOpInterface>(parent) &&
          visited.insert(parent).second)
        for (Region &region : parent->getRegions())
          if (!region.empty())
            scan(region.front(), nullptr);
      op = parent;
    }
  }

  SmallVector<Access> accesses;

private:
  /// Adds the accesses of a block after an operation, or of all of it, up to a
  /// barrier. True if there is a barrier on every path.
  bool scan(Block &block, Operation *from) {
    Operation *op = from      ? next(from)
                    : forward ? (block.empty() ? nullptr : &block.front())
                              : (block.empty() ? nullptr : &block.back());
    for (; op; op = next(op)) {
      if (par::isBarrier(op))
        return true;
      if (!par::holdsBarrier(op))
        collectAccesses(op, threads, accesses);
      else if (scanInside(op))
        return true;
    }
    return false;
  }

  Operation *next(Operation *op) {
    return forward ? op->getNextNode() : op->getPrevNode();
  }

  bool scanInside(Operation *op) {
    bool stops = true;
    for (Region &region : op->getRegions())
      stops &= !region.empty() && scan(region.front(), nullptr);
    // Other control flow need not execute all of its regions.
    return stops && (isa<scf::IfOp>(op) || planted(Fault::BarrierInLoop));
  }

  scf::ParallelOp threads;
  bool forward;
  llvm::SmallPtrSet<Operation *, 4> visited;
};

/// A barrier with more pairs of accesses around it than this is kept.
constexpr size_t mostPairs = 4096;

bool isNeeded(Operation *barrier, scf::ParallelOp threads,
              ThreadConflicts &conflicts) {
  Neighbourhood before(threads, false), after(threads, true);
  before.collect(barrier);
  after.collect(barrier);
  if (before.accesses.size() * after.accesses.size() > mostPairs)
    return true;
  // A fence of one thread, with a barrier beside it, orders what all threads of
  // the block do in memory that other blocks see.
  auto isSeen = [](const Access &access) {
    return !access.base || !isLocalObject(access.base);
  };
  for (const Access &a : before.accesses)
    for (const Access &b : after.accesses)
      if (conflicts.conflict(a, b) || (a.fences && isSeen(b)) ||
          (b.fences && isSeen(a)))
        return true;
  return false;
}

/// Whether a loop around the barrier would have no effect without it. The loop
/// may be endless, and would then be removed as dead code.
bool keepsLoop(Operation *barrier, scf::ParallelOp threads) {
  for (Operation *up = barrier->getParentOp(); up != threads;
       up = up->getParentOp()) {
    if (!isa<scf::WhileOp>(up))
      continue;
    bool hasOther =
        up->walk([&](Operation *op) {
            bool isHarmless =
                op == barrier || isMemoryEffectFree(op) ||
                hasSingleEffect<MemoryEffects::Read>(op) ||
                op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
            return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
          }).wasInterrupted();
    if (!hasOther)
      return true;
  }
  return false;
}

class EliminateBarriers
    : public heddle::impl::EliminateBarriersBase<EliminateBarriers> {
public:
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      if (!par::holdsBarrier(threads) || !reachSameBarriers(threads))
        continue;
      SmallVector<par::BarrierOp> barriers;
      threads.walk([&](par::BarrierOp barrier) {
        if (par::getThreadLoop(barrier) == threads)
          barriers.push_back(barrier);
      });
      ThreadConflicts conflicts(threads);
      for (par::BarrierOp barrier : barriers)
        if (!isNeeded(barrier, threads, conflicts) &&
            !keepsLoop(barrier, threads))
          barrier.erase();
    }
  }
};

} // namespace
