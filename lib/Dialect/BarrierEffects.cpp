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
#include "heddle/Dialect/StageVerifiers.h"

namespace heddle {
#define GEN_PASS_DEF_INFERBARRIEREFFECTS
#include "heddle/Dialect/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle::par;

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// Whether the memory space says that no other iteration accesses the object.
static bool isPrivateSpace(Type type, Operation *op) {
  auto memref = dyn_cast<MemRefType>(type);
  auto loop = dyn_cast<ForOp>(op);
  // Iterations without a level may be those of a loop of one thread.
  if (!memref || !loop || !loop.getLevel())
    return false;
  auto space = dyn_cast_or_null<SpaceAttr>(memref.getMemorySpace());
  if (!space)
    return false;
  return space.getValue() == Space::Thread ||
         (space.getValue() == Space::Block && *loop.getLevel() == Level::Grid);
}

/// Whether no other iteration of the loop can access the object.
static bool isPrivate(Value value, Operation *loop) {
  if (isPrivateSpace(value.getType(), loop))
    return true;
  // Each iteration allocates its own.
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

/// Whether the code beyond this operation is none of the concern of a barrier
/// of the loop: all iterations synchronise here. A barrier of a warp separates
/// only the threads of the warp, and one that orders nothing may be removed.
static bool separates(Operation *op, Operation *loop) {
  if (!isBarrier(op))
    return false;
  auto barrier = dyn_cast<BarrierOp>(op);
  if (!barrier || !barrier.getScope())
    return true;
  return !barrier.getAmong() && barrier.getOrders() != BarrierEffects::None &&
         getLoopOf(barrier.getScope())->isAncestor(loop);
}

/// What the code around a barrier of this loop does, as far as other iterations
/// can observe it.
static BarrierEffects computeEffects(Operation *barrier, Operation *loop) {
  Visible visible;
  Block *body = &loop->getRegion(0).front();
  if (barrier->getBlock() == body) {
    bool goesOn = true;
    for (Operation *op = barrier->getPrevNode();
         op && goesOn && !separates(op, loop); op = op->getPrevNode())
      goesOn = visible.add(op, loop);
    for (Operation *op = barrier->getNextNode();
         op && goesOn && !separates(op, loop); op = op->getNextNode())
      goesOn = visible.add(op, loop);
  } else {
    // Inside control flow, any operation of the body may come before or after
    // (a loop may run again).
    for (Operation &op : body->without_terminator())
      if (!visible.add(&op, loop))
        break;
  }
  // Reads on both sides need no order: such a barrier has no effect, and dead
  // code elimination removes it. But then an endless loop would be removed too.
  if (!visible.writes && !isInWhile(barrier, loop))
    return BarrierEffects::None;
  if (visible.reads)
    return BarrierEffects::ReadWrite;
  return BarrierEffects::Write;
}

/// Effects are given without a value even if it is known: the value need not be
/// visible at the barrier.
static void add(Effects &effects, BarrierEffects kind) {
  if (kind == BarrierEffects::None)
    return;
  effects.emplace_back(MemoryEffects::Write::get());
  if (kind == BarrierEffects::ReadWrite)
    effects.emplace_back(MemoryEffects::Read::get());
}

void BarrierOp::getEffects(Effects &effects) {
  if (getScope())
    return add(effects, getOrders().value_or(BarrierEffects::ReadWrite));
  if (scf::ParallelOp loop = getThreadLoop(*this))
    return add(effects, computeEffects(*this, loop));
  addUnknown(effects);
}

void AnyOp::getEffects(Effects &effects) {
  // The exchange of the condition itself must be neither moved nor removed.
  addUnknown(effects);
}

void CountOp::getEffects(Effects &effects) { addUnknown(effects); }

void WarpOp::getEffects(Effects &effects) { addUnknown(effects); }

void GridSyncOp::getEffects(Effects &effects) { addUnknown(effects); }

//===----------------------------------------------------------------------===//
// Inferring them
//===----------------------------------------------------------------------===//

/// What a barrier must at least say of the code around it. A barrier of an
/// outer loop, or of a warp, orders code of other loops too.
static BarrierEffects requiredEffects(BarrierOp barrier) {
  ForOp loop = getLoopOf(barrier.getScope());
  if (barrier.getAmong() || barrier->getParentOfType<ForOp>() != loop)
    return BarrierEffects::ReadWrite;
  return computeEffects(barrier, loop);
}

LogicalResult heddle::par::verifyBarrierEffects(BarrierOp barrier) {
  if (!barrier.getScope() || !barrier.getOrders())
    return success();
  BarrierEffects stated = *barrier.getOrders();
  BarrierEffects required = requiredEffects(barrier);
  if (static_cast<uint32_t>(stated) >= static_cast<uint32_t>(required))
    return success();
  return barrier.emitOpError()
         << "states the effects '" << stringifyBarrierEffects(stated)
         << "', but the code around it has '"
         << stringifyBarrierEffects(required) << "'";
}

namespace {
struct InferBarrierEffects
    : public heddle::impl::InferBarrierEffectsBase<InferBarrierEffects> {
  static void infer(BarrierOp barrier) {
    barrier.setOrdersAttr(BarrierEffectsAttr::get(barrier.getContext(),
                                                  requiredEffects(barrier)));
  }

  void runOnOperation() override {
    SmallVector<BarrierOp> barriers;
    getOperation()->walk([&](BarrierOp barrier) {
      if (!barrier.getScope())
        return;
      barrier.removeOrdersAttr();
      barriers.push_back(barrier);
    });
    for (BarrierOp barrier : barriers)
      infer(barrier);
    // Those that order nothing separate no code. Others may have been inferred
    // before that was known.
    for (BarrierOp barrier : barriers)
      if (barrier.getOrders() != BarrierEffects::None)
        infer(barrier);
  }
};
} // namespace
