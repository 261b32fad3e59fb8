//===- HoistInvariants.cpp - Loop-invariant code motion without poison ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves invariant operations out of loops, but for those that promise not to
// overflow, out of a thread's own loops. A thread that does not enter its loop
// promises nothing; where it is a lane of a vector, what it computed ahead of
// the loop could pass for the value that the other lanes differ from by
// constants.
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Support/Promises.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace heddle {
#define GEN_PASS_DEF_HOISTINVARIANTS
#include "heddle/Transforms/Vectorize/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Whether an operation of a loop's body runs if the loop is reached: in the
/// condition of a `while`.
bool runsAnyway(Operation *op) {
  auto loop = dyn_cast<scf::WhileOp>(op->getParentOp());
  return loop && op->getBlock() == loop.getBeforeBody();
}

struct HoistInvariants
    : public heddle::impl::HoistInvariantsBase<HoistInvariants> {
  void runOnOperation() override {
    getOperation()->walk([](LoopLikeOpInterface loop) {
      auto isParallel = [](Operation *op) {
        return isa<par::ForOp, scf::ParallelOp>(op);
      };
      Operation *around = loop->getParentOp();
      while (around && !isParallel(around))
        around = around->getParentOp();
      bool isOfThread = around && !isParallel(loop);
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) {
            return loop.isDefinedOutsideOfLoop(value);
          },
          [&](Operation *op, Region *) {
            return isMemoryEffectFree(op) && isSpeculatable(op) &&
                   (!isOfThread || !makesPromise(op) || runsAnyway(op));
          },
          [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
    });
  }
};

} // namespace
