//===- GuardedSums.cpp - Sums that branches keep from wrapping ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedSums.h"
#include "heddle/Analysis/ThreadBounds.h"

using namespace mlir;
using namespace heddle;
using Predicate = arith::CmpIPredicate;

namespace {
/// As unsigned integers, `low` is below `high`, or equal if `orEqual`.
struct Order {
  Value low, high;
  bool orEqual;
};
} // namespace

static std::optional<APInt> constantOf(Value value) {
  APInt number;
  return value && matchPattern(value, m_ConstantInt(&number))
             ? std::optional(number)
             : std::nullopt;
}

/// What a comparison says if it holds, or if it does not.
static std::optional<Order> orderOf(Value condition, bool holds) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return std::nullopt;
  Value a = compare.getLhs(), b = compare.getRhs();
  switch (holds ? compare.getPredicate()
                : arith::invertPredicate(compare.getPredicate())) {
  case Predicate::ult:
    return Order{a, b, /*orEqual=*/false};
  case Predicate::ule:
    return Order{a, b, /*orEqual=*/true};
  case Predicate::ugt:
    return Order{b, a, /*orEqual=*/false};
  case Predicate::uge:
    return Order{b, a, /*orEqual=*/true};
  case Predicate::ne:
    // What is not the least or the greatest is above or below it.
    if (std::optional<APInt> number = constantOf(b)) {
      if (number->isZero())
        return Order{b, a, /*orEqual=*/false};
      if (number->isAllOnes())
        return Order{a, b, /*orEqual=*/false};
    }
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Of the branches and loops in which an operation is.
static SmallVector<Order> ordersAround(Operation *op) {
  SmallVector<Order> orders;
  for (Operation *inner = op; Operation *outer = inner->getParentOp();
       inner = outer) {
    if (auto branch = dyn_cast<scf::IfOp>(outer)) {
      SmallVector<std::pair<Value, bool>> parts;
      collectParts(branch.getCondition(),
                   inner->getParentRegion() == &branch.getThenRegion(), parts);
      for (auto [condition, holds] : parts)
        if (std::optional<Order> order = orderOf(condition, holds))
          orders.push_back(*order);
    }
    if (auto loop = dyn_cast<scf::ForOp>(outer); loop && loop.getUnsignedCmp())
      orders.push_back(
          {loop.getInductionVar(), loop.getUpperBound(), /*orEqual=*/false});
  }
  return orders;
}

/// Whether value >= least.
static bool isAtLeast(Value value, const APInt &least, ArrayRef<Order> orders) {
  return llvm::any_of(orders, [&](const Order &order) {
    if (order.high != value)
      return false;
    std::optional<APInt> low = constantOf(order.low);
    return (!order.orEqual && least.ule(1)) ||
           (low &&
            (order.orEqual ? low->uge(least)
                           : !low->isMaxValue() && (*low + 1).uge(least)));
  });
}

/// Whether value <= most.
static bool isAtMost(Value value, const APInt &most, ArrayRef<Order> orders) {
  APInt greatest = APInt::getMaxValue(most.getBitWidth());
  return llvm::any_of(orders, [&](const Order &order) {
    if (order.low != value)
      return false;
    std::optional<APInt> high = constantOf(order.high);
    return (!order.orEqual && most.uge(greatest - 1)) ||
           (high && (order.orEqual ? high->ule(most)
                                   : !high->isZero() && (*high - 1).ule(most)));
  });
}

/// The value that is one above another, if the other is `value - 1`.
static Value successorOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::SubIOp, arith::AddIOp>(op))
    return {};
  std::optional<APInt> number = constantOf(op->getOperand(1));
  return number && (isa<arith::SubIOp>(op) ? number->isOne()
                                           : number->isAllOnes())
             ? op->getOperand(0)
             : Value();
}

bool heddle::isGuardedSum(Operation *op) {
  if (!isa<arith::AddIOp, arith::SubIOp>(op) ||
      !isa<IntegerType>(op->getResult(0).getType()))
    return false;
  Value a = op->getOperand(0), b = op->getOperand(1);
  std::optional<APInt> number = constantOf(b);
  if (isa<arith::AddIOp>(op))
    return number && isAtMost(a, ~*number, ordersAround(op));
  SmallVector<Order> orders = ordersAround(op);
  if (number && isAtLeast(a, *number, orders))
    return true;
  Value next = successorOf(a);
  return llvm::any_of(orders, [&](const Order &order) {
    return order.low == b &&
           (order.high == a || (next && order.high == next && !order.orEqual));
  });
}
