//===- BlockSums.cpp - Linear sums of the block index ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/BlockSums.h"
#include "heddle/Analysis/IndexRanges.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace heddle;

static constexpr unsigned mostProducts = 12, mostDepth = 32;

bool heddle::has(const BlockSum &sum, BlockProduct::Kind kind) {
  return llvm::any_of(
      sum, [&](const BlockProduct &product) { return product.kind == kind; });
}

static bool isFixed(const BlockSum &sum) {
  return llvm::all_of(sum, [](const BlockProduct &product) {
    return product.kind == BlockProduct::Fixed;
  });
}

static BlockSum constantSum(int64_t number) {
  if (number == 0)
    return {};
  return {{number, {}, BlockProduct::Fixed, nullptr}};
}

static BlockSum variableSum(BlockProduct::Kind kind, Value variable) {
  return {{1, {}, kind, variable}};
}

/// The width of a value in bits; an index has 64. None if it is wider.
static unsigned widthOf(Type type) {
  if (type.isIndex())
    return 64;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() <= 64 ? integer.getWidth() : 0;
}

bool BlockSums::add(BlockSum &to, const BlockSum &from, int64_t factor) {
  for (const BlockProduct &product : from) {
    int64_t multiple;
    if (llvm::MulOverflow(product.factor, factor, multiple))
      return false;
    auto *like = llvm::find_if(
        to, [&](const BlockProduct &other) { return other.isLike(product); });
    if (like == to.end()) {
      to.push_back(product);
      to.back().factor = multiple;
    } else if (llvm::AddOverflow(like->factor, multiple, like->factor)) {
      return false;
    }
  }
  llvm::erase_if(
      to, [](const BlockProduct &product) { return product.factor == 0; });
  return to.size() <= mostProducts;
}

/// Only one of the two may vary.
std::optional<BlockSum> BlockSums::multiply(const BlockSum &a,
                                            const BlockSum &b) {
  if (!isFixed(b))
    return isFixed(a) ? multiply(b, a) : std::nullopt;
  BlockSum result;
  for (const BlockProduct &x : a)
    for (const BlockProduct &y : b) {
      BlockProduct product = x;
      if (llvm::MulOverflow(x.factor, y.factor, product.factor))
        return std::nullopt;
      product.fixed.append(y.fixed);
      if (!add(result, {product}))
        return std::nullopt;
    }
  return result;
}

/// The same value may occur extended and unextended.
static FixedValue getFixed(Value value, bool isUnsigned) {
  while (widthOf(value.getType()) == 64) {
    isUnsigned = false;
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp,
                         arith::ExtSIOp, arith::ExtUIOp>(op))
      break;
    value = op->getOperand(0);
    isUnsigned = isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
  }
  return {value, isUnsigned};
}

BlockSum BlockSums::read(Value value, bool isUnsigned) {
  auto it = known[isUnsigned].find(value);
  if (it != known[isUnsigned].end())
    return it->second;
  BlockSum unknown = variableSum(BlockProduct::Any, value);
  unsigned width = widthOf(value.getType());
  if (width == 0 || depth > mostDepth)
    return unknown;
  ++depth;
  std::optional<BlockSum> sum;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    sum = constantSum(isUnsigned && width < 64 ? constant.getZExtValue()
                                               : constant.getSExtValue());
  else if (!grid.getRegion().isAncestor(value.getParentRegion()))
    sum = BlockSum{
        {1, {getFixed(value, isUnsigned)}, BlockProduct::Fixed, nullptr}};
  else if (auto arg = dyn_cast<BlockArgument>(value))
    // As unsigned it is the same, as long as it is not negative.
    sum = isUnsigned && width < 64 ? assumeSmall(computeLoop(arg))
                                   : computeLoop(arg);
  else
    sum = compute(value.getDefiningOp(), isUnsigned);
  --depth;
  return known[isUnsigned][value] = sum.value_or(unknown);
}

/// A small upper bound of an unsigned value, if any.
static std::optional<int64_t> smallBound(Value value) {
  auto range = findRange(value);
  return range && range->first >= 0 && range->second <= INT32_MAX
             ? std::optional(range->second)
             : std::nullopt;
}

/// Whether a fixed, non-negative value fits in 31 bits.
static bool isSmall(const BlockSum &sum) {
  int64_t total = 0;
  for (const BlockProduct &product : sum) {
    int64_t most = std::max<int64_t>(product.factor, 0);
    for (const FixedValue &fixed : product.fixed) {
      std::optional<int64_t> bound = smallBound(fixed.value);
      if (!bound || product.factor < 0 || llvm::MulOverflow(most, *bound, most))
        return false;
    }
    if (llvm::AddOverflow(total, most, total))
      return false;
  }
  return total <= INT32_MAX;
}

/// Whether an index has the same value in 32 bits.
bool BlockSums::fits(Value index, bool isUnsigned) {
  if (small.contains(index))
    return true;
  auto arg = dyn_cast<BlockArgument>(index);
  auto loop = arg ? dyn_cast<scf::ParallelOp>(arg.getOwner()->getParentOp())
                  : scf::ParallelOp();
  if (!loop)
    return !isUnsigned && fitsInt32(index);
  unsigned dim = arg.getArgNumber();
  // A dimension of the launch's grid.
  if (auto size =
          loop.getUpperBound()[dim].getDefiningOp<arith::IndexCastUIOp>();
      size && loop == grid && dim >= counted)
    return size.getIn().getType().isInteger(32);
  std::optional<BlockSum> first = bound(loop.getLowerBound()[dim], false),
                          end = bound(loop.getUpperBound()[dim], true);
  bool isPositive =
      first && llvm::all_of(*first, [](const BlockProduct &product) {
        return product.fixed.empty() && product.factor >= 0;
      });
  return isPositive && end && isSmall(*end);
}

/// The dividend is the quotient times the divisor plus the remainder. Where
/// both are combined again, the division cancels.
std::optional<BlockSum> BlockSums::divide(Operation *op, int64_t divisor) {
  std::optional<BlockSum> sum =
      assumeSmall(read(op->getOperand(0), /*isUnsigned=*/true));
  if (!sum)
    return std::nullopt;
  small.insert(op->getResult(0));
  Value quotient =
      quotients.try_emplace({op->getOperand(0), divisor}, op->getResult(0))
          .first->second;
  if (isa<arith::DivUIOp>(op))
    return variableSum(BlockProduct::Any, quotient);
  if (!add(*sum, variableSum(BlockProduct::Any, quotient), -divisor))
    return std::nullopt;
  return sum;
}

std::optional<BlockSum> BlockSums::compute(Operation *op, bool isUnsigned) {
  unsigned width = widthOf(op->getResult(0).getType());
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(op)) {
    Value from = op->getOperand(0);
    unsigned before = widthOf(from.getType());
    if (before == width)
      return read(from, isUnsigned);
    if (before < width)
      // A zero-extended value is the same as signed and unsigned.
      return isa<arith::ExtUIOp, arith::IndexCastUIOp>(op) ? read(from, true)
             : isUnsigned && width < 64 ? std::optional<BlockSum>()
                                        : read(from, false);
    BlockSum sum = read(from, false);
    auto flags = dyn_cast<arith::TruncIOp>(op);
    if ((flags && flags.hasNoSignedWrap() && !isUnsigned) ||
        (width >= 32 && fits(from, isUnsigned)))
      return sum;
    return width >= 32 ? assumeSmall(sum) : std::nullopt;
  }
  if (isa<arith::DivUIOp, arith::RemUIOp>(op))
    if (std::optional<int64_t> divisor = getConstantIntValue(op->getOperand(1));
        divisor && *divisor > 0)
      return divide(op, *divisor);
  if (isa<arith::MinUIOp>(op) && width == 64)
    // Constants come second.
    for (Value operand : llvm::reverse(op->getOperands()))
      if (smallBound(operand))
        if (std::optional<BlockSum> most = bound(operand, true))
          return range({}, op->getResult(0), most);
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  bool isExact = isUnsigned && width < 64 ? flags.hasNoUnsignedWrap()
                                          : flags.hasNoSignedWrap();
  BlockSum a = read(op->getOperand(0), isUnsigned),
           b = read(op->getOperand(1), isUnsigned);
  std::optional<BlockSum> result;
  if (isa<arith::MulIOp>(op))
    result = multiply(a, b);
  else if (add(a, b, isa<arith::SubIOp>(op) ? -1 : 1))
    result = a;
  if (isExact || !result)
    return result;
  if (width < 64)
    return width >= 32 ? assumeSmall(result) : std::nullopt;
  // Addresses have 64 bits, so a sum that wraps in 64 bits is the same address,
  // unless it is multiplied by an unknown value. But a range must not wrap.
  if (has(*result, BlockProduct::Any))
    return std::nullopt;
  auto isShort = [&](const BlockProduct &product) {
    return product.kind != BlockProduct::Ranged ||
           (product.fixed.empty() && std::abs(product.factor) <= INT32_MAX);
  };
  if (!llvm::all_of(*result, isShort))
    assume(*result, -0x1p48, 0x1p48);
  return result;
}

std::optional<BlockSum> BlockSums::assumeSmall(std::optional<BlockSum> sum) {
  if (!sum || has(*sum, BlockProduct::Any))
    return std::nullopt;
  assume(*sum, 0, INT32_MAX);
  return sum;
}

void BlockSums::assume(const BlockSum &sum, double least, double most) {
  if (llvm::none_of(assumed, [&](const Assumption &other) {
        return other.sum == sum && other.least >= least && other.most <= most;
      }))
    assumed.push_back({sum, least, most});
}

std::optional<BlockSum> BlockSums::bound(BlockSum sum, bool isUpper) const {
  BlockSum result;
  for (const BlockProduct &product : sum) {
    bool isAdded = true;
    if (product.kind == BlockProduct::Fixed) {
      isAdded = add(result, {product});
    } else if (product.kind == BlockProduct::Ranged && product.fixed.empty()) {
      if ((product.factor > 0) == isUpper)
        isAdded = add(result, getLargest(product.variable), product.factor);
    } else {
      return std::nullopt;
    }
    if (!isAdded)
      return std::nullopt;
  }
  return result;
}

std::optional<BlockSum> BlockSums::bound(Value value, bool isUpper) {
  Operation *op = value.getDefiningOp();
  if (!op || !grid.getRegion().isAncestor(value.getParentRegion()))
    return bound(read(value), isUpper);
  if (isUpper ? isa<arith::MinSIOp>(op) : isa<arith::MaxSIOp>(op)) {
    // Prefer a constant.
    std::optional<BlockSum> second = bound(op->getOperand(1), isUpper);
    return second ? second : bound(op->getOperand(0), isUpper);
  }
  if (std::optional<BlockSum> sum = bound(read(value), isUpper))
    return sum;
  // If the sum is not bounded, its parts may be.
  if (isa<arith::RemUIOp>(op) && small.contains(value))
    return isUpper ? constantSum(*getConstantIntValue(op->getOperand(1)) - 1)
                   : BlockSum();
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (!flags || !flags.hasNoSignedWrap() ||
      !isa<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<BlockSum> a = bound(op->getOperand(0), isUpper);
  if (!a)
    return std::nullopt;
  if (isa<arith::MulIOp>(op)) {
    std::optional<int64_t> factor = getConstantIntValue(op->getOperand(1));
    BlockSum product;
    return factor && *factor >= 0 && add(product, *a, *factor)
               ? std::optional(product)
               : std::nullopt;
  }
  std::optional<BlockSum> b = bound(op->getOperand(1), isUpper);
  return b && add(*a, *b) ? a : std::nullopt;
}

std::optional<BlockSum> BlockSums::range(BlockSum from, Value variable,
                                         std::optional<BlockSum> most) {
  if (!most || !add(from, variableSum(BlockProduct::Ranged, variable)))
    return std::nullopt;
  largest[variable] = *most;
  return from;
}

/// The operands of a nested maximum or minimum. Those of the second operand,
/// where constants are, come first.
template <typename Op>
static void collect(Value value, SmallVectorImpl<Value> &operands) {
  auto op = value.getDefiningOp<Op>();
  if (!op || operands.size() >= 4)
    return operands.push_back(value);
  collect<Op>(op.getRhs(), operands);
  collect<Op>(op.getLhs(), operands);
}

std::optional<BlockSum> BlockSums::computeLoop(BlockArgument variable) {
  Value lower, upper, step;
  std::optional<int64_t> capacity;
  Operation *parent = variable.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ParallelOp>(parent)) {
    unsigned dim = variable.getArgNumber();
    if (loop == grid && dim <= counted)
      return dim == counted ? variableSum(BlockProduct::Block, nullptr)
                            : BlockSum();
    lower = loop.getLowerBound()[dim];
    upper = loop.getUpperBound()[dim];
    step = loop.getStep()[dim];
    if (auto attr = loop->getAttrOfType<IntegerAttr>(par::capacityAttr))
      capacity = attr.getInt();
  } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (variable != loop.getInductionVar() || loop.getUnsignedCmp())
      return std::nullopt;
    lower = loop.getLowerBound();
    upper = loop.getUpperBound();
    step = loop.getStep();
  } else {
    return std::nullopt;
  }

  BlockSum first = read(lower);
  // The range from a value of at most the first iteration to one of at least
  // the last, if the distance is fixed.
  SmallVector<Value> starts, ends;
  collect<arith::MaxSIOp>(lower, starts);
  collect<arith::MinSIOp>(upper, ends);
  for (Value start : starts)
    for (Value end : ends) {
      BlockSum from = read(start), distance = read(end);
      if (!add(distance, from, -1) || !add(distance, constantSum(-1)))
        continue;
      if (std::optional<BlockSum> sum =
              range(from, variable, bound(distance, true)))
        return sum;
    }
  std::optional<BlockSum> least = bound(lower, false),
                          most = bound(upper, true);
  if (least && most && add(*most, *least, -1) && add(*most, constantSum(-1)))
    return range(*least, variable, most);
  if (capacity && getConstantIntValue(step) == 1)
    if (std::optional<BlockSum> sum =
            range(first, variable, constantSum(*capacity - 1)))
      return sum;
  // Otherwise an unknown number of steps.
  std::optional<BlockSum> steps =
      multiply(variableSum(BlockProduct::Any, variable), read(step));
  if (!steps || !add(*steps, first))
    return std::nullopt;
  return steps;
}
