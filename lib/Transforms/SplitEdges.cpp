//===- SplitEdges.cpp - Blocks away from the edges on their own -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeDecisions.h"
#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_SPLITEDGES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using Predicate = arith::CmpIPredicate;

/// Bodies that are written twice have no more operations than that.
static constexpr unsigned mostCopied = 1000;

/// Arrays of more would not be in registers.
static constexpr int64_t mostTileBytes = 2048;

namespace {

class Splitter {
public:
  explicit Splitter(scf::ParallelOp grid, scf::ParallelOp threads)
      : grid(grid), threads(threads), builder(threads), loc(threads.getLoc()) {}

  void run() {
    if (!isWorthCopying())
      return;
    decisions = collectEdgeDecisions(
        grid, threads, [](const ThreadSum &sum) { return sum.isBounded(); });
    if (decisions.empty() || narrowingDoes())
      return;
    Value inner;
    for (const EdgeDecision &decision : decisions) {
      Value holds = createTest(decision);
      inner = inner ? arith::AndIOp::create(builder, loc, inner, holds) : holds;
    }
    auto branch =
        scf::IfOp::create(builder, loc, inner, /*withElseRegion=*/true);
    OpBuilder inside = branch.getThenBodyBuilder();
    IRMapping mapping;
    copyTiles(mapping);
    inside.clone(*threads, mapping);
    for (const EdgeDecision &decision : decisions)
      settle(decision, mapping.lookup(decision.op->getResult(0)));
    threads->moveBefore(branch.elseBlock()->getTerminator());
    threads->setAttr(par::edgeAttr, builder.getUnitAttr());
  }

private:
  bool isWorthCopying() {
    return countOperations(threads) <= mostCopied &&
           llvm::all_of(threads.getUpperBound(), [](Value bound) {
             return getConstantIntValue(bound).has_value();
           });
  }

  /// The copy gets small tiles of its own: where all places in them are known,
  /// as they are away from the edges, they need not be memory at all.
  void copyTiles(IRMapping &mapping) {
    for (auto tile : llvm::make_early_inc_range(
             grid.getBody()->getOps<memref::AllocaOp>())) {
      MemRefType type = tile.getType();
      if (type.hasStaticShape() && type.getElementType().isIntOrFloat() &&
          type.getNumElements() * type.getElementTypeBitWidth() <=
              8 * mostTileBytes &&
          llvm::all_of(tile->getUsers(), [&](Operation *user) {
            return threads->isProperAncestor(user);
          }))
        OpBuilder(tile).clone(*tile, mapping);
    }
  }

  /// Whether it is so for all threads of the block.
  Value createTest(const EdgeDecision &decision) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    auto compare = [&](Predicate predicate, Value value) -> Value {
      return arith::CmpIOp::create(builder, loc, predicate, value, zero);
    };
    auto least = [&] { return decision.sum.createLeast(builder, loc); };
    auto largest = [&] { return decision.sum.createLargest(builder, loc); };
    switch (decision.predicate) {
    case Predicate::sgt:
    case Predicate::sge:
      return compare(decision.predicate, least());
    case Predicate::slt:
    case Predicate::sle:
      return compare(decision.predicate, largest());
    default:
      return arith::OrIOp::create(builder, loc,
                                  compare(Predicate::sgt, least()),
                                  compare(Predicate::slt, largest()));
    }
  }

  /// `narrow-thread-loops` makes a loop of its own for whole blocks where there
  /// is only an `if (i < n)` around everything.
  bool narrowingDoes() {
    if (par::holdsBarrier(threads))
      return false;
    scf::IfOp only;
    for (Operation &op : threads.getBody()->without_terminator())
      if (!isMemoryEffectFree(&op)) {
        if (only || !isa<scf::IfOp>(op))
          return false;
        only = cast<scf::IfOp>(op);
      }
    if (!only)
      return false;
    SmallVector<std::pair<Value, bool>> parts;
    collectParts(only.getCondition(), /*holds=*/true, parts);
    collectParts(only.getCondition(), /*holds=*/false, parts);
    return llvm::all_of(decisions, [&](const EdgeDecision &decision) {
      return decision.predicate == Predicate::slt &&
             llvm::any_of(parts, [&](auto &part) {
               return part.first == decision.op->getResult(0);
             });
    });
  }

  scf::ParallelOp grid, threads;
  OpBuilder builder;
  Location loc;
  SmallVector<EdgeDecision> decisions;
};

struct SplitEdges : public heddle::impl::SplitEdgesBase<SplitEdges> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      scf::ParallelOp threads = par::getThreadLoopOf(grid);
      if (threads && grid->hasAttr(par::shapeAttr) &&
          !grid->hasAttr(par::restAttr))
        Splitter(grid, threads).run();
    }
  }
};
} // namespace
