//===- ThreadConflicts.cpp - Memory conflicts between threads -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadConflicts.h"
#include "heddle/Analysis/ThreadExtent.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace heddle;

namespace {

constexpr int64_t infinity = int64_t(1) << 60;
/// The maximum number of conditions of a query.
constexpr size_t mostConditions = 200;

/// The range of a value.
struct Range {
  int64_t low = -infinity, high = infinity;

  bool isWithin(Range other) const {
    return low >= other.low && high <= other.high;
  }
};

int64_t clamp(__int128 value) {
  return int64_t(std::clamp<__int128>(value, -infinity, infinity));
}

/// The range of a type as a signed integer.
Range rangeOf(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() > 60)
    return {};
  int64_t half = int64_t(1) << (integer.getWidth() - 1);
  return integer.getWidth() == 1 ? Range{0, 1} : Range{-half, half - 1};
}

/// A linear sum of variables, and a constant.
struct Linear {
  llvm::SmallVector<std::pair<unsigned, int64_t>, 4> terms;
  int64_t constant = 0;
  /// Whether the value may differ from the sum by a multiple of 2^64. For an
  /// address that makes no difference; for what is compared or divided it does.
  bool mayWrap = false;
  /// Whether a factor or the constant does not fit.
  bool overflows = false;

  void add(const Linear &other, int64_t factor) {
    for (auto [variable, by] : other.terms)
      add(variable, multiply(by, factor));
    constant = plus(constant, multiply(other.constant, factor));
    mayWrap |= other.mayWrap;
    overflows |= other.overflows;
  }
  void add(unsigned variable, int64_t factor) {
    for (auto &term : terms)
      if (term.first == variable) {
        term.second = plus(term.second, factor);
        return;
      }
    terms.push_back({variable, factor});
  }

private:
  int64_t multiply(int64_t a, int64_t b) {
    int64_t result;
    overflows |= llvm::MulOverflow(a, b, result);
    return result;
  }
  int64_t plus(int64_t a, int64_t b) {
    int64_t result;
    overflows |= llvm::AddOverflow(a, b, result);
    return result;
  }
};

/// The conditions under which two accesses have a common address. Values
/// outside the loop are variables that both share; others belong to one side.
class System {
public:
  explicit System(scf::ParallelOp threads) : threads(threads) {}

  /// The address of an access, in bytes.
  std::optional<Linear> place(const Access &access, int side) {
    Linear sum;
    sum.constant = access.offset;
    for (const Term &term : access.terms) {
      Linear value = get(term.value, side);
      if (std::abs(term.bytes) > (1 << 30))
        return std::nullopt;
      sum.add(value, term.bytes);
    }
    if (sum.overflows)
      return std::nullopt;
    return sum;
  }

  /// The conditions under which an operation is reached.
  void addGuards(Operation *op, int side) {
    for (Operation *parent = op->getParentOp(); parent != threads;
         op = parent, parent = parent->getParentOp())
      if (auto branch = dyn_cast<scf::IfOp>(parent))
        addCondition(branch.getCondition(), side,
                     op->getParentRegion() == &branch.getThenRegion());
  }

  void addAtMost(Linear a, const Linear &b) {
    // b - a >= 0
    Linear difference = b;
    difference.add(a, -1);
    inequalities.push_back(difference);
  }
  void addEqual(Linear a, const Linear &b) {
    a.add(b, -1);
    equalities.push_back(a);
  }

  Linear thread(unsigned dim, int side) {
    return get(threads.getInductionVars()[dim], side);
  }

  /// Whether the conditions are unsatisfiable; `extra` is an additional
  /// inequality.
  bool isImpossible(const Linear *extra = nullptr) {
    presburger::IntegerPolyhedron set(
        presburger::PresburgerSpace::getSetSpace(ranges.size()));
    auto row = [&](const Linear &linear) {
      SmallVector<int64_t> result(ranges.size() + 1);
      for (auto [variable, factor] : linear.terms)
        result[variable] = factor;
      result.back() = linear.constant;
      return result;
    };
    for (auto [variable, range] : llvm::enumerate(ranges)) {
      Linear low, high;
      low.add(variable, 1);
      low.constant = -range.low;
      high.add(variable, -1);
      high.constant = range.high;
      if (range.low > -infinity)
        set.addInequality(row(low));
      if (range.high < infinity)
        set.addInequality(row(high));
    }
    for (const Linear &linear : inequalities)
      set.addInequality(row(linear));
    for (const Linear &linear : equalities)
      set.addEquality(row(linear));
    if (extra)
      set.addInequality(row(*extra));
    return set.isEmpty();
  }

  /// Whether no two different threads can satisfy the conditions, by cases of
  /// the first index in which they differ.
  bool areApart(ArrayRef<unsigned> order) {
    size_t count = equalities.size();
    bool apart = true;
    for (unsigned dim : order) {
      Linear one = thread(dim, 0), other = thread(dim, 1);
      Linear less = other, more = one;
      less.add(one, -1);
      less.constant -= 1;
      more.add(other, -1);
      more.constant -= 1;
      apart = size() <= mostConditions && isImpossible(&less) &&
              isImpossible(&more);
      if (!apart)
        break;
      addEqual(one, other);
    }
    equalities.resize(count);
    return apart;
  }

  size_t size() const {
    return ranges.size() + inequalities.size() + equalities.size();
  }

private:
  unsigned newVariable(Range range) {
    ranges.push_back(range);
    return ranges.size() - 1;
  }

  Range rangeOf(const Linear &linear) {
    if (linear.mayWrap)
      return {};
    __int128 low = linear.constant, high = linear.constant;
    for (auto [variable, factor] : linear.terms) {
      Range range = ranges[variable];
      bool isPositive = factor > 0;
      int64_t lowest = isPositive ? range.low : range.high;
      int64_t highest = isPositive ? range.high : range.low;
      low = std::abs(lowest) >= infinity ? -infinity
                                         : low + __int128(lowest) * factor;
      high = std::abs(highest) >= infinity ? infinity
                                           : high + __int128(highest) * factor;
      low = clamp(low);
      high = clamp(high);
    }
    return {clamp(low), clamp(high)};
  }

  /// A value as a signed integer.
  Linear get(Value value, int side) {
    bool isShared = threads.isDefinedOutsideOfLoop(value);
    auto key = std::make_pair(value, isShared ? 0 : side);
    if (auto it = known.find(key); it != known.end())
      return it->second;
    std::optional<Linear> computed = compute(value, side);
    if (!computed) {
      computed.emplace();
      computed->add(newVariable(leafRange(value, side)), 1);
    }
    known[key] = *computed;
    return *computed;
  }

  Range leafRange(Value value, int side) {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      Operation *owner = arg.getOwner()->getParentOp();
      if (auto loop = dyn_cast<scf::ParallelOp>(owner)) {
        int64_t most = largestIndex(loop, arg.getArgNumber());
        return {0, std::min(most, infinity)};
      }
      if (auto loop = dyn_cast<scf::ForOp>(owner))
        if (value == loop.getInductionVar()) {
          Range low = rangeOf(get(loop.getLowerBound(), side));
          Range high = rangeOf(get(loop.getUpperBound(), side));
          APInt step;
          // An unsigned comparison lets values through that are negative as
          // signed ones.
          bool isSigned =
              !loop.getUnsignedCmp() || (low.low >= 0 && high.low >= 0);
          if (isSigned && matchPattern(loop.getStep(), m_ConstantInt(&step)) &&
              step.isStrictlyPositive())
            return {low.low, clamp(__int128(high.high) - 1)};
        }
    }
    if (auto cast = value.getDefiningOp<arith::IndexCastUIOp>();
        cast && value.getType().isIndex()) {
      unsigned bits = cast.getIn().getType().getIntOrFloatBitWidth();
      if (bits < 60)
        return {0, (int64_t(1) << bits) - 1};
    }
    if (auto cast = value.getDefiningOp<arith::ExtUIOp>()) {
      unsigned bits = cast.getIn().getType().getIntOrFloatBitWidth();
      if (bits < 60)
        return {0, (int64_t(1) << bits) - 1};
    }
    return ::rangeOf(value.getType());
  }

  /// The value, unless its type is too narrow for it.
  std::optional<Linear> fit(Linear linear, Type type, bool noWrap) {
    if (linear.overflows)
      return std::nullopt;
    bool isWide = type.isIndex() || type.getIntOrFloatBitWidth() >= 64;
    if (planted(Fault::WrapIgnored) || noWrap ||
        (!isWide && rangeOf(linear).isWithin(::rangeOf(type))))
      return linear;
    if (!isWide)
      return std::nullopt;
    linear.mayWrap |= !isBounded(linear);
    return linear;
  }

  /// Whether the value is far from what 64 bits can hold.
  bool isBounded(const Linear &linear) {
    Range range = rangeOf(linear);
    return range.low > -infinity && range.high < infinity;
  }

  std::optional<Linear> compute(Value value, int side) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant))) {
      if (constant.getSignificantBits() > 60)
        return std::nullopt;
      Linear linear;
      linear.constant = constant.getSExtValue();
      return linear;
    }
    Operation *op = value.getDefiningOp();
    // Products of values that all threads share are single variables.
    if (!op || !value.getType().isIntOrIndex())
      return std::nullopt;
    auto flags = [&](auto arith) {
      return bitEnumContainsAll(arith.getOverflowFlags(),
                                arith::IntegerOverflowFlags::nsw);
    };
    if (auto add = dyn_cast<arith::AddIOp>(op)) {
      Linear sum = get(add.getLhs(), side);
      sum.add(get(add.getRhs(), side), 1);
      return fit(sum, value.getType(), flags(add));
    }
    if (auto sub = dyn_cast<arith::SubIOp>(op)) {
      Linear sum = get(sub.getLhs(), side);
      sum.add(get(sub.getRhs(), side), -1);
      return fit(sum, value.getType(), flags(sub));
    }
    if (auto mul = dyn_cast<arith::MulIOp>(op)) {
      Linear a = get(mul.getLhs(), side), b = get(mul.getRhs(), side);
      if (!a.terms.empty())
        std::swap(a, b);
      if (!a.terms.empty() || std::abs(a.constant) > (1 << 30))
        return std::nullopt;
      Linear product;
      product.add(b, a.constant);
      return fit(product, value.getType(), flags(mul));
    }
    if (auto shift = dyn_cast<arith::ShLIOp>(op)) {
      APInt by;
      if (!matchPattern(shift.getRhs(), m_ConstantInt(&by)) || by.uge(30))
        return std::nullopt;
      Linear product;
      product.add(get(shift.getLhs(), side), int64_t(1) << by.getZExtValue());
      return fit(product, value.getType(), flags(shift));
    }
    if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op)) {
      // A bit is 0 or 1 here; sign-extended, it is 0 or -1.
      if (op->getOperand(0).getType().isInteger(1))
        return std::nullopt;
      Type type = value.getType();
      bool isWide = type.isIndex() || type.getIntOrFloatBitWidth() == 64;
      bool keeps = isWide && !isa<arith::TruncIOp>(op);
      return fit(get(op->getOperand(0), side), type, /*noWrap=*/keeps);
    }
    if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op)) {
      Linear from = get(op->getOperand(0), side);
      if (op->getOperand(0).getType().isInteger(1) || rangeOf(from).low < 0)
        return std::nullopt;
      return fit(from, value.getType(), value.getType().isIndex());
    }
    return computeDivision(op, side);
  }

  /// Quotients and remainders of values that are not negative.
  std::optional<Linear> computeDivision(Operation *op, int side) {
    bool wantsQuotient =
        isa<arith::DivUIOp, arith::DivSIOp, arith::ShRUIOp, arith::ShRSIOp>(op);
    if (!wantsQuotient &&
        !isa<arith::RemUIOp, arith::RemSIOp, arith::AndIOp>(op))
      return std::nullopt;
    APInt constant;
    if (!matchPattern(op->getOperand(1), m_ConstantInt(&constant)) ||
        !constant.isStrictlyPositive() || constant.getActiveBits() > 30)
      return std::nullopt;
    int64_t divisor = constant.getSExtValue();
    if (isa<arith::ShRUIOp, arith::ShRSIOp>(op)) {
      if (divisor >= 30)
        return std::nullopt;
      divisor = int64_t(1) << divisor;
    }
    if (isa<arith::AndIOp>(op)) {
      if (!llvm::isPowerOf2_64(divisor + 1))
        return std::nullopt;
      divisor += 1;
    }
    Linear dividend = get(op->getOperand(0), side);
    Range range = rangeOf(dividend);
    if (range.low < 0)
      return std::nullopt;
    // A quotient and a remainder of the same operands share variables.
    bool isShared = threads.isDefinedOutsideOfLoop(op->getOperand(0));
    auto [it, isNew] = quotients.try_emplace(
        {op->getOperand(0), {divisor, isShared ? 0 : side}});
    Linear quotient;
    if (isNew) {
      quotient.add(newVariable({range.low / divisor,
                                range.high >= infinity ? infinity
                                                       : range.high / divisor}),
                   1);
      it->second = quotient;
      // divisor * quotient <= dividend <= divisor * quotient + divisor - 1
      Linear low, high;
      low.add(quotient, divisor);
      high = low;
      high.constant += divisor - 1;
      addAtMost(low, dividend);
      addAtMost(dividend, high);
    } else {
      quotient = it->second;
    }
    if (wantsQuotient)
      return quotient;
    dividend.add(quotient, -divisor);
    return dividend;
  }

  void addCondition(Value condition, int side, bool holds) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
      if (holds)
        for (Value part : both->getOperands())
          addCondition(part, side, true);
      return;
    }
    if (auto either = condition.getDefiningOp<arith::OrIOp>()) {
      if (!holds)
        for (Value part : either->getOperands())
          addCondition(part, side, false);
      return;
    }
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare || !compare.getLhs().getType().isIntOrIndex() ||
        compare.getLhs().getType().isInteger(1))
      return;
    Linear a = get(compare.getLhs(), side), b = get(compare.getRhs(), side);
    if (a.mayWrap || b.mayWrap)
      return;
    using Predicate = arith::CmpIPredicate;
    Predicate predicate = compare.getPredicate();
    if (!holds && !planted(Fault::ElseAsThen))
      predicate = arith::invertPredicate(predicate);
    bool isSigned = predicate != Predicate::ult &&
                    predicate != Predicate::ule &&
                    predicate != Predicate::ugt && predicate != Predicate::uge;
    if (!isSigned && (rangeOf(a).low < 0 || rangeOf(b).low < 0))
      return;
    switch (predicate) {
    case Predicate::eq:
      return addEqual(a, b);
    case Predicate::ne:
      return;
    case Predicate::ult:
    case Predicate::slt:
      a.constant += planted(Fault::LessByTwo) ? 2 : 1;
      return addAtMost(a, b);
    case Predicate::ule:
    case Predicate::sle:
      return addAtMost(a, b);
    case Predicate::ugt:
    case Predicate::sgt:
      b.constant += 1;
      return addAtMost(b, a);
    case Predicate::uge:
    case Predicate::sge:
      return addAtMost(b, a);
    }
  }

  scf::ParallelOp threads;
  llvm::SmallVector<Range> ranges;
  llvm::SmallVector<Linear> inequalities, equalities;
  llvm::DenseMap<std::pair<Value, int>, Linear> known;
  llvm::DenseMap<std::pair<Value, std::pair<int64_t, int>>, Linear> quotients;
};

} // namespace

bool ThreadConflicts::solve(const Access &a, const Access &b,
                            bool differentThreads) {
  if (!mayAlias(a.base, b.base))
    return false;
  if (a.base != b.base || !a.base || !a.exact || !b.exact)
    return true;
  // A base that is computed in the thread is another one in each thread, and in
  // each iteration of a loop of it: a private allocation, a pointer that a loop
  // carries.
  if (!threads.isDefinedOutsideOfLoop(a.base))
    return true;
  System system(threads);
  std::optional<Linear> placeA = system.place(a, 0),
                        placeB = system.place(b, 1);
  if (!placeA || !placeB)
    return true;
  // The byte ranges overlap.
  Linear lastA = *placeA, lastB = *placeB;
  lastA.constant += planted(Fault::WidthIgnored) ? 0 : a.size - 1;
  lastB.constant += planted(Fault::WidthIgnored) ? 0 : b.size - 1;
  system.addAtMost(*placeA, lastB);
  system.addAtMost(*placeB, lastA);
  system.addGuards(a.op, 0);
  system.addGuards(b.op, 1);
  if (!differentThreads) {
    for (unsigned dim = 0; dim < threads.getNumLoops(); ++dim)
      system.thread(dim, 0), system.thread(dim, 1);
    return system.size() > mostConditions || !system.isImpossible();
  }
  // Different threads differ in a first index. Any order of the indices is
  // allowed, and rows of an array are distinguished only with the order in
  // which the row's index comes before the column's.
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, threads.getNumLoops()));
  if (system.areApart(order))
    return false;
  std::reverse(order.begin(), order.end());
  return !system.areApart(order);
}

bool ThreadConflicts::conflict(const Access &a, const Access &b) {
  if (!a.writes && !b.writes)
    return false;
  auto [it, isNew] = conflicts.try_emplace({a.op, b.op}, true);
  if (isNew)
    it->second = solve(a, b, /*differentThreads=*/true);
  return it->second;
}

bool ThreadConflicts::overlap(const Access &a, const Access &b) {
  auto [it, isNew] = overlaps.try_emplace({a.op, b.op}, true);
  if (isNew)
    it->second = solve(a, b, /*differentThreads=*/false);
  return it->second;
}
