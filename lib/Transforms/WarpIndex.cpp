//===- WarpIndex.cpp - Indices made of a warp and a lane ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpIndex.h"
#include "heddle/Analysis/IndexRanges.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace heddle;

namespace {

class Splitter {
public:
  explicit Splitter(MLIRContext *context) : builder(context) {}

  void visit(Value position, Value hi, Value lane) {
    // Replacing a use may erase its owner, so users are collected first.
    SmallVector<Operation *> users(position.getUsers());
    llvm::SmallPtrSet<Operation *, 8> seen;
    for (Operation *user : users)
      if (seen.insert(user).second)
        visitUser(user, position, hi, lane);
  }

private:
  Value constant(Location loc, Type type, int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }

  void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  void visitUser(Operation *op, Value position, Value hi, Value lane) {
    builder.setInsertionPoint(op);
    Location loc = op->getLoc();
    // Positions are not negative and fit into 32 bits, if not into fewer.
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp>(op)) {
      Type type = op->getResult(0).getType();
      if (!type.isIndex() && type.getIntOrFloatBitWidth() < 32)
        return;
      auto cast = [&](Value value) {
        IRMapping mapping;
        mapping.map(position, value);
        return builder.clone(*op, mapping)->getResult(0);
      };
      visit(op->getResult(0), cast(hi), cast(lane));
      return;
    }
    if (auto sum = dyn_cast<arith::AddIOp>(op)) {
      visitSum(sum, position, hi, lane);
      return;
    }
    if (op->getNumOperands() != 2 || op->getOperand(0) != position)
      return;
    std::optional<int64_t> rhs = getConstantIntValue(op->getOperand(1));
    if (!rhs)
      return;
    if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      visitCompare(compare, *rhs, hi, lane);
      return;
    }
    Type type = position.getType();
    bool divides = isa<arith::DivUIOp, arith::DivSIOp>(op);
    if (isa<arith::ShRUIOp, arith::ShRSIOp>(op) && *rhs >= 5 && *rhs < 31) {
      divides = true;
      rhs = int64_t(1) << *rhs;
    }
    if (divides && *rhs > 0 && *rhs % par::warpSize == 0) {
      int64_t rest = *rhs / par::warpSize;
      replace(op, rest == 1 ? hi
                            : arith::DivUIOp::create(
                                  builder, loc, hi, constant(loc, type, rest)));
      return;
    }
    bool isRem = isa<arith::RemUIOp, arith::RemSIOp>(op);
    if ((isRem && *rhs == par::warpSize) ||
        (isa<arith::AndIOp>(op) && *rhs == par::warpSize - 1))
      replace(op, lane);
  }

  /// Whether a product, and its sum with an index in the block, neither wraps
  /// nor is negative.
  static bool isExact(arith::MulIOp product, arith::AddIOp sum) {
    // By flags: a product by 2 or more that has both is not negative.
    auto flags =
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
    if (bitEnumContainsAll(product.getOverflowFlags(), flags) &&
        bitEnumContainsAll(sum.getOverflowFlags(), flags))
      return true;
    // By what it is computed from.
    scf::ParallelOp grid = par::getGridLoop(sum);
    auto range =
        grid ? findRange(product, SmallVector<Value>(grid.getInductionVars()))
             : std::nullopt;
    constexpr int64_t mostThreads = 1 << 20;
    return range && range->first >= 0 &&
           (!sum.getType().isInteger(32) ||
            range->second <= std::numeric_limits<int32_t>::max() - mostThreads);
  }

  /// A block starts at a multiple of its size. What a program adds to a
  /// thread's index itself may be negative, and then quotients are rounded up.
  void visitSum(arith::AddIOp sum, Value position, Value hi, Value lane) {
    if (sum.getLhs() == sum.getRhs())
      return;
    Value other = sum.getLhs() == position ? sum.getRhs() : sum.getLhs();
    auto product = other.getDefiningOp<arith::MulIOp>();
    if (!product || !isExact(product, sum))
      return;
    std::optional<int64_t> factor = getConstantIntValue(product.getRhs());
    if (!factor || *factor <= 0 || *factor % par::warpSize != 0)
      return;
    // Only useful if the sum is split again.
    Location loc = sum.getLoc();
    Value base = arith::MulIOp::create(
        builder, loc, product.getLhs(),
        constant(loc, sum.getType(), *factor / par::warpSize));
    Value total = arith::AddIOp::create(builder, loc, base, hi);
    visit(sum.getResult(), total, lane);
  }

  void visitCompare(arith::CmpIOp op, int64_t rhs, Value hi, Value lane) {
    if (rhs < 0)
      return;
    Location loc = op.getLoc();
    Type type = hi.getType();
    int64_t quotient = rhs / par::warpSize, rest = rhs % par::warpSize;
    auto compare = [&](arith::CmpIPredicate predicate, Value value,
                       int64_t constantValue) -> Value {
      return arith::CmpIOp::create(builder, loc, predicate, value,
                                   constant(loc, type, constantValue));
    };
    using Predicate = arith::CmpIPredicate;
    switch (op.getPredicate()) {
    case Predicate::ult:
    case Predicate::slt:
    case Predicate::uge:
    case Predicate::sge:
      if (rest == 0)
        replace(op, compare(op.getPredicate(), hi, quotient));
      return;
    case Predicate::ule:
    case Predicate::sle:
    case Predicate::ugt:
    case Predicate::sgt:
      if (rest == par::warpSize - 1)
        replace(op, compare(op.getPredicate(), hi, quotient));
      return;
    case Predicate::eq: {
      Value both = arith::AndIOp::create(builder, loc,
                                         compare(Predicate::eq, hi, quotient),
                                         compare(Predicate::eq, lane, rest));
      replace(op, both);
      return;
    }
    default:
      return;
    }
  }

  OpBuilder builder;
};

} // namespace

void heddle::splitUses(Value position, Value hi, Value lane) {
  Splitter(position.getContext()).visit(position, hi, lane);
}
