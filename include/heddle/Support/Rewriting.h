//===- Rewriting.h - Helpers of passes --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_REWRITING_H
#define HEDDLE_SUPPORT_REWRITING_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// The number of operations in an operation, including nested ones.
inline unsigned countOperations(mlir::Operation *op) {
  unsigned count = 0;
  op->walk([&](mlir::Operation *) { ++count; });
  return count;
}

/// The limit up to which `form-lanes` unrolls the loops of threads, in
/// operations.
inline constexpr uint64_t mostWrittenOut = 150;

/// Whether a branch region is empty or missing.
inline bool isEmpty(mlir::Block *block) {
  return !block || block->without_terminator().empty();
}

/// Casts an integer to index, as signed or unsigned.
inline mlir::Value asIndex(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value value, bool isUnsigned = false) {
  mlir::Type index = builder.getIndexType();
  if (value.getType().isIndex())
    return value;
  if (isUnsigned)
    return builder.createOrFold<mlir::arith::IndexCastUIOp>(loc, index, value);
  return builder.createOrFold<mlir::arith::IndexCastOp>(loc, index, value);
}

/// An index that is known to fit a type, in that type.
inline mlir::Value createNarrowed(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::Type type, mlir::Value index) {
  namespace arith = mlir::arith;
  if (type.isIndex())
    return index;
  mlir::Type wide = builder.getI64Type();
  mlir::Value value = arith::IndexCastOp::create(builder, loc, wide, index);
  if (type == wide)
    return value;
  return arith::TruncIOp::create(builder, loc, type, value,
                                 arith::IntegerOverflowFlags::nsw);
}

/// The index that a value was narrowed from by `createNarrowed`, or null.
inline mlir::Value getNarrowedIndex(mlir::Value value) {
  auto narrow = value.getDefiningOp<mlir::arith::TruncIOp>();
  auto wide = narrow && narrow.hasNoSignedWrap()
                  ? narrow.getIn().getDefiningOp<mlir::arith::IndexCastOp>()
                  : mlir::arith::IndexCastOp();
  return wide ? wide.getIn() : mlir::Value();
}

/// A sum, difference or product of the same kind as another one, marked as not
/// wrapping.
inline mlir::Value createWithoutWrap(mlir::OpBuilder &builder,
                                     mlir::Operation *like, mlir::Value a,
                                     mlir::Value b) {
  namespace arith = mlir::arith;
  auto nsw = arith::IntegerOverflowFlags::nsw;
  mlir::Location loc = like->getLoc();
  if (mlir::isa<arith::AddIOp>(like))
    return arith::AddIOp::create(builder, loc, a, b, nsw);
  if (mlir::isa<arith::SubIOp>(like))
    return arith::SubIOp::create(builder, loc, a, b, nsw);
  return arith::MulIOp::create(builder, loc, a, b, nsw);
}

/// Whether a value may be poison because arithmetic with overflow flags is part
/// of it. Such arithmetic may stand where the program would not have computed
/// it, since it has been hoisted out of a branch or a loop.
inline bool mayOverflow(mlir::Value value, unsigned depth = 8) {
  mlir::Operation *op = value.getDefiningOp();
  // What is loaded or called for, or computed by a loop, is not speculated.
  if (!op || op->getNumRegions() || !mlir::isPure(op) ||
      mlir::isa<mlir::LLVM::FreezeOp>(op))
    return false;
  auto flags =
      mlir::dyn_cast<mlir::arith::ArithIntegerOverflowFlagsInterface>(op);
  if (depth == 0 || (flags && flags.getOverflowAttr().getValue() !=
                                  mlir::arith::IntegerOverflowFlags::none))
    return true;
  return llvm::any_of(op->getOperands(), [&](mlir::Value operand) {
    return mayOverflow(operand, depth - 1);
  });
}

/// An integer that is not poison. For what decides where the program decides
/// nothing: a branch on poison, or a division by it, is undefined.
inline mlir::Value freezeOverflow(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::Value value) {
  namespace arith = mlir::arith;
  if (!mayOverflow(value))
    return value;
  mlir::Type type = value.getType();
  if (!type.isIndex())
    return mlir::LLVM::FreezeOp::create(builder, loc, value);
  value = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  value = mlir::LLVM::FreezeOp::create(builder, loc, value);
  return arith::IndexCastOp::create(builder, loc, type, value);
}

/// The value before casts to other widths.
inline mlir::Value stripWidening(mlir::Value value) {
  while (mlir::Operation *op = value.getDefiningOp()) {
    if (!mlir::isa<mlir::arith::IndexCastOp, mlir::arith::IndexCastUIOp,
                   mlir::arith::ExtSIOp, mlir::arith::ExtUIOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_REWRITING_H
