//===- Promises.h - Operations that promise not to overflow -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_PROMISES_H
#define HEDDLE_SUPPORT_PROMISES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace heddle {

/// Whether an operation's result is poison for some operands that are not.
inline bool makesPromise(mlir::Operation *op) {
  using namespace mlir;
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    return flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap();
  if (auto gep = dyn_cast<LLVM::GEPOp>(op))
    return gep.getNoWrapFlags() != LLVM::GEPNoWrapFlags::none;
  return op->getNumOperands() && isa<LLVM::LLVMDialect>(op->getDialect());
}

/// Forgets these, where an operation also runs for values of which the program
/// says nothing.
inline void dropPromises(mlir::Operation *op) {
  using namespace mlir;
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(flags.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    op->getContext(), arith::IntegerOverflowFlags::none));
  if (auto gep = dyn_cast<LLVM::GEPOp>(op))
    gep.setNoWrapFlags(LLVM::GEPNoWrapFlags::none);
  if (op->hasAttr("isExact"))
    op->setAttr("isExact", BoolAttr::get(op->getContext(), false));
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_PROMISES_H
