//===- BarrierEffects.cpp - The memory effects of barriers ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier orders what other threads did before it and what this thread does
// after it, and the reverse. It has the effects of the accesses on both sides,
// and no others.
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"

using namespace mlir;
using namespace heddle::par;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// Whether each iteration of the loop allocates its own object.
static bool isPrivate(Value value, Operation *loop) {
  Operation *op = getBase(value).getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return false;
  auto memory = dyn_cast<MemoryEffectOpInterface>(op);
  return memory && memory.hasEffect<MemoryEffects::Allocate>();
}

static void addUnknown(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

namespace {
/// The effects of operations that other iterations of a loop can observe.
struct Visible {
  bool reads = false, writes = false;

  /// Adds an operation. False if nothing can be added any more: all effects are
  /// possible.
  bool add(Operation *op, Operation *loop) {
    if (isBarrier(op))
      return true;
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
      for (Region &region : op->getRegions())
        for (Operation &nested : region.getOps())
          if (!add(&nested, loop))
            return false;
      return true;
    }
    auto memory = dyn_cast<MemoryEffectOpInterface>(op);
    if (!memory) {
      if (!isMemoryEffectFree(op))
        reads = writes = true;
      return !(reads && writes);
    }
    SmallVector<MemoryEffects::EffectInstance> own;
    memory.getEffects(own);
    for (const MemoryEffects::EffectInstance &effect : own) {
      if (effect.getValue() && isPrivate(effect.getValue(), loop))
        continue;
      reads |= isa<MemoryEffects::Read>(effect.getEffect());
      writes |= isa<MemoryEffects::Write>(effect.getEffect());
    }
    return !(reads && writes);
  }
};
} // namespace

/// Whether a barrier is in a loop of unknown trip count. Such a loop may be
/// endless, which is defined behaviour as long as it has a barrier.
static bool isInWhile(Operation *barrier, Operation *loop) {
  for (Operation *up = barrier->getParentOp(); up != loop;
       up = up->getParentOp())
    if (isa<scf::WhileOp>(up))
      return true;
  return false;
}

/// Effects are given without a value even if it is known: the value need not be
/// visible at the barrier.
static void getBarrierEffects(Operation *barrier, Effects &effects) {
  scf::ParallelOp loop = getThreadLoop(barrier);
  if (!loop)
    return addUnknown(effects);

  Visible visible;
  if (barrier->getParentOp() == loop) {
    bool goesOn = true;
    for (Operation *op = barrier->getPrevNode(); op && goesOn && !isBarrier(op);
         op = op->getPrevNode())
      goesOn = visible.add(op, loop);
    for (Operation *op = barrier->getNextNode(); op && goesOn && !isBarrier(op);
         op = op->getNextNode())
      goesOn = visible.add(op, loop);
  } else {
    // Inside control flow, any operation of the body may come before or after
    // (a loop may run again).
    for (Operation &op : loop.getBody()->without_terminator())
      if (!visible.add(&op, loop))
        break;
  }
  // Reads on both sides need no order: such a barrier has no effect, and dead
  // code elimination removes it. But then an endless loop would be removed too.
  if (!visible.writes && !isInWhile(barrier, loop))
    return;
  effects.emplace_back(MemoryEffects::Write::get());
  if (visible.reads)
    effects.emplace_back(MemoryEffects::Read::get());
}

void BarrierOp::getEffects(Effects &effects) {
  getBarrierEffects(*this, effects);
}

void AnyOp::getEffects(Effects &effects) {
  // The exchange of the condition itself must be neither moved nor removed.
  addUnknown(effects);
}

void CountOp::getEffects(Effects &effects) { addUnknown(effects); }

void WarpOp::getEffects(Effects &effects) { addUnknown(effects); }

void GridSyncOp::getEffects(Effects &effects) { addUnknown(effects); }
