//===- Fission.cpp - Splitting the loop over threads at barriers ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {
#define GEN_PASS_DEF_FISSION
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

/// Fission knows `if`, `for` and `while` around a barrier.
static LogicalResult checkForms(scf::ParallelOp threads) {
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

LogicalResult fission::split(scf::ParallelOp threads) {
  if (failed(checkForms(threads)))
    return failure();
  demoteCarriedValues(threads);
  raiseControlToBlockLevel(threads);
  raiseUniformLoads(threads);
  expandCollectives(threads);
  separatePieces(threads);
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
