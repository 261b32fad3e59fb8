//===- WidenIndices.cpp - 32-bit index arithmetic in full width -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionRanges.h"
#include "WideCompares.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Support/Rewriting.h"
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
           (planted(Fault::WrapLost) ||
            (isSigned ? flags.hasNoSignedWrap() : flags.hasNoUnsignedWrap()));
  }

  bool isIndex(Value value) {
    return inductionVariable(value, threads) || inductionVariable(value, grid);
  }

  /// Whether it was an index before, and is the same number.
  bool isExact(Value value) { return isSigned && getNarrowedIndex(value); }

  bool isChoice(Value value) {
    Operation *op = value.getDefiningOp();
    return isa_and_nonnull<arith::SelectOp>(op) ||
           (isSigned ? isa_and_nonnull<arith::MinSIOp, arith::MaxSIOp>(op)
                     : isa_and_nonnull<arith::MinUIOp, arith::MaxUIOp>(op));
  }

  /// Whether it is a sum with the index of a thread or block in it.
  bool isPosition(Value value, unsigned depth = 6) {
    if (isIndex(value) || isExact(value))
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
    return isIndex(value) || isExact(value) ||
           hasNoWrap(value.getDefiningOp()) || isChoiceOfPositions(value);
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
    } else if (isExact(value)) {
      result = getNarrowedIndex(value);
    } else if (isIndex(value)) {
      result = op->getOperand(0);
    } else if (hasNoWrap(op)) {
      Value lhs = widen(op->getOperand(0)), rhs = widen(op->getOperand(1));
      builder.setInsertionPointAfter(op);
      result = createWithoutWrap(builder, op, lhs, rhs);
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
      compareAsIndices(grid, threads);
    }
  }
};

} // namespace
