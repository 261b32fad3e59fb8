//===- Strides.cpp - Strides of values and addresses ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Strides.h"
#include "heddle/Analysis/IndexRanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace heddle;

std::optional<int64_t> Strides::of(Value value) {
  auto [it, isNew] = known.try_emplace(value, 0);
  if (!isNew)
    return it->second;
  std::optional<int64_t> stride = compute(value);
  known[value] = stride;
  return stride;
}

std::optional<int64_t> Strides::of(const Access &access) {
  if (!access.base || !access.exact || of(access.base) != 0)
    return std::nullopt;
  int64_t sum = 0;
  for (const Term &term : access.terms) {
    std::optional<int64_t> stride = of(term.value);
    if (!stride)
      return std::nullopt;
    sum += *stride * term.bytes;
  }
  return sum;
}

std::optional<int64_t> Strides::exactly(const Access &access) {
  std::optional<int64_t> stride = of(access);
  // An address extends its indices by their signs.
  if (!stride || !llvm::all_of(access.terms, [&](const Term &term) {
        return isExact(term.value, /*isSigned=*/true);
      }))
    return std::nullopt;
  return stride;
}

static unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

bool Strides::isExact(Value value, bool isSigned) {
  // An invariant value does not wrap from one iteration to the next.
  if (of(value) == 0)
    return true;
  unsigned width = widthOf(value.getType());
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    // Thread and block indices; a loop's own induction variable does not wrap
    // in the signedness of its comparison.
    auto loop = scf::getForInductionVarOwner(value);
    return (value == variable && !loop) ||
           (loop && loop.getUnsignedCmp() != isSigned &&
            isExact(loop.getLowerBound(), isSigned));
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
          arith::IndexCastUIOp, arith::TruncIOp>(op)) {
    Value from = op->getOperand(0);
    unsigned before = widthOf(from.getType());
    if (before <= width) {
      bool keepsSign = before < width
                           ? isa<arith::ExtSIOp, arith::IndexCastOp>(op)
                           : isSigned;
      return (isSigned || !keepsSign) && isExact(from, keepsSign);
    }
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    bool fits = flags && (isSigned ? flags.hasNoSignedWrap()
                                   : flags.hasNoUnsignedWrap());
    // Thread and block indices are below 2^31.
    SmallVector<Value> indices;
    if (!scf::getForInductionVarOwner(variable))
      indices.push_back(variable);
    // So are induction variables of loops with such bounds.
    if (auto loop = scf::getForInductionVarOwner(from)) {
      auto first = getConstantIntValue(loop.getLowerBound()),
           end = getConstantIntValue(loop.getUpperBound());
      fits |= first && end && *first >= 0 && *end > *first &&
              *end <= llvm::maxIntN(width);
    }
    if (!fits)
      if (auto range = findRange(from, indices))
        fits = range->first >= (isSigned ? llvm::minIntN(width) : 0) &&
               range->second <= llvm::maxIntN(width);
    return fits && isExact(from, /*isSigned=*/true);
  }
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp>(op))
    return false;
  // In 64 bits, a sum that wraps is the same address.
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (width < 64 &&
      !(isSigned ? flags.hasNoSignedWrap() : flags.hasNoUnsignedWrap()))
    return false;
  return isExact(op->getOperand(0), isSigned) &&
         isExact(op->getOperand(1), isSigned);
}

std::optional<int64_t> Strides::compute(Value value) {
  if (value == variable)
    return 1;
  if (auto arg = dyn_cast<BlockArgument>(value))
    return computeArgument(arg);
  Operation *op = value.getDefiningOp();
  if (matchPattern(op, m_Constant()))
    return 0;
  // A value outside of the variable's loop is invariant.
  Operation *loop = variable.getParentBlock()->getParentOp();
  if (!loop->isProperAncestor(op))
    return 0;
  auto operand = [&](unsigned i) { return of(op->getOperand(i)); };
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(op))
    return operand(0);
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    auto a = operand(0), b = operand(1);
    if (!a || !b)
      return std::nullopt;
    return isa<arith::AddIOp>(op) ? *a + *b : *a - *b;
  }
  bool isInvariant =
      op->getNumRegions() == 0 &&
      (isMemoryEffectFree(op) || getPlainAccess(op).has_value()) &&
      llvm::all_of(op->getOperands(),
                   [&](Value value) { return of(value) == 0; });
  if (isInvariant)
    return 0;
  if (isa<arith::MulIOp>(op))
    for (unsigned i : {0, 1})
      if (std::optional<int64_t> factor =
              getConstantIntValue(op->getOperand(i)))
        if (std::optional<int64_t> stride = operand(1 - i))
          return *stride * *factor;
  return std::nullopt;
}

std::optional<int64_t> Strides::computeArgument(BlockArgument arg) {
  Operation *owner = arg.getOwner()->getParentOp();
  Operation *loop = variable.getParentBlock()->getParentOp();
  // A loop-carried value changes by what an iteration adds.
  if (owner == loop && isa<scf::ForOp, scf::WhileOp>(loop))
    return std::nullopt;
  if (!loop->isProperAncestor(owner))
    return 0;
  unsigned number = arg.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(owner)) {
    if (number == 0)
      return of(loop.getLowerBound());
    return of(loop.getInitArgs()[number - 1]);
  }
  if (auto loop = dyn_cast<scf::ParallelOp>(owner))
    return of(loop.getLowerBound()[number]);
  if (auto loop = dyn_cast<scf::WhileOp>(owner)) {
    if (arg.getOwner() == loop.getBeforeBody())
      return of(loop.getInits()[number]);
    return of(loop.getConditionOp().getArgs()[number]);
  }
  return std::nullopt;
}
