//===- IsolateUpdates.cpp - Updates of tables in loops of their own -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainRow.h"
#include "UpdateRows.h"
#include "Updates.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/IndexRanges.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"

namespace heddle {
#define GEN_PASS_DEF_ISOLATEUPDATES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Places and values of all updates of a row have to stay in the first cache.
constexpr int64_t mostBytes = 16384;
/// Rows of fewer threads are not worth the loops.
constexpr int64_t shortestRow = 32;
/// Iterations of a thread's own loop, which are written out.
constexpr int64_t mostTurns = 8;
/// Updates of a thread, as they are written, and operations around them.
constexpr unsigned mostUpdates = 4, mostOperations = 64;
/// So much work for each update is worth vectors.
constexpr unsigned leastWork = 2;
/// Elements that threads without an update change: one for each lane of a
/// vector, so that none waits for its neighbour.
constexpr int64_t numSpare = 16;

bool isWork(Operation *op) {
  return isPure(op) && op->getNumRegions() == 0 &&
         !isa<arith::ConstantOp, arith::IndexCastOp, arith::IndexCastUIOp,
              arith::ExtUIOp, arith::ExtSIOp, par::ViewOp, par::PointerOp,
              LLVM::GEPOp, scf::YieldOp>(op);
}

class Isolator {
public:
  explicit Isolator(scf::ParallelOp threads) : threads(threads) {}

  void run() {
    if (!isFit() || !isWorthIt())
      return;
    UpdateRows rows(threads, size, table);
    bool canPack = rows.canPack(updates);
    SmallVector<scf::ForOp> loops;
    threads.getBody()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      if (failed(loopUnrollFull(loop)))
        return;
    fold();
    hoistLoads();
    if (canPack) {
      useAnyPlace();
      rows.updatePacked(flatten(*threads.getBody()));
    } else {
      grow();
      rows.update(flatten(*threads.getBody()));
    }
  }

private:
  /// Whether it is a row of threads that update a table, and touch it in no
  /// other way.
  bool isFit() {
    if (!isPlainRow(threads))
      return false;
    std::optional<int64_t> length =
        getConstantIntValue(threads.getUpperBound().back());
    if (!length || *length < shortestRow)
      return false;
    size = *length;

    unsigned operations = 0;
    SmallVector<Operation *> others;
    WalkResult result = threads.getBody()->walk([&](Operation *op) {
      if (++operations > mostOperations)
        return WalkResult::interrupt();
      if (auto update = dyn_cast<LLVM::AtomicRMWOp>(op)) {
        updates.push_back(update);
        return isKnown(update) ? WalkResult::advance()
                               : WalkResult::interrupt();
      }
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        std::optional<APInt> turns = loop.getStaticTripCount();
        return turns && turns->ule(mostTurns) ? WalkResult::advance()
                                              : WalkResult::interrupt();
      }
      if (isa<scf::IfOp, scf::YieldOp, scf::ReduceOp>(op) || isPure(op))
        return WalkResult::advance();
      others.push_back(op);
      return WalkResult::advance();
    });
    if (result.wasInterrupted() || updates.empty() ||
        updates.size() > mostUpdates)
      return false;
    return llvm::all_of(others, [&](Operation *op) {
      std::optional<Access> access = getPlainAccess(op);
      return access && !access->orders && access->base &&
             !mayAlias(access->base, table);
    });
  }

  static Access getAccess(LLVM::AtomicRMWOp update) {
    SmallVector<Access> accesses;
    collectAccesses(update, nullptr, accesses);
    return accesses.front();
  }

  /// An update of an element of a table that belongs to the block.
  bool isKnown(LLVM::AtomicRMWOp update) {
    Type type = update.getVal().getType();
    if (!isPlainUpdate(update) || update.getSyncscope() != "singlethread" ||
        !(type.isInteger(32) || type.isInteger(64)) ||
        type != updates.front().getVal().getType())
      return false;
    Access access = getAccess(update);
    if (!access.base || !access.exact ||
        !llvm::all_of(access.terms, [](const Term &term) {
          Type type = term.value.getType();
          return type.isIndex() || type.isInteger(32) || type.isInteger(64);
        }))
      return false;
    auto base = access.base.getDefiningOp<memref::AllocaOp>();
    if (!base || (table && base != table))
      return false;
    MemRefType shape = base.getType();
    if (!shape.hasStaticShape() || shape.getRank() != 1 ||
        !shape.getLayout().isIdentity() ||
        !shape.getElementType().isIntOrFloat() || threads->isAncestor(base) ||
        !isLocalObject(base))
      return false;
    table = base;
    return true;
  }

  /// Whether some update depends on a condition that processors cannot guess,
  /// and there is enough to compute.
  bool isWorthIt() {
    Strides strides(threads.getInductionVars().back());
    auto isGuess = [&](Value condition) {
      Operation *op = condition.getDefiningOp();
      return op && threads->isAncestor(op) &&
             llvm::any_of(op->getOperands(),
                          [&](Value operand) { return !strides.of(operand); });
    };
    bool isAny = false;
    for (LLVM::AtomicRMWOp update : updates)
      for (Operation *up = update->getParentOp(); up != threads;
           up = up->getParentOp())
        if (auto branch = dyn_cast<scf::IfOp>(up))
          isAny |= isGuess(branch.getCondition());
    width = updates.front().getVal().getType().getIntOrFloatBitWidth() / 8;
    if (!isAny || count(*threads.getBody()) * size * (4 + width) > mostBytes)
      return false;
    unsigned work = 0;
    threads.getBody()->walk([&](Operation *op) { work += isWork(op); });
    return work >= leastWork * updates.size();
  }

  /// What iterations that are written out know of their numbers.
  void fold() {
    OperationFolder folder(threads.getContext());
    SmallVector<Operation *> ops;
    threads.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isPure(op) && op->getNumRegions() == 0 &&
          !op->hasTrait<OpTrait::IsTerminator>())
        ops.push_back(op);
    });
    for (Operation *op : ops)
      (void)folder.tryToFold(op);
  }

  /// Larger indices are those of no array of a block.
  static constexpr int64_t mostIndex = 1 << 20;

  /// Whether a load is of memory that is there for all threads.
  bool isSafe(memref::LoadOp load) {
    std::optional<Access> access = getPlainAccess(load);
    if (!access || !access->exact || !access->base)
      return false;
    auto base = access->base.getDefiningOp<memref::AllocaOp>();
    if (!base || !base.getType().hasStaticShape() ||
        !base.getType().getElementType().isIntOrFloat())
      return false;
    int64_t most = access->offset + access->size;
    for (const Term &term : access->terms) {
      auto range = findRange(term.value);
      if (!range || range->first < 0 || range->second > mostIndex ||
          term.bytes < 0)
        return false;
      most += range->second * term.bytes;
    }
    MemRefType type = base.getType();
    return access->offset >= 0 &&
           most <= type.getNumElements() * type.getElementTypeBitWidth() / 8;
  }

  /// Takes loads out of conditions, under which vectors of them would have
  /// masks.
  void hoistLoads() {
    SmallVector<memref::LoadOp> loads;
    threads.getBody()->walk([&](memref::LoadOp load) {
      if (load->getParentOp() != threads && isSafe(load))
        loads.push_back(load);
    });
    for (memref::LoadOp load : loads)
      while (auto branch = dyn_cast<scf::IfOp>(load->getParentOp())) {
        bool isStored = branch
                            ->walk([](Operation *op) {
                              return hasEffect<MemoryEffects::Write>(op) &&
                                             !isa<LLVM::AtomicRMWOp>(op)
                                         ? WalkResult::interrupt()
                                         : WalkResult::advance();
                            })
                            .wasInterrupted();
        bool isInside = llvm::any_of(load->getOperands(), [&](Value operand) {
          return branch->isAncestor(operand.getParentBlock()->getParentOp());
        });
        if (isStored || isInside)
          break;
        load->moveBefore(branch);
      }
  }

  /// How many updates there are at most, if those of the branches of a
  /// condition become one.
  static int64_t count(Block &block) {
    int64_t sum = 0;
    for (Operation &op : block) {
      if (isa<LLVM::AtomicRMWOp>(op))
        ++sum;
      if (auto loop = dyn_cast<scf::ForOp>(op))
        sum += count(*loop.getBody()) *
               loop.getStaticTripCount()->getLimitedValue();
      if (auto branch = dyn_cast<scf::IfOp>(op))
        sum += std::max(
            count(*branch.thenBlock()),
            branch.getElseRegion().empty() ? 0 : count(*branch.elseBlock()));
    }
    return sum;
  }

  /// Threads without an update are left out.
  void useAnyPlace() {
    OpBuilder builder = OpBuilder::atBlockBegin(threads.getBody());
    spare = arith::ConstantIntOp::create(builder, threads.getLoc(),
                                         builder.getI32Type(), 0);
  }

  /// The table has some more elements, which nobody reads.
  void grow() {
    MemRefType type = table.getType();
    int64_t own = type.getElementTypeBitWidth() / 8;
    int64_t begin = llvm::alignTo(type.getNumElements() * own, width);
    table.getMemref().setType(MemRefType::get(
        {(begin + numSpare * width + own - 1) / own}, type.getElementType()));
    OpBuilder builder = OpBuilder::atBlockBegin(threads.getBody());
    Location loc = threads.getLoc();
    Type i32 = builder.getI32Type();
    Value mask = arith::ConstantIndexOp::create(builder, loc, numSpare - 1);
    Value lane = arith::AndIOp::create(builder, loc,
                                       threads.getInductionVars().back(), mask);
    lane = arith::IndexCastOp::create(builder, loc, i32, lane);
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(builder, loc, i32, value);
    };
    auto none = arith::IntegerOverflowFlags::nsw;
    spare = arith::MulIOp::create(builder, loc, lane, constant(width), none);
    spare = arith::AddIOp::create(builder, loc, spare, constant(begin), none);
  }

  /// Takes the updates out of a block, in order. Those in conditions become
  /// their results.
  SmallVector<RowUpdate> flatten(Block &block) {
    SmallVector<RowUpdate> found;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto update = dyn_cast<LLVM::AtomicRMWOp>(op)) {
        found.push_back(take(update));
        continue;
      }
      auto branch = dyn_cast<scf::IfOp>(op);
      if (!branch)
        continue;
      SmallVector<RowUpdate> ifTrue = flatten(*branch.thenBlock()), ifFalse;
      if (!branch.getElseRegion().empty())
        ifFalse = flatten(*branch.elseBlock());
      if (!ifTrue.empty() || !ifFalse.empty())
        llvm::append_range(found, merge(branch, ifTrue, ifFalse));
    }
    return found;
  }

  /// The place is computed in 32 bits: no table is larger.
  RowUpdate take(LLVM::AtomicRMWOp update) {
    OpBuilder builder(update);
    Location loc = update.getLoc();
    Type i32 = builder.getI32Type();
    Access access = getAccess(update);
    Value place =
        arith::ConstantIntOp::create(builder, loc, i32, int32_t(access.offset));
    for (const Term &term : access.terms) {
      Value value = term.value;
      if (value.getType().isIndex())
        value = arith::IndexCastOp::create(builder, loc, i32, value);
      else if (!value.getType().isInteger(32))
        value = arith::TruncIOp::create(builder, loc, i32, value);
      Value bytes =
          arith::ConstantIntOp::create(builder, loc, i32, int32_t(term.bytes));
      value = arith::MulIOp::create(builder, loc, value, bytes);
      place = arith::AddIOp::create(builder, loc, place, value);
    }
    RowUpdate result{update.getBinOp(), place, update.getVal()};
    update.erase();
    return result;
  }

  /// The condition says which of two updates it is, or whether it is one.
  SmallVector<RowUpdate> merge(scf::IfOp branch, ArrayRef<RowUpdate> ifTrue,
                               ArrayRef<RowUpdate> ifFalse) {
    OpBuilder builder(branch);
    Location loc = branch.getLoc();
    SmallVector<std::pair<const RowUpdate *, const RowUpdate *>> pairs;
    // In order in each branch, and equal ones side by side.
    while (!ifTrue.empty() || !ifFalse.empty()) {
      const RowUpdate *a = ifTrue.empty() ? nullptr : &ifTrue.front();
      const RowUpdate *b = ifFalse.empty() ? nullptr : &ifFalse.front();
      if (a && b && a->kind != b->kind)
        b = nullptr;
      pairs.push_back({a, b});
      ifTrue = ifTrue.drop_front(a ? 1 : 0);
      ifFalse = ifFalse.drop_front(b ? 1 : 0);
    }
    SmallVector<Type> types(branch.getResultTypes());
    unsigned first = types.size();
    SmallVector<Value> yields[2];
    for (auto [a, b] : pairs) {
      const RowUpdate &some = a ? *a : *b;
      Type type = some.value.getType();
      types.append({builder.getI32Type(), type});
      Value neutral;
      if (!a || !b)
        neutral = arith::ConstantOp::create(
            builder, loc, getNeutral(some.kind, type, builder));
      // A list in the loop's head would end before the loop begins.
      const RowUpdate *both[] = {a, b};
      for (auto [yield, one] : llvm::zip(yields, both))
        yield.append({one ? one->place : spare, one ? one->value : neutral});
    }
    auto with = scf::IfOp::create(builder, loc, types, branch.getCondition(),
                                  /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
    with->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
    with.getThenRegion().takeBody(branch.getThenRegion());
    if (branch.getElseRegion().empty()) {
      OpBuilder inside(builder);
      inside.createBlock(&with.getElseRegion());
      scf::YieldOp::create(inside, loc);
    } else {
      with.getElseRegion().takeBody(branch.getElseRegion());
    }
    with.thenYield().getResultsMutable().append(yields[0]);
    with.elseYield().getResultsMutable().append(yields[1]);
    branch->replaceAllUsesWith(with.getResults().take_front(first));
    branch.erase();
    SmallVector<RowUpdate> merged;
    for (auto [i, pair] : llvm::enumerate(pairs))
      merged.push_back({(pair.first ? pair.first : pair.second)->kind,
                        with.getResult(first + 2 * i),
                        with.getResult(first + 2 * i + 1)});
    return merged;
  }

  scf::ParallelOp threads;
  int64_t size = 0, width = 0; ///< Of the row, and bytes of an element.
  memref::AllocaOp table;
  SmallVector<LLVM::AtomicRMWOp> updates;
  Value spare; ///< Where threads without an update go.
};

struct IsolateUpdates
    : public heddle::impl::IsolateUpdatesBase<IsolateUpdates> {
  void runOnOperation() override {
    llvm::SetVector<scf::ParallelOp> loops;
    getOperation()->walk([&](LLVM::AtomicRMWOp update) {
      if (scf::ParallelOp threads = par::getThreadLoop(update))
        loops.insert(threads);
    });
    for (scf::ParallelOp threads : loops)
      Isolator(threads).run();
  }
};

} // namespace
