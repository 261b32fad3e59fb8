//===- RuntimeABI.h - The runtime's interface, in MLIR ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What runtime/include/heddle/abi.h says, for passes that emit calls to it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_RUNTIMEABI_H
#define HEDDLE_LIB_TARGET_RUNTIMEABI_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle::abi {

/// Byte offsets into HeddleLaunchConfig.
inline constexpr int configGrid = 0;
inline constexpr int configBlock = 12;
inline constexpr int configDynamicShared = 24;

/// HeddleRangesEndInUpdates.
inline constexpr int64_t rangesEndInUpdates = INT64_MIN;
/// HeddleInsideBlock.
inline constexpr int64_t insideBlock = 1ll << 62;

/// How many fields HeddleFootprint has. They lie side by side.
inline constexpr unsigned footprintFields = 7;

/// Byte offsets into HeddleThread.
inline constexpr int threadThreadIdx = 0;
inline constexpr int threadBlockIdx = 12;
inline constexpr int threadBlockDim = 24;
inline constexpr int threadGridDim = 36;
inline constexpr int threadStaticShared = 48;
inline constexpr int threadDynamicShared = 56;

/// Declares a function of the runtime, once.
mlir::LLVM::LLVMFuncOp declare(mlir::ModuleOp module, llvm::StringRef name,
                               mlir::Type result,
                               llvm::ArrayRef<mlir::Type> params);

/// Loads a field of a struct of the runtime.
mlir::Value loadField(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type type, mlir::Value base, int offset);

/// Packs values into a struct on the stack, and the reverse.
mlir::Value pack(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ValueRange values);
llvm::SmallVector<mlir::Value> unpack(mlir::OpBuilder &builder,
                                      mlir::Location loc, mlir::Value memory,
                                      mlir::TypeRange types);

/// An internal function that returns nothing.
mlir::LLVM::LLVMFuncOp createFunction(mlir::OpBuilder &builder,
                                      mlir::Location loc, llvm::StringRef name,
                                      llvm::ArrayRef<mlir::Type> params);

} // namespace heddle::abi

#endif // HEDDLE_LIB_TARGET_RUNTIMEABI_H
