//===- ThreadSums.cpp - Linear sums of thread indices ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadSums.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace heddle;

/// Factors and ranges stay below this limit, so that no sum of a few 32-bit
/// values comes near the limits of 64 bits.
static constexpr int64_t largestPart = int64_t(1) << 24;
static constexpr size_t mostTerms = 8;

std::optional<ThreadSum> ThreadSum::difference(Value a, Value b,
                                               scf::ParallelOp threads,
                                               bool isUnsigned,
                                               const Assumptions *assumptions) {
  // An index is small unless it is compared as unsigned.
  if (a.getType().isIndex() && isUnsigned)
    return std::nullopt;
  ThreadSum sum;
  sum.threads = threads;
  sum.factors.assign(threads.getNumLoops(), 0);
  sum.isUnsigned = isUnsigned;
  sum.assumptions = assumptions;
  if (!sum.add(a, 1) || !sum.add(b, -1))
    return std::nullopt;
  sum.assumptions = nullptr;
  return sum;
}

std::optional<int64_t> ThreadSum::getSize(unsigned dim) const {
  return getConstantIntValue(scf::ParallelOp(threads).getUpperBound()[dim]);
}

bool ThreadSum::isBounded() const {
  for (auto [dim, factor] : llvm::enumerate(factors))
    if (factor != 0 && !getSize(dim))
      return false;
  return true;
}

bool ThreadSum::isConstant() const {
  return llvm::all_of(terms, [](auto &term) { return term.second == 0; });
}

bool ThreadSum::dependsOnThread() const {
  return low != high ||
         llvm::any_of(factors, [](int64_t factor) { return factor != 0; });
}

std::optional<unsigned> ThreadSum::getOnlyDim() const {
  std::optional<unsigned> only;
  for (auto [dim, factor] : llvm::enumerate(factors)) {
    if (factor == 0)
      continue;
    if (only)
      return std::nullopt;
    only = dim;
  }
  return low == high ? only : std::nullopt;
}

std::optional<unsigned> ThreadSum::getLeadingDim() const {
  if (!isBounded() || getOnlyDim())
    return std::nullopt;
  unsigned leading = 0;
  for (auto [dim, factor] : llvm::enumerate(factors))
    if (factor > factors[leading])
      leading = dim;
  int64_t factor = factors[leading];
  if (factor <= 0)
    return std::nullopt;
  int64_t own = factor * (*getSize(leading) - 1);
  int64_t least = low + getSpread(/*most=*/false);
  int64_t largest = high + getSpread(/*most=*/true) - own;
  if (least < 0 || largest >= factor)
    return std::nullopt;
  return leading;
}

int64_t ThreadSum::getSpread(bool most) const {
  int64_t spread = 0;
  for (auto [dim, factor] : llvm::enumerate(factors))
    if (factor != 0 && (factor > 0) == most)
      spread += factor * (*getSize(dim) - 1);
  return spread;
}

std::optional<std::pair<int64_t, int64_t>> ThreadSum::getRange() const {
  if (!isConstant() || !isBounded())
    return std::nullopt;
  return std::pair(low + getSpread(/*most=*/false),
                   high + getSpread(/*most=*/true));
}

bool ThreadSum::addRange(int64_t first, int64_t last, int64_t factor) {
  if (std::abs(first) > largestPart || std::abs(last) > largestPart ||
      std::abs(factor) > largestPart)
    return false;
  low += factor * (factor > 0 ? first : last);
  high += factor * (factor > 0 ? last : first);
  return true;
}

bool ThreadSum::addNarrowed(Value index, unsigned width, int64_t factor) {
  if (width == 64)
    return add(index, factor);
  ThreadSum sum;
  sum.threads = threads;
  sum.factors.assign(factors.size(), 0);
  sum.isUnsigned = isUnsigned;
  sum.assumptions = assumptions;
  if (width > 32 || !sum.add(index, 1))
    return false;
  std::optional<std::pair<int64_t, int64_t>> range = sum.getRange();
  return range && range->first >= (isUnsigned ? 0 : llvm::minIntN(width)) &&
         range->second <= llvm::maxIntN(width) && add(index, factor);
}

bool ThreadSum::add(Value value, int64_t factor) {
  if (assumptions)
    if (auto it = assumptions->find(value); it != assumptions->end())
      return add(it->second, factor);
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    if (isUnsigned && *constant < 0)
      return false;
    return addRange(*constant, *constant, factor);
  }
  if (threads.isDefinedOutsideOfLoop(value)) {
    // Differences of 64-bit values may wrap.
    Type type = value.getType();
    if ((!type.isIndex() && type.getIntOrFloatBitWidth() > 32) ||
        std::abs(factor) > largestPart)
      return false;
    for (auto &[other, number] : terms)
      if (other == value) {
        number += factor;
        return true;
      }
    terms.push_back({value, factor});
    return terms.size() <= mostTerms;
  }
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    Operation *parent = arg.getOwner()->getParentOp();
    if (parent == threads) {
      factors[arg.getArgNumber()] += factor;
      return std::abs(factor) <= largestPart;
    }
    // An induction variable of a serial loop of the thread.
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop || arg != loop.getInductionVar())
      return false;
    std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    return first && end && *first < *end && (!isUnsigned || *first >= 0) &&
           addRange(*first, *end - 1, factor);
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp>(op)) {
    Value operand = op->getOperand(0);
    auto arg = dyn_cast<BlockArgument>(operand);
    Type type = value.getType();
    // A thread's index is below 1024, so no cast to 32 bits or more changes it.
    bool isThread = arg && arg.getOwner() == threads.getBody() &&
                    (type.isIndex() || type.getIntOrFloatBitWidth() >= 32);
    // A loop over more than the threads of a block may have larger indices.
    auto most = threads->getAttrOfType<IntegerAttr>(par::mergedAttr);
    if (most && most.getInt() > std::numeric_limits<int32_t>::max())
      return false;
    bool keepsSign = isa<arith::IndexCastOp, arith::ExtSIOp>(op);
    if (!isThread && operand.getType().isIndex())
      return addNarrowed(operand, type.getIntOrFloatBitWidth(), factor);
    return (isThread || keepsSign != isUnsigned) && add(operand, factor);
  }
  if (auto narrow = dyn_cast<arith::TruncIOp>(op))
    return (isUnsigned ? narrow.hasNoUnsignedWrap()
                       : narrow.hasNoSignedWrap()) &&
           add(narrow.getIn(), factor);
  auto flag = isUnsigned ? arith::IntegerOverflowFlags::nuw
                         : arith::IntegerOverflowFlags::nsw;
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (!flags || (!value.getType().isIndex() &&
                 !bitEnumContainsAll(flags.getOverflowAttr().getValue(), flag)))
    return false;
  Value a = op->getOperand(0);
  if (op->getNumOperands() != 2)
    return false;
  Value b = op->getOperand(1);
  if (isa<arith::AddIOp>(op))
    return add(a, factor) && add(b, factor);
  if (isa<arith::SubIOp>(op))
    return add(a, factor) && add(b, -factor);
  std::optional<int64_t> constant = getConstantIntValue(b);
  if (!constant || *constant < 0)
    return false;
  if (isa<arith::ShLIOp>(op) && *constant < 24)
    constant = int64_t(1) << *constant;
  else if (!isa<arith::MulIOp>(op) || *constant > largestPart)
    return false;
  return std::abs(factor) <= largestPart && add(a, factor * *constant);
}

bool heddle::isComputedFrom(Value value, scf::ParallelOp loop) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (loop.isDefinedOutsideOfLoop(next))
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions())
      return true;
    if (seen.insert(op).second)
      llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

bool ThreadSum::dependsOn(scf::ParallelOp grid) const {
  return llvm::any_of(terms, [&](auto &term) {
    return term.second != 0 && isComputedFrom(term.first, grid);
  });
}

bool ThreadSum::growsWith(scf::ParallelOp grid) const {
  for (auto [value, factor] : terms)
    if (factor != 0 && isComputedFrom(value, grid))
      return factor > 0;
  return false;
}

bool ThreadSum::hasOther(scf::ParallelOp grid) const {
  return llvm::any_of(terms, [&](auto &term) {
    return term.second != 0 && !isComputedFrom(term.first, grid);
  });
}

Value ThreadSum::create(OpBuilder &builder, Location loc, int64_t more,
                        bool isNegated) const {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value sum;
  // Additions first, then subtractions.
  for (bool isAdded : {true, false})
    for (auto [value, factor] : terms) {
      if (factor == 0 || ((factor > 0) != isNegated) != isAdded)
        continue;
      // Bounds and conditions are made of this.
      Value part = asIndex(builder, loc, freezeOverflow(builder, loc, value),
                           isUnsigned);
      if (std::abs(factor) != 1)
        part = builder.createOrFold<arith::MulIOp>(loc, part,
                                                   constant(std::abs(factor)));
      if (isAdded)
        sum = sum ? builder.createOrFold<arith::AddIOp>(loc, sum, part) : part;
      else
        sum = builder.createOrFold<arith::SubIOp>(loc, sum ? sum : constant(0),
                                                  part);
    }
  if (isNegated)
    more = -more;
  if (!sum)
    return constant(more);
  return more ? builder.createOrFold<arith::AddIOp>(loc, sum, constant(more))
              : sum;
}

Value ThreadSum::createFirst(OpBuilder &builder, Location loc,
                             bool isNegated) const {
  return create(builder, loc, low, isNegated);
}

Value ThreadSum::createBound(OpBuilder &builder, Location loc) const {
  return create(builder, loc, /*more=*/0, /*isNegated=*/true);
}

Value ThreadSum::createLeast(OpBuilder &builder, Location loc) const {
  return create(builder, loc, low + getSpread(/*most=*/false));
}

Value ThreadSum::createLargest(OpBuilder &builder, Location loc) const {
  return create(builder, loc, high + getSpread(/*most=*/true));
}
