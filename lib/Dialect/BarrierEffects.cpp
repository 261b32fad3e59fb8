//===- BarrierEffects.cpp - What a barrier reads and writes ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier orders what other threads did before it against what this thread
// does after it, and the reverse. It is as if it read and wrote all that the
// code on both sides touches, and nothing else.
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"

using namespace mlir;
using namespace heddle::par;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// Whether the object is allocated anew by each iteration of the loop.
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
/// What other iterations of a loop can see of operations' effects.
struct Visible {
  bool reads = false, writes = false;

  /// Adds an operation. False if there is no more to find out: everything
  /// happens, or may happen.
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

/// Effects are given without a value even where one is known: the value need
/// not be visible where the barrier stands.
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
    // Inside control flow, what comes before and after may be anything of the
    // body (a loop comes round again).
    for (Operation &op : loop.getBody()->without_terminator())
      if (!visible.add(&op, loop))
        break;
  }
  // Reads alone on both sides need no order: such a barrier has no effect at
  // all, and dead code elimination removes it. Without it, an endless loop
  // would go too.
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
  // The exchange of the condition itself keeps it from being moved or removed.
  addUnknown(effects);
}

void CountOp::getEffects(Effects &effects) { addUnknown(effects); }

void WarpOp::getEffects(Effects &effects) { addUnknown(effects); }

void GridSyncOp::getEffects(Effects &effects) { addUnknown(effects); }
