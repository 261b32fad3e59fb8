//===- IndexRanges.cpp - Value ranges of indices --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/IndexRanges.h"
#include "heddle/Analysis/ThreadExtent.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace heddle;

namespace {

/// Signed values, both ends included. An unknown value has a range that no sum
/// or product of two others exceeds.
struct Interval {
  int64_t low, high;

  static constexpr int64_t limit = int64_t(1) << 62;
  static Interval any() { return {-limit, limit}; }

  bool isKnown() const { return low > -limit && high < limit; }

  Interval meet(Interval other) const {
    Interval both = {std::max(low, other.low), std::min(high, other.high)};
    // Any range is valid for an unreachable value.
    return both.low <= both.high ? both : *this;
  }

  Interval join(Interval other) const {
    return {std::min(low, other.low), std::max(high, other.high)};
  }
};

class Ranges {
public:
  explicit Ranges(ArrayRef<Value> positions = {}) : positions(positions) {}

  Interval get(Value value, unsigned depth = 0) {
    Interval range = getType(value.getType());
    if (llvm::is_contained(positions, value))
      return {0, std::numeric_limits<int32_t>::max()};
    if (depth < mostDepth)
      range = range.meet(compute(value, depth + 1));
    for (auto &[assumed, its] : assumptions)
      if (assumed == value)
        range = range.meet(its);
    return range;
  }

private:
  static constexpr unsigned mostDepth = 12;
  /// A select examines its operands twice.
  static constexpr unsigned mostAssumptions = 6;

  static Interval getType(Type type) {
    auto integer = dyn_cast<IntegerType>(type);
    if (!integer || integer.getWidth() > 32 || integer.getWidth() < 2)
      return Interval::any();
    int64_t half = int64_t(1) << (integer.getWidth() - 1);
    return {-half, half - 1};
  }

  Interval compute(Value value, unsigned depth) {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return std::abs(*constant) < Interval::limit
                 ? Interval{*constant, *constant}
                 : Interval::any();
    if (auto variable = dyn_cast<BlockArgument>(value))
      return computeVariable(variable, depth);
    Operation *op = value.getDefiningOp();
    if (isa<arith::IndexCastOp, arith::ExtSIOp>(op)) {
      // Truncation changes the value.
      Interval range = get(op->getOperand(0), depth),
               type = getType(value.getType());
      return range.low >= type.low && range.high <= type.high ? range
                                                              : Interval::any();
    }
    if (auto narrow = dyn_cast<arith::TruncIOp>(op)) {
      Interval range = get(narrow.getIn(), depth),
               type = getType(value.getType());
      return narrow.hasNoSignedWrap() ? range.meet(type)
             : range.low >= type.low && range.high <= type.high
                 ? range
                 : Interval::any();
    }
    if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op)) {
      auto from = dyn_cast<IntegerType>(op->getOperand(0).getType());
      Interval range = get(op->getOperand(0), depth);
      if (range.low >= 0 && range.isKnown() &&
          range.high <= getType(value.getType()).high)
        return range;
      if (!from || from.getWidth() > 32)
        return Interval::any();
      return {0, (int64_t(1) << from.getWidth()) - 1};
    }
    if (isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp,
            arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp>(op))
      return combine(op, get(op->getOperand(0), depth),
                     get(op->getOperand(1), depth));
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return choose(select, depth);
    return Interval::any();
  }

  static int64_t lastBefore(int64_t end) {
    return end < Interval::limit ? end - 1 : end;
  }

  /// The variable of a loop that counts up.
  Interval computeVariable(BlockArgument variable, unsigned depth) {
    unsigned number = variable.getArgNumber();
    Operation *owner = variable.getOwner()->getParentOp();
    if (auto loop = dyn_cast_or_null<par::ForOp>(owner)) {
      // The scope is the first argument.
      std::optional<int64_t> size =
          number ? loop.getLargestSize(number - 1) : std::nullopt;
      return size ? Interval{0, lastBefore(*size)} : Interval::any();
    }
    if (auto loop = dyn_cast_or_null<scf::ParallelOp>(owner)) {
      int64_t low = get(loop.getLowerBound()[number], depth).low,
              end = get(loop.getUpperBound()[number], depth).high,
              most = largestIndex(loop, number);
      constexpr int64_t unlimited = int64_t(1) << 59;
      return {low, most < unlimited ? std::min(most, lastBefore(end))
                                    : lastBefore(end)};
    }
    auto loop = dyn_cast_or_null<scf::ForOp>(owner);
    std::optional<int64_t> step = loop && number == 0
                                      ? getConstantIntValue(loop.getStep())
                                      : std::nullopt;
    if (!step || *step <= 0)
      return Interval::any();
    Interval low = get(loop.getLowerBound(), depth),
             end = get(loop.getUpperBound(), depth);
    // As unsigned numbers, negative ones are large.
    if (loop.getUnsignedCmp() && (low.low < 0 || end.low < 0))
      return Interval::any();
    return {low.low, lastBefore(end.high)};
  }

  static Interval combine(Operation *op, Interval a, Interval b) {
    if (isa<arith::MinSIOp>(op))
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    if (isa<arith::MaxSIOp>(op))
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    if (isa<arith::MinUIOp, arith::MaxUIOp>(op)) {
      bool isMin = isa<arith::MinUIOp>(op);
      if (a.low >= 0 && b.low >= 0)
        return isMin
                   ? Interval{std::min(a.low, b.low), std::min(a.high, b.high)}
                   : Interval{std::max(a.low, b.low), std::max(a.high, b.high)};
      // As unsigned numbers, negative ones are large.
      if (isMin && (a.low >= 0 || b.low >= 0))
        return {0, a.low >= 0 ? a.high : b.high};
      return Interval::any();
    }
    if (isa<arith::AndIOp>(op)) {
      if (a.low < 0 && b.low < 0)
        return Interval::any();
      int64_t high = std::min(a.low < 0 ? Interval::limit : a.high,
                              b.low < 0 ? Interval::limit : b.high);
      return {0, high};
    }
    if (!a.isKnown() || !b.isKnown())
      return Interval::any();
    Interval range = Interval::any();
    if (isa<arith::AddIOp>(op)) {
      range = {a.low + b.low, a.high + b.high};
    } else if (isa<arith::SubIOp>(op)) {
      range = {a.low - b.high, a.high - b.low};
    } else {
      int64_t ends[4];
      unsigned count = 0;
      for (int64_t x : {a.low, a.high})
        for (int64_t y : {b.low, b.high})
          if (llvm::MulOverflow(x, y, ends[count++]))
            return Interval::any();
      range = {*std::min_element(ends, ends + 4),
               *std::max_element(ends, ends + 4)};
    }
    // Wrapping changes the value.
    Interval type = getType(op->getResult(0).getType());
    if (cast<arith::ArithIntegerOverflowFlagsInterface>(op).hasNoSignedWrap())
      return range.meet(type);
    return range.isKnown() && range.low >= type.low && range.high <= type.high
               ? range
               : Interval::any();
  }

  /// Each operand of a select is used only if the condition has the matching
  /// value.
  Interval choose(arith::SelectOp select, unsigned depth) {
    auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
    std::optional<int64_t> bound;
    if (compare)
      bound = getConstantIntValue(compare.getRhs());
    if (!bound || std::abs(*bound) >= Interval::limit ||
        assumptions.size() >= mostAssumptions)
      return get(select.getTrueValue(), depth)
          .join(get(select.getFalseValue(), depth));
    auto under = [&](arith::CmpIPredicate predicate, Value value) {
      assumptions.push_back({compare.getLhs(), getRange(predicate, *bound)});
      Interval range = get(value, depth);
      assumptions.pop_back();
      return range;
    };
    return under(compare.getPredicate(), select.getTrueValue())
        .join(under(arith::invertPredicate(compare.getPredicate()),
                    select.getFalseValue()));
  }

  static Interval getRange(arith::CmpIPredicate predicate, int64_t bound) {
    switch (predicate) {
    case arith::CmpIPredicate::slt:
      return {-Interval::limit, bound - 1};
    case arith::CmpIPredicate::sle:
      return {-Interval::limit, bound};
    case arith::CmpIPredicate::sgt:
      return {bound + 1, Interval::limit};
    case arith::CmpIPredicate::sge:
      return {bound, Interval::limit};
    case arith::CmpIPredicate::eq:
      return {bound, bound};
    default:
      return Interval::any();
    }
  }

  const ArrayRef<Value> positions;
  SmallVector<std::pair<Value, Interval>> assumptions;
};

} // namespace

std::optional<std::pair<int64_t, int64_t>>
heddle::findRange(Value value, ArrayRef<Value> positions) {
  Interval range = Ranges(positions).get(value);
  if (!range.isKnown())
    return std::nullopt;
  return std::pair(range.low, range.high);
}

bool heddle::fitsInt32(Value index) {
  Interval range = Ranges().get(index);
  return range.low >= std::numeric_limits<int32_t>::min() &&
         range.high <= std::numeric_limits<int32_t>::max();
}
