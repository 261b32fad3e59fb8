//===- WideCompares.cpp - 64-bit limits of positions ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideCompares.h"
#include "PositionRanges.h"
#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Support/Rewriting.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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
    auto range = findPositionRange(sum, grid);
    if (!range || range->first < -largest || range->second > largest ||
        (isUnsigned && range->first < 0))
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

  /// The same on indices. A sum that is known to be small has small operands.
  Value create(OpBuilder &builder, Value value) {
    Operation *op = value.getDefiningOp();
    Location loc = value.getLoc();
    if (isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(op))
      return asIndex(builder, loc, op->getOperand(0), isa<arith::ExtUIOp>(op));
    if (isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      return createWithoutWrap(builder, op, create(builder, op->getOperand(0)),
                               create(builder, op->getOperand(1)));
    if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return op->getOperand(0);
    return asIndex(builder, loc, value);
  }

  scf::ParallelOp grid, threads;
};

} // namespace

void heddle::compareAsIndices(scf::ParallelOp grid, scf::ParallelOp threads) {
  Comparer(grid, threads).run();
}
