//===- ThreadBounds.cpp - Conditions that bound a thread's index ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadBounds.h"
#include "heddle/Dialect/Par.h"

using namespace mlir;
using namespace heddle;
using Predicate = arith::CmpIPredicate;

/// As an index, by its own sign.
static Value extend(OpBuilder &builder, Location loc, Value value,
                    bool isUnsigned) {
  if (value.getType().isIndex())
    return value;
  Type index = builder.getIndexType();
  if (isUnsigned)
    return builder.createOrFold<arith::IndexCastUIOp>(loc, index, value);
  return builder.createOrFold<arith::IndexCastOp>(loc, index, value);
}

Value ThreadBound::createDifference(OpBuilder &builder, Location loc,
                                    int64_t more) const {
  Value result = extend(builder, loc, limit, isUnsigned);
  for (Value part : offset)
    result = builder.createOrFold<arith::SubIOp>(
        loc, result, extend(builder, loc, part, isUnsigned));
  if (more == 0)
    return result;
  Value step = arith::ConstantIndexOp::create(builder, loc, more);
  return builder.createOrFold<arith::AddIOp>(loc, result, step);
}

Value ThreadBound::createLower(OpBuilder &builder, Location loc) const {
  if (predicate == Predicate::eq || predicate == Predicate::sge)
    return createDifference(builder, loc, 0);
  return predicate == Predicate::sgt ? createDifference(builder, loc, 1)
                                     : Value();
}

Value ThreadBound::createUpper(OpBuilder &builder, Location loc) const {
  if (predicate == Predicate::eq || predicate == Predicate::sle)
    return createDifference(builder, loc, 1);
  return predicate == Predicate::slt ? createDifference(builder, loc, 0)
                                     : Value();
}

namespace {

class Matcher {
public:
  Matcher(scf::ParallelOp threads, bool isUnsigned)
      : threads(threads), isUnsigned(isUnsigned) {}

  /// Takes a sum apart into a thread's index and what is known before.
  bool match(Value value) {
    if (threads.isDefinedOutsideOfLoop(value)) {
      offset.push_back(value);
      return true;
    }
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (arg.getOwner() != threads.getBody() || dim)
        return false;
      dim = arg.getArgNumber();
      return true;
    }
    Operation *op = value.getDefiningOp();
    // A thread's index is below 1024, so no cast changes it.
    if (isa<arith::IndexCastUIOp, arith::IndexCastOp, arith::ExtUIOp,
            arith::ExtSIOp>(op)) {
      auto arg = dyn_cast<BlockArgument>(op->getOperand(0));
      auto most = threads->getAttrOfType<IntegerAttr>(par::mergedAttr);
      if (most && most.getInt() > std::numeric_limits<int32_t>::max())
        return false;
      return arg && arg.getOwner() == threads.getBody() && match(arg);
    }
    auto add = dyn_cast<arith::AddIOp>(op);
    if (!add)
      return false;
    auto flag = isUnsigned ? arith::IntegerOverflowFlags::nuw
                           : arith::IntegerOverflowFlags::nsw;
    if (!value.getType().isIndex() &&
        !bitEnumContainsAll(add.getOverflowFlags(), flag))
      return false;
    return match(add.getLhs()) && match(add.getRhs());
  }

  std::optional<unsigned> dim;
  SmallVector<Value> offset;

private:
  scf::ParallelOp threads;
  bool isUnsigned;
};

Predicate signedOf(Predicate predicate) {
  switch (predicate) {
  case Predicate::ult:
    return Predicate::slt;
  case Predicate::ule:
    return Predicate::sle;
  case Predicate::ugt:
    return Predicate::sgt;
  case Predicate::uge:
    return Predicate::sge;
  default:
    return predicate;
  }
}

/// The predicate with the sides exchanged.
Predicate mirrored(Predicate predicate) {
  switch (predicate) {
  case Predicate::slt:
    return Predicate::sgt;
  case Predicate::sle:
    return Predicate::sge;
  case Predicate::sgt:
    return Predicate::slt;
  case Predicate::sge:
    return Predicate::sle;
  default:
    return predicate;
  }
}

} // namespace

std::optional<ThreadBound> heddle::matchBound(Value condition, bool holds,
                                              scf::ParallelOp threads) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || !threads->isProperAncestor(compare))
    return std::nullopt;
  Predicate predicate = compare.getPredicate();
  if (!holds)
    predicate = arith::invertPredicate(predicate);
  if (predicate == Predicate::ne)
    return std::nullopt;
  bool isUnsigned = signedOf(predicate) != predicate;
  // Differences of 64-bit numbers may wrap, and without a sign they may look
  // negative. An index is a small number unless it is compared without one.
  Type type = compare.getLhs().getType();
  if (type.isIndex() ? isUnsigned : type.getIntOrFloatBitWidth() > 32)
    return std::nullopt;
  // Equal numbers are equal with and without a sign.
  SmallVector<bool> signs = {isUnsigned};
  if (predicate == Predicate::eq)
    signs.push_back(true);
  predicate = signedOf(predicate);
  for (bool sign : signs)
    for (bool swap : {false, true}) {
      Matcher matcher(threads, sign);
      Value side = swap ? compare.getRhs() : compare.getLhs();
      Value limit = swap ? compare.getLhs() : compare.getRhs();
      if (!threads.isDefinedOutsideOfLoop(limit) || !matcher.match(side) ||
          !matcher.dim)
        continue;
      return ThreadBound{*matcher.dim, swap ? mirrored(predicate) : predicate,
                         matcher.offset, limit, sign};
    }
  return std::nullopt;
}

void heddle::collectParts(Value condition, bool holds,
                          SmallVectorImpl<std::pair<Value, bool>> &parts) {
  Operation *op = condition.getDefiningOp();
  if ((holds && isa_and_nonnull<arith::AndIOp>(op)) ||
      (!holds && isa_and_nonnull<arith::OrIOp>(op))) {
    for (Value operand : op->getOperands())
      collectParts(operand, holds, parts);
    return;
  }
  if (auto choice = dyn_cast_or_null<arith::SelectOp>(op)) {
    // `c && x` as `c ? x : false`, or `!c && x` as `c ? false : x`.
    auto decides = [&](Value value) {
      return holds ? matchPattern(value, m_Zero())
                   : matchPattern(value, m_One());
    };
    bool isFirst = decides(choice.getTrueValue());
    bool isSecond = decides(choice.getFalseValue());
    if (isFirst || isSecond) {
      collectParts(choice.getCondition(), isSecond, parts);
      collectParts(isFirst ? choice.getFalseValue() : choice.getTrueValue(),
                   holds, parts);
      return;
    }
  }
  if (isa_and_nonnull<arith::XOrIOp>(op) &&
      matchPattern(op->getOperand(1), m_One()))
    return collectParts(op->getOperand(0), !holds, parts);
  parts.push_back({condition, holds});
}
