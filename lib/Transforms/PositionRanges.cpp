//===- PositionRanges.cpp - Positions that do not wrap --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionRanges.h"
#include "NestCheck.h"
#include "heddle/Analysis/IndexRanges.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace heddle;

namespace {

constexpr int64_t largest = std::numeric_limits<int32_t>::max();
constexpr int64_t least = std::numeric_limits<int32_t>::min();
/// A nest has no more conditions of this kind.
constexpr size_t mostConditions = 8;

/// A 32-bit value as a sum: a value from before the nest, if any, multiples of
/// the block's indices, and what lies in a range.
struct Position {
  Value start;
  int64_t factors[3] = {0, 0, 0};
  int64_t low = 0, high = 0;

  bool isConstant() const {
    return !start && !factors[0] && !factors[1] && !factors[2];
  }
};

class NoWrap {
public:
  explicit NoWrap(scf::ParallelOp grid)
      : grid(grid), threads(par::getThreadLoopOf(grid)), check(grid) {}

  void run() {
    if (!threads || !check)
      return;
    grid.walk([&](Operation *op) {
      if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) &&
          op->getResult(0).getType().isInteger(32))
        get(op->getResult(0));
    });
    if (!conditions.empty())
      strengthen();
  }

private:
  std::optional<Position> get(Value value) {
    auto [it, isNew] = known.try_emplace(value, std::nullopt);
    if (!isNew)
      return it->second;
    std::optional<Position> position = compute(value);
    known[value] = position;
    return position;
  }

  std::optional<Position> compute(Value value) {
    if (std::optional<int64_t> constant = getConstantIntValue(value)) {
      if (*constant > largest || *constant < least)
        return std::nullopt;
      Position position;
      position.low = position.high = *constant;
      return position;
    }
    if (check.isKnown(value)) {
      Position position;
      position.start = value;
      return position;
    }
    Operation *op = value.getDefiningOp();
    if (auto cast = dyn_cast_or_null<arith::IndexCastUIOp>(op))
      return getIndex(cast.getIn());
    std::optional<Position> position;
    if (isa_and_nonnull<arith::AddIOp>(op))
      position = add(get(op->getOperand(0)), get(op->getOperand(1)), 1);
    else if (isa_and_nonnull<arith::SubIOp>(op))
      position = add(get(op->getOperand(0)), get(op->getOperand(1)), -1);
    else if (isa_and_nonnull<arith::MulIOp>(op))
      position = multiply(get(op->getOperand(0)), get(op->getOperand(1)));
    if (!position || position->high > largest || position->low < least)
      return std::nullopt;
    if (!require(*position))
      return std::nullopt;
    mark(op, *position);
    return position;
  }

  std::optional<Position> getIndex(Value index) {
    Position position;
    for (auto [dim, iv] : llvm::enumerate(threads.getInductionVars()))
      if (index == iv) {
        std::optional<int64_t> size =
            getConstantIntValue(threads.getUpperBound()[dim]);
        if (!size)
          return std::nullopt;
        position.high = *size - 1;
        return position;
      }
    for (auto [dim, iv] : llvm::enumerate(grid.getInductionVars()))
      if (index == iv) {
        position.factors[dim] = 1;
        return position;
      }
    // A counter of a loop of the thread.
    auto loop = scf::getForInductionVarOwner(index);
    if (!loop)
      return std::nullopt;
    std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    if (!first || !end || *first < 0 || *end <= *first || *end > largest)
      return std::nullopt;
    position.low = *first;
    position.high = *end - 1;
    return position;
  }

  static std::optional<Position> add(std::optional<Position> a,
                                     std::optional<Position> b, int sign) {
    if (!a || !b || (a->start && b->start))
      return std::nullopt;
    // Only what is constant is subtracted.
    if (sign < 0 && !b->isConstant())
      return std::nullopt;
    Position sum = *a;
    if (b->start)
      sum.start = b->start;
    for (unsigned dim = 0; dim < 3; ++dim)
      sum.factors[dim] += b->factors[dim];
    sum.low += sign > 0 ? b->low : -b->high;
    sum.high += sign > 0 ? b->high : -b->low;
    return sum;
  }

  static std::optional<Position> multiply(std::optional<Position> a,
                                          std::optional<Position> b) {
    if (!a || !b)
      return std::nullopt;
    if (!b->isConstant())
      std::swap(a, b);
    if (!b->isConstant() || b->low != b->high || b->low <= 0 ||
        b->low > (1 << 20) || a->start)
      return std::nullopt;
    Position product = *a;
    for (int64_t &factor : product.factors) {
      factor *= b->low;
      if (factor > (1 << 24))
        return std::nullopt;
    }
    product.low *= b->low;
    product.high *= b->low;
    return product;
  }

  /// Adds to the check that this does not wrap.
  bool require(const Position &position) {
    if (position.isConstant())
      return true;
    for (Position &other : conditions)
      if (other.start == position.start &&
          std::equal(other.factors, other.factors + 3, position.factors)) {
        other.low = std::min(other.low, position.low);
        other.high = std::max(other.high, position.high);
        return true;
      }
    if (conditions.size() == mostConditions)
      return false;
    conditions.push_back(position);
    return true;
  }

  void mark(Operation *op, const Position &position) {
    auto flags = arith::IntegerOverflowFlags::nsw;
    // A negative number is a large one without a sign: adding it wraps.
    auto isPositive = [](const Position &position) {
      return !position.start && position.low >= 0;
    };
    if (isPositive(position) && isPositive(*get(op->getOperand(0))) &&
        isPositive(*get(op->getOperand(1))))
      flags = flags | arith::IntegerOverflowFlags::nuw;
    auto set = [&](auto arith) {
      arith.setOverflowFlags(arith.getOverflowFlags() | flags);
    };
    if (auto sum = dyn_cast<arith::AddIOp>(op))
      set(sum);
    else if (auto difference = dyn_cast<arith::SubIOp>(op))
      set(difference);
    else
      set(cast<arith::MulIOp>(op));
  }

  void strengthen() {
    Location loc = grid.getLoc();
    for (const Position &condition : conditions) {
      Value highest = check.constant(condition.high);
      // The grid has less than 2^31 blocks along each dimension, so that none
      // of this wraps in 64 bits.
      for (unsigned dim = 0; dim < 3; ++dim) {
        if (!condition.factors[dim])
          continue;
        Value last = arith::SubIOp::create(
            check.builder, loc, grid.getUpperBound()[dim], check.constant(1));
        Value product = arith::MulIOp::create(
            check.builder, loc, last, check.constant(condition.factors[dim]));
        highest = arith::AddIOp::create(check.builder, loc, highest, product);
      }
      if (condition.start) {
        Value start = check.get(condition.start);
        highest = arith::AddIOp::create(check.builder, loc, highest, start);
        if (condition.low < 0)
          check.require(arith::CmpIPredicate::sge,
                        arith::AddIOp::create(check.builder, loc, start,
                                              check.constant(condition.low)),
                        check.constant(least));
      }
      check.require(arith::CmpIPredicate::sle, highest,
                    check.constant(largest));
    }
  }

  scf::ParallelOp grid, threads;
  NestCheck check;
  llvm::DenseMap<Value, std::optional<Position>> known;
  SmallVector<Position> conditions;
};

} // namespace

void heddle::inferNoWrap(scf::ParallelOp grid) { NoWrap(grid).run(); }

std::optional<std::pair<int64_t, int64_t>>
heddle::findPositionRange(Value value, scf::ParallelOp grid) {
  SmallVector<Value> indices(grid.getInductionVars());
  // A loop over more than the threads of a block may count further.
  scf::ParallelOp threads = par::getThreadLoopOf(grid);
  if (threads && !threads->hasAttr(par::mergedAttr))
    llvm::append_range(indices, threads.getInductionVars());
  return findRange(value, indices);
}

bool heddle::isNotNegative(Value value, scf::ParallelOp grid) {
  auto range = findPositionRange(value, grid);
  return range && range->first >= 0;
}
