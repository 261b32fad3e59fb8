//===- EvenLoops.cpp - Loops that all threads run equally often -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadSums.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_EVENLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// How often each thread runs the loop, if that is one number for all although
/// they start at different places.
static std::optional<int64_t> countTurns(scf::ForOp loop,
                                         scf::ParallelOp threads) {
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step <= 0)
    return std::nullopt;
  std::optional<ThreadSum> sum =
      ThreadSum::difference(loop.getUpperBound(), loop.getLowerBound(), threads,
                            loop.getUnsignedCmp());
  if (!sum || !sum->dependsOnThread())
    return std::nullopt;
  std::optional<std::pair<int64_t, int64_t>> range = sum->getRange();
  if (!range)
    return std::nullopt;
  auto turns = [&](int64_t length) {
    return length <= 0 ? 0 : (length + *step - 1) / *step;
  };
  int64_t least = turns(range->first), most = turns(range->second);
  return least == most ? std::optional(least) : std::nullopt;
}

/// Counts from 0, and computes what the loop counted before.
static void renumber(scf::ForOp loop, int64_t turns) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value first = loop.getLowerBound(), step = loop.getStep();
  Value counter = loop.getInductionVar();
  Type type = counter.getType();
  builder.setInsertionPoint(loop);
  loop.getLowerBoundMutable().assign(constant(0));
  loop.getUpperBoundMutable().assign(constant(turns));
  loop.getStepMutable().assign(constant(1));
  // Below the end, which the loop compares with or without a sign.
  auto flags = loop.getUnsignedCmp() ? arith::IntegerOverflowFlags::nuw
                                     : arith::IntegerOverflowFlags::nsw;
  loop.setUnsignedCmp(false);
  counter.setType(builder.getIndexType());
  builder.setInsertionPointToStart(loop.getBody());
  Value turn = counter;
  if (!type.isIndex())
    turn = arith::IndexCastUIOp::create(builder, loc, type, counter);
  Value done = arith::MulIOp::create(builder, loc, turn, step, flags);
  Value at = arith::AddIOp::create(builder, loc, first, done, flags);
  Operation *cast =
      turn == counter ? done.getDefiningOp() : turn.getDefiningOp();
  counter.replaceAllUsesExcept(at, cast);
}

namespace {
struct EvenLoops : public heddle::impl::EvenLoopsBase<EvenLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      threads.walk([&](scf::ForOp loop) {
        if (std::optional<int64_t> turns = countTurns(loop, threads))
          renumber(loop, *turns);
      });
  }
};
} // namespace
