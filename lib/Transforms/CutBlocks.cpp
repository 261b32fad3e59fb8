//===- CutBlocks.cpp - Parts of blocks where there are few of them --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvariantReads.h"
#include "LaunchWidth.h"
#include "PlainBlocks.h"
#include "Rewriting.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_CUTBLOCKS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The threads of a part, two warps.
static constexpr int64_t partThreads = 64;

/// Grids with so many blocks for each core are left alone: one that is late is
/// helped.
static constexpr int64_t blocksPerCore = 4;

/// Bodies that are written twice have no more operations than that.
static constexpr unsigned mostCopied = 300;

/// Loops of so many turns are work enough for a second core.
static constexpr int64_t leastTurns = 16;

namespace {
/// How a block is cut: so many threads, along this dimension, are a part.
struct Cut {
  unsigned dim;
  int64_t length, parts;
};
} // namespace

static std::optional<Cut> findCut(scf::ParallelOp threads) {
  SmallVector<int64_t, 3> sizes;
  for (auto [lower, upper] :
       llvm::zip(threads.getLowerBound(), threads.getUpperBound())) {
    auto size = getConstantIntValue(upper);
    if (getConstantIntValue(lower) != 0 || !size)
      return std::nullopt;
    sizes.push_back(*size);
  }
  if (sizes.size() != 3 || sizes[0] != 1)
    return std::nullopt;
  // Rows stay whole if there are several. Warps do, too.
  unsigned dim = sizes[1] > 1 ? 1 : 2;
  int64_t row = dim == 1 ? sizes[2] : 1;
  int64_t length = std::max<int64_t>(partThreads / row, 1);
  if (sizes[dim] <= length || sizes[dim] % length != 0 ||
      length * row % partThreads != 0)
    return std::nullopt;
  return Cut{dim, length, sizes[dim] / length};
}

static bool isLong(scf::ForOp loop) {
  std::optional<APInt> turns = loop.getStaticTripCount();
  return !turns || turns->sge(leastTurns);
}

/// Whether threads do so much that a second core helps, and nothing that it
/// would be in the way of.
static bool isWorthCutting(scf::ParallelOp grid, scf::ParallelOp threads) {
  // What is done once for a block would be done for each part.
  for (Operation &op : grid.getBody()->without_terminator())
    if (&op != threads && op.getNumRegions())
      return false;
  bool hasLoop = false;
  WalkResult result = threads.getBody()->walk([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      hasLoop |= isLong(loop);
    else if (isa<scf::WhileOp>(op))
      hasLoop = true;
    // Cores that change the same places in turn are slower than one.
    bool isAtomic = isa<LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp>(op);
    if (isAtomic && op->getParentOfType<LoopLikeOpInterface>() != threads)
      return WalkResult::interrupt();
    // What a block prints comes in order, though it need not.
    if (isa<CallOpInterface>(op) && !isReadOnlyCall(op))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return hasLoop && !result.wasInterrupted();
}

/// Has a nest run over the parts of its blocks.
static void cut(scf::ParallelOp grid, const Cut &cut) {
  scf::ParallelOp threads = par::getThreadLoopOf(grid);
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value all = arith::MulIOp::create(builder, loc, grid.getUpperBound()[2],
                                    constant(cut.parts), flags);
  grid.getUpperBoundMutable()[2].set(all);
  grid->setAttr(par::partsAttr, builder.getIndexAttr(cut.parts));
  grid->setAttr(par::restAttr, builder.getUnitAttr());

  builder.setInsertionPointToStart(grid.getBody());
  Value x = grid.getInductionVars()[2], parts = constant(cut.parts);
  auto block = arith::DivUIOp::create(builder, loc, x, parts);
  auto part = arith::RemUIOp::create(builder, loc, x, parts);
  x.replaceUsesWithIf(block, [&](OpOperand &use) {
    return use.getOwner() != block && use.getOwner() != part;
  });
  builder.setInsertionPoint(threads);
  Value length = constant(cut.length);
  Value first = arith::MulIOp::create(builder, loc, part, length, flags);
  threads.getUpperBoundMutable()[cut.dim].set(length);
  // Its number fits into the bits that the program has for it, so that it can
  // be computed in them: what is known of sums is not lost in a cast.
  Value own = threads.getInductionVars()[cut.dim];
  SmallVector<arith::IndexCastUIOp> casts;
  for (Operation *user : own.getUsers())
    if (auto cast = dyn_cast<arith::IndexCastUIOp>(user))
      casts.push_back(cast);
  for (arith::IndexCastUIOp cast : casts) {
    Type type = cast.getType();
    builder.setInsertionPoint(threads);
    Value narrow = arith::IndexCastUIOp::create(builder, loc, type, first);
    builder.setInsertionPointAfter(cast);
    auto sum = arith::AddIOp::create(builder, loc, narrow, cast, flags);
    cast.getResult().replaceAllUsesExcept(sum, sum);
  }
  builder.setInsertionPointToStart(threads.getBody());
  auto index = arith::AddIOp::create(builder, loc, first, own, flags);
  own.replaceUsesWithIf(index, [&](OpOperand &use) {
    return use.getOwner() != index &&
           !isa<arith::IndexCastUIOp>(use.getOwner());
  });
}

/// Puts a copy of the nest in front of it for grids of few blocks.
static void copyAndCut(scf::ParallelOp grid, const Cut &how) {
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto compare = [&](Value a, Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, a, b);
  };
  Value blocks = grid.getUpperBound()[0];
  for (Value more : grid.getUpperBound().drop_front())
    blocks = arith::MulIOp::create(builder, loc, blocks, more);
  Value cores = countCores(builder, loc, grid->getParentOfType<ModuleOp>());
  Value enough =
      arith::MulIOp::create(builder, loc, cores, constant(blocksPerCore));
  Value areFew = arith::AndIOp::create(builder, loc, compare(blocks, enough),
                                       compare(constant(1), cores));
  auto branch = scf::IfOp::create(builder, loc, areFew, /*withElse=*/true);
  OpBuilder inside = branch.getThenBodyBuilder();
  cut(cast<scf::ParallelOp>(inside.clone(*grid)), how);
  grid->moveBefore(branch.elseBlock()->getTerminator());
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
      if (std::optional<Cut> how = findCut(threads))
        copyAndCut(grid, *how);
    }
  }
};
} // namespace
