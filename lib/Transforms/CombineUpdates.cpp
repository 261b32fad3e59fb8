//===- CombineUpdates.cpp - Sums of many blocks, added at the end ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Updates.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/IndexRanges.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {
#define GEN_PASS_DEF_COMBINEUPDATES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Larger tables would take longer to clear and to add than they save.
static constexpr int64_t mostElements = 1024;

namespace {

/// From the least to the greatest, both included.
struct Span {
  int64_t low, high;
};

/// What is updated of one object, and by what.
struct Target {
  Value base;
  SmallVector<Access> updates;
  /// In bytes from the base.
  int64_t low = INT64_MAX, high = INT64_MIN;

  LLVM::AtomicRMWOp first() {
    return cast<LLVM::AtomicRMWOp>(updates.front().op);
  }
};

} // namespace

/// The values an index can have, if those are few whatever the block is.
static std::optional<Span> getRange(Value value) {
  constexpr int64_t limit = 1 << 24;
  auto range = findRange(value);
  return range && range->first > -limit && range->second < limit
             ? std::optional(Span{range->first, range->second})
             : std::nullopt;
}

namespace {

class Combiner {
public:
  explicit Combiner(scf::ParallelOp grid) : grid(grid) {}

  void run() {
    if (par::holdsBarrier(grid) || !collect())
      return;
    for (Target &target : targets)
      if (isAlone(target))
        combine(target);
  }

private:
  /// Finds the updates of what all blocks share. False if the kernel has more
  /// to do with the order in which memory is touched.
  bool collect() {
    for (auto [i, op] : llvm::enumerate(grid.getBody()->without_terminator())) {
      size_t begin = accesses.size();
      collectAccesses(&op, nullptr, accesses);
      for (const Access &access : llvm::drop_begin(accesses, begin)) {
        positions[access.op] = i;
        if (!access.orders)
          continue;
        auto update = dyn_cast<LLVM::AtomicRMWOp>(access.op);
        if (!update)
          return false;
        if (update.getSyncscope() == "singlethread")
          continue;
        if (!isPlainUpdate(update))
          return false;
        add(access);
      }
    }
    return !targets.empty();
  }

  void add(const Access &access) {
    if (!access.base || !access.exact ||
        !grid.isDefinedOutsideOfLoop(access.base))
      return;
    Span range = {access.offset, access.offset};
    for (const Term &term : access.terms) {
      std::optional<Span> values = getRange(term.value);
      if (!values || term.bytes % access.size != 0 ||
          std::abs(term.bytes) > mostElements * access.size)
        return;
      int64_t a = values->low * term.bytes, b = values->high * term.bytes;
      range.low += std::min(a, b);
      range.high += std::max(a, b);
    }
    if (range.high - range.low >= mostElements * access.size)
      return;
    Target *target = llvm::find_if(
        targets, [&](Target &other) { return other.base == access.base; });
    if (target == targets.end()) {
      targets.push_back({access.base, {}});
      target = &targets.back();
    }
    target->updates.push_back(access);
    target->low = std::min(target->low, range.low);
    target->high = std::max(target->high, range.high);
  }

  /// Whether nothing in a block could tell that the updates are late. Blocks
  /// cannot tell of one another: they have no order that they could rely on.
  bool isAlone(Target &target) {
    LLVM::AtomicRMWOp first = target.first();
    int64_t size = target.updates.front().size;
    if (target.high - target.low >= mostElements * size)
      return false;
    unsigned position = UINT_MAX;
    for (const Access &update : target.updates) {
      auto op = cast<LLVM::AtomicRMWOp>(update.op);
      if (op.getBinOp() != first.getBinOp() ||
          op.getVal().getType() != first.getVal().getType() ||
          (update.offset - target.low) % size != 0)
        return false;
      position = std::min(position, positions[update.op]);
    }
    return llvm::none_of(accesses, [&](const Access &access) {
      if (access.base && !mayAlias(access.base, target.base))
        return false;
      // Updates of one kind have no order among themselves, and values of
      // different types are in different places.
      if (auto update = dyn_cast<LLVM::AtomicRMWOp>(access.op);
          update && access.orders) {
        if (update.getSyncscope() == "singlethread")
          return false;
        if (update.getVal().getType() != first.getVal().getType())
          return false;
        return update.getBinOp() != first.getBinOp();
      }
      if (positions[access.op] < position)
        return false;
      return !llvm::all_of(target.updates, [&](const Access &update) {
        return isBefore(access.op, update.op);
      });
    });
  }

  /// Whether a thread does `a` before `b` if it does both, and no other thread
  /// of the block has to wait for `b` to do `a`.
  bool isBefore(Operation *a, Operation *b) {
    Operation *outer = grid.getBody()->findAncestorOpInBlock(*a);
    if (outer != grid.getBody()->findAncestorOpInBlock(*b))
      return positions[a] < positions[b];
    // Down to the block in which they part.
    Block *block = grid.getBody();
    for (;;) {
      Operation *inA = block->findAncestorOpInBlock(*a);
      Operation *inB = block->findAncestorOpInBlock(*b);
      if (inA != inB)
        return inA->isBeforeInBlock(inB);
      bool isThreads = inA->hasAttr(par::blockAttr);
      if (!isThreads && !isa<scf::IfOp>(inA))
        return false;
      Region *region = nullptr;
      for (Region &nested : inA->getRegions())
        if (nested.isAncestor(a->getParentRegion()) &&
            nested.isAncestor(b->getParentRegion()))
          region = &nested;
      // One of them is done, not both.
      if (!region)
        return true;
      block = &region->front();
    }
  }

  void combine(Target &target) {
    LLVM::AtomicRMWOp first = target.first();
    LLVM::AtomicBinOp kind = first.getBinOp();
    Type type = first.getVal().getType();
    int64_t size = target.updates.front().size;
    int64_t elements = (target.high - target.low) / size + 1;
    Location loc = first.getLoc();

    OpBuilder builder = OpBuilder::atBlockBegin(grid.getBody());
    auto table = memref::AllocaOp::create(builder, loc,
                                          MemRefType::get({elements}, type));
    Value neutral = arith::ConstantOp::create(builder, loc,
                                              getNeutral(kind, type, builder));
    Value pointer = par::PointerOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), table);
    {
      OpBuilder inside = builder;
      scf::ParallelOp loop = createLoop(inside, loc, 0, elements);
      loop->setAttr(par::beforeBlocksAttr, builder.getUnitAttr());
      memref::StoreOp::create(inside, loc, neutral, table,
                              loop.getInductionVars());
    }

    OpBuilder after(grid.getBody()->getTerminator());
    scf::ParallelOp loop = createLoop(after, loc, 0, elements);
    loop->setAttr(par::afterBlocksAttr, builder.getUnitAttr());
    Value place = loop.getInductionVars().front();
    Value sum = memref::LoadOp::create(after, loc, table, place);
    // What nobody has updated may be memory that is not there.
    auto branch = scf::IfOp::create(
        after, loc, isOther(sum, getNeutral(kind, type, after), after, loc));
    after.setInsertionPoint(branch.thenBlock()->getTerminator());
    Value index =
        arith::IndexCastOp::create(after, loc, after.getI64Type(), place);
    Value address = LLVM::GEPOp::create(
        after, loc, target.base.getType(), after.getI8Type(), target.base,
        LLVM::GEPArg(static_cast<int32_t>(target.low)));
    address = LLVM::GEPOp::create(after, loc, target.base.getType(), type,
                                  address, LLVM::GEPArg(index));
    auto final = cast<LLVM::AtomicRMWOp>(after.clone(*first));
    final.getPtrMutable().assign(address);
    final.getValMutable().assign(sum);

    for (const Access &update : target.updates)
      redirect(update, table, pointer, target.low, size);
  }

  /// Whether threads of a loop update each an element of its own.
  static bool isOwnElement(const Access &update, int64_t size) {
    if (update.terms.size() != 1 || std::abs(update.terms[0].bytes) != size)
      return false;
    Value value = stripWidening(update.terms[0].value);
    Operation *loop = update.op->getParentOp();
    while (isa<scf::IfOp>(loop))
      loop = loop->getParentOp();
    auto threads = dyn_cast<scf::ParallelOp>(loop);
    if (!threads || !threads->hasAttr(par::blockAttr) ||
        threads.getInductionVars().back() != value)
      return false;
    for (unsigned dim = 0; dim + 1 < threads.getNumLoops(); ++dim) {
      auto low = getConstantIntValue(threads.getLowerBound()[dim]);
      auto high = getConstantIntValue(threads.getUpperBound()[dim]);
      if (!low || !high || *high - *low > 1)
        return false;
    }
    // And it is the only one there.
    unsigned count = 0;
    threads.walk([&](LLVM::AtomicRMWOp) { ++count; });
    return count == 1;
  }

  void redirect(const Access &update, Value table, Value pointer, int64_t low,
                int64_t size) {
    auto op = cast<LLVM::AtomicRMWOp>(update.op);
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value place = arith::ConstantIndexOp::create(builder, loc,
                                                 (update.offset - low) / size);
    for (const Term &term : update.terms) {
      Value value = term.value;
      if (!value.getType().isIndex())
        value = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                           value);
      Value factor =
          arith::ConstantIndexOp::create(builder, loc, term.bytes / size);
      auto nsw = arith::IntegerOverflowFlags::nsw;
      value = arith::MulIOp::create(builder, loc, value, factor, nsw);
      place = arith::AddIOp::create(builder, loc, place, value, nsw);
    }
    if (isOwnElement(update, size)) {
      Value old = memref::LoadOp::create(builder, loc, table, place);
      Value sum = combineValues(op.getBinOp(), old, op.getVal(), builder, loc);
      memref::StoreOp::create(builder, loc, sum, table, place);
      op.erase();
      return;
    }
    Value index =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), place);
    op.getPtrMutable().assign(LLVM::GEPOp::create(
        builder, loc, pointer.getType(), op.getVal().getType(), pointer,
        LLVM::GEPArg(index)));
    op.setSyncscope("singlethread");
  }

  scf::ParallelOp grid;
  SmallVector<Access> accesses;
  SmallVector<Target> targets;
  /// At which operation of the body something is.
  llvm::DenseMap<Operation *, unsigned> positions;
};

struct CombineUpdates
    : public heddle::impl::CombineUpdatesBase<CombineUpdates> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      Combiner(grid).run();
  }
};

} // namespace
