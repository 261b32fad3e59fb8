//===- WidenIndices.cpp - 32-bit index arithmetic in full width -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

constexpr auto noWrap =
    arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;

/// One nest of a loop over blocks and a loop over threads.
class Widener {
public:
  Widener(scf::ParallelOp grid)
      : grid(grid), threads(par::getThreadLoopOf(grid)) {}

  void run() {
    if (!threads)
      return;
    // A specialised nest runs only where no index of a thread in the grid
    // passes 2^31.
    if (grid->hasAttr(par::shapeAttr))
      grid.walk([&](Operation *op) { inferNoWrap(op); });
    SmallVector<arith::IndexCastOp> casts;
    grid.walk([&](arith::IndexCastOp cast) {
      if (cast.getIn().getType().isInteger(32) && cast.getType().isIndex())
        casts.push_back(cast);
    });
    for (arith::IndexCastOp cast : casts) {
      if (!isChain(cast.getIn()))
        continue;
      cast.getResult().replaceAllUsesWith(widen(cast.getIn()));
      cast.erase();
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

  /// `blockIdx.d * n`, n not above the block's size: which d.
  std::optional<unsigned> blockOffset(Value value) {
    auto product = value.getDefiningOp<arith::MulIOp>();
    if (!product)
      return std::nullopt;
    for (auto [a, b] : {std::pair(product.getLhs(), product.getRhs()),
                        std::pair(product.getRhs(), product.getLhs())}) {
      std::optional<unsigned> dim = inductionVariable(a, grid);
      std::optional<int64_t> factor = getConstantIntValue(b);
      if (!dim || !factor)
        continue;
      std::optional<int64_t> size =
          getConstantIntValue(threads.getUpperBound()[*dim]);
      if (size && *factor > 0 && *factor <= *size)
        return dim;
    }
    return std::nullopt;
  }

  /// CUDA's indices are unsigned, so their sums may wrap as far as the language
  /// goes. Those of threads in the grid do not.
  void inferNoWrap(Operation *op) {
    if (auto product = dyn_cast<arith::MulIOp>(op)) {
      if (blockOffset(product))
        product.setOverflowFlags(noWrap);
      return;
    }
    auto sum = dyn_cast<arith::AddIOp>(op);
    if (!sum)
      return;
    for (auto [a, b] : {std::pair(sum.getLhs(), sum.getRhs()),
                        std::pair(sum.getRhs(), sum.getLhs())}) {
      std::optional<unsigned> thread = inductionVariable(a, threads);
      if (!thread)
        continue;
      std::optional<int64_t> constant = getConstantIntValue(b);
      bool isSmall = constant && *constant >= 0 && *constant < (1 << 30);
      if (isSmall || blockOffset(b) == thread)
        sum.setOverflowFlags(noWrap);
    }
  }

  static bool hasNoSignedWrap(Operation *op) {
    auto flags =
        dyn_cast_or_null<arith::ArithIntegerOverflowFlagsInterface>(op);
    return flags && isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
           flags.hasNoSignedWrap();
  }

  bool isIndex(Value value) {
    return inductionVariable(value, threads) || inductionVariable(value, grid);
  }

  /// Whether there is anything to gain.
  bool isChain(Value value) {
    return isIndex(value) || hasNoSignedWrap(value.getDefiningOp());
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
      result = arith::ConstantIndexOp::create(builder, loc, *constant);
    } else if (isIndex(value)) {
      result = op->getOperand(0);
    } else if (hasNoSignedWrap(op)) {
      Value lhs = widen(op->getOperand(0)), rhs = widen(op->getOperand(1));
      builder.setInsertionPointAfter(op);
      auto nsw = arith::IntegerOverflowFlags::nsw;
      if (isa<arith::AddIOp>(op))
        result = arith::AddIOp::create(builder, loc, lhs, rhs, nsw);
      else if (isa<arith::SubIOp>(op))
        result = arith::SubIOp::create(builder, loc, lhs, rhs, nsw);
      else
        result = arith::MulIOp::create(builder, loc, lhs, rhs, nsw);
    } else {
      result = arith::IndexCastOp::create(builder, loc, index, value);
    }
    widened[value] = result;
    return result;
  }

  scf::ParallelOp grid, threads;
  llvm::DenseMap<Value, Value> widened;
};

struct WidenIndices : public heddle::impl::WidenIndicesBase<WidenIndices> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      Widener(grid).run();
  }
};

} // namespace
