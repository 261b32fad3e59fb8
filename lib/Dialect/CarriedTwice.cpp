//===- CarriedTwice.cpp - Values that a loop condition passes twice -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR 22 moves an `scf.if` whose results a loop's condition passes on into the
// loop's body (WhileMoveIfDown). If the condition passes the same result twice,
// the second one is wrong. This pattern passes each result once before that
// happens: patterns with a higher benefit are tried first.
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {
struct PassOnce : public OpRewritePattern<scf::WhileOp> {
  explicit PassOnce(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/100) {}

  LogicalResult matchAndRewrite(scf::WhileOp op,
                                PatternRewriter &rewriter) const override {
    scf::ConditionOp condition = op.getConditionOp();
    // The position of each value among the remaining ones.
    SmallVector<unsigned> places;
    llvm::SetVector<Value> once;
    for (Value arg : condition.getArgs()) {
      once.insert(arg);
      places.push_back(llvm::find(once, arg) - once.begin());
    }
    if (once.size() == places.size())
      return failure();

    SmallVector<Type> types(ValueRange(once.getArrayRef()).getTypes());
    SmallVector<Location> locs(types.size(), op.getLoc());
    auto loop =
        scf::WhileOp::create(rewriter, op.getLoc(), types, op.getInits());
    Block *after = rewriter.createBlock(&loop.getAfter(), {}, types, locs);
    SmallVector<Value> args, results;
    for (unsigned place : places) {
      args.push_back(after->getArgument(place));
      results.push_back(loop.getResult(place));
    }
    rewriter.mergeBlocks(op.getAfterBody(), after, args);
    rewriter.inlineRegionBefore(op.getBefore(), loop.getBefore(),
                                loop.getBefore().begin());
    condition = loop.getConditionOp();
    rewriter.setInsertionPoint(condition);
    rewriter.replaceOpWithNewOp<scf::ConditionOp>(
        condition, condition.getCondition(), once.getArrayRef());
    loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void heddle::par::ParDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  patterns.add<PassOnce>(getContext());
}
