//===- ParCollectives.cpp - Collectives and atomics -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"

using namespace mlir;
using namespace heddle::par;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// Exchanges values between iterations: it is neither moved nor removed.
static void addUnknown(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// Collectives of a warp
//===----------------------------------------------------------------------===//

/// Warps are formed of the threads of a block.
LogicalResult heddle::par::verifyWarpScope(Operation *op, Value scope) {
  if (failed(verifyScope(op, scope)))
    return failure();
  std::optional<Level> level = getLoopOf(scope).getLevel();
  if (level != Level::Block && level != Level::Lane)
    return op->emitOpError(
        "needs the scope of a loop over the threads of a block or warp");
  return success();
}

LogicalResult ActiveOp::verify() { return verifyWarpScope(*this, getScope()); }
LogicalResult BallotOp::verify() { return verifyWarpScope(*this, getScope()); }
LogicalResult MatchOp::verify() { return verifyWarpScope(*this, getScope()); }
LogicalResult ReduceOp::verify() { return verifyWarpScope(*this, getScope()); }

LogicalResult ShuffleOp::verify() {
  if (getValue().getType() != getResult().getType())
    return emitOpError("gives a value of another type than it takes");
  return verifyWarpScope(*this, getScope());
}

void ActiveOp::getEffects(Effects &effects) { addUnknown(effects); }
void BallotOp::getEffects(Effects &effects) { addUnknown(effects); }
void MatchOp::getEffects(Effects &effects) { addUnknown(effects); }
void ReduceOp::getEffects(Effects &effects) { addUnknown(effects); }
void ShuffleOp::getEffects(Effects &effects) { addUnknown(effects); }

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

/// A relaxed access has the effects of a load and a store; one that orders
/// others has effects on all memory.
static void addAccess(Effects &effects, OpOperand &address, bool orders) {
  if (orders)
    return addUnknown(effects);
  effects.emplace_back(MemoryEffects::Read::get(), &address);
  effects.emplace_back(MemoryEffects::Write::get(), &address);
}

static bool takesFloat(AtomicKind kind) {
  return kind == AtomicKind::FAdd || kind == AtomicKind::FSub ||
         kind == AtomicKind::FMax || kind == AtomicKind::FMin;
}

LogicalResult AtomicRMWOp::verify() {
  AtomicKind kind = getKind();
  Type element = getElementTypeOrSelf(getValue().getType());
  bool isRight =
      takesFloat(kind) ? isa<FloatType>(element) : element.isSignlessInteger();
  if (isRight || kind == AtomicKind::Exchange)
    return success();
  return emitOpError() << "of kind '" << stringifyAtomicKind(kind)
                       << "' takes no " << getValue().getType();
}

void AtomicRMWOp::getEffects(Effects &effects) {
  addAccess(effects, getAddressMutable(), getOrdering() != Ordering::Relaxed);
}

LogicalResult AtomicCompareExchangeOp::verify() {
  // It writes nothing then.
  if (getFailureOrdering() == Ordering::Release ||
      getFailureOrdering() == Ordering::AcquireRelease)
    return emitOpError("cannot release if it fails");
  return success();
}

void AtomicCompareExchangeOp::getEffects(Effects &effects) {
  addAccess(effects, getAddressMutable(),
            getOrdering() != Ordering::Relaxed ||
                getFailureOrdering() != Ordering::Relaxed);
}
