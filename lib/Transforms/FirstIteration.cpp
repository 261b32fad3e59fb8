//===- FirstIteration.cpp - What holds in a loop's first iteration --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstIteration.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace heddle;

/// An operation that can be computed again anywhere. One without operands must
/// say the same everywhere: a block's shared memory does not.
static bool isCheap(Operation *op) {
  if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
      par::isBarrier(op) || isa<LLVM::CallOp>(op))
    return false;
  return op->getNumOperands() != 0 || op->hasTrait<OpTrait::ConstantLike>() ||
         isa<LLVM::AddressOfOp>(op);
}

bool FirstIteration::isInvariant(Value value) {
  if (!loop.getRegion().isAncestor(value.getParentRegion()))
    return true;
  auto [known, isNew] = invariant.try_emplace(value, false);
  if (!isNew)
    return known->second;
  Operation *op = value.getDefiningOp();
  bool result =
      isCheap(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
        return isInvariant(operand);
      });
  return invariant[value] = result;
}

static SetVector<Value> usedValues(Operation *op) {
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return used;
}

bool FirstIteration::usesInvariant(Operation *op) {
  return llvm::all_of(usedValues(op),
                      [&](Value value) { return isInvariant(value); });
}

void FirstIteration::setInvariant(Operation *op) {
  for (Value result : op->getResults())
    invariant[result] = true;
}

bool FirstIteration::isComputable(Value value) {
  if (isInvariant(value) || llvm::is_contained(loop.getInductionVars(), value))
    return true;
  auto [known, isNew] = computable.try_emplace(value, false);
  if (!isNew)
    return known->second;
  Operation *op = value.getDefiningOp();
  bool result =
      isCheap(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
        return isComputable(operand);
      });
  return computable[value] = result;
}

bool FirstIteration::isComputable(const Guard &guard) {
  if (auto branch = dyn_cast<scf::IfOp>(guard.op))
    return isComputable(branch.getCondition());
  auto serial = cast<scf::ForOp>(guard.op);
  return isComputable(serial.getLowerBound()) &&
         isComputable(serial.getUpperBound());
}

//===----------------------------------------------------------------------===//
// Values that grow
//===----------------------------------------------------------------------===//

/// Whether the value in the first iteration is the least of all.
bool FirstIteration::growsFromFirst(Value value, bool isSigned) {
  if (isInvariant(value))
    return true;
  // Indices of blocks and threads are below 2^31.
  if (llvm::is_contained(loop.getInductionVars(), value))
    return true;
  Operation *op = value.getDefiningOp();
  if (auto cast = dyn_cast_or_null<arith::IndexCastUIOp>(op)) {
    if (cast.getType().isIndex())
      return growsFromFirst(cast.getIn(), false);
    return cast.getType().getIntOrFloatBitWidth() >= 32 &&
           llvm::is_contained(loop.getInductionVars(), cast.getIn());
  }
  if (isa_and_nonnull<arith::ExtSIOp>(op))
    return isSigned && growsFromFirst(op->getOperand(0), true);
  if (isa_and_nonnull<arith::ExtUIOp>(op))
    return growsFromFirst(op->getOperand(0), false);
  if (auto cast = dyn_cast_or_null<arith::IndexCastOp>(op);
      cast && cast.getType().isIndex())
    return isSigned && growsFromFirst(cast.getIn(), true);

  auto flags = dyn_cast_or_null<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (!flags ||
      !(isSigned ? flags.hasNoSignedWrap() : flags.hasNoUnsignedWrap()))
    return false;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (isa<arith::AddIOp>(op))
    return growsFromFirst(lhs, isSigned) && growsFromFirst(rhs, isSigned);
  if (isa<arith::SubIOp>(op))
    return growsFromFirst(lhs, isSigned) && isInvariant(rhs);
  if (isa<arith::MulIOp, arith::ShLIOp>(op)) {
    // A factor of unknown sign may turn the order around.
    for (auto [factor, other] : {std::pair(rhs, lhs), std::pair(lhs, rhs)}) {
      std::optional<int64_t> constant = getConstantIntValue(factor);
      if (constant ? *constant >= 0 : !isSigned && isInvariant(factor))
        return growsFromFirst(other, isSigned);
      if (isa<arith::ShLIOp>(op))
        break;
    }
  }
  return false;
}

bool FirstIteration::holdsIfAny(Value condition, bool negated) {
  if (isInvariant(condition))
    return true;
  Operation *op = condition.getDefiningOp();
  if (!op)
    return false;
  // If both parts hold first of all, so do their conjunction and disjunction.
  if (isa<arith::AndIOp, arith::OrIOp>(op))
    return holdsIfAny(op->getOperand(0), negated) &&
           holdsIfAny(op->getOperand(1), negated);
  if (isa<arith::XOrIOp>(op) && matchPattern(op->getOperand(1), m_One()))
    return holdsIfAny(op->getOperand(0), !negated);
  auto comparison = dyn_cast<arith::CmpIOp>(op);
  if (!comparison)
    return false;
  auto predicate = comparison.getPredicate();
  if (negated)
    predicate = arith::invertPredicate(predicate);
  Value less = comparison.getLhs(), more = comparison.getRhs();
  bool isSigned = true;
  switch (predicate) {
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule:
    isSigned = false;
    break;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sle:
    break;
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::uge:
    isSigned = false;
    [[fallthrough]];
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::sge:
    std::swap(less, more);
    break;
  default:
    return false;
  }
  return isInvariant(more) && growsFromFirst(less, isSigned);
}

bool FirstIteration::comesIfAny(const Guard &guard) {
  if (auto branch = dyn_cast<scf::IfOp>(guard.op))
    return holdsIfAny(branch.getCondition(), guard.isElse);
  auto serial = cast<scf::ForOp>(guard.op);
  return isInvariant(serial.getUpperBound()) &&
         growsFromFirst(serial.getLowerBound(), !serial.getUnsignedCmp());
}

//===----------------------------------------------------------------------===//
// In front of the loop
//===----------------------------------------------------------------------===//

Value FirstIteration::compute(OpBuilder &builder, Value value,
                              IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  if (!loop.getRegion().isAncestor(value.getParentRegion()))
    return value;
  auto ivs = loop.getInductionVars();
  if (auto iv = llvm::find(ivs, value); iv != ivs.end())
    return loop.getLowerBound()[iv - ivs.begin()];
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    mapping.map(operand, compute(builder, operand, mapping));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

Value FirstIteration::compute(OpBuilder &builder, const Guard &guard,
                              IRMapping &mapping) {
  Location loc = guard.op->getLoc();
  if (auto branch = dyn_cast<scf::IfOp>(guard.op)) {
    Value condition = compute(builder, branch.getCondition(), mapping);
    if (!guard.isElse)
      return condition;
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
    return arith::XOrIOp::create(builder, loc, condition, one);
  }
  auto serial = cast<scf::ForOp>(guard.op);
  return arith::CmpIOp::create(
      builder, loc,
      serial.getUnsignedCmp() ? arith::CmpIPredicate::ult
                              : arith::CmpIPredicate::slt,
      compute(builder, serial.getLowerBound(), mapping),
      compute(builder, serial.getUpperBound(), mapping));
}
