//===- CutBlocks.cpp - Parts of blocks where there are few of them --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchWidth.h"
#include "PlainBlocks.h"
#include "ThreadParts.h"
#include "heddle/Analysis/InvariantReads.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_CUTBLOCKS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Grids with so many blocks for each core are left alone: one that is late is
/// helped.
static constexpr int64_t blocksPerCore = 4;

/// Bodies that are written twice have no more operations than that.
static constexpr unsigned mostCopied = 300;

/// Loops of so many turns are work enough for a second core.
static constexpr int64_t leastTurns = 16;

/// Whether threads have loops that are work enough for a second core.
static bool holdsLongLoops(scf::ParallelOp threads) {
  return threads.getBody()
      ->walk([](Operation *op) {
        auto loop = dyn_cast<scf::ForOp>(op);
        std::optional<APInt> turns;
        if (loop)
          turns = loop.getStaticTripCount();
        bool isLong = loop && (!turns || turns->sge(leastTurns));
        return isLong || isa<scf::WhileOp>(op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether threads do so much that a second core helps, and nothing that it
/// would be in the way of.
static bool isWorthCutting(scf::ParallelOp grid, scf::ParallelOp threads) {
  // What is done once for a block would be done for each part.
  for (Operation &op : grid.getBody()->without_terminator())
    if (&op != threads && op.getNumRegions())
      return false;
  if (!holdsLongLoops(threads))
    return false;
  WalkResult result = threads.getBody()->walk([&](Operation *op) {
    // Cores that change the same places in turn are slower than one.
    bool isAtomic = isa<LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp>(op);
    if (isAtomic && op->getParentOfType<LoopLikeOpInterface>() != threads)
      return WalkResult::interrupt();
    // What a block prints comes in order, though it need not.
    if (isa<CallOpInterface>(op) && !isReadOnlyCall(op))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Has a nest run over the parts of its blocks.
static void cut(scf::ParallelOp grid, const ThreadParts &parts) {
  scf::ParallelOp threads = par::getThreadLoopOf(grid);
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value all = arith::MulIOp::create(builder, loc, grid.getUpperBound()[2],
                                    constant(parts.count), flags);
  grid.getUpperBoundMutable()[2].set(all);
  grid->setAttr(par::partsAttr, builder.getIndexAttr(parts.count));
  grid->setAttr(par::restAttr, builder.getUnitAttr());

  builder.setInsertionPointToStart(grid.getBody());
  Value x = grid.getInductionVars()[2], count = constant(parts.count);
  auto block = arith::DivUIOp::create(builder, loc, x, count);
  auto part = arith::RemUIOp::create(builder, loc, x, count);
  x.replaceUsesWithIf(block, [&](OpOperand &use) {
    return use.getOwner() != block && use.getOwner() != part;
  });
  parts.restrictTo(threads, part);
}

/// Puts a copy of the nest in front of it for grids of few blocks.
static void copyAndCut(scf::ParallelOp grid, const ThreadParts &parts) {
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto compare = [&](Value a, Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, a, b);
  };
  Value blocks = countBlocks(builder, grid);
  Value cores = countCores(builder, grid);
  Value enough =
      arith::MulIOp::create(builder, loc, cores, constant(blocksPerCore));
  Value areFew = arith::AndIOp::create(builder, loc, compare(blocks, enough),
                                       compare(constant(1), cores));
  IRMapping mapping;
  cut(copyNest(builder, grid, areFew, mapping), parts);
  // What is cut need not be split inside.
  if (auto function = grid->getParentOfType<LLVM::LLVMFuncOp>())
    function->removeAttr(singleBlockAttr);
}

namespace {
struct CutBlocks : public heddle::impl::CutBlocksBase<CutBlocks> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      scf::ParallelOp threads = par::getThreadLoopOf(grid);
      if (!grid->hasAttr(par::shapeAttr) || grid->hasAttr(par::restAttr) ||
          grid->hasAttr(par::mergedBlocksAttr) || !threads ||
          grid.getNumLoops() != 3 || countOperations(threads) > mostCopied ||
          !areSetsOfThreads(grid, threads) || !isWorthCutting(grid, threads))
        continue;
      if (std::optional<ThreadParts> parts = ThreadParts::find(threads))
        copyAndCut(grid, *parts);
    }
  }
};
} // namespace
