//===- SpreadUpdates.cpp - Tables that are counted in, several times ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Updates.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {
#define GEN_PASS_DEF_SPREADUPDATES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// How many tables one becomes.
static constexpr int64_t numCopies = 4;

/// Larger ones would take their place in the cache from others.
static constexpr int64_t mostBytes = 4096;

/// A guess for loops of unknown length.
static constexpr int64_t turns = 8, rowLength = 64;

/// So many updates for each element pay for clearing and adding up copies.
static constexpr int64_t leastUpdates = 4;

namespace {

/// Updates of a table in operations that follow one another, with nothing else
/// between that touches it.
struct Group {
  Operation *first = nullptr, *last = nullptr;
  SmallVector<LLVM::AtomicRMWOp> updates;
};

class Table {
public:
  explicit Table(memref::AllocaOp op) : op(op), type(op.getType()) {}

  void run() {
    int64_t bytes = type.getElementTypeBitWidth() / 8;
    if (type.getNumElements() * bytes > mostBytes || !isLocalObject(op))
      return;
    visit(*op->getBlock());
    if (!grown)
      return;
    op.getMemref().setType(MemRefType::get({numCopies * type.getNumElements()},
                                           type.getElementType()));
  }

private:
  /// An update whose old value nobody asks for, of one element.
  bool isUpdate(Operation *nested) {
    auto update = dyn_cast<LLVM::AtomicRMWOp>(nested);
    return update && isPlainUpdate(update) &&
           update.getSyncscope() == "singlethread" &&
           update.getVal().getType() == type.getElementType();
  }

  /// Looks for groups among the operations of a block outside of thread loops.
  void visit(Block &block) {
    Group group;
    for (Operation &next : llvm::make_early_inc_range(block)) {
      SmallVector<Access> accesses;
      collectAccesses(&next, nullptr, accesses);
      llvm::erase_if(accesses, [&](const Access &access) {
        return access.base && !mayAlias(access.base, op);
      });
      if (accesses.empty())
        continue;
      bool isOnly = llvm::all_of(accesses, [&](const Access &access) {
        return access.base == op && isUpdate(access.op) &&
               (group.updates.empty() ||
                cast<LLVM::AtomicRMWOp>(access.op).getBinOp() ==
                    group.updates.front().getBinOp());
      });
      if (!isOnly) {
        finish(group);
        if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(next))
          for (Region &region : next.getRegions())
            if (!region.empty())
              visit(region.front());
        continue;
      }
      for (const Access &access : accesses) {
        auto update = cast<LLVM::AtomicRMWOp>(access.op);
        // Two kinds in one operation.
        if (!group.updates.empty() &&
            group.updates.front().getBinOp() != update.getBinOp()) {
          group = {};
          break;
        }
        group.updates.push_back(update);
        group.first = group.first ? group.first : &next;
        group.last = &next;
      }
    }
    finish(group);
  }

  /// How often something in the block is done, as far as one can tell.
  static int64_t countRuns(Operation *nested, Block *block) {
    int64_t runs = 1;
    for (Operation *up = nested->getParentOp(); up->getBlock() != block;
         up = up->getParentOp())
      runs *= countTurns(up);
    return runs * countTurns(block->findAncestorOpInBlock(*nested));
  }

  static int64_t countTurns(Operation *loop) {
    if (auto threads = dyn_cast<scf::ParallelOp>(loop)) {
      int64_t size = 1;
      for (auto [from, to] :
           llvm::zip(threads.getLowerBound(), threads.getUpperBound())) {
        auto low = getConstantIntValue(from), high = getConstantIntValue(to);
        size *= low && high ? std::max<int64_t>(*high - *low, 0) : rowLength;
      }
      return size;
    }
    if (auto counted = dyn_cast<scf::ForOp>(loop)) {
      std::optional<APInt> count = counted.getStaticTripCount();
      return count ? int64_t(count->getLimitedValue(1 << 20)) : turns;
    }
    return isa<scf::WhileOp>(loop) ? turns : 1;
  }

  void finish(Group &done) {
    Group group = std::exchange(done, {});
    if (group.updates.empty())
      return;
    int64_t runs = 0;
    for (LLVM::AtomicRMWOp update : group.updates)
      runs += countRuns(update, group.first->getBlock());
    if (runs < leastUpdates * type.getNumElements())
      return;
    // Those of one loop's body together.
    llvm::MapVector<Operation *, SmallVector<LLVM::AtomicRMWOp>> bodies;
    for (LLVM::AtomicRMWOp update : group.updates) {
      Operation *loop = update->getParentOp();
      while (!isa<LoopLikeOpInterface>(loop))
        loop = loop->getParentOp();
      bodies[loop].push_back(update);
    }
    bool isSpread = false;
    for (auto &[loop, updates] : bodies)
      isSpread |= spread(loop, updates);
    if (!isSpread)
      return;
    grown = true;
    surround(group);
  }

  /// Updates of one body go to different tables; where there is but one, those
  /// of neighbouring threads do.
  bool spread(Operation *loop, ArrayRef<LLVM::AtomicRMWOp> updates) {
    int64_t bytes = type.getNumElements() * type.getElementTypeBitWidth() / 8;
    if (updates.size() > 1) {
      for (auto [i, update] : llvm::enumerate(updates))
        if (int64_t copy = i % numCopies)
          move(update, copy * bytes, {});
      return true;
    }
    auto threads = dyn_cast<scf::ParallelOp>(loop);
    if (!threads)
      return false;
    LLVM::AtomicRMWOp update = updates.front();
    // One place for all threads is a register.
    SmallVector<Access> accesses;
    collectAccesses(update, nullptr, accesses);
    if (accesses.front().exact && accesses.front().terms.empty())
      return false;
    OpBuilder builder(update);
    Location loc = update.getLoc();
    Value mask = arith::ConstantIndexOp::create(builder, loc, numCopies - 1);
    Value size = arith::ConstantIndexOp::create(builder, loc, bytes);
    Value copy = arith::AndIOp::create(builder, loc,
                                       threads.getInductionVars().back(), mask);
    Value offset = arith::MulIOp::create(builder, loc, copy, size,
                                         arith::IntegerOverflowFlags::nsw);
    move(
        update, 0,
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), offset));
    // Some iterations at a time know which table is theirs.
    threads->setAttr(par::scatteredAttr, builder.getUnitAttr());
    return true;
  }

  static void move(LLVM::AtomicRMWOp update, int64_t offset, Value dynamic) {
    OpBuilder builder(update);
    LLVM::GEPArg index = dynamic ? LLVM::GEPArg(dynamic)
                                 : LLVM::GEPArg(static_cast<int32_t>(offset));
    update.getPtrMutable().assign(
        LLVM::GEPOp::create(builder, update.getLoc(), update.getPtr().getType(),
                            builder.getI8Type(), update.getPtr(), index));
  }

  /// The other tables begin empty and are added to the first one at the end.
  void surround(Group &group) {
    LLVM::AtomicBinOp kind = group.updates.front().getBinOp();
    int64_t size = type.getNumElements();
    Location loc = op.getLoc();
    OpBuilder before(group.first);
    Value neutral = arith::ConstantOp::create(
        before, loc, getNeutral(kind, type.getElementType(), before));
    scf::ParallelOp clear = createLoop(before, loc, size, numCopies * size);
    memref::StoreOp::create(before, loc, neutral, op, clear.getInductionVars());

    OpBuilder after(group.last->getBlock(),
                    std::next(group.last->getIterator()));
    Value place = createLoop(after, loc, 0, size).getInductionVars().front();
    Value sum = memref::LoadOp::create(after, loc, op, place);
    for (int64_t copy = 1; copy < numCopies; ++copy) {
      Value offset = arith::ConstantIndexOp::create(after, loc, copy * size);
      Value other = arith::AddIOp::create(after, loc, place, offset,
                                          arith::IntegerOverflowFlags::nsw);
      other = memref::LoadOp::create(after, loc, op, other);
      sum = combineValues(kind, sum, other, after, loc);
    }
    memref::StoreOp::create(after, loc, sum, op, place);
  }

  memref::AllocaOp op;
  MemRefType type;
  bool grown = false;
};

bool isTable(MemRefType type) {
  return type.hasStaticShape() && type.getRank() == 1 &&
         type.getElementType().isIntOrFloat() && type.getLayout().isIdentity();
}

struct SpreadUpdates : public heddle::impl::SpreadUpdatesBase<SpreadUpdates> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      // From the updates, of which there are few, to what they update.
      llvm::SetVector<memref::AllocaOp> tables;
      grid.walk([&](LLVM::AtomicRMWOp update) {
        SmallVector<Access> accesses;
        collectAccesses(update, nullptr, accesses);
        Value base = accesses.front().base;
        auto alloca = base ? base.getDefiningOp<memref::AllocaOp>() : nullptr;
        if (alloca && grid->isProperAncestor(alloca) &&
            !par::getThreadLoop(alloca) && isTable(alloca.getType()))
          tables.insert(alloca);
      });
      for (memref::AllocaOp table : tables)
        Table(table).run();
    }
  }
};

} // namespace
