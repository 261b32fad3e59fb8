//===- SplitInductions.cpp - Where a thread starts, and how far it is -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle {
#define GEN_PASS_DEF_SPLITINDUCTIONS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// A value that a loop carries and that grows by the same in all threads.
struct Induction {
  unsigned number; ///< Of those that the loop carries.
  Value start, step;
};

class Splitter {
public:
  explicit Splitter(scf::ParallelOp threads)
      : threads(threads), uniformity(threads) {}

  void run() {
    SmallVector<scf::ForOp> loops;
    threads.getBody()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      split(loop);
  }

private:
  std::optional<Induction> match(scf::ForOp loop, unsigned number) {
    BlockArgument arg = loop.getRegionIterArg(number);
    if (!arg.getType().isInteger(32))
      return std::nullopt;
    Value start = loop.getInitArgs()[number];
    auto next = loop.getYieldedValues()[number].getDefiningOp<arith::AddIOp>();
    if (uniformity.isUniform(start) || !next ||
        !bitEnumContainsAll(next.getOverflowFlags(),
                            arith::IntegerOverflowFlags::nsw))
      return std::nullopt;
    Value step = next.getLhs() == arg   ? next.getRhs()
                 : next.getRhs() == arg ? next.getLhs()
                                        : Value();
    if (!step || !loop.isDefinedOutsideOfLoop(step) ||
        !uniformity.isUniform(step))
      return std::nullopt;
    return Induction{number, start, step};
  }

  /// What has been added so far is a value of its own, in full width, the same
  /// in all threads.
  void split(scf::ForOp loop) {
    SmallVector<Induction> found;
    for (unsigned i = 0; i < loop.getNumRegionIterArgs(); ++i)
      if (std::optional<Induction> induction = match(loop, i))
        found.push_back(*induction);
    if (found.empty())
      return;
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Type index = builder.getIndexType();
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    SmallVector<Value> starts, steps;
    for (const Induction &induction : found) {
      starts.push_back(
          arith::IndexCastOp::create(builder, loc, index, induction.start));
      steps.push_back(
          arith::IndexCastOp::create(builder, loc, index, induction.step));
    }
    SmallVector<Value> inits(found.size(), zero);
    IRRewriter rewriter(loop.getContext());
    rewriter.setInsertionPoint(loop);
    auto wider = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &builder, Location loc, ArrayRef<BlockArgument> added) {
          SmallVector<Value> next;
          for (auto [done, step] : llvm::zip(added, steps))
            next.push_back(arith::AddIOp::create(
                builder, loc, done, step, arith::IntegerOverflowFlags::nsw));
          return next;
        }));
    unsigned first = wider.getNumRegionIterArgs() - found.size();
    for (auto [i, induction] : llvm::enumerate(found)) {
      // What was at the start may have been one of the last one's casts.
      builder.setInsertionPointToStart(wider.getBody());
      BlockArgument arg = wider.getRegionIterArg(induction.number);
      Value sum = arith::AddIOp::create(builder, loc, starts[i],
                                        wider.getRegionIterArg(first + i),
                                        arith::IntegerOverflowFlags::nsw);
      Value narrow =
          arith::IndexCastOp::create(builder, loc, arg.getType(), sum);
      for (Operation *user : llvm::make_early_inc_range(arg.getUsers()))
        if (auto cast = dyn_cast<arith::IndexCastOp>(user)) {
          cast.replaceAllUsesWith(sum);
          cast.erase();
        }
      arg.replaceAllUsesWith(narrow);
    }
    // Of the new values it knows nothing.
    uniformity = Uniformity(threads);
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
};

struct SplitInductions
    : public heddle::impl::SplitInductionsBase<SplitInductions> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      Splitter(threads).run();
  }
};

} // namespace
