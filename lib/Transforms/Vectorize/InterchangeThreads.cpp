//===- InterchangeThreads.cpp - Threads go through a loop together --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/LeastInFirst.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_INTERCHANGETHREADS
#include "heddle/Transforms/Vectorize/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {
/// A loop over threads whose body is a loop, after the computation of its
/// start.
class Interchange {
public:
  explicit Interchange(par::ForOp threads) : threads(threads) {}

  bool run() {
    if (!threads.getRaceFree() || !findLoop() ||
        !LeastInFirst(threads.getRegion(),
                      SmallVector<Value>(threads.getInductionVars()),
                      par::largestBlock[2], loop.getUnsignedCmp())
             .holdsFor(loop.getLowerBound()))
      return false;
    replace();
    return true;
  }

private:
  bool isOutside(Value value) {
    return !threads.getRegion().isAncestor(value.getParentRegion());
  }

  bool findLoop() {
    Operation *last = threads.getYield()->getPrevNode();
    loop = dyn_cast_or_null<scf::ForOp>(last);
    // Where all threads start at the same place, each has its own data.
    if (!loop || loop.getNumResults() || !isOutside(loop.getUpperBound()) ||
        !isOutside(loop.getStep()) || isOutside(loop.getLowerBound()))
      return false;
    return llvm::all_of(
        threads.getBody()->without_terminator(), [&](Operation &op) {
          return &op == last || (isPure(&op) && op.getNumRegions() == 0);
        });
  }

  /// All threads do one iteration before any does the next, as far as they have
  /// one.
  void replace() {
    OpBuilder builder(threads);
    Location loc = loop.getLoc();
    IRMapping first;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    for (Value iv : threads.getInductionVars())
      first.map(iv, zero);
    for (Operation &op : threads.getBody()->without_terminator())
      if (&op != loop)
        builder.clone(op, first);
    Value low = first.lookupOrDefault(loop.getLowerBound());
    auto together = scf::ForOp::create(builder, loc, low, loop.getUpperBound(),
                                       loop.getStep());
    together.setUnsignedCmp(loop.getUnsignedCmp());
    threads->moveBefore(together.getBody()->getTerminator());
    builder.setInsertionPoint(threads);
    // The sum of start and distance may wrap in threads that are done. What is
    // left for the first thread is not less than its start, so it does not.
    Value distance =
        arith::SubIOp::create(builder, loc, together.getInductionVar(), low);
    Value end =
        arith::SubIOp::create(builder, loc, loop.getUpperBound(), distance);
    builder.setInsertionPoint(loop);
    Value runs =
        arith::CmpIOp::create(builder, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                    : arith::CmpIPredicate::slt,
                              loop.getLowerBound(), end);
    auto guarded = scf::IfOp::create(builder, loc, runs,
                                     /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guarded.thenBlock());
    loop.getInductionVar().replaceAllUsesWith(arith::AddIOp::create(
        builder, loc, loop.getLowerBound(), distance,
        loop.getUnsignedCmp() ? arith::IntegerOverflowFlags::nuw
                              : arith::IntegerOverflowFlags::nsw));
    Block *body = loop.getBody();
    guarded.thenBlock()->getOperations().splice(
        guarded.thenBlock()->getTerminator()->getIterator(),
        body->getOperations(), body->begin(),
        body->getTerminator()->getIterator());
    loop.erase();
  }

  par::ForOp threads;
  scf::ForOp loop;
};

struct InterchangeThreads
    : public heddle::impl::InterchangeThreadsBase<InterchangeThreads> {
  void runOnOperation() override {
    SmallVector<par::ForOp> loops;
    getOperation()->walk([&](par::ForOp loop) {
      if (loop.getLevel() == par::Level::Block)
        loops.push_back(loop);
    });
    for (par::ForOp loop : loops)
      while (Interchange(loop).run())
        ;
  }
};
} // namespace
