//===- RowUpdates.cpp - Updates of neighbours, a row at a time ------------===//
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
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_ROWUPDATES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Turns that are done together. A store of a part of a vector would keep the
/// next load of the row waiting, so what is left of the loop stays as it was.
static constexpr int64_t rowLength = 16;

namespace {

class Updates {
public:
  Updates(scf::ForOp loop, scf::ParallelOp threads)
      : loop(loop), threads(threads), turns(loop.getInductionVar()),
        lanes(threads.getInductionVars().back()) {}

  /// Whether all that the loop does is updates that can be done in rows.
  bool isRows() {
    for (Operation &op : threads.getBody()->without_terminator()) {
      if (op.getNumRegions())
        return false;
      if (auto update = dyn_cast<LLVM::AtomicRMWOp>(&op)) {
        if (!isRow(update))
          return false;
        updates.push_back(update);
      } else if (std::optional<Access> access = getPlainAccess(&op)) {
        if (access->writes)
          return false;
        reads.push_back(access->base);
      } else if (!isMemoryEffectFree(&op)) {
        return false;
      }
    }
    if (updates.empty())
      return false;
    // All reads before all updates, and one update after the other.
    for (auto [i, update] : llvm::enumerate(updates)) {
      Value base = par::getBase(update.getPtr());
      for (Value read : reads)
        if (mayAlias(base, read))
          return false;
      for (LLVM::AtomicRMWOp other : ArrayRef(updates).drop_front(i + 1))
        if (mayAlias(base, par::getBase(other.getPtr())))
          return false;
    }
    return true;
  }

  /// Puts the threads around the first `count` turns of the loop.
  void interchange(int64_t count) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value zero = constant(0), one = constant(1), all = constant(count);
    IRMapping mapping;
    for (auto [iv, lower, upper, step] :
         llvm::zip(threads.getInductionVars(), threads.getLowerBound(),
                   threads.getUpperBound(), threads.getStep())) {
      auto outer = scf::ForOp::create(builder, loc, lower, upper, step);
      builder.setInsertionPointToStart(outer.getBody());
      mapping.map(iv, outer.getInductionVar());
    }
    auto row = scf::ParallelOp::create(
        builder, loc, zero, all, one,
        [&](OpBuilder &builder, Location loc, ValueRange ivs) {
          Value turn = ivs[0];
          Type type = loop.getInductionVar().getType();
          if (!type.isIndex())
            turn = arith::IndexCastOp::create(builder, loc, type, turn);
          turn = arith::AddIOp::create(builder, loc, loop.getLowerBound(), turn,
                                       arith::IntegerOverflowFlags::nsw);
          mapping.map(loop.getInductionVar(), turn);
          for (Operation &op : threads.getBody()->without_terminator())
            if (auto update = dyn_cast<LLVM::AtomicRMWOp>(&op))
              createUpdate(builder, update, mapping);
            else
              builder.clone(op, mapping);
        });
    row->setAttr(par::blockAttr, builder.getUnitAttr());

    if (count == getConstantIntValue(loop.getUpperBound()).value() -
                     getConstantIntValue(loop.getLowerBound()).value())
      return loop.erase();
    builder.setInsertionPoint(loop);
    Value done = arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(loop.getLowerBound().getType(), count));
    loop.getLowerBoundMutable().assign(
        arith::AddIOp::create(builder, loc, loop.getLowerBound(), done,
                              arith::IntegerOverflowFlags::nsw));
  }

private:
  /// Whether a thread's updates are neighbours, and those of other threads
  /// anywhere.
  bool isRow(LLVM::AtomicRMWOp update) {
    bool isSum = update.getBinOp() == LLVM::AtomicBinOp::add ||
                 update.getBinOp() == LLVM::AtomicBinOp::fadd;
    if (!isSum || update.getVolatile_() || !update.getRes().use_empty() ||
        update.getSyncscope() != "singlethread")
      return false;
    SmallVector<Access> accesses;
    collectAccesses(update, nullptr, accesses);
    return accesses.size() == 1 && accesses[0].size > 0 &&
           turns.exactly(accesses[0]) == accesses[0].size &&
           !lanes.of(accesses[0]) &&
           llvm::all_of(accesses[0].terms,
                        [&](const Term &term) { return isWide(term.value); });
  }

  /// Whether a number that changes by one in each turn comes back to none that
  /// it has been: it is not cut to a few bits.
  bool isWide(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || loop.isDefinedOutsideOfLoop(value))
      return true;
    if (value.getType().isInteger() &&
        value.getType().getIntOrFloatBitWidth() < 32)
      return false;
    return isa<memref::LoadOp, LLVM::LoadOp>(op) ||
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isWide(operand); });
  }

  static void createUpdate(OpBuilder &builder, LLVM::AtomicRMWOp update,
                           IRMapping &mapping) {
    Location loc = update.getLoc();
    Value address = mapping.lookupOrDefault(update.getPtr());
    Value value = mapping.lookupOrDefault(update.getVal());
    unsigned alignment = update.getAlignment().value_or(0);
    Value old =
        LLVM::LoadOp::create(builder, loc, value.getType(), address, alignment);
    Value sum;
    if (update.getBinOp() == LLVM::AtomicBinOp::fadd)
      sum = arith::AddFOp::create(builder, loc, old, value);
    else
      sum = arith::AddIOp::create(builder, loc, old, value);
    LLVM::StoreOp::create(builder, loc, sum, address, alignment);
  }

  scf::ForOp loop;
  scf::ParallelOp threads;
  Strides turns, lanes;
  SmallVector<LLVM::AtomicRMWOp> updates;
  SmallVector<Value> reads;
};

struct RowUpdates : public heddle::impl::RowUpdatesBase<RowUpdates> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      auto loop = dyn_cast<scf::ForOp>(threads->getParentOp());
      if (!loop || !loop.getInitArgs().empty() || par::getThreadLoop(loop) ||
          !isOnly(loop, threads) || threads->hasAttr(par::edgeAttr))
        continue;
      auto first = getConstantIntValue(loop.getLowerBound());
      auto end = getConstantIntValue(loop.getUpperBound());
      if (!first || !end || getConstantIntValue(loop.getStep()) != 1 ||
          *end <= *first)
        continue;
      int64_t count = (*end - *first) / rowLength * rowLength;
      Updates updates(loop, threads);
      if (count == 0 || !updates.isRows())
        continue;
      updates.interchange(count);
    }
  }

private:
  /// Whether a loop does nothing but to run these threads, always the same.
  static bool isOnly(scf::ForOp loop, scf::ParallelOp threads) {
    for (Value bound : threads.getOperands())
      if (!loop.isDefinedOutsideOfLoop(bound))
        return false;
    return llvm::all_of(loop.getBody()->without_terminator(),
                        [&](Operation &op) { return &op == threads; });
  }
};

} // namespace
