//===- ThreadBounds.cpp - Conditions on thread indices --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Support/Rewriting.h"

using namespace mlir;
using namespace heddle;
using Predicate = arith::CmpIPredicate;

Value ThreadBound::createMeeting(OpBuilder &builder, Location loc,
                                 bool isPast) const {
  // Comparing factor * index + first with 0 compares index with -first /
  // factor.
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  int64_t factor = sum.getFactor(dim);
  Value result = sum.createFirst(builder, loc, /*isNegated=*/factor > 0);
  if (isPast)
    result = builder.createOrFold<arith::AddIOp>(loc, result, constant(1));
  if (std::abs(factor) == 1)
    return result;
  // Rounded up; indices below the first one do not matter.
  result = builder.createOrFold<arith::MaxSIOp>(loc, result, constant(0));
  result = builder.createOrFold<arith::AddIOp>(loc, result,
                                               constant(std::abs(factor) - 1));
  return builder.createOrFold<arith::DivUIOp>(loc, result,
                                              constant(std::abs(factor)));
}

Value ThreadBound::createLower(OpBuilder &builder, Location loc) const {
  if (predicate == Predicate::eq || predicate == Predicate::sge)
    return createMeeting(builder, loc, /*isPast=*/false);
  return predicate == Predicate::sgt
             ? createMeeting(builder, loc, /*isPast=*/true)
             : Value();
}

Value ThreadBound::createUpper(OpBuilder &builder, Location loc) const {
  if (predicate == Predicate::eq || predicate == Predicate::sle)
    return createMeeting(builder, loc, /*isPast=*/!planted(Fault::LastThread) ||
                                           predicate == Predicate::eq);
  return predicate == Predicate::slt
             ? createMeeting(builder, loc, /*isPast=*/false)
             : Value();
}

/// The predicate with swapped operands.
static Predicate mirrored(Predicate predicate) {
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

void ThreadBound::orient() {
  if (sum.getFactor(dim) < 0)
    predicate = mirrored(predicate);
}

Predicate heddle::signedOf(Predicate predicate) {
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
  auto match = [&](bool isUnsigned) {
    return ThreadSum::difference(compare.getLhs(), compare.getRhs(), threads,
                                 isUnsigned);
  };
  std::optional<ThreadSum> sum = match(isUnsigned);
  // Equality does not depend on signedness.
  if (!sum && predicate == Predicate::eq)
    sum = match(/*isUnsigned=*/true);
  std::optional<unsigned> dim;
  if (!sum || !(dim = sum->getOnlyDim()))
    return std::nullopt;
  int64_t factor = sum->getFactor(*dim);
  if (predicate == Predicate::eq && std::abs(factor) != 1)
    return std::nullopt;
  predicate = signedOf(predicate);
  ThreadBound bound = {*dim, predicate, std::move(*sum)};
  bound.orient();
  return bound;
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

SmallVector<ThreadGuard> heddle::findGuards(scf::ParallelOp threads) {
  SmallVector<ThreadGuard> guards;
  Block *block = threads.getBody();
  while (true) {
    scf::IfOp only;
    for (Operation &op : block->without_terminator()) {
      if (isMemoryEffectFree(&op) || hasSingleEffect<MemoryEffects::Read>(&op))
        continue;
      auto branch = dyn_cast<scf::IfOp>(op);
      if (!branch || only)
        return guards;
      only = branch;
    }
    if (!only || only->getNumResults())
      return guards;
    bool holds = isEmpty(only.elseBlock());
    if (!holds && !isEmpty(only.thenBlock()))
      return guards;
    SmallVector<std::pair<Value, bool>> parts;
    collectParts(only.getCondition(), holds, parts);
    for (auto [part, is] : parts)
      if (std::optional<ThreadBound> bound = matchBound(part, is, threads))
        guards.push_back({part, is, *bound});
    block = holds ? only.thenBlock() : only.elseBlock();
  }
}
