//===- WarpPositions.cpp - Which indices are those of a warp --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/WarpPositions.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace heddle;

/// Looks through casts. The numbers of threads and blocks' sizes fit into 16
/// bits.
static Value stripCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp>(op))
      break;
    Type type = value.getType();
    if (!type.isIndex() && type.getIntOrFloatBitWidth() < 16)
      break;
    value = op->getOperand(0);
  }
  return value;
}

static std::optional<int64_t> getConstant(Value value) {
  return getConstantIntValue(value);
}

static bool isMultipleOfWarp(Value value) {
  std::optional<int64_t> constant = getConstant(value);
  return constant && *constant % par::warpSize == 0;
}

WarpPositions::WarpPositions(scf::ParallelOp threads) {
  if (threads.getNumLoops() != 3)
    return;
  z = threads.getInductionVars()[0];
  y = threads.getInductionVars()[1];
  x = threads.getInductionVars()[2];
  sizeY = stripCasts(threads.getUpperBound()[1]);
  sizeX = stripCasts(threads.getUpperBound()[2]);
  auto function = threads->getParentOfType<LLVM::LLVMFuncOp>();
  auto shapes = function ? function->getAttrOfType<ArrayAttr>(blockShapesAttr)
                         : ArrayAttr();
  if (shapes && function->hasAttr(knownLaunchesAttr)) {
    hasWholeRows = isOneRow = true;
    for (Attribute attr : shapes) {
      ArrayRef<int64_t> shape = cast<DenseI64ArrayAttr>(attr).asArrayRef();
      hasWholeRows &= shape[0] % par::warpSize == 0;
      isOneRow &= shape[1] == 1 && shape[2] == 1;
    }
    return;
  }
  auto isUsed = [](Value iv) {
    return llvm::any_of(iv.getUsers(), [](Operation *user) {
      return !isa<par::BarrierOp, par::CountOp, par::GridSyncOp, par::LaneOp>(
          user);
    });
  };
  isOneRow = !isUsed(y) && !isUsed(z);
}

/// Whether this is what the rows, and layers, before a thread's own add to its
/// number.
bool WarpPositions::isRowOffset(Value value) const {
  auto product = stripCasts(value).getDefiningOp<arith::MulIOp>();
  if (!product)
    return false;
  Value row = stripCasts(product.getLhs()), size = stripCasts(product.getRhs());
  if (size != sizeX)
    std::swap(row, size);
  if (size != sizeX)
    return false;
  if (row == y)
    return true;
  auto sum = row.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return false;
  Value layer = stripCasts(sum.getLhs()), last = stripCasts(sum.getRhs());
  if (last != y)
    std::swap(layer, last);
  auto rows = layer.getDefiningOp<arith::MulIOp>();
  if (last != y || !rows)
    return false;
  Value a = stripCasts(rows.getLhs()), b = stripCasts(rows.getRhs());
  return (a == z && b == sizeY) || (a == sizeY && b == z);
}

/// Whether this is the thread's number, plus a multiple of 32 if `mayBeMoved`.
bool WarpPositions::isNumber(Value value, bool mayBeMoved) const {
  value = stripCasts(value);
  if (value == x)
    return hasWholeRows || isOneRow;
  auto sum = value.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return false;
  if (isMultipleOfWarp(sum.getRhs()))
    return mayBeMoved && isNumber(sum.getLhs(), mayBeMoved);
  Value a = sum.getLhs(), b = sum.getRhs();
  return (stripCasts(a) == x && isRowOffset(b)) ||
         (stripCasts(b) == x && isRowOffset(a));
}

bool WarpPositions::isSameInWarp(Operation *op) const {
  // Signed division rounds towards zero.
  if (!x || op->getNumOperands() != 2 ||
      !isNumber(op->getOperand(0), /*mayBeMoved=*/!isa<arith::DivSIOp>(op)))
    return false;
  std::optional<int64_t> constant = getConstant(op->getOperand(1));
  if (!constant)
    return false;
  if (isa<arith::DivUIOp, arith::DivSIOp>(op))
    return *constant > 0 && *constant % par::warpSize == 0;
  if (isa<arith::ShRUIOp, arith::ShRSIOp>(op))
    return *constant >= 5;
  if (isa<arith::AndIOp>(op))
    return *constant % par::warpSize == 0;
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return false;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::uge:
    return *constant % par::warpSize == 0;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::ule:
    return (*constant + 1) % par::warpSize == 0;
  default:
    return false;
  }
}
