//===- WideCompares.cpp - 64-bit limits of positions ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideCompares.h"
#include "Rewriting.h"
#include "ThreadBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace heddle;

namespace {

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

} // namespace

void heddle::compareAsIndices(scf::ParallelOp grid, scf::ParallelOp threads) {
  Comparer(grid, threads).run();
}
