//===- JoinBlocks.cpp - Blocks that load the same tiles -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strides.h"
#include "heddle/Analysis/Accesses.h"
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
    auto joined = cast<scf::ParallelOp>(builder.clone(*grid));
    joined.getUpperBoundMutable()[dim].set(rounds);
    widen(joined);

    grid.getUpperBoundMutable()[dim].set(
        arith::SubIOp::create(builder, loc, count, done, flags));
    builder.setInsertionPointToStart(grid.getBody());
    Value iv = grid.getInductionVars()[dim];
    auto at = arith::AddIOp::create(builder, loc, iv, done, flags);
    iv.replaceAllUsesExcept(at, at);
  }

  /// The layers of threads are now those of neighbouring blocks.
  void widen(scf::ParallelOp joined) {
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
    block.replaceAllUsesExcept(own, start);
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
