//===- AlignGuards.cpp - Conditions on rows of threads --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_ALIGNGUARDS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Loops with more operations than that are not written twice.
static constexpr unsigned mostCopied = 100;

namespace {

/// A comparison of `factor * row + rest < bound` where the rest is not negative
/// and less than the factor.
struct Guard {
  arith::CmpIOp compare;
  ThreadSum sum;
  unsigned dim;
};

std::optional<Guard> match(arith::CmpIOp compare, scf::ParallelOp threads) {
  using Predicate = arith::CmpIPredicate;
  Value a = compare.getLhs(), b = compare.getRhs();
  Predicate predicate = signedOf(compare.getPredicate());
  bool isUnsigned = predicate != compare.getPredicate();
  if (predicate == Predicate::sgt)
    std::swap(a, b);
  else if (predicate != Predicate::slt)
    return std::nullopt;
  std::optional<ThreadSum> sum =
      ThreadSum::difference(a, b, threads, isUnsigned);
  if (!sum || sum->isConstant())
    return std::nullopt;
  std::optional<unsigned> dim = sum->getLeadingDim();
  if (!dim)
    return std::nullopt;
  return Guard{compare, *sum, *dim};
}

void align(scf::ParallelOp threads) {
  if (threads.getNumLoops() < 2 || countOperations(threads) > mostCopied)
    return;
  SmallVector<Guard> guards;
  threads.walk([&](arith::CmpIOp compare) {
    if (std::optional<Guard> guard = match(compare, threads))
      guards.push_back(std::move(*guard));
  });
  if (guards.empty())
    return;
  OpBuilder builder(threads);
  Location loc = threads.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value aligned;
  SmallVector<Value> ends;
  for (Guard &guard : guards) {
    Value factor = arith::ConstantIndexOp::create(
        builder, loc, guard.sum.getFactor(guard.dim));
    Value bound = guard.sum.createBound(builder, loc);
    Value rest = arith::RemSIOp::create(builder, loc, bound, factor);
    Value is = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                     rest, zero);
    aligned = aligned ? arith::AndIOp::create(builder, loc, aligned, is) : is;
    ends.push_back(arith::DivSIOp::create(builder, loc, bound, factor));
  }
  auto branch =
      scf::IfOp::create(builder, loc, aligned, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  IRMapping mapping;
  auto copy = cast<scf::ParallelOp>(builder.clone(*threads, mapping));
  for (auto [guard, end] : llvm::zip(guards, ends)) {
    Operation *compare =
        mapping.lookup(guard.compare.getResult()).getDefiningOp();
    builder.setInsertionPoint(compare);
    Value row = copy.getInductionVars()[guard.dim];
    Value is = arith::CmpIOp::create(builder, compare->getLoc(),
                                     arith::CmpIPredicate::slt, row, end);
    compare->getResult(0).replaceAllUsesWith(is);
  }
  threads->moveBefore(branch.elseBlock()->getTerminator());
}

struct AlignGuards : public heddle::impl::AlignGuardsBase<AlignGuards> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (threads->hasAttr(par::rowsAttr))
        align(threads);
  }
};

} // namespace
