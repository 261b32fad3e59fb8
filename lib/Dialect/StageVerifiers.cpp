//===- StageVerifiers.cpp - The guarantees of each stage ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/StageVerifiers.h"
#include "heddle/Dialect/KernelAttributes.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassRegistry.h"

namespace heddle {
#define GEN_PASS_DEF_VERIFYSTAGE
#include "heddle/Dialect/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using namespace heddle::par;

using Stage = VerifiedStage;

//===----------------------------------------------------------------------===//
// Raised kernels
//===----------------------------------------------------------------------===//

/// Functions of the runtime that use thread indices or synchronise. A raised
/// kernel has operations and induction variables instead; a function without a
/// counterpart needs fibers.
static bool asksForThread(StringRef name) {
  if (!name.consume_front("__heddle_"))
    return false;
  static constexpr StringLiteral names[] = {
      "barrier", "lane_id", "block_count", "grid_sync", "grid_valid", "yield"};
  static constexpr StringLiteral prefixes[] = {"tid_",    "ctaid_", "ntid_",
                                               "nctaid_", "warp_",  "named_"};
  return llvm::is_contained(names, name) ||
         llvm::any_of(prefixes, [&](StringRef prefix) {
           return name.starts_with(prefix);
         });
}

static LogicalResult verifyNoThreadQuery(Operation *op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  if (!call || !asksForThread(call.getCallee().value_or("")))
    return success();
  return op->emitError() << "a raised kernel still calls '" << *call.getCallee()
                         << "'";
}

static bool isRaisedKernel(LLVM::LLVMFuncOp function) {
  return function->hasAttr(kernelAttr) && !function->hasAttr(fibersAttr);
}

static LogicalResult verifyRaisedKernel(LLVM::LLVMFuncOp kernel) {
  if (!kernel.getBody().hasOneBlock())
    return kernel.emitError("a raised kernel still has branches");
  return success();
}

//===----------------------------------------------------------------------===//
// The loops of a launch
//===----------------------------------------------------------------------===//

/// Whether all of these bounds or steps have this value.
static bool areAll(OperandRange values, int64_t value) {
  return llvm::all_of(
      values, [&](Value bound) { return getConstantIntValue(bound) == value; });
}

static LogicalResult verifyStep(scf::ParallelOp loop, StringRef what) {
  if (!areAll(loop.getStep(), 1))
    return loop.emitError() << what << " does not have step 1";
  return success();
}

static LogicalResult verifyMarks(scf::ParallelOp loop) {
  bool isGrid = loop->hasAttr(gridAttr), isThreads = loop->hasAttr(blockAttr);
  if (isGrid && isThreads)
    return loop.emitError("a loop is marked as over the grid and over threads");
  if (!isGrid && !isThreads)
    return loop.emitError("a parallel loop is over neither grid nor threads");
  return success();
}

/// `outline-grid` computes the index of a block from these.
static LogicalResult verifyGridLoop(scf::ParallelOp grid) {
  if (grid.getNumLoops() != 3)
    return grid.emitError("a loop over the grid must have three dimensions");
  if (!areAll(grid.getLowerBound(), 0))
    return grid.emitError("a loop over the grid does not start at 0");
  return verifyStep(grid, "a loop over the grid");
}

/// Whether threads of the loop synchronise, or use their lane.
static bool synchronises(scf::ParallelOp threads) {
  auto result = threads.getBody()->walk([](Operation *op) {
    return isBarrier(op) || isa<WarpOp, LaneOp>(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  return result.wasInterrupted();
}

static LogicalResult verifyThreadLoop(scf::ParallelOp threads, Stage stage) {
  if (failed(verifyStep(threads, "a loop over threads")))
    return failure();
  // Fission numbers threads by their induction variables, from 0. Loops that
  // need no fission may have been split or narrowed.
  if (!areAll(threads.getLowerBound(), 0) && synchronises(threads))
    return threads.emitError("a loop over threads does not start at 0");
  if (stage >= Stage::Fission)
    return success();
  if (!getGridLoop(threads))
    return threads.emitError("a loop over threads is not in one over the grid");
  if (getThreadLoop(threads))
    return threads.emitError("a loop over threads is in another one");
  return success();
}

static LogicalResult verifyParallelLoop(scf::ParallelOp loop, Stage stage) {
  if (failed(verifyMarks(loop)))
    return failure();
  if (loop->hasAttr(blockAttr))
    return verifyThreadLoop(loop, stage);
  if (failed(verifyGridLoop(loop)))
    return failure();
  if (stage <= Stage::Optimized && getGridLoop(loop))
    return loop.emitError("a loop over the grid is in another one");
  return success();
}

/// As the launch was formed: one loop over threads directly in one over blocks.
static LogicalResult verifyLaunchLoop(ForOp loop) {
  std::optional<Level> level = loop.getLevel();
  if (level != Level::Grid && level != Level::Block)
    return loop.emitOpError("is neither over a grid nor over threads");
  if (loop.getNumDimensions() != 3)
    return loop.emitOpError("must have three dimensions");
  auto parent = dyn_cast<ForOp>(loop->getParentOp());
  if (level == Level::Block) {
    if (!parent)
      return loop.emitOpError(
          "over threads is not directly in one over a grid");
    return success();
  }
  if (parent || loop->getParentOfType<ForOp>())
    return loop.emitOpError("over a grid is in another loop");
  if (llvm::range_size(loop.getBody()->getOps<ForOp>()) != 1)
    return loop.emitOpError("over a grid does not have one loop over threads");
  return success();
}

//===----------------------------------------------------------------------===//
// Synchronisation
//===----------------------------------------------------------------------===//

static OperandRange loopVariables(Operation *op) {
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return barrier.getIvs();
  if (auto any = dyn_cast<AnyOp>(op))
    return any.getIvs();
  if (auto count = dyn_cast<CountOp>(op))
    return count.getIvs();
  if (auto sync = dyn_cast<GridSyncOp>(op))
    return sync.getIvs();
  if (auto lane = dyn_cast<LaneOp>(op))
    return lane.getIvs();
  return cast<WarpOp>(op).getIvs();
}

/// Whether the operands are all induction variables of the loop, in order.
static LogicalResult verifyNames(Operation *op, scf::ParallelOp loop,
                                 StringRef what) {
  if (!loop)
    return op->emitOpError() << "is not in a loop over " << what;
  if (!llvm::equal(loopVariables(op), loop.getInductionVars()))
    return op->emitOpError()
           << "does not name the loop over " << what << " around it";
  return success();
}

static LogicalResult verifySynchronisation(Operation *op, Stage stage) {
  if (stage >= Stage::Grid)
    return op->emitOpError("is left after the grid's loop was split");
  if (isa<WarpOp, LaneOp>(op) && stage >= Stage::Warps)
    return op->emitOpError("is left after warps were formed and split");
  if (isa<GridSyncOp>(op) && stage >= Stage::Fission) {
    if (getThreadLoop(op))
      return op->emitOpError("is left in a loop over threads after fission");
    return verifyNames(op, getGridLoop(op), "the grid");
  }
  if (isBarrier(op) && stage >= Stage::Fission)
    return op->emitOpError("is left after fission");
  // A warp operation names its loop only after warps are formed.
  if (isa<WarpOp>(op)) {
    if (!getThreadLoop(op))
      return op->emitOpError("is not in a loop over threads");
    if (!loopVariables(op).empty())
      return op->emitOpError("names a loop over lanes before there is one");
    return success();
  }
  // Fission may leave a `par.lane` behind for computations of a loop over
  // warps.
  return verifyNames(op, getThreadLoop(op), "threads");
}

//===----------------------------------------------------------------------===//
// LLVM
//===----------------------------------------------------------------------===//

static LogicalResult verifyLowered(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (!isa<ModuleOp>(op) && !isa_and_nonnull<LLVM::LLVMDialect>(dialect))
    return op->emitOpError("is left after lowering to LLVM");
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    Dialect *owner = attribute.getNameDialect();
    if (isa_and_nonnull<ParDialect>(owner) ||
        (isa_and_nonnull<HeddleDialect>(owner) &&
         !isReadByLinker(attribute.getName())))
      return op->emitOpError() << "still has the attribute '"
                               << attribute.getName().strref() << "'";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Operations that may name a loop by its induction variables do not here.
static bool namesScope(Operation *op) {
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return bool(barrier.getScope());
  if (auto any = dyn_cast<AnyOp>(op))
    return bool(any.getScope());
  if (auto count = dyn_cast<CountOp>(op))
    return bool(count.getScope());
  if (auto lane = dyn_cast<LaneOp>(op))
    return bool(lane.getScope());
  return !isa<WarpOp, GridSyncOp>(op);
}

/// The blocks of a grid have their own memory, the threads of one share it.
static LogicalResult verifyAllocation(memref::AllocaOp op) {
  auto space = dyn_cast_or_null<SpaceAttr>(op.getType().getMemorySpace());
  if (!space || space.getValue() != Space::Block)
    return success();
  auto loop = op->getParentOfType<ForOp>();
  if (loop && loop.getLevel() == Level::Grid)
    return success();
  return op.emitOpError(
      "of a block's memory is not directly in a loop over a grid");
}

/// The check of an operation of a launch.
static LogicalResult verifyLaunch(Operation *op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return verifyLaunchLoop(loop);
  if (isa<scf::ParallelOp>(op))
    return op->emitOpError("is no loop of the launch");
  if (!namesScope(op))
    return op->emitOpError("does not name the scope of its loop");
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return verifyBarrierEffects(barrier);
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return verifyAllocation(alloca);
  if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
    return op->emitOpError("is left after the launch was formed");
  return success();
}

/// The check of each operation of a stage.
static LogicalResult verifyOperation(Operation *op, Stage stage) {
  if (stage == Stage::Lowered)
    return verifyLowered(op);
  if (stage == Stage::Raised)
    return verifyNoThreadQuery(op);
  if (stage == Stage::Par)
    return verifyLaunch(op);
  if (isa<ForOp>(op))
    return op->emitOpError("is left after the conversion to scf");
  if (auto loop = dyn_cast<scf::ParallelOp>(op))
    return verifyParallelLoop(loop, stage);
  if (isa<BarrierOp, AnyOp, CountOp, GridSyncOp, WarpOp, LaneOp>(op))
    return verifySynchronisation(op, stage);
  if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
    return op->emitOpError("is left after the launch was formed");
  // These attributes are internal to fission.
  if (stage >= Stage::Fission && op->hasAttr(blockLevelAttr))
    return op->emitOpError("was not moved to block level by fission");
  return success();
}

/// Kernels on fibers are opaque to the passes in between.
static bool isForFibers(Operation *function) {
  return function->hasAttr(fibersAttr);
}

static LogicalResult verifyPromises(Operation *root, Stage stage) {
  auto result = root->walk([&](Operation *op) {
    return failed(verifyOperation(op, stage)) ? WalkResult::interrupt()
                                              : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult heddle::verifyStage(ModuleOp module, Stage stage) {
  if (failed(verify(module)))
    return failure();
  if (stage == Stage::Lowered)
    return verifyPromises(module, stage);
  for (Operation &op : *module.getBody()) {
    if (isForFibers(&op))
      continue;
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op)) {
      bool isKernel = isRaisedKernel(function);
      if (isKernel && stage != Stage::Raised)
        return op.emitError("a raised kernel's launch was not formed");
      if (isKernel && failed(verifyRaisedKernel(function)))
        return failure();
      // Device functions that are not inlined use the thread's context on
      // fibers.
      if (!isKernel && stage == Stage::Raised)
        continue;
    }
    if (failed(verifyPromises(&op, stage)))
      return failure();
  }
  return success();
}

namespace {
struct VerifyStage : public heddle::impl::VerifyStageBase<VerifyStage> {
  using VerifyStageBase::VerifyStageBase;

  void runOnOperation() override {
    if (failed(verifyStage(getOperation(), stage)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
