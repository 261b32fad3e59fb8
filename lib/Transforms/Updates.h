//===- Updates.h - Atomic updates whose order does not matter ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_UPDATES_H
#define HEDDLE_LIB_TRANSFORMS_UPDATES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// What leaves a value as it is, or nothing for other kinds of updates.
mlir::TypedAttr getNeutral(mlir::LLVM::AtomicBinOp kind, mlir::Type type,
                           mlir::OpBuilder &builder);

/// Whether nobody asks for the old value, and updates of this kind can be
/// combined before memory is.
bool isPlainUpdate(mlir::LLVM::AtomicRMWOp op);

/// Two updates as one.
mlir::Value combineValues(mlir::LLVM::AtomicBinOp kind, mlir::Value a,
                          mlir::Value b, mlir::OpBuilder &builder,
                          mlir::Location loc);

/// Whether a value is another than this one, bit by bit, or each of a vector.
mlir::Value isOther(mlir::Value value, mlir::TypedAttr constant,
                    mlir::OpBuilder &builder, mlir::Location loc);

/// A loop over elements, which are independent of each other, as threads are.
/// The builder goes inside.
mlir::scf::ParallelOp createLoop(mlir::OpBuilder &builder, mlir::Location loc,
                                 int64_t begin, int64_t end);
mlir::scf::ParallelOp createLoop(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value begin, mlir::Value end);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_UPDATES_H
