//===- SCFToPar.cpp - The loops of the older passes to par.for ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Conversion/Passes.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace heddle {
#define GEN_PASS_DEF_SCFTOPAR
#include "heddle/Conversion/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using namespace heddle::par;

/// The loops of a kernel. CUDA forbids races between their iterations.
static LogicalResult convertLoop(scf::ParallelOp loop) {
  Level level = loop->hasAttr(gridAttr) ? Level::Grid : Level::Block;
  if (!llvm::all_of(loop.getLowerBound(),
                    [](Value low) { return matchPattern(low, m_Zero()); }) ||
      !llvm::all_of(loop.getStep(),
                    [](Value step) { return matchPattern(step, m_One()); }) ||
      loop.getNumReductions() != 0)
    return loop.emitOpError("has no form in par");
  OpBuilder builder(loop);
  auto converted =
      ForOp::create(builder, loop.getLoc(), level, loop.getUpperBound());
  converted.setRaceFree(true);
  if (converted.getNumDimensions() == 3)
    converted.setBound(ArrayRef(level == Level::Grid ? largestGrid
                                                     : largestBlock));
  for (NamedAttribute attribute : loop->getDiscardableAttrs())
    if (attribute.getName() != gridAttr && attribute.getName() != blockAttr)
      converted->setDiscardableAttr(attribute.getName(), attribute.getValue());
  for (auto [old, iv] :
       llvm::zip(loop.getInductionVars(), converted.getInductionVars()))
    old.replaceAllUsesWith(iv);
  Block *body = converted.getBody();
  loop.getBody()->getTerminator()->erase();
  body->getOperations().splice(body->begin(), loop.getBody()->getOperations());
  loop.erase();
  return success();
}

namespace {
struct SCFToPar : public heddle::impl::SCFToParBase<SCFToPar> {
  void runOnOperation() override {
    SmallVector<scf::ParallelOp> loops;
    getOperation()->walk([&](scf::ParallelOp loop) {
      if (loop->hasAttr(gridAttr) || loop->hasAttr(blockAttr))
        loops.push_back(loop);
    });
    for (scf::ParallelOp loop : loops)
      if (failed(convertLoop(loop)))
        return signalPassFailure();
  }
};
} // namespace
