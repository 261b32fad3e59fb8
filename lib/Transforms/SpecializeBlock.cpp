//===- SpecializeBlock.cpp - Nests for block sizes known in advance -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchWidth.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_SPECIALIZEBLOCK
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Puts a copy of the nest for one block size in front of it, under a check.
static void specialize(scf::ParallelOp grid, ArrayRef<int64_t> shape) {
  scf::ParallelOp threads = par::getThreadLoopOf(grid);
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  Value matches;
  IRMapping mapping;
  // The loop's bounds are z, y, x.
  for (unsigned i = 0; i < 3; ++i) {
    Value size = threads.getUpperBound()[2 - i];
    Value constant = arith::ConstantIndexOp::create(builder, loc, shape[i]);
    Value equal = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        size, constant);
    matches =
        matches ? arith::AndIOp::create(builder, loc, matches, equal) : equal;
    // The grid is small enough for 32-bit positions of threads.
    Value limit = arith::ConstantIndexOp::create(
        builder, loc, std::numeric_limits<int32_t>::max() / shape[i]);
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                       grid.getUpperBound()[2 - i], limit);
    matches = arith::AndIOp::create(builder, loc, matches, fits);
    mapping.map(size, constant);
    // Code that asks for blockDim uses the number behind the index.
    if (auto cast = size.getDefiningOp<arith::IndexCastUIOp>())
      mapping.map(cast.getIn(),
                  arith::ConstantIntOp::create(
                      builder, loc, cast.getIn().getType(), shape[i]));
  }
  scf::ParallelOp copy = copyNest(builder, grid, matches, mapping);
  copy->setAttr(par::shapeAttr, builder.getStringAttr(par::nameShape(shape)));
  copy->removeAttr(par::fallbackAttr);
  grid->setAttr(par::fallbackAttr, builder.getUnitAttr());
}

namespace {
struct SpecializeBlock
    : public heddle::impl::SpecializeBlockBase<SpecializeBlock> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      auto function = grid->getParentOfType<LLVM::LLVMFuncOp>();
      auto shapes = function->getAttrOfType<ArrayAttr>(blockShapesAttr);
      if (!shapes || !par::getThreadLoopOf(grid))
        continue;
      for (Attribute attr : shapes) {
        // Nothing runs in a block of no threads.
        ArrayRef<int64_t> shape = cast<DenseI64ArrayAttr>(attr).asArrayRef();
        if (planted(Fault::InvalidLaunchSeen) ||
            llvm::all_of(shape, [](int64_t size) { return size > 0; }))
          specialize(grid, shape);
      }
      if (!shapes.empty() && function->hasAttr(knownLaunchesAttr))
        grid->setAttr(par::unseenAttr, UnitAttr::get(&getContext()));
      function->removeAttr(blockShapesAttr);
      function->removeAttr(knownLaunchesAttr);
    }
  }
};
} // namespace
