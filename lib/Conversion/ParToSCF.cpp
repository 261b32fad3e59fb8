//===- ParToSCF.cpp - par.for to the loops of the older passes ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Conversion/Passes.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {
#define GEN_PASS_DEF_PARTOSCF
#include "heddle/Conversion/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using namespace heddle::par;

//===----------------------------------------------------------------------===//
// Synchronisation
//===----------------------------------------------------------------------===//

static ValueRange variablesOf(Value scope) {
  return getLoopOf(scope).getInductionVars();
}

/// `par.warp` says which lanes are active; here that is control flow.
template <typename Op>
static void replaceByWarp(Op op, WarpKind kind, Value value = {},
                          Value lane = {}) {
  OpBuilder builder(op);
  Value active = arith::ConstantIntOp::create(builder, op.getLoc(), 1, 1);
  auto warp =
      WarpOp::create(builder, op.getLoc(), op->getResultTypes(), kind, active,
                     op.getMask(), value, lane, /*ivs=*/ValueRange());
  op->replaceAllUsesWith(warp);
  op->erase();
}

static WarpKind kindOf(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::Add:
    return WarpKind::Add;
  case ReduceKind::UMin:
    return WarpKind::UMin;
  case ReduceKind::UMax:
    return WarpKind::UMax;
  case ReduceKind::SMin:
    return WarpKind::SMin;
  case ReduceKind::SMax:
    return WarpKind::SMax;
  case ReduceKind::And:
    return WarpKind::And;
  case ReduceKind::Or:
    return WarpKind::Or;
  case ReduceKind::Xor:
    return WarpKind::Xor;
  }
  llvm_unreachable("unknown kind of reduction");
}

static void convertBarrier(BarrierOp barrier) {
  if (barrier.getAmong())
    return replaceByWarp(barrier, WarpKind::Sync);
  OpBuilder builder(barrier);
  // All threads of the grid: the operation is in the loop over those of a
  // block.
  auto threads = barrier->getParentOfType<ForOp>();
  if (getLoopOf(barrier.getScope()).getLevel() == Level::Grid)
    GridSyncOp::create(builder, barrier.getLoc(), threads.getInductionVars());
  else
    BarrierOp::create(builder, barrier.getLoc(),
                      variablesOf(barrier.getScope()));
  barrier.erase();
}

/// Operations that can name a loop in both ways.
template <typename Op> static void nameVariables(Op op) {
  op.getIvsMutable().assign(variablesOf(op.getScope()));
  op.getScopeMutable().clear();
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static LLVM::AtomicOrdering toLLVM(Ordering ordering) {
  switch (ordering) {
  case Ordering::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case Ordering::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case Ordering::Release:
    return LLVM::AtomicOrdering::release;
  case Ordering::AcquireRelease:
    return LLVM::AtomicOrdering::acq_rel;
  case Ordering::SequentiallyConsistent:
    return LLVM::AtomicOrdering::seq_cst;
  }
  llvm_unreachable("unknown ordering");
}

/// The kinds of LLVM have the same numbers.
static LLVM::AtomicBinOp toLLVM(AtomicKind kind) {
  static_assert(uint32_t(AtomicKind::UDecWrap) ==
                uint32_t(LLVM::AtomicBinOp::udec_wrap));
  return static_cast<LLVM::AtomicBinOp>(kind);
}

/// Alias information that LLVM's access had before it was raised.
static void restoreHints(Operation *from, Operation *to) {
  for (auto [name, raisedName] : accessAttrs)
    if (Attribute attribute = from->getAttr(raisedName))
      to->setAttr(name, attribute);
}

static void convertAtomic(AtomicRMWOp op) {
  OpBuilder builder(op);
  auto atomic = LLVM::AtomicRMWOp::create(
      builder, op.getLoc(), toLLVM(op.getKind()), op.getAddress(),
      op.getValue(), toLLVM(op.getOrdering()), /*syncscope=*/StringRef(),
      op.getAlignment().value_or(0));
  restoreHints(op, atomic);
  op.replaceAllUsesWith(atomic.getResult());
  op.erase();
}

static void convertAtomic(AtomicCompareExchangeOp op) {
  OpBuilder builder(op);
  auto atomic = LLVM::AtomicCmpXchgOp::create(
      builder, op.getLoc(), op.getAddress(), op.getExpected(), op.getValue(),
      toLLVM(op.getOrdering()), toLLVM(op.getFailureOrdering()),
      /*syncscope=*/StringRef(), op.getAlignment().value_or(0), op.getWeak());
  restoreHints(op, atomic);
  for (int64_t i = 0; i < 2; ++i)
    if (!op->getResult(i).use_empty())
      op->getResult(i).replaceAllUsesWith(
          LLVM::ExtractValueOp::create(builder, op.getLoc(), atomic, i));
  op.erase();
}

//===----------------------------------------------------------------------===//
// Loops and memory
//===----------------------------------------------------------------------===//

static LogicalResult convertLoop(ForOp loop) {
  std::optional<Level> level = loop.getLevel();
  if (level != Level::Grid && level != Level::Block)
    return loop.emitOpError(
        "is neither over a grid nor over the threads of a block");
  if (!loop.getInitialValues().empty())
    return loop.emitOpError("with results has no form in scf");
  OpBuilder builder(loop);
  unsigned count = loop.getNumDimensions();
  Value zero = arith::ConstantIndexOp::create(builder, loop.getLoc(), 0);
  Value one = arith::ConstantIndexOp::create(builder, loop.getLoc(), 1);
  auto plain = scf::ParallelOp::create(
      builder, loop.getLoc(), SmallVector<Value>(count, zero), loop.getSizes(),
      SmallVector<Value>(count, one));
  plain->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  plain->setAttr(level == Level::Grid ? gridAttr : blockAttr,
                 builder.getUnitAttr());
  for (auto [old, iv] :
       llvm::zip(loop.getInductionVars(), plain.getInductionVars()))
    old.replaceAllUsesWith(iv);
  loop.getYield().erase();
  Block *body = plain.getBody();
  body->getOperations().splice(body->begin(), loop.getBody()->getOperations());
  loop.erase();
  return success();
}

static Type withoutSpace(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !isa_and_nonnull<SpaceAttr>(memref.getMemorySpace()))
    return type;
  return MemRefType::Builder(memref).setMemorySpace({});
}

static void removeSpaces(Operation *op) {
  for (Value result : op->getResults())
    result.setType(withoutSpace(result.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(withoutSpace(argument.getType()));
}

static void convertOperation(Operation *op) {
  removeSpaces(op);
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return barrier.getScope() ? convertBarrier(barrier) : void();
  if (auto any = dyn_cast<AnyOp>(op))
    return any.getScope() ? nameVariables(any) : void();
  if (auto count = dyn_cast<CountOp>(op))
    return count.getScope() ? nameVariables(count) : void();
  if (auto lane = dyn_cast<LaneOp>(op))
    return lane.getScope() ? nameVariables(lane) : void();
  if (auto active = dyn_cast<ActiveOp>(op))
    return replaceByWarp(active, WarpKind::Active);
  if (auto ballot = dyn_cast<BallotOp>(op))
    return replaceByWarp(ballot, WarpKind::Ballot, ballot.getValue());
  if (auto shuffle = dyn_cast<ShuffleOp>(op))
    return replaceByWarp(shuffle, WarpKind::Shuffle, shuffle.getValue(),
                         shuffle.getLane());
  if (auto match = dyn_cast<MatchOp>(op))
    return replaceByWarp(match, WarpKind::Match, match.getValue());
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return replaceByWarp(reduce, kindOf(reduce.getKind()), reduce.getValue());
  if (auto atomic = dyn_cast<AtomicRMWOp>(op))
    return convertAtomic(atomic);
  if (auto atomic = dyn_cast<AtomicCompareExchangeOp>(op))
    return convertAtomic(atomic);
}

namespace {
struct ParToSCF : public heddle::impl::ParToSCFBase<ParToSCF> {
  void runOnOperation() override {
    SmallVector<ForOp> loops;
    // Operations before the loops that they name.
    getOperation()->walk([&](Operation *op) {
      if (auto loop = dyn_cast<ForOp>(op))
        loops.push_back(loop);
      else
        convertOperation(op);
    });
    for (ForOp loop : loops)
      if (failed(convertLoop(loop)))
        return signalPassFailure();
  }
};
} // namespace
