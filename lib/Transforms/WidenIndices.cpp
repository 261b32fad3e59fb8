//===- WidenIndices.cpp - 32-bit index arithmetic in full width -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionRanges.h"
#include "Rewriting.h"
#include "ThreadBounds.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_WIDENINDICES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// One nest of a loop over blocks and a loop over threads: what is extended by
/// its sign, or what is extended by zeros.
class Widener {
public:
  Widener(scf::ParallelOp grid, scf::ParallelOp threads, bool isSigned)
      : grid(grid), threads(threads), isSigned(isSigned) {}

  void run() {
    SmallVector<Operation *> casts;
    grid.walk([&](Operation *op) {
      if ((isSigned ? isa<arith::IndexCastOp, arith::ExtSIOp>(op)
                    : isa<arith::IndexCastUIOp, arith::ExtUIOp>(op)) &&
          op->getOperand(0).getType().isInteger(32) &&
          (op->getResult(0).getType().isIndex() ||
           op->getResult(0).getType().isInteger(64)))
        casts.push_back(op);
    });
    for (Operation *cast : casts) {
      Type type = cast->getResult(0).getType();
      // Programs widen indices themselves, too: `(size_t)i * n + j`. What has
      // no index in it is rather a number than a place.
      if (!(type.isIndex() ? isChain(cast->getOperand(0))
                           : isPosition(cast->getOperand(0))))
        continue;
      OpBuilder builder(cast);
      Value wide = widen(cast->getOperand(0));
      if (!type.isIndex())
        wide = arith::IndexCastOp::create(builder, cast->getLoc(), type, wide);
      cast->getResult(0).replaceAllUsesWith(wide);
      cast->erase();
    }
  }

private:
  /// The number of an induction variable of the loop that a 32-bit value is.
  std::optional<unsigned> inductionVariable(Value value, scf::ParallelOp loop) {
    auto cast = value.getDefiningOp<arith::IndexCastUIOp>();
    if (!cast)
      return std::nullopt;
    for (auto [dim, iv] : llvm::enumerate(loop.getInductionVars()))
      if (cast.getIn() == iv)
        return dim;
    return std::nullopt;
  }

  bool hasNoWrap(Operation *op) {
    auto flags =
        dyn_cast_or_null<arith::ArithIntegerOverflowFlagsInterface>(op);
    return flags && isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
           (isSigned ? flags.hasNoSignedWrap() : flags.hasNoUnsignedWrap());
  }

  bool isIndex(Value value) {
    return inductionVariable(value, threads) || inductionVariable(value, grid);
  }

  bool isChoice(Value value) {
    Operation *op = value.getDefiningOp();
    return isa_and_nonnull<arith::SelectOp>(op) ||
           (isSigned ? isa_and_nonnull<arith::MinSIOp, arith::MaxSIOp>(op)
                     : isa_and_nonnull<arith::MinUIOp, arith::MaxUIOp>(op));
  }

  /// Whether it is a sum with the index of a thread or block in it.
  bool isPosition(Value value, unsigned depth = 6) {
    if (isIndex(value))
      return true;
    Operation *op = value.getDefiningOp();
    return depth > 0 && hasNoWrap(op) &&
           llvm::any_of(op->getOperands(), [&](Value operand) {
             return isPosition(operand, depth - 1);
           });
  }

  /// One of two values; which one does not depend on their width. If there are
  /// more, places are as good as any, and narrow numbers are better to gather
  /// by.
  bool isChoiceOfPositions(Value value) {
    if (!isChoice(value))
      return false;
    auto sides = value.getDefiningOp()->getOperands().take_back(2);
    return llvm::none_of(sides, [&](Value side) { return isChoice(side); }) &&
           llvm::any_of(sides, [&](Value side) { return isPosition(side); });
  }

  /// Whether there is anything to gain.
  bool isChain(Value value) {
    return isIndex(value) || hasNoWrap(value.getDefiningOp()) ||
           isChoiceOfPositions(value);
  }

  /// The same value computed on index from the start, next to the old one.
  Value widen(Value value) {
    Value &wide = widened[value];
    if (wide)
      return wide;
    OpBuilder builder(grid.getContext());
    builder.setInsertionPointAfterValue(value);
    Location loc = value.getLoc();
    Type index = builder.getIndexType();
    Value result;
    Operation *op = value.getDefiningOp();
    if (std::optional<int64_t> constant = getConstantIntValue(value)) {
      result = arith::ConstantIndexOp::create(
          builder, loc, isSigned ? *constant : uint32_t(*constant));
    } else if (isIndex(value)) {
      result = op->getOperand(0);
    } else if (hasNoWrap(op)) {
      Value lhs = widen(op->getOperand(0)), rhs = widen(op->getOperand(1));
      builder.setInsertionPointAfter(op);
      auto nsw = arith::IntegerOverflowFlags::nsw;
      if (isa<arith::AddIOp>(op))
        result = arith::AddIOp::create(builder, loc, lhs, rhs, nsw);
      else if (isa<arith::SubIOp>(op))
        result = arith::SubIOp::create(builder, loc, lhs, rhs, nsw);
      else
        result = arith::MulIOp::create(builder, loc, lhs, rhs, nsw);
    } else if (isChoiceOfPositions(value)) {
      Value lhs = widen(op->getOperands().take_back(2)[0]);
      Value rhs = widen(op->getOperands().back());
      builder.setInsertionPointAfter(op);
      if (auto select = dyn_cast<arith::SelectOp>(op))
        result = arith::SelectOp::create(builder, loc, select.getCondition(),
                                         lhs, rhs);
      // Extended by zeros, they are not negative either.
      else if (isa<arith::MinSIOp, arith::MinUIOp>(op))
        result = arith::MinSIOp::create(builder, loc, lhs, rhs);
      else
        result = arith::MaxSIOp::create(builder, loc, lhs, rhs);
    } else if (isSigned) {
      result = arith::IndexCastOp::create(builder, loc, index, value);
    } else {
      result = arith::IndexCastUIOp::create(builder, loc, index, value);
    }
    widened[value] = result;
    return result;
  }

  scf::ParallelOp grid, threads;
  const bool isSigned;
  llvm::DenseMap<Value, Value> widened;
};

/// Compares 64-bit numbers as indices if one of them is the sum of a few small
/// ones in the nest, and the other one is known before.
class Comparer {
public:
  Comparer(scf::ParallelOp grid, scf::ParallelOp threads)
      : grid(grid), threads(threads) {}

  void run() {
    SmallVector<arith::CmpIOp> compares;
    grid.walk([&](arith::CmpIOp compare) {
      if (compare.getLhs().getType().isInteger(64))
        compares.push_back(compare);
    });
    for (arith::CmpIOp compare : compares)
      if (!rewrite(compare, /*isLeft=*/true))
        rewrite(compare, /*isLeft=*/false);
  }

private:
  /// The least and the largest number it can be, if these are small.
  struct Range {
    int64_t low, high;
  };
  static constexpr int64_t largest = int64_t(1) << 60;

  bool rewrite(arith::CmpIOp compare, bool isLeft) {
    using arith::CmpIPredicate;
    Value sum = isLeft ? compare.getLhs() : compare.getRhs();
    Value limit = isLeft ? compare.getRhs() : compare.getLhs();
    bool isUnsigned =
        signedOf(compare.getPredicate()) != compare.getPredicate();
    scf::ParallelOp outer = grid.isDefinedOutsideOfLoop(limit) ? grid : threads;
    if (compare.getPredicate() == CmpIPredicate::eq ||
        compare.getPredicate() == CmpIPredicate::ne ||
        !outer.isDefinedOutsideOfLoop(limit) ||
        threads.isDefinedOutsideOfLoop(sum))
      return false;
    std::optional<Range> range = getRange(sum);
    if (!range || (isUnsigned && range->low < 0))
      return false;
    // Beyond what the sum can be, all limits are the same.
    OpBuilder builder(outer);
    Location loc = compare.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(builder, loc, value, /*width=*/64);
    };
    Value most = constant(2 * largest);
    if (isUnsigned) {
      limit = builder.createOrFold<arith::MinUIOp>(loc, limit, most);
    } else {
      limit = builder.createOrFold<arith::MinSIOp>(loc, limit, most);
      limit = builder.createOrFold<arith::MaxSIOp>(loc, limit,
                                                   constant(-2 * largest));
    }
    limit = asIndex(builder, loc, limit);
    builder.setInsertionPoint(compare);
    Value index = create(builder, sum);
    Value result =
        arith::CmpIOp::create(builder, loc, signedOf(compare.getPredicate()),
                              isLeft ? index : limit, isLeft ? limit : index);
    compare.replaceAllUsesWith(result);
    compare.erase();
    return true;
  }

  std::optional<Range> getRange(Value value, unsigned depth = 6) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return std::abs(*constant) < largest
                 ? std::optional(Range{*constant, *constant})
                 : std::nullopt;
    constexpr int64_t mostPosition = int64_t(1) << 32;
    if (auto arg = dyn_cast<BlockArgument>(value))
      return arg.getOwner() == grid.getBody() ||
                     arg.getOwner() == threads.getBody()
                 ? std::optional(Range{0, mostPosition})
                 : std::nullopt;
    Operation *op = value.getDefiningOp();
    if (depth == 0 || op->getNumOperands() == 0)
      return std::nullopt;
    Value a = op->getOperand(0);
    if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op) &&
        a.getType().isInteger(32))
      return Range{0, mostPosition};
    if (isa<arith::ExtSIOp, arith::IndexCastOp>(op) &&
        a.getType().isInteger(32))
      return Range{-mostPosition, mostPosition};
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return a.getType().isIndex() || value.getType().isIndex()
                 ? getRange(a, depth - 1)
                 : std::nullopt;
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      return std::nullopt;
    std::optional<Range> left = getRange(a, depth - 1);
    std::optional<Range> right = getRange(op->getOperand(1), depth - 1);
    if (!left || !right)
      return std::nullopt;
    if (isa<arith::AddIOp>(op))
      return checked(left->low + right->low, left->high + right->high);
    if (isa<arith::SubIOp>(op))
      return checked(left->low - right->high, left->high - right->low);
    SmallVector<int64_t, 4> products;
    for (int64_t x : {left->low, left->high})
      for (int64_t y : {right->low, right->high})
        if (llvm::MulOverflow(x, y, products.emplace_back()))
          return std::nullopt;
    return checked(*llvm::min_element(products), *llvm::max_element(products));
  }

  static std::optional<Range> checked(int64_t low, int64_t high) {
    if (low < -largest || high > largest)
      return std::nullopt;
    return Range{low, high};
  }

  /// The same on indices.
  Value create(OpBuilder &builder, Value value) {
    Operation *op = value.getDefiningOp();
    if (value.getType().isIndex())
      return value;
    Location loc = value.getLoc();
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return arith::ConstantIndexOp::create(builder, loc, *constant);
    if (isa<arith::ExtUIOp>(op))
      return asIndex(builder, loc, op->getOperand(0), /*isUnsigned=*/true);
    if (isa<arith::ExtSIOp>(op))
      return asIndex(builder, loc, op->getOperand(0));
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return op->getOperand(0);
    Value a = create(builder, op->getOperand(0));
    Value b = create(builder, op->getOperand(1));
    auto nsw = arith::IntegerOverflowFlags::nsw;
    if (isa<arith::AddIOp>(op))
      return arith::AddIOp::create(builder, loc, a, b, nsw);
    if (isa<arith::SubIOp>(op))
      return arith::SubIOp::create(builder, loc, a, b, nsw);
    return arith::MulIOp::create(builder, loc, a, b, nsw);
  }

  scf::ParallelOp grid, threads;
};

struct WidenIndices : public heddle::impl::WidenIndicesBase<WidenIndices> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      scf::ParallelOp threads = par::getThreadLoopOf(grid);
      if (!threads)
        continue;
      inferNoWrap(grid);
      for (bool isSigned : {true, false})
        Widener(grid, threads, isSigned).run();
      Comparer(grid, threads).run();
    }
  }
};

} // namespace
