//===- JoinBlocks.cpp - Blocks that load the same tiles -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_JOINBLOCKS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// So many blocks become one.
static constexpr int64_t joinedBlocks = 4;
/// Grids with less blocks are left as they are, so that cores have enough.
static constexpr int64_t leastBlocks = 128;
/// What the joined blocks may share and the threads they may have.
static constexpr int64_t mostBytes = 32 * 1024, mostThreads = 1024;
/// The machine sees by itself where a walk in steps of less bytes goes on.
static constexpr int64_t seenBytes = 512;

namespace {

class Joiner {
public:
  Joiner(scf::ParallelOp grid, scf::ParallelOp threads)
      : grid(grid), threads(threads) {}

  void run() {
    if (!hasRoom() || !holdsKnownForms())
      return;
    // Along y or x; the loops' dimensions are z, y, x.
    for (unsigned candidate : {1, 2}) {
      dim = candidate;
      if (sharesTiles() && isUniform()) {
        join();
        return;
      }
    }
  }

private:
  /// Whether the block has one layer of threads, and few enough.
  bool hasRoom() {
    int64_t count = 1;
    for (Value size : threads.getUpperBound()) {
      std::optional<int64_t> known = getConstantIntValue(size);
      if (!known)
        return false;
      count *= *known;
    }
    return threads.getNumLoops() == 3 && count * joinedBlocks <= mostThreads &&
           getConstantIntValue(threads.getUpperBound()[0]) == 1;
  }

  /// Whether all that stands beside the threads can be computed in each of
  /// them, and what they share is plain arrays.
  bool holdsKnownForms() {
    int64_t bytes = 0;
    for (Operation &op : grid.getBody()->without_terminator()) {
      if (&op == threads)
        continue;
      if (auto array = dyn_cast<memref::AllocaOp>(op)) {
        MemRefType type = array.getType();
        if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat() ||
            !llvm::all_of(op.getUsers(), [&](Operation *user) {
              return threads->isAncestor(user) &&
                     isa<memref::LoadOp, memref::StoreOp>(user);
            }))
          return false;
        bytes += type.getNumElements() * type.getElementTypeBitWidth() / 8;
      } else if (!isPure(&op) || op.getNumRegions()) {
        return false;
      }
    }
    return bytes * joinedBlocks <= mostBytes &&
           !threads
                .walk([](Operation *op) {
                  bool isCollective =
                      isa<par::ParDialect>(op->getDialect()) &&
                      !isa<par::BarrierOp, par::ViewOp, par::PointerOp>(op);
                  return isCollective ? WalkResult::interrupt()
                                      : WalkResult::advance();
                })
                .wasInterrupted();
  }

  /// Whether a value may differ between the blocks that are joined.
  bool differs(Value value) {
    SmallVector<Value> worklist = {value};
    llvm::SmallPtrSet<Operation *, 16> seen;
    while (!worklist.empty()) {
      Value next = worklist.pop_back_val();
      if (grid.isDefinedOutsideOfLoop(next))
        continue;
      if (auto arg = dyn_cast<BlockArgument>(next)) {
        Operation *parent = arg.getOwner()->getParentOp();
        if (parent == grid && arg.getArgNumber() != dim)
          continue;
        if (parent == threads)
          continue;
        auto loop = dyn_cast<scf::ForOp>(parent);
        if (!loop || arg != loop.getInductionVar())
          return true;
        llvm::append_values(worklist, loop.getLowerBound(),
                            loop.getUpperBound(), loop.getStep());
        continue;
      }
      Operation *op = next.getDefiningOp();
      if (op->getNumRegions() || !isPure(op))
        return true;
      if (seen.insert(op).second)
        llvm::append_range(worklist, op->getOperands());
    }
    return false;
  }

  /// Whether there is a loop over tiles in which all these blocks load one that
  /// nothing but a program could have fetched in advance.
  bool sharesTiles() {
    return threads
        .walk([&](memref::LoadOp load) {
          std::optional<Access> access = getPlainAccess(load);
          if (!access || !access->base || !access->exact || access->orders ||
              isLocalObject(access->base) || differs(load.getMemRef()) ||
              llvm::any_of(load.getIndices(),
                           [&](Value index) { return differs(index); }))
            return WalkResult::advance();
          auto loop = load->getParentOfType<scf::ForOp>();
          while (loop && threads->isAncestor(loop) && !par::holdsBarrier(loop))
            loop = loop->getParentOfType<scf::ForOp>();
          if (!loop || !threads->isAncestor(loop))
            return WalkResult::advance();
          std::optional<int64_t> stride =
              Strides(loop.getInductionVar()).of(*access);
          std::optional<int64_t> step = getConstantIntValue(loop.getStep());
          if (stride && step && std::abs(*stride * *step) < seenBytes)
            return WalkResult::advance();
          return WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  /// Whether the blocks go the same way around barriers.
  bool isUniform() {
    return !threads.getBody()
                ->walk([&](Operation *op) {
                  if (!op->getNumRegions() || !par::holdsBarrier(op))
                    return WalkResult::advance();
                  bool isSame = false;
                  if (auto loop = dyn_cast<scf::ForOp>(op))
                    isSame = !differs(loop.getLowerBound()) &&
                             !differs(loop.getUpperBound()) &&
                             !differs(loop.getStep());
                  else if (auto branch = dyn_cast<scf::IfOp>(op))
                    isSame = !differs(branch.getCondition());
                  return isSame ? WalkResult::advance()
                                : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  /// Whether all these blocks have the same value: also if it is loaded, as
  /// another block's store in between would be a race.
  bool isCommon(Value value) {
    if (!differs(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (auto load = dyn_cast_or_null<memref::LoadOp>(op)) {
      std::optional<Access> access = getPlainAccess(op);
      return access && access->base && !isLocalObject(access->base) &&
             !differs(load.getMemRef()) && areSame(load.getIndices());
    }
    if (auto branch = dyn_cast_or_null<scf::IfOp>(op)) {
      unsigned i = cast<OpResult>(value).getResultNumber();
      return !differs(branch.getCondition()) &&
             isCommon(branch.thenYield().getOperand(i)) &&
             isCommon(branch.elseYield().getOperand(i));
    }
    return false;
  }

  bool areSame(ValueRange values) {
    return llvm::none_of(values, [&](Value value) { return differs(value); });
  }

  /// Whether a barrier is between all loads and stores of an array. Where a
  /// thread needs none because it loads what it has stored itself, it would now
  /// be what another thread has stored.
  static bool isApart(memref::AllocaOp array) {
    Block *body = nullptr;
    for (Operation *parent = *array->getUsers().begin(); !body;
         parent = parent->getParentOp())
      if (!parent->getBlock()->getOps<par::BarrierOp>().empty())
        body = parent->getBlock();
      else if (isa<scf::ParallelOp>(parent))
        return false;
    llvm::SmallPtrSet<Operation *, 8> loads, stores;
    for (Operation *user : array->getUsers()) {
      Operation *op = body->findAncestorOpInBlock(*user);
      if (!op || par::holdsBarrier(op))
        return false;
      (isa<memref::LoadOp>(user) ? loads : stores).insert(op);
    }
    // What is after the last barrier meets what is before the first.
    bool loadsFirst = false, storesFirst = false;
    bool isFirst = true, isLoaded = false, isStored = false;
    for (Operation &op : *body) {
      isLoaded |= loads.contains(&op);
      isStored |= stores.contains(&op);
      if (isLoaded && isStored)
        return false;
      if (!isa<par::BarrierOp>(op))
        continue;
      if (isFirst) {
        loadsFirst = isLoaded;
        storesFirst = isStored;
      }
      isFirst = isLoaded = isStored = false;
    }
    return !(isLoaded && storesFirst) && !(isStored && loadsFirst);
  }

  /// Whether all these blocks store the same to the same places of an array.
  bool isCommon(memref::AllocaOp array) {
    if (array->use_empty() || !isApart(array))
      return false;
    for (Operation *user : array->getUsers()) {
      auto store = dyn_cast<memref::StoreOp>(user);
      if (!store)
        continue;
      if (!areSame(store.getIndices()) || !isCommon(store.getValueToStore()))
        return false;
      for (Operation *parent = store->getParentOp(); parent != threads;
           parent = parent->getParentOp()) {
        auto branch = dyn_cast<scf::IfOp>(parent);
        auto loop = dyn_cast<scf::ForOp>(parent);
        if (!(branch && !differs(branch.getCondition())) &&
            !(loop && areSame({loop.getLowerBound(), loop.getUpperBound(),
                               loop.getStep()})))
          return false;
      }
    }
    return true;
  }

  /// Some rows of blocks joined, and the rest as they were.
  void join() {
    OpBuilder builder(grid);
    Location loc = grid.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto flags =
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
    Value count = grid.getUpperBound()[dim];
    Value blocks = arith::MulIOp::create(builder, loc, grid.getUpperBound()[1],
                                         grid.getUpperBound()[2], flags);
    Value isLarge = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::uge, blocks, constant(leastBlocks));
    Value rounds =
        arith::DivUIOp::create(builder, loc, count, constant(joinedBlocks));
    rounds =
        arith::SelectOp::create(builder, loc, isLarge, rounds, constant(0));
    Value done = arith::MulIOp::create(builder, loc, rounds,
                                       constant(joinedBlocks), flags);
    IRMapping mapping;
    auto joined = cast<scf::ParallelOp>(builder.clone(*grid, mapping));
    joined.getUpperBoundMutable()[dim].set(rounds);
    llvm::SmallPtrSet<Operation *, 4> common;
    for (auto array : grid.getBody()->getOps<memref::AllocaOp>())
      if (isCommon(array))
        common.insert(mapping.lookup(array.getResult()).getDefiningOp());
    widen(joined, common);

    grid->setAttr(par::restAttr, builder.getUnitAttr());
    grid.getUpperBoundMutable()[dim].set(
        arith::SubIOp::create(builder, loc, count, done, flags));
    builder.setInsertionPointToStart(grid.getBody());
    Value iv = grid.getInductionVars()[dim];
    auto at = arith::AddIOp::create(builder, loc, iv, done, flags);
    iv.replaceAllUsesExcept(at, at);
  }

  /// The layers of threads are now those of neighbouring blocks.
  void widen(scf::ParallelOp joined,
             const llvm::SmallPtrSetImpl<Operation *> &common) {
    scf::ParallelOp threads = par::getThreadLoopOf(joined);
    Value block = joined.getInductionVars()[dim];
    Value layer = threads.getInductionVars()[0];
    Location loc = threads.getLoc();
    OpBuilder builder(threads);
    Value size = arith::ConstantIndexOp::create(builder, loc, joinedBlocks);
    // A thread has always been in layer 0.
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    layer.replaceUsesWithIf(
        zero, [](OpOperand &use) { return !par::isBarrier(use.getOwner()); });
    threads.getUpperBoundMutable()[0].set(size);
    threads->setAttr(par::joinedAttr, builder.getUnitAttr());
    for (auto array : llvm::make_early_inc_range(
             joined.getBody()->getOps<memref::AllocaOp>()))
      if (common.contains(array))
        storeOnce(array, layer);
      else
        giveEach(array, layer);

    // What the blocks differ in is computed in their threads.
    llvm::SmallPtrSet<Value, 16> different = {block};
    SmallVector<Operation *> moved;
    for (Operation &op : joined.getBody()->without_terminator()) {
      if (&op == threads || isa<memref::AllocaOp>(op) ||
          llvm::none_of(op.getOperands(), [&](Value operand) {
            return different.contains(operand);
          }))
        continue;
      different.insert(op.result_begin(), op.result_end());
      moved.push_back(&op);
    }
    Operation *first = &threads.getBody()->front();
    for (Operation *op : moved)
      op->moveBefore(first);
    builder.setInsertionPointToStart(threads.getBody());
    auto flags =
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
    auto start = arith::MulIOp::create(builder, loc, block, size, flags);
    Value own = arith::AddIOp::create(builder, loc, start, layer, flags);
    // Its number fits into 32 bits, so that it can be computed in them: what is
    // known of sums is not lost in a cast.
    SmallVector<arith::IndexCastUIOp> casts;
    for (Operation *user : block.getUsers())
      if (auto cast = dyn_cast<arith::IndexCastUIOp>(user))
        if (cast.getType().isInteger(32))
          casts.push_back(cast);
    block.replaceAllUsesExcept(own, start);
    for (arith::IndexCastUIOp cast : casts) {
      Type type = cast.getType();
      builder.setInsertionPoint(threads);
      Value narrow = arith::IndexCastUIOp::create(builder, loc, type, block);
      builder.setInsertionPoint(cast);
      Value number =
          arith::ConstantIntOp::create(builder, loc, type, joinedBlocks);
      Value first = arith::MulIOp::create(builder, loc, narrow, number, flags);
      Value added = arith::IndexCastUIOp::create(builder, loc, type, layer);
      cast.replaceAllUsesWith(
          arith::AddIOp::create(builder, loc, first, added, flags).getResult());
      cast.erase();
    }
  }

  /// The first of the blocks fills an array for all of them.
  void storeOnce(memref::AllocaOp array, Value layer) {
    for (Operation *user : llvm::make_early_inc_range(array->getUsers())) {
      auto store = dyn_cast<memref::StoreOp>(user);
      if (!store)
        continue;
      OpBuilder builder(store);
      Location loc = store.getLoc();
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value isFirst = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, layer, zero);
      auto guard = scf::IfOp::create(builder, loc, isFirst);
      store->moveBefore(guard.thenYield());
      // What it stores need not be there for the others.
      Operation *op = store.getValueToStore().getDefiningOp();
      if (op && op->getBlock() == guard->getBlock() && op->hasOneUse() &&
          op->getNumResults() == 1 && isRead(op) && isUndisturbed(op, guard))
        op->moveBefore(store);
    }
  }

  static bool isRead(Operation *op) {
    return isa<memref::LoadOp>(op) ||
           (isa<scf::IfOp>(op) &&
            !op->walk([](Operation *nested) {
                 return isMemoryEffectFree(nested) ||
                                isa<memref::LoadOp, scf::IfOp>(nested)
                            ? WalkResult::advance()
                            : WalkResult::interrupt();
               }).wasInterrupted());
  }

  /// Whether nothing is written between two operations, nor waited for.
  static bool isUndisturbed(Operation *from, Operation *to) {
    for (Operation *op = from->getNextNode(); op != to; op = op->getNextNode())
      if (!isMemoryEffectFree(op) && !isRead(op) && !isa<memref::StoreOp>(op))
        return false;
      else if (auto store = dyn_cast<memref::StoreOp>(op);
               store && !isLocalObject(par::getBase(store.getMemRef())))
        return false;
    return true;
  }

  /// An array for each of the blocks.
  void giveEach(memref::AllocaOp array, Value layer) {
    OpBuilder builder(array);
    MemRefType type = array.getType();
    SmallVector<int64_t> shape = {joinedBlocks};
    llvm::append_range(shape, type.getShape());
    auto all = memref::AllocaOp::create(
        builder, array.getLoc(), MemRefType::get(shape, type.getElementType()),
        array.getAlignmentAttr());
    for (Operation *user : llvm::make_early_inc_range(array->getUsers())) {
      builder.setInsertionPoint(user);
      SmallVector<Value> indices = {layer};
      Operation *other;
      if (auto load = dyn_cast<memref::LoadOp>(user)) {
        llvm::append_range(indices, load.getIndices());
        other = memref::LoadOp::create(builder, user->getLoc(), all, indices);
      } else {
        auto store = cast<memref::StoreOp>(user);
        llvm::append_range(indices, store.getIndices());
        other = memref::StoreOp::create(builder, user->getLoc(),
                                        store.getValueToStore(), all, indices);
      }
      other->setDiscardableAttrs(user->getDiscardableAttrDictionary());
      user->replaceAllUsesWith(other->getResults());
      user->erase();
    }
    array.erase();
  }

  scf::ParallelOp grid, threads;
  unsigned dim = 0;
};

struct JoinBlocks : public heddle::impl::JoinBlocksBase<JoinBlocks> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      scf::ParallelOp threads = par::getThreadLoopOf(grid);
      if (threads && grid->hasAttr(par::shapeAttr) &&
          par::holdsBarrier(threads))
        Joiner(grid, threads).run();
    }
  }
};

} // namespace
