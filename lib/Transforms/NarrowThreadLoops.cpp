//===- NarrowThreadLoops.cpp - Thread loops over guarded threads only -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadGuards.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_NARROWTHREADLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The guards that everything the loop does stands under. Loads outside of them
/// do not count: a thread that does nothing with them need not run.
static SmallVector<ThreadGuard> findGuards(scf::ParallelOp threads) {
  SmallVector<ThreadGuard> guards;
  Block *block = threads.getBody();
  while (true) {
    scf::IfOp only;
    for (Operation &op : block->without_terminator()) {
      if (isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op))
        continue;
      auto branch = dyn_cast<scf::IfOp>(op);
      if (!branch || only ||
          (branch.elseBlock() &&
           !branch.elseBlock()->without_terminator().empty()))
        return guards;
      only = branch;
    }
    if (!only)
      return guards;
    SmallVector<Value> parts;
    collectConjuncts(only.getCondition(), parts);
    for (Value part : parts)
      if (std::optional<ThreadGuard> guard = matchGuard(part, threads))
        guards.push_back(*guard);
    block = only.thenBlock();
  }
}

/// Only the named thread of the row runs, if there is one.
static void narrow(scf::ParallelOp threads, ThreadGuard guard) {
  OpBuilder builder(threads);
  Location loc = threads.getLoc();
  Value lower = arith::ConstantIndexOp::create(builder, loc, guard.index);
  Value next = arith::ConstantIndexOp::create(builder, loc, guard.index + 1);
  Value upper = threads.getUpperBound()[guard.dim];
  // Where the block is smaller than that, the loop is empty.
  Value bound = arith::MinSIOp::create(builder, loc, upper, next);
  threads.getLowerBoundMutable()[guard.dim].set(lower);
  threads.getUpperBoundMutable()[guard.dim].set(bound);
}

namespace {
struct NarrowThreadLoops
    : public heddle::impl::NarrowThreadLoopsBase<NarrowThreadLoops> {
  void runOnOperation() override {
    getOperation().walk([](scf::ParallelOp threads) {
      if (!threads->hasAttr(par::blockAttr) || par::holdsBarrier(threads))
        return;
      llvm::SmallDenseSet<unsigned> done;
      for (ThreadGuard guard : findGuards(threads))
        if (done.insert(guard.dim).second)
          narrow(threads, guard);
    });
  }
};
} // namespace
