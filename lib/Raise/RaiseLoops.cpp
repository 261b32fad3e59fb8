//===- RaiseLoops.cpp - Counted while loops to for loops ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"
#include "heddle/Support/CountedLoops.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Support/Rewriting.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace heddle {
#define GEN_PASS_DEF_RAISELOOPS
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

struct CountUp : public OpRewritePattern<scf::WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::WhileOp loop,
                                PatternRewriter &rewriter) const override {
    return upliftCounted(rewriter, loop);
  }
};

/// Converts a subtraction of a constant from a counter to an addition.
struct AddToCounter : public OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SubIOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> by = getConstantIntValue(op.getRhs());
    if (!by || !op.getType().isInteger(32) ||
        *by == std::numeric_limits<int32_t>::min() ||
        !isa<scf::WhileOp>(op->getParentOp()) ||
        llvm::none_of(op->getUsers(), llvm::IsaPred<scf::YieldOp>))
      return failure();
    Value negative =
        arith::ConstantIntOp::create(rewriter, op.getLoc(), -*by, 32);
    rewriter.replaceOpWithNewOp<arith::AddIOp>(
        op, op.getLhs(), negative,
        op.getOverflowFlags() & arith::IntegerOverflowFlags::nsw);
    return success();
  }
};

/// Converts `while (i > limit) { …; i -= step; }` to a loop that counts its
/// iterations. In 64 bits no difference of 32-bit values wraps.
struct CountDown : public OpRewritePattern<scf::WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::WhileOp loop,
                                PatternRewriter &rewriter) const override {
    std::optional<CountingLoop> counting =
        CountingLoop::match(loop, /*isDown=*/true);
    if (!counting || !counting->isSigned || !counting->next.hasNoSignedWrap() ||
        !counting->limit.getType().isInteger(32) ||
        !loop.isDefinedOutsideOfLoop(counting->limit) ||
        !counting->isWholeCondition(loop))
      return failure();
    std::optional<int64_t> by = getConstantIntValue(counting->next.getRhs());
    if (!by || *by >= 0)
      return failure();
    unsigned number = counting->counter.getArgNumber();
    Location loc = loop.getLoc();
    Type index = rewriter.getIndexType();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(rewriter, loc, value);
    };
    auto wide = [&](Value value) -> Value {
      return arith::IndexCastOp::create(rewriter, loc, index, value);
    };
    Value first = loop.getInits()[number];
    Value start = wide(first);
    Value left =
        rewriter.createOrFold<arith::SubIOp>(loc, start, wide(counting->limit));
    // The remaining iterations, rounded up.
    left = rewriter.createOrFold<arith::AddIOp>(
        loc, left,
        constant(
            -*by - 1 +
            (counting->isInclusive && !planted(Fault::CountDownInclusive))));
    left = rewriter.createOrFold<arith::MaxSIOp>(loc, left, constant(0));
    Value count =
        rewriter.createOrFold<arith::DivUIOp>(loc, left, constant(-*by));
    SmallVector<Value> inits(loop.getInits());
    inits.erase(inits.begin() + number);
    auto plain = scf::ForOp::create(rewriter, loc, constant(0), count,
                                    constant(1), inits);

    // The subtracted amount may exceed 32 bits, but the difference does not.
    auto counterAfter = [&](Value turns) -> Value {
      auto nsw = arith::IntegerOverflowFlags::nsw;
      if (*by != -1)
        turns =
            arith::MulIOp::create(rewriter, loc, turns, constant(-*by), nsw);
      Value left = arith::SubIOp::create(rewriter, loc, start, turns, nsw);
      return createNarrowed(rewriter, loc, first.getType(), left);
    };
    replaceByFor(
        rewriter, loop, number, plain,
        [&] { return counterAfter(plain.getInductionVar()); },
        [&] {
          return counterAfter(planted(Fault::CountDownExit) ? left : count);
        });
    return success();
  }
};

struct RaiseLoops : public heddle::impl::RaiseLoopsBase<RaiseLoops> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<CountUp, AddToCounter, CountDown>(&getContext());
    FrozenRewritePatternSet frozen(std::move(patterns));
    forEachRaisedKernel(getOperation(), [&](LLVM::LLVMFuncOp kernel) {
      // A loop that has not converged after some rounds is left as it is.
      (void)applyPatternsGreedily(kernel, frozen);
    });
  }
};
} // namespace
