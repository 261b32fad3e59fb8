//===- PeelEdges.cpp - The threads of a row that are at an edge -----------===//
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
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_PEELEDGES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using Predicate = arith::CmpIPredicate;

/// Bodies that are written twice have no more operations than that.
static constexpr unsigned mostCopied = 300;

/// A row that is one vector is one with the threads at the edges, too.
static constexpr int64_t shortestRow = 32;

namespace {

class Peeler {
public:
  explicit Peeler(scf::ParallelOp threads)
      : threads(threads), builder(threads), loc(threads.getLoc()),
        dim(threads.getNumLoops() - 1) {}

  void run() {
    scf::ParallelOp grid = par::getGridLoop(threads);
    if (!grid || countOperations(threads) > mostCopied)
      return;
    std::optional<int64_t> length =
        getConstantIntValue(threads.getUpperBound()[dim]);
    if (length && *length < shortestRow)
      return;
    SmallVector<EdgeDecision> decisions =
        collectEdgeDecisions(grid, threads, [&](const ThreadSum &sum) {
          return sum.getOnlyDim() == dim && std::abs(sum.getFactor(dim)) == 1;
        });
    if (decisions.empty())
      return;
    lower = threads.getLowerBound()[dim];
    upper = threads.getUpperBound()[dim];
    first = lower;
    end = upper;
    for (const EdgeDecision &decision : decisions)
      restrict(decision);
    first = arith::MinSIOp::create(builder, loc, first, upper);
    end = arith::MaxSIOp::create(builder, loc, end, first);

    IRMapping mapping;
    auto inner = cast<scf::ParallelOp>(builder.clone(*threads, mapping));
    for (const EdgeDecision &decision : decisions)
      settle(decision, mapping.lookup(decision.op->getResult(0)));
    inner.getLowerBoundMutable()[dim].set(first);
    inner.getUpperBoundMutable()[dim].set(end);
    inner->removeAttr(par::edgeAttr);
    runTwice();
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  /// Takes the threads out for which a decision is another one.
  void restrict(const EdgeDecision &decision) {
    bool isSame = decision.predicate == Predicate::ne;
    ThreadBound bound = {dim, isSame ? Predicate::eq : decision.predicate,
                         decision.sum};
    bound.orient();
    Value low = bound.createLower(builder, loc);
    Value high = bound.createUpper(builder, loc);
    if (isSame) {
      // One thread: it is taken from the end that it is nearer to.
      Value size = arith::AddIOp::create(builder, loc, lower, upper);
      Value twice = arith::AddIOp::create(builder, loc, low, high);
      Value isLow =
          arith::CmpIOp::create(builder, loc, Predicate::slt, twice, size);
      Value start = arith::SelectOp::create(builder, loc, isLow, high, first);
      high = arith::SelectOp::create(builder, loc, isLow, end, low);
      low = start;
    }
    if (low)
      first = arith::MaxSIOp::create(builder, loc, first, low);
    if (high)
      end = arith::MinSIOp::create(builder, loc, end, high);
  }

  /// The threads before and after the others run the loop as it was.
  void runTwice() {
    auto sides =
        scf::ForOp::create(builder, loc, constant(0), constant(2), constant(1));
    threads->moveBefore(sides.getBody()->getTerminator());
    builder.setInsertionPoint(threads);
    Value isFirst = arith::CmpIOp::create(builder, loc, Predicate::eq,
                                          sides.getInductionVar(), constant(0));
    threads.getLowerBoundMutable()[dim].set(
        arith::SelectOp::create(builder, loc, isFirst, lower, end));
    threads.getUpperBoundMutable()[dim].set(
        arith::SelectOp::create(builder, loc, isFirst, first, upper));
    threads->setAttr(par::fewAttr, builder.getUnitAttr());
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  Location loc;
  unsigned dim;
  Value lower, upper, first, end;
};

struct PeelEdges : public heddle::impl::PeelEdgesBase<PeelEdges> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (threads->hasAttr(par::edgeAttr) && !par::holdsBarrier(threads))
        Peeler(threads).run();
  }
};
} // namespace
