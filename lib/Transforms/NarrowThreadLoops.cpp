//===- NarrowThreadLoops.cpp - Thread loops over guarded threads only -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_NARROWTHREADLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The condition holds for all threads that are left.
static void assume(const ThreadGuard &guard, scf::ParallelOp threads,
                   OpBuilder &builder) {
  Value known = arith::ConstantIntOp::create(builder, threads.getLoc(),
                                             guard.holds, /*width=*/1);
  Value(guard.condition).replaceUsesWithIf(known, [&](OpOperand &use) {
    return threads->isAncestor(use.getOwner());
  });
}

/// Loops that are written twice have no more operations than that.
static constexpr unsigned mostCopied = 400;

static bool isWorthCopying(scf::ParallelOp threads) {
  return countOperations(threads) <= mostCopied &&
         llvm::all_of(threads.getUpperBound(), [](Value bound) {
           return getConstantIntValue(bound).has_value();
         });
}

namespace {

/// Gives a loop the bounds that its guards stand for.
class Narrower {
public:
  explicit Narrower(scf::ParallelOp threads)
      : threads(threads), builder(threads), loc(threads.getLoc()) {}

  void run() {
    SmallVector<ThreadGuard> guards = findGuards(threads);
    if (guards.empty())
      return;
    bool onlyFromAbove = true;
    Value whole;
    for (const ThreadGuard &guard : guards) {
      unsigned dim = guard.bound.dim;
      if (Value lower = guard.bound.createLower(builder, loc)) {
        onlyFromAbove = false;
        Value bound = threads.getLowerBound()[dim];
        threads.getLowerBoundMutable()[dim].set(
            matchPattern(bound, m_Zero()) && isIndex(lower)
                ? lower
                : arith::MaxSIOp::create(builder, loc, bound, lower));
      }
      if (Value upper = guard.bound.createUpper(builder, loc)) {
        Value bound = threads.getUpperBound()[dim];
        // One that is known is so in all blocks.
        if (getConstantIntValue(upper) && getConstantIntValue(bound)) {
          threads.getUpperBoundMutable()[dim].set(
              builder.createOrFold<arith::MinSIOp>(loc, bound, upper));
          continue;
        }
        uppers.push_back({dim, upper});
        Value all = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::sge, upper, bound);
        whole = whole ? arith::AndIOp::create(builder, loc, whole, all) : all;
      }
    }
    // Most blocks are whole: for them, the loop keeps its constant bounds.
    // (Those of an outer loop matter little.)
    bool isInner = llvm::any_of(uppers, [&](auto &upper) {
      return !threads->hasAttr(par::rowsAttr) ||
             upper.first + 1 == threads.getNumLoops();
    });
    if (onlyFromAbove && whole && isInner && !threads->hasAttr(par::edgeAttr) &&
        isWorthCopying(threads)) {
      auto branch = scf::IfOp::create(builder, loc, whole,
                                      /*withElseRegion=*/true);
      OpBuilder inside = branch.getThenBodyBuilder();
      IRMapping mapping;
      auto copy = cast<scf::ParallelOp>(inside.clone(*threads, mapping));
      inside.setInsertionPoint(copy);
      for (const ThreadGuard &guard : guards)
        assume({mapping.lookup(guard.condition), guard.holds, guard.bound},
               copy, inside);
      threads->moveBefore(branch.elseBlock()->getTerminator());
    }
    builder.setInsertionPoint(threads);
    for (auto [dim, upper] : uppers)
      threads.getUpperBoundMutable()[dim].set(arith::MinSIOp::create(
          builder, loc, threads.getUpperBound()[dim], upper));
    for (const ThreadGuard &guard : guards)
      assume(guard, threads, builder);
  }

private:
  /// Whether this is an index that is not negative.
  static bool isIndex(Value value) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    return constant && *constant >= 0;
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  Location loc;
  SmallVector<std::pair<unsigned, Value>> uppers;
};

struct NarrowThreadLoops
    : public heddle::impl::NarrowThreadLoopsBase<NarrowThreadLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (!par::holdsBarrier(threads))
        Narrower(threads).run();
  }
};
} // namespace
