//===- SplitGrid.cpp - Splits the loop over blocks ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/RuntimeABI.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_SPLITGRID
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Gives each block its own slot for its allocations.
class BlockMemory {
public:
  BlockMemory(scf::ParallelOp grid)
      : grid(grid), builder(grid), loc(grid.getLoc()),
        ptr(LLVM::LLVMPointerType::get(grid.getContext())) {}

  LogicalResult run() {
    SmallVector<memref::AllocaOp> allocas;
    SmallVector<par::DynamicSharedOp> dynamic;
    grid.walk([&](memref::AllocaOp op) { allocas.push_back(op); });
    grid.walk([&](par::DynamicSharedOp op) { dynamic.push_back(op); });
    for (memref::AllocaOp op : allocas)
      if (failed(place(op)))
        return failure();
    for (par::DynamicSharedOp op : dynamic) {
      builder.setInsertionPoint(grid);
      op.getResult().replaceAllUsesWith(addressFor(dynamicSharedBytes(), op));
      op.erase();
    }
    return success();
  }

private:
  LogicalResult place(memref::AllocaOp op) {
    for (Value size : op.getDynamicSizes())
      if (Operation *def = size.getDefiningOp(); def && grid->isAncestor(def))
        return op.emitError(
            "the size of this memory is not known before the launch");
    builder.setInsertionPoint(grid);
    Value bytes = par::bytesOf(builder, op);
    Value address = addressFor(bytes, op);
    Value view = par::ViewOp::create(builder, loc, op.getType(), address,
                                     op.getDynamicSizes());
    op.getResult().replaceAllUsesWith(view);
    op.erase();
    return success();
  }

  /// The current block's slot of memory that has `bytes` for each block. The
  /// builder is before the loop over the grid.
  Value addressFor(Value bytes, Operation *where) {
    Value mask = index(-64);
    Value slot = arith::AndIOp::create(
        builder, loc, arith::AddIOp::create(builder, loc, bytes, index(63)),
        mask);
    Value total = slot;
    for (Value size : grid.getUpperBound())
      total = arith::MulIOp::create(builder, loc, total, size);
    Value base = par::GridMemoryOp::create(builder, loc, ptr, total);
    builder.setInsertionPoint(where);
    Value block = par::linearIndex(builder, loc, grid.getInductionVars(),
                                   grid.getUpperBound());
    Value offset = arith::MulIOp::create(builder, loc, block, slot);
    Value wide =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), offset);
    return LLVM::GEPOp::create(builder, loc, ptr, builder.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{wide},
                               LLVM::GEPNoWrapFlags::inbounds);
  }

  /// From HeddleLaunchConfig, the function's first argument.
  Value dynamicSharedBytes() {
    Value config = grid->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0);
    Value address = LLVM::GEPOp::create(builder, loc, ptr, builder.getI64Type(),
                                        config, ArrayRef<LLVM::GEPArg>{3},
                                        LLVM::GEPNoWrapFlags::inbounds);
    Value bytes =
        LLVM::LoadOp::create(builder, loc, builder.getI64Type(), address);
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                      bytes);
  }

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  scf::ParallelOp grid;
  OpBuilder builder;
  Location loc;
  Type ptr;
};

bool isInGrid(Operation *op) {
  for (Operation *up = op->getParentOp(); up; up = up->getParentOp())
    if (up->hasAttr(par::gridAttr))
      return true;
  return false;
}

/// Buffers that fission created are outside of all loops over the grid, where
/// no worker's stack can hold them.
void moveBuffersToGridMemory(LLVM::LLVMFuncOp function) {
  SmallVector<memref::AllocaOp> buffers;
  function.walk([&](memref::AllocaOp op) {
    if (!isInGrid(op))
      buffers.push_back(op);
  });
  for (memref::AllocaOp op : buffers) {
    OpBuilder builder(op);
    Value memory = par::GridMemoryOp::create(
        builder, op.getLoc(), LLVM::LLVMPointerType::get(op.getContext()),
        par::bytesOf(builder, op));
    Value view = par::ViewOp::create(builder, op.getLoc(), op.getType(), memory,
                                     op.getDynamicSizes());
    op.getResult().replaceAllUsesWith(view);
    op.erase();
  }
}

/// A loop continues while any block requires it. Blocks of a launch that a trap
/// or a failed assertion has ended never do.
void endLoopsWithLaunch(LLVM::LLVMFuncOp function) {
  SmallVector<scf::WhileOp> loops;
  function.walk([&](scf::WhileOp loop) {
    if (!isInGrid(loop))
      loops.push_back(loop);
  });
  if (loops.empty())
    return;
  OpBuilder builder(function);
  auto module = function->getParentOfType<ModuleOp>();
  for (scf::WhileOp loop : loops) {
    scf::ConditionOp condition = loop.getConditionOp();
    builder.setInsertionPoint(condition);
    Location loc = condition.getLoc();
    Value answer =
        abi::call(builder, loc, module, HEDDLE_ABI(__heddle_launch_goes_on), {})
            .getResult();
    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
    Value goesOn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                         answer, zero);
    condition.getConditionMutable().assign(
        arith::AndIOp::create(builder, loc, condition.getCondition(), goesOn));
  }
}

struct SplitGrid : public heddle::impl::SplitGridBase<SplitGrid> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      if (!par::holdsBarrier(grid))
        continue;
      auto function = grid->getParentOfType<LLVM::LLVMFuncOp>();
      if (failed(BlockMemory(grid).run()) ||
          failed(fission::maskBarriers(grid)) || failed(fission::split(grid)))
        return signalPassFailure();
      moveBuffersToGridMemory(function);
      endLoopsWithLaunch(function);
    }
  }
};

} // namespace
