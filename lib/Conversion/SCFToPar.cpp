//===- SCFToPar.cpp - The loops of the older passes to par.for ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Conversion/Passes.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace heddle {
#define GEN_PASS_DEF_SCFTOPAR
#include "heddle/Conversion/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using namespace heddle::par;

/// Whether a bound is not negative: a constant, or the size of a launch.
static bool isCount(Value bound, scf::ParallelOp grid) {
  if (std::optional<int64_t> known = getConstantIntValue(bound))
    return *known >= 0;
  if (grid && grid.getRegion().isAncestor(bound.getParentRegion()))
    return false;
  return isa<BlockArgument>(bound) ||
         isa<arith::IndexCastUIOp>(bound.getDefiningOp());
}

/// The loops of a kernel. CUDA forbids races between their iterations.
static LogicalResult convertLoop(scf::ParallelOp loop) {
  Level level = loop->hasAttr(gridAttr) ? Level::Grid : Level::Block;
  if (!llvm::all_of(loop.getStep(),
                    [](Value step) { return matchPattern(step, m_One()); }) ||
      loop.getNumReductions() != 0)
    return loop.emitOpError("has no form in par");
  // Each dimension starts at 0.
  OpBuilder builder(loop);
  constexpr auto nsw = arith::IntegerOverflowFlags::nsw;
  auto grid = loop->getParentOfType<scf::ParallelOp>();
  SmallVector<Value> sizes;
  for (auto [low, high] :
       llvm::zip(loop.getLowerBound(), loop.getUpperBound())) {
    if (matchPattern(low, m_Zero()) && isCount(high, grid)) {
      sizes.push_back(high);
      continue;
    }
    // There may be nothing between them.
    Value size = high;
    if (!matchPattern(low, m_Zero()))
      size = arith::SubIOp::create(builder, loop.getLoc(), high, low, nsw);
    Value zero = arith::ConstantIndexOp::create(builder, loop.getLoc(), 0);
    sizes.push_back(arith::MaxSIOp::create(builder, loop.getLoc(), size, zero));
  }
  auto converted = ForOp::create(builder, loop.getLoc(), level, sizes);
  converted.setRaceFree(true);
  // Merged blocks, whose size is computed in the grid, may be larger.
  bool isOfLaunch = !grid || llvm::none_of(sizes, [&](Value size) {
    return grid.getRegion().isAncestor(size.getParentRegion());
  });
  if (converted.getNumDimensions() == 3 && isOfLaunch)
    converted.setBound(
        ArrayRef(level == Level::Grid ? largestGrid : largestBlock));
  for (NamedAttribute attribute : loop->getDiscardableAttrs())
    if (attribute.getName() != gridAttr && attribute.getName() != blockAttr)
      converted->setDiscardableAttr(attribute.getName(), attribute.getValue());
  builder.setInsertionPointToStart(converted.getBody());
  for (auto [old, low, iv] :
       llvm::zip(loop.getInductionVars(), loop.getLowerBound(),
                 converted.getInductionVars())) {
    Value number = iv;
    if (!matchPattern(low, m_Zero()))
      number = arith::AddIOp::create(builder, loop.getLoc(), low, iv, nsw);
    old.replaceAllUsesWith(number);
  }
  Block *body = converted.getBody();
  loop.getBody()->getTerminator()->erase();
  body->getOperations().splice(body->getTerminator()->getIterator(),
                               loop.getBody()->getOperations());
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
