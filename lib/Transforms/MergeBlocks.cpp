//===- MergeBlocks.cpp - Neighbouring blocks as one -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstIteration.h"
#include "LaunchWidth.h"
#include "PlainBlocks.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_MERGEBLOCKS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Rows of blocks that are longer keep the loop over them busy enough.
static constexpr int64_t longestRow = 64;
/// As long as merged rows get.
static constexpr int64_t mostThreads = 1024;
/// So many blocks are left for each core, so that one that is late is helped,
/// and so that launches over the same rows are cut at about the same places:
/// a core finds in its cache what it wrote.
static constexpr int64_t blocksPerCore = 8;
/// Long blocks are cut into parts of so many threads, as many as a vector has
/// numbers.
static constexpr int64_t partOfLong = 16;

namespace {

/// Whether what a nest computes from the indices of block and thread along x is
/// always the thread's position in the grid. A value that is `f(position) + d *
/// block` has the excess d: the block's index has 1, the thread's the negative
/// of the block's size.
class Positions {
public:
  Positions(scf::ParallelOp grid, scf::ParallelOp threads, int64_t size)
      : size(size) {
    excess[grid.getInductionVars().back()] = 1;
    excess[threads.getInductionVars().back()] = -size;
  }

  /// In the order of the text.
  bool add(Operation *op) {
    if (std::optional<int64_t> sum = linear(op)) {
      // So that multiples of the indices of merged blocks fit 32 bits, too.
      if (std::abs(*sum) > size << 20)
        return false;
      if (*sum != 0)
        excess[op->getResult(0)] = *sum;
      return true;
    }
    return llvm::none_of(op->getOperands(),
                         [&](Value value) { return of(value) != 0; });
  }

private:
  int64_t of(Value value) { return excess.lookup(value); }

  static bool hasFlag(Value value, arith::IntegerOverflowFlags flag) {
    if (isa<BlockArgument>(value))
      return true;
    Operation *op = value.getDefiningOp();
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    return isa<arith::IndexCastUIOp>(op) ||
           (flags &&
            bitEnumContainsAll(flags.getOverflowAttr().getValue(), flag));
  }

  /// The excess of a sum or a multiple. Partial sums of positions lie between
  /// others that the program computes, so they wrap only if those do.
  std::optional<int64_t> linear(Operation *op) {
    if (isa<arith::AddIOp>(op))
      return of(op->getOperand(0)) + of(op->getOperand(1));
    if (isa<arith::SubIOp>(op))
      return of(op->getOperand(0)) - of(op->getOperand(1));
    if (isa<arith::MulIOp>(op)) {
      int64_t a = of(op->getOperand(0)), b = of(op->getOperand(1));
      if (a == 0 && b == 0)
        return 0;
      auto factor = getConstantIntValue(op->getOperand(a != 0 ? 1 : 0));
      if ((a != 0 && b != 0) || !factor || std::abs(*factor) > 1 << 16)
        return std::nullopt;
      return (a + b) * *factor;
    }
    if (isa<arith::TruncIOp>(op))
      return of(op->getOperand(0));
    // A number that has wrapped is another one when it is extended.
    bool isSigned = isa<arith::IndexCastOp, arith::ExtSIOp>(op);
    if (isSigned || isa<arith::IndexCastUIOp, arith::ExtUIOp>(op)) {
      Value operand = op->getOperand(0);
      int64_t excess = of(operand);
      if (excess != 0 && !operand.getType().isIndex() &&
          !hasFlag(operand, isSigned ? arith::IntegerOverflowFlags::nsw
                                     : arith::IntegerOverflowFlags::nuw))
        return std::nullopt;
      return excess;
    }
    return std::nullopt;
  }

  int64_t size;
  llvm::DenseMap<Value, int64_t> excess;
};

} // namespace

/// Whether threads have loops, which would be work enough.
static bool holdsLoops(scf::ParallelOp threads) {
  return threads.getBody()
      ->walk([](Operation *op) {
        return op->getNumRegions() && !isa<scf::IfOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// How many threads of a row of the grid do something, where a condition says
/// so: `if (i < n)`. The blocks that the others are would make shares uneven.
static Value countActive(OpBuilder &builder, scf::ParallelOp grid,
                         scf::ParallelOp threads) {
  Location loc = grid.getLoc();
  Value active;
  FirstIteration first(grid);
  for (const ThreadGuard &guard : findGuards(threads)) {
    if (guard.bound.dim != 2)
      continue;
    OpBuilder inside(threads);
    Value upper = guard.bound.createUpper(inside, loc);
    // The same in all rows, and known before the loop.
    if (!upper || !first.isComputable(upper) ||
        Strides(grid.getInductionVars()[0]).of(upper) != 0 ||
        Strides(grid.getInductionVars()[1]).of(upper) != 0)
      continue;
    IRMapping mapping;
    Value before = first.compute(builder, upper, mapping);
    active =
        active
            ? arith::MinSIOp::create(builder, loc, active, before).getResult()
            : before;
  }
  if (!active)
    return {};
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::MaxSIOp::create(builder, loc, active, zero);
}

static void merge(scf::ParallelOp grid, scf::ParallelOp threads, int64_t size) {
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  // A row of the grid in parts: blocks, or parts of long ones.
  int64_t part = size > longestRow ? partOfLong : size;
  Value perBlock = constant(size / part);
  Value parts = grid.getUpperBound()[2];
  if (part < size)
    parts = arith::MulIOp::create(builder, loc, parts, perBlock);
  if (Value active = countActive(builder, grid, threads)) {
    active = arith::AddIOp::create(builder, loc, active, constant(part - 1));
    active = arith::DivUIOp::create(builder, loc, active, constant(part));
    parts = arith::MinUIOp::create(builder, loc, parts, active);
  }
  Value all = parts;
  for (Value more : grid.getUpperBound().drop_back())
    all = arith::MulIOp::create(builder, loc, all, more);
  Value least = arith::MulIOp::create(builder, loc, countCores(builder, grid),
                                      constant(blocksPerCore));
  Value factor = arith::DivUIOp::create(builder, loc, all, least);
  factor = arith::MinUIOp::create(builder, loc, factor,
                                  constant(mostThreads / part));
  factor = arith::MaxUIOp::create(builder, loc, factor, constant(1));
  Value merged = arith::AddIOp::create(builder, loc, parts, factor);
  merged = arith::SubIOp::create(builder, loc, merged, constant(1));
  merged = arith::DivUIOp::create(builder, loc, merged, factor);
  grid.getUpperBoundMutable()[2].set(merged);
  grid->setAttr(par::mergedBlocksAttr, builder.getUnitAttr());

  builder.setInsertionPointToStart(grid.getBody());
  Value x = grid.getInductionVars()[2];
  auto nsw = arith::IntegerOverflowFlags::nsw;
  Value first = arith::MulIOp::create(builder, loc, x, factor, nsw);
  Operation *product = first.getDefiningOp();
  Value block = first, lower;
  if (part < size) {
    block = arith::DivUIOp::create(builder, loc, first, perBlock);
    lower = arith::RemUIOp::create(builder, loc, first, perBlock);
    lower = arith::MulIOp::create(builder, loc, lower, constant(part), nsw);
  }
  x.replaceAllUsesExcept(block, product);
  builder.setInsertionPoint(threads);
  Value count = arith::SubIOp::create(builder, loc, parts, first, nsw);
  count = arith::MinUIOp::create(builder, loc, count, factor);
  count = arith::MulIOp::create(builder, loc, count, constant(part), nsw);
  if (lower) {
    threads.getLowerBoundMutable()[2].set(lower);
    count = arith::AddIOp::create(builder, loc, lower, count, nsw);
  }
  threads.getUpperBoundMutable()[2].set(count);
}

namespace {
struct MergeBlocks : public heddle::impl::MergeBlocksBase<MergeBlocks> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      scf::ParallelOp threads = par::getThreadLoopOf(grid);
      if (!grid->hasAttr(par::shapeAttr) || !threads)
        continue;
      auto size = getConstantIntValue(threads.getUpperBound().back());
      if (!size || (*size > longestRow && *size % partOfLong != 0) ||
          !areSetsOfThreads(grid, threads) || holdsLoops(threads))
        continue;
      Positions positions(grid, threads, *size);
      WalkResult result =
          grid.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
            return positions.add(op) ? WalkResult::advance()
                                     : WalkResult::interrupt();
          });
      if (!result.wasInterrupted())
        merge(grid, threads, *size);
    }
  }
};
} // namespace
