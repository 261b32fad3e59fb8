//===- SplitBlocks.cpp - The rows of a block as blocks --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainBlocks.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_SPLITBLOCKS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Rows of fewer threads are too little work for a block.
static constexpr int64_t shortestRow = 32;
/// What is so many bytes further on is on another page.
static constexpr int64_t pageBytes = 4096;

namespace {

/// Whether the threads of a block go through memory side by side, in loops that
/// leave a page with each iteration, and rows of threads have no elements in
/// common.
class Streams {
public:
  explicit Streams(scf::ParallelOp threads)
      : threads(threads), alongX(threads.getInductionVars()[2]),
        alongY(threads.getInductionVars()[1]) {}

  bool found() {
    WalkResult result = threads.getBody()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { return visit(op); });
    return !result.wasInterrupted() && anyStream;
  }

private:
  WalkResult visit(Operation *op) {
    if (op->getNumRegions() && !isa<scf::IfOp, scf::ForOp>(op))
      return WalkResult::interrupt();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return alongX.isEven(loop) && alongY.isEven(loop)
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    if (op->getNumRegions() || isMemoryEffectFree(op))
      return WalkResult::advance();
    std::optional<Access> access = getPlainAccess(op);
    if (!access)
      return WalkResult::interrupt();
    auto loop = op->getParentOfType<scf::ForOp>();
    if (!loop || !threads->isProperAncestor(loop))
      return WalkResult::advance();
    return isStream(*access, loop) ? WalkResult::advance()
                                   : WalkResult::interrupt();
  }

  bool isStream(const Access &access, scf::ForOp loop) {
    std::optional<int64_t> x = alongX.of(access);
    // What all threads of a row load is near; what is not known may be a
    // neighbour's, but for the edges of the grid.
    if (!x || *x == 0)
      return !access.writes;
    if (x != access.size || alongY.of(access) == 0)
      return false;
    std::optional<int64_t> next = Strides(loop.getInductionVar()).of(access);
    anyStream = true;
    return !next || std::abs(*next) >= pageBytes;
  }

  scf::ParallelOp threads;
  Strides alongX, alongY;
  bool anyStream = false;
};

} // namespace

/// How many rows of threads a block has, if they may be blocks.
static std::optional<int64_t> countRows(scf::ParallelOp grid) {
  scf::ParallelOp threads = par::getThreadLoopOf(grid);
  if (!grid->hasAttr(par::shapeAttr) || grid->hasAttr(par::mergedBlocksAttr) ||
      !threads || threads.getNumLoops() != 3 || grid.getNumLoops() != 3)
    return std::nullopt;
  for (Value lower : threads.getLowerBound())
    if (getConstantIntValue(lower) != 0)
      return std::nullopt;
  auto layers = getConstantIntValue(threads.getUpperBound()[0]);
  auto rows = getConstantIntValue(threads.getUpperBound()[1]);
  auto width = getConstantIntValue(threads.getUpperBound()[2]);
  if (layers != 1 || !rows || *rows < 2 || !width || *width < shortestRow)
    return std::nullopt;
  if (!areSetsOfThreads(grid, threads) || !Streams(threads).found())
    return std::nullopt;
  return rows;
}

static void split(scf::ParallelOp grid, int64_t rows) {
  scf::ParallelOp threads = par::getThreadLoopOf(grid);
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value all = arith::MulIOp::create(builder, loc, grid.getUpperBound()[1],
                                    constant(rows));
  grid.getUpperBoundMutable()[1].set(all);
  builder.setInsertionPointToStart(grid.getBody());
  Value row = grid.getInductionVars()[1];
  Value count = constant(rows);
  auto block = arith::DivUIOp::create(builder, loc, row, count);
  auto inBlock = arith::RemUIOp::create(builder, loc, row, count);
  row.replaceUsesWithIf(block, [&](OpOperand &use) {
    return use.getOwner() != block && use.getOwner() != inBlock;
  });
  threads.getInductionVars()[1].replaceAllUsesWith(inBlock);
  builder.setInsertionPoint(threads);
  threads.getUpperBoundMutable()[1].set(constant(1));
}

namespace {
struct SplitBlocks : public heddle::impl::SplitBlocksBase<SplitBlocks> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      if (std::optional<int64_t> rows = countRows(grid))
        split(grid, *rows);
  }
};
} // namespace
