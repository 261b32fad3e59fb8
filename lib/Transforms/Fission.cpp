//===- Fission.cpp - Splitting the loop over threads at barriers ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Analysis/ThreadExtent.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {
#define GEN_PASS_DEF_FISSION
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

/// Fission supports `if`, `for` and `while` around a barrier. A buffer has an
/// element for each index below the upper bound, so the step has to be 1; warp
/// operations name lanes, so a loop over lanes has to start at lane 0.
static LogicalResult checkForms(scf::ParallelOp threads) {
  for (Value step : threads.getStep())
    if (getConstantIntValue(step) != 1)
      return threads.emitError("a loop over threads must have step 1");
  for (Value lower : threads.getLowerBound())
    if (getConstantIntValue(lower) != 0 &&
        threads
            .walk([](par::WarpOp op) {
              return op.getIvs().empty() ? WalkResult::advance()
                                         : WalkResult::interrupt();
            })
            .wasInterrupted())
      return threads.emitError("a loop over the lanes of a warp must start at "
                               "lane 0");
  WalkResult result = threads.getBody()->walk([](Operation *op) {
    if (op->getNumRegions() && par::holdsBarrier(op) &&
        !isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op)) {
      op->emitError("a barrier inside this operation is not supported");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Code at block level, and code that the first thread runs for all, needs a
/// thread. A loop that may have no iterations is put under a condition.
static void guardEmpty(scf::ParallelOp threads) {
  OpBuilder builder(threads);
  Location loc = threads.getLoc();
  Value condition;
  for (unsigned dim = 0; dim < threads.getNumLoops(); ++dim) {
    if (isNeverEmpty(threads, dim))
      continue;
    Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       threads.getLowerBound()[dim],
                                       threads.getUpperBound()[dim]);
    condition =
        condition ? arith::AndIOp::create(builder, loc, condition, some) : some;
  }
  if (!condition)
    return;
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/false);
  threads->moveBefore(branch.thenBlock()->getTerminator());
}

LogicalResult fission::split(scf::ParallelOp threads) {
  if (failed(checkForms(threads)))
    return failure();
  guardEmpty(threads);
  demoteCarriedValues(threads);
  raiseControlToBlockLevel(threads);
  raiseUniformLoads(threads);
  expandCollectives(threads);
  if (failed(separatePieces(threads)))
    return failure();
  distribute(threads);
  return success();
}

namespace {
struct Fission : public heddle::impl::FissionBase<Fission> {
  void runOnOperation() override {
    for (scf::ParallelOp loop :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (par::holdsBarrier(loop) && failed(split(loop)))
        return signalPassFailure();
  }
};
} // namespace
