//===- ThreadSums.cpp - Numbers as sums over thread indices ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace heddle;

/// Factors and ranges stay below this, so that no sum of a few 32-bit numbers
/// comes near the limits of 64 bits.
static constexpr int64_t largestPart = int64_t(1) << 24;
static constexpr size_t mostTerms = 8;

std::optional<ThreadSum> ThreadSum::difference(Value a, Value b,
                                               scf::ParallelOp threads,
                                               bool isUnsigned,
                                               const Assumptions *assumptions) {
  // An index is a small number unless it is compared without a sign.
  if (a.getType().isIndex() && isUnsigned)
    return std::nullopt;
  ThreadSum sum;
  sum.isUnsigned = isUnsigned;
  sum.assumptions = assumptions;
  if (!sum.add(a, 1, threads) || !sum.add(b, -1, threads))
    return std::nullopt;
  sum.assumptions = nullptr;
  return sum;
}

std::optional<std::pair<int64_t, int64_t>> ThreadSum::getRange() const {
  if (llvm::any_of(terms, [](auto &term) { return term.second != 0; }))
    return std::nullopt;
  return std::pair(low, high);
}

bool ThreadSum::addRange(int64_t first, int64_t last, int64_t factor) {
  if (std::abs(first) > largestPart || std::abs(last) > largestPart ||
      std::abs(factor) > largestPart)
    return false;
  low += factor * (factor > 0 ? first : last);
  high += factor * (factor > 0 ? last : first);
  return true;
}

bool ThreadSum::addNarrowed(Value index, unsigned width, int64_t factor,
                            scf::ParallelOp threads) {
  ThreadSum sum;
  sum.isUnsigned = isUnsigned;
  sum.assumptions = assumptions;
  if (width > 32 || !sum.add(index, 1, threads))
    return false;
  std::optional<std::pair<int64_t, int64_t>> range = sum.getRange();
  return range && range->first >= (isUnsigned ? 0 : llvm::minIntN(width)) &&
         range->second <= llvm::maxIntN(width) &&
         addRange(range->first, range->second, factor);
}

bool ThreadSum::add(Value value, int64_t factor, scf::ParallelOp threads) {
  if (assumptions)
    if (auto it = assumptions->find(value); it != assumptions->end())
      return add(it->second, factor, threads);
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    if (isUnsigned && *constant < 0)
      return false;
    return addRange(*constant, *constant, factor);
  }
  if (threads.isDefinedOutsideOfLoop(value)) {
    // Differences of 64-bit numbers may wrap.
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
      std::optional<int64_t> size =
          getConstantIntValue(threads.getUpperBound()[arg.getArgNumber()]);
      return size && addRange(0, *size - 1, factor);
    }
    // A counter of a loop of the thread.
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop || arg != loop.getInductionVar())
      return false;
    std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    return first && end && *first < *end && (!isUnsigned || *first >= 0) &&
           addRange(*first, *end - 1, factor);
  }
  Operation *op = value.getDefiningOp();
  // A thread's index is below 1024, so no cast changes it.
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp>(op)) {
    Value operand = op->getOperand(0);
    auto arg = dyn_cast<BlockArgument>(operand);
    bool isThread = arg && arg.getOwner() == threads.getBody();
    bool keepsSign = isa<arith::IndexCastOp, arith::ExtSIOp>(op);
    if (!isThread && operand.getType().isIndex())
      return addNarrowed(operand, value.getType().getIntOrFloatBitWidth(),
                         factor, threads);
    return (isThread || keepsSign != isUnsigned) &&
           add(operand, factor, threads);
  }
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
    return add(a, factor, threads) && add(b, factor, threads);
  if (isa<arith::SubIOp>(op))
    return add(a, factor, threads) && add(b, -factor, threads);
  std::optional<int64_t> constant = getConstantIntValue(b);
  if (!constant || *constant < 0)
    return false;
  if (isa<arith::ShLIOp>(op) && *constant < 24)
    constant = int64_t(1) << *constant;
  else if (!isa<arith::MulIOp>(op) || *constant > largestPart)
    return false;
  return std::abs(factor) <= largestPart && add(a, factor * *constant, threads);
}

/// Whether a value is computed from a loop's induction variables.
static bool isFrom(Value value, scf::ParallelOp loop) {
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
    return term.second != 0 && isFrom(term.first, grid);
  });
}

bool ThreadSum::growsWith(scf::ParallelOp grid) const {
  for (auto [value, factor] : terms)
    if (factor != 0 && isFrom(value, grid))
      return factor > 0;
  return false;
}

bool ThreadSum::hasOther(scf::ParallelOp grid) const {
  return llvm::any_of(terms, [&](auto &term) {
    return term.second != 0 && !isFrom(term.first, grid);
  });
}

Value ThreadSum::create(OpBuilder &builder, Location loc, int64_t more) const {
  Type index = builder.getIndexType();
  Value sum = arith::ConstantIndexOp::create(builder, loc, more);
  for (auto [value, factor] : terms) {
    Value wide = value;
    if (!value.getType().isIndex())
      wide = isUnsigned
                 ? builder.createOrFold<arith::IndexCastUIOp>(loc, index, value)
                 : builder.createOrFold<arith::IndexCastOp>(loc, index, value);
    Value by = arith::ConstantIndexOp::create(builder, loc, factor);
    sum = builder.createOrFold<arith::AddIOp>(
        loc, sum, builder.createOrFold<arith::MulIOp>(loc, wide, by));
  }
  return sum;
}

Value ThreadSum::createLeast(OpBuilder &builder, Location loc) const {
  return create(builder, loc, low);
}

Value ThreadSum::createLargest(OpBuilder &builder, Location loc) const {
  return create(builder, loc, high);
}
