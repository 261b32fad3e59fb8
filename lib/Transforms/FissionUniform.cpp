//===- FissionUniform.cpp - Uniform loads at the start of pieces ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

/// Whether a value is available at block level.
static bool isAtBlockLevel(Value value, scf::ParallelOp threads) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    // The induction variables of loops that contain barriers are uniform.
    auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
    return threads.isDefinedOutsideOfLoop(value) ||
           (loop && par::holdsBarrier(loop) && value == loop.getInductionVar());
  }
  return threads.isDefinedOutsideOfLoop(value) ||
         value.getDefiningOp()->hasAttr(blockLevelAttr);
}

/// Hoists the loads at the starts of a block's pieces.
static void raiseLoads(Block &block, scf::ParallelOp threads) {
  Operation *start = nullptr; // The operation before the piece.
  bool isBeginning = true;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (endsPiece(&op)) {
      if (!op.hasAttr(blockLevelAttr))
        for (Region &region : op.getRegions())
          if (!region.empty())
            raiseLoads(region.front(), threads);
      start = &op;
      isBeginning = true;
      continue;
    }
    if (!isBeginning)
      continue;
    std::optional<Access> access = getPlainAccess(&op);
    if (!access || access->writes) {
      isBeginning =
          isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op);
      continue;
    }
    bool isCommon = llvm::all_of(op.getOperands(), [&](Value value) {
      return isAtBlockLevel(value, threads);
    });
    if (!isCommon)
      continue;
    if (start)
      op.moveAfter(start);
    else
      op.moveBefore(&block, block.begin());
    op.setAttr(blockLevelAttr, UnitAttr::get(op.getContext()));
    start = &op;
  }
}

void fission::raiseUniformLoads(scf::ParallelOp threads) {
  // A load that no thread would execute must not be executed.
  for (auto [lower, upper] :
       llvm::zip(threads.getLowerBound(), threads.getUpperBound())) {
    auto first = getConstantIntValue(lower), end = getConstantIntValue(upper);
    if (!first || !end || *first >= *end)
      return;
  }
  raiseLoads(*threads.getBody(), threads);
}
