//===- NarrowLanes.cpp - Lanes of 16 bits for small numbers ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C computes with bytes as ints. Where the range analysis shows that 16 bits
// are enough, a vector holds twice as many. LLVM narrows such arithmetic in
// loops that it vectorises itself, but not in vectors.
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace heddle {
#define GEN_PASS_DEF_NARROWLANES
#include "heddle/Transforms/Vectorize/Passes.h.inc"
} // namespace heddle

using namespace mlir;

namespace {

/// Forgets what was known of operations that are gone.
class Forget : public RewriterBase::Listener {
public:
  explicit Forget(DataFlowSolver &solver) : solver(solver) {}

private:
  void notifyOperationErased(Operation *op) override {
    solver.eraseState(solver.getProgramPointAfter(op));
    for (Value result : op->getResults())
      solver.eraseState(result);
  }

  DataFlowSolver &solver;
};

/// Of numbers that have more bits than needed.
bool isWideArithmetic(Operation *op) {
  auto type = op->getNumResults() == 1
                  ? dyn_cast<VectorType>(op->getResult(0).getType())
                  : VectorType();
  return type && isa<arith::ArithDialect>(op->getDialect()) &&
         type.getElementType().isInteger(32);
}

struct NarrowLanes : public heddle::impl::NarrowLanesBase<NarrowLanes> {
  void runOnOperation() override {
    SmallVector<Operation *> wide;
    getOperation()->walk([&](Operation *op) {
      if (isWideArithmetic(op))
        wide.push_back(op);
    });
    if (wide.empty())
      return;
    DataFlowSolver solver;
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<dataflow::IntegerRangeAnalysis>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    // The patterns copy flags, and 16 bits may wrap where 32 do not: 65025 is
    // negative in them.
    for (Operation *op : wide)
      if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
        op->setAttr(flags.getIntegerOverflowAttrName(),
                    arith::IntegerOverflowFlagsAttr::get(
                        &getContext(), arith::IntegerOverflowFlags::none));
    RewritePatternSet patterns(&getContext());
    arith::populateIntRangeNarrowingPatterns(patterns, solver, {16});
    Forget forget(solver);
    GreedyRewriteConfig config;
    config.setListener(&forget);
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    (void)applyOpPatternsGreedily(wide, std::move(patterns), config);
  }
};

} // namespace
