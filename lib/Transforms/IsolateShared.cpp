//===- IsolateShared.cpp - Loops that threads share out, each for itself --===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLoops.h"
#include "heddle/Analysis/ThreadConflicts.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_ISOLATESHARED
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Loops with more pairs of accesses than that are left alone.
constexpr size_t mostPairs = 256;
/// Loops with more places than that are not split in two.
constexpr int64_t mostKept = 4096;

/// Whether updates of memory can be done in any order.
bool commutes(Operation *op) {
  auto update = dyn_cast<LLVM::AtomicRMWOp>(op);
  if (!update || !update.getRes().use_empty() || update.getVolatile_())
    return false;
  using Kind = LLVM::AtomicBinOp;
  Kind kind = update.getBinOp();
  return kind == Kind::add || kind == Kind::sub || kind == Kind::_and ||
         kind == Kind::_or || kind == Kind::_xor || kind == Kind::max ||
         kind == Kind::min || kind == Kind::umax || kind == Kind::umin;
}

/// Whether no iteration of a parallel loop touches what another writes.
bool isIndependent(scf::ParallelOp merged) {
  SmallVector<Access> accesses;
  collectAccesses(merged, nullptr, accesses);
  if (accesses.size() * accesses.size() > mostPairs)
    return false;
  for (const Access &access : accesses)
    if (access.orders && !commutes(access.op))
      return false;
  ThreadConflicts conflicts(merged);
  for (const Access &a : accesses)
    for (const Access &b : accesses) {
      if (a.orders && b.orders) {
        auto first = cast<LLVM::AtomicRMWOp>(a.op);
        auto second = cast<LLVM::AtomicRMWOp>(b.op);
        if (first.getBinOp() != second.getBinOp() && mayAlias(a.base, b.base))
          return false;
        continue;
      }
      if (conflicts.conflict(a, b))
        return false;
    }
  return true;
}

class Isolator {
public:
  explicit Isolator(scf::ParallelOp threads)
      : threads(threads), uniformity(threads) {}

  void run() {
    SmallVector<scf::ForOp> loops;
    threads.getBody()->walk([&](scf::ForOp loop) {
      if (isCandidate(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      isolate(loop);
  }

private:
  bool isCandidate(scf::ForOp loop) {
    if (par::holdsBarrier(loop) || !isReachedByAll(loop))
      return false;
    auto start = matchSharedLoop(loop, threads,
                                 [&](Value v) { return isKnown(v, loop); });
    if (!start || !usesOnlyKnown(loop) || !mayStandAlone(loop))
      return false;
    starts[loop] = *start;
    return true;
  }

  /// Whether a barrier can be put beside the loop.
  bool isReachedByAll(Operation *op) {
    for (Operation *parent = op->getParentOp(); parent != threads;
         parent = parent->getParentOp()) {
      if (!uniformity.isUniformControl(parent))
        return false;
      bool isPlainIf = isa<scf::IfOp>(parent) && !parent->getNumResults();
      if (!isPlainIf && !par::holdsBarrier(parent))
        return false;
    }
    return true;
  }

  /// Whether it is the same in all threads, and can be computed again right
  /// before the loop.
  bool isKnown(Value value, scf::ForOp loop) {
    unsigned budget = 16;
    return uniformity.isUniform(value) && isCheap(value, loop, budget);
  }

  /// What control flow around barriers counts or gives is there for all.
  bool isEverywhere(Value value) {
    if (threads.isDefinedOutsideOfLoop(value))
      return true;
    auto arg = dyn_cast<BlockArgument>(value);
    Operation *owner =
        arg ? arg.getOwner()->getParentOp() : value.getDefiningOp();
    return isa<scf::ForOp, scf::WhileOp, scf::IfOp>(owner) &&
           par::holdsBarrier(owner);
  }

  bool isCheap(Value value, scf::ForOp loop, unsigned &budget) {
    if (isEverywhere(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() || op->getNumResults() != 1 || budget == 0 ||
        (!isPure(op) && !isReadBefore(op, loop)))
      return false;
    --budget;
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return isCheap(operand, loop, budget);
    });
  }

  /// Whether this loads what the loop could as well load itself: nothing is
  /// written on the way to it.
  static bool isReadBefore(Operation *op, scf::ForOp loop) {
    std::optional<Access> access = getPlainAccess(op);
    if (!access || access->writes)
      return false;
    Operation *end = loop;
    while (end->getBlock() != op->getBlock()) {
      if (!onlyReads(&end->getBlock()->front(), end))
        return false;
      end = end->getParentOp();
      if (!end)
        return false;
    }
    return onlyReads(op, end);
  }

  static bool onlyReads(Operation *op, Operation *end) {
    for (; op && op != end; op = op->getNextNode()) {
      std::optional<Access> access = getPlainAccess(op);
      if (!isMemoryEffectFree(op) && (!access || access->writes))
        return false;
    }
    return op == end;
  }

  /// Loads that the loop needs are done after the barrier.
  void repeatLoads(scf::ForOp loop) {
    OpBuilder builder(loop);
    llvm::DenseMap<Value, Value> copies;
    loop->walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (!loop->isAncestor(operand.get().getParentBlock()->getParentOp()))
          operand.set(repeat(builder, operand.get(), copies));
    });
  }

  /// The value, or a copy if it comes from memory.
  Value repeat(OpBuilder &builder, Value value,
               llvm::DenseMap<Value, Value> &copies) {
    if (isEverywhere(value) || !value.getDefiningOp())
      return value;
    if (Value copy = copies.lookup(value))
      return copy;
    Operation *op = value.getDefiningOp();
    bool isNew = !isPure(op);
    IRMapping mapping;
    for (Value operand : op->getOperands()) {
      Value copy = repeat(builder, operand, copies);
      isNew |= copy != operand;
      mapping.map(operand, copy);
    }
    Value copy = isNew ? builder.clone(*op, mapping)->getResult(0) : value;
    copies[value] = copy;
    return copy;
  }

  /// Whether nothing of the thread comes into the loop but by its counter.
  bool usesOnlyKnown(scf::ForOp loop) {
    return !loop.getRegion()
                .walk([&](Operation *op) {
                  if (isa<par::WarpOp, LLVM::AllocaOp, memref::AllocaOp>(op))
                    return WalkResult::interrupt();
                  for (Value operand : op->getOperands()) {
                    Operation *owner = operand.getParentBlock()->getParentOp();
                    if (!loop->isAncestor(owner) && !isKnown(operand, loop))
                      return WalkResult::interrupt();
                  }
                  return WalkResult::advance();
                })
                .wasInterrupted();
  }

  /// A loop over threads is split for it if that is split anyway, or if there
  /// is nothing else in it.
  bool mayStandAlone(scf::ForOp loop) {
    if (par::holdsBarrier(threads))
      return true;
    return loop->getParentOp() == threads &&
           llvm::all_of(*threads.getBody(), [&](Operation &op) {
             return &op == loop || isMemoryEffectFree(&op);
           });
  }

  void isolate(scf::ForOp loop) {
    OpBuilder builder(loop);
    scf::ForOp own = loop;
    std::optional<Parts> parts;
    if (loop.getNumResults()) {
      parts = takeApart(loop);
      if (!parts)
        return;
      own = parts->free;
    }
    builder.setInsertionPoint(own);
    scf::ParallelOp merged = createMergedLoop(builder, own, starts[loop]);
    bool isFree = isIndependent(merged);
    eraseWithBounds(merged);
    if (!isFree) {
      if (parts) {
        parts->carried.erase();
        parts->free.erase();
        for (Operation *buffer : parts->buffers)
          buffer->erase();
      }
      return;
    }
    if (parts) {
      loop->replaceAllUsesWith(parts->carried);
      loop.erase();
    }
    own->setAttr(sharedOutAttr, builder.getUnitAttr());
    builder.setInsertionPoint(own);
    par::BarrierOp::create(builder, own.getLoc(), threads.getInductionVars());
    repeatLoads(own);
    builder.setInsertionPointAfter(own);
    par::BarrierOp::create(builder, own.getLoc(), threads.getInductionVars());
  }

  static void eraseWithBounds(scf::ParallelOp merged) {
    SmallVector<Value> bounds(merged->getOperands());
    merged.erase();
    while (!bounds.empty()) {
      Operation *op = bounds.pop_back_val().getDefiningOp();
      if (!op || !isOpTriviallyDead(op))
        continue;
      llvm::append_range(bounds, op->getOperands());
      llvm::erase_if(bounds,
                     [&](Value value) { return value.getDefiningOp() == op; });
      op->erase();
    }
  }

  /// A loop that carries values, as one that carries none and keeps what it
  /// computes, and one that carries them.
  struct Parts {
    scf::ForOp free, carried;
    SmallVector<Operation *> buffers;
  };

  std::optional<Parts> takeApart(scf::ForOp loop) {
    std::optional<int64_t> places = getConstantIntValue(loop.getUpperBound());
    if (!starts[loop].empty() || !places || *places > mostKept || *places <= 0)
      return std::nullopt;
    // What hangs on carried values, and whether the rest is worth it.
    llvm::SmallPtrSet<Operation *, 16> carried;
    bool isWorthIt = false;
    for (Operation &op : loop.getBody()->without_terminator()) {
      bool depends = false;
      op.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands()) {
          if (auto arg = dyn_cast<BlockArgument>(operand))
            depends |= arg.getOwner() == loop.getBody() &&
                       arg != loop.getInductionVar();
          else if (Operation *def = operand.getDefiningOp())
            depends |= carried.contains(def);
        }
      });
      if (!depends) {
        isWorthIt |= isa<scf::ForOp>(op);
        continue;
      }
      if (!isMemoryEffectFree(&op))
        return std::nullopt;
      carried.insert(&op);
    }
    if (!isWorthIt)
      return std::nullopt;

    // What goes from one to the other is computed again or kept.
    llvm::SmallSetVector<Operation *, 8> again;
    llvm::SmallSetVector<Value, 4> kept;
    bool canKeep = true;
    auto need = [&](Value value) {
      Operation *def = value.getDefiningOp();
      if (!def || def->getBlock() != loop.getBody() || carried.contains(def))
        return;
      SmallVector<Operation *> needed;
      if (isOfCounter(value, loop, needed))
        again.insert_range(needed);
      else if (kept.insert(value))
        canKeep &= MemRefType::isValidElementType(value.getType()) &&
                   !value.getType().isInteger(1);
    };
    for (Operation &op : *loop.getBody())
      if (carried.contains(&op) || op.hasTrait<OpTrait::IsTerminator>())
        op.walk([&](Operation *inner) {
          for (Value operand : inner->getOperands())
            need(operand);
        });
    if (!canKeep)
      return std::nullopt;

    Parts parts;
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    parts.free = scf::ForOp::create(builder, loc, loop.getLowerBound(),
                                    loop.getUpperBound(), loop.getStep());
    parts.carried = cast<scf::ForOp>(builder.clone(*loop));
    llvm::DenseMap<Value, Value> buffers;
    builder.setInsertionPoint(threads);
    for (Value value : kept) {
      auto type = MemRefType::get({*places}, value.getType());
      auto buffer = memref::AllocaOp::create(builder, loc, type,
                                             builder.getI64IntegerAttr(64));
      parts.buffers.push_back(buffer);
      buffers[value] = buffer;
    }
    auto place = [&](scf::ForOp in) -> Value {
      return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        in.getInductionVar());
    };

    builder.setInsertionPointToStart(parts.free.getBody());
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), parts.free.getInductionVar());
    Value at = place(parts.free);
    for (Operation &op : loop.getBody()->without_terminator())
      if (!carried.contains(&op))
        builder.clone(op, mapping);
    for (Value value : kept)
      memref::StoreOp::create(builder, loc, mapping.lookup(value),
                              buffers[value], at);

    // The copy has the same operations in the same order.
    builder.setInsertionPointToStart(parts.carried.getBody());
    at = place(parts.carried);
    SmallVector<Operation *> gone;
    Operation *copy = at.getDefiningOp()->getNextNode();
    for (Operation &op : loop.getBody()->without_terminator()) {
      for (auto [from, to] : llvm::zip(op.getResults(), copy->getResults()))
        if (kept.contains(from))
          to.replaceAllUsesWith(
              memref::LoadOp::create(builder, loc, buffers[from], at));
      if (!carried.contains(&op) && !again.contains(&op))
        gone.push_back(copy);
      copy = copy->getNextNode();
    }
    for (Operation *op : llvm::reverse(gone))
      op->erase();
    return parts;
  }

  /// Whether a value is cheap to compute from the counter, and by what.
  bool isOfCounter(Value value, scf::ForOp loop,
                   SmallVectorImpl<Operation *> &needed) {
    Operation *def = value.getDefiningOp();
    if (!def || !loop->isProperAncestor(def))
      return !def ? value == loop.getInductionVar() ||
                        !loop->isAncestor(value.getParentBlock()->getParentOp())
                  : true;
    if (def->getNumRegions() || !isPure(def) || needed.size() >= 8)
      return false;
    needed.push_back(def);
    return llvm::all_of(def->getOperands(), [&](Value operand) {
      return isOfCounter(operand, loop, needed);
    });
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
  llvm::DenseMap<Operation *, SmallVector<Value>> starts;
};

struct IsolateShared : public heddle::impl::IsolateSharedBase<IsolateShared> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      Isolator(threads).run();
  }
};

} // namespace
