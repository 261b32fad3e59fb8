//===- RaiseLoops.cpp - Counted while loops to for loops --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"
#include "heddle/Support/CountedLoops.h"

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

struct RaiseLoops : public heddle::impl::RaiseLoopsBase<RaiseLoops> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<CountUp>(&getContext());
    FrozenRewritePatternSet frozen(std::move(patterns));
    forEachRaisedKernel(getOperation(), [&](LLVM::LLVMFuncOp kernel) {
      // What is not done after some rounds is left as it is.
      (void)applyPatternsGreedily(kernel, frozen);
    });
  }
};
} // namespace
