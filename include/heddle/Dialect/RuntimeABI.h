//===- RuntimeABI.h - The runtime's interface, in MLIR ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For passes that emit calls to the runtime. Support/RuntimeABI.h is the same
// for LLVM IR; both derive types and offsets from runtime/include/heddle/abi.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_RUNTIMEABI_H
#define HEDDLE_DIALECT_RUNTIMEABI_H

#include "heddle/Support/RuntimeABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle::abi {

/// The MLIR type of a C++ type that abi.h uses.
template <typename T> mlir::Type typeOf(mlir::MLIRContext *context) {
  static_assert(std::is_void_v<T> || std::is_pointer_v<T> ||
                    (std::is_integral_v<T> && !std::is_same_v<T, bool>),
                "abi.h uses a type that has no MLIR type yet");
  if constexpr (std::is_void_v<T>)
    return mlir::LLVM::LLVMVoidType::get(context);
  else if constexpr (std::is_pointer_v<T>)
    return mlir::LLVM::LLVMPointerType::get(context);
  else
    return mlir::IntegerType::get(context, 8 * sizeof(T));
}

template <typename Result, typename... Params>
mlir::LLVM::LLVMFunctionType typeOf(Function<Result(Params...)>,
                                    mlir::MLIRContext *context) {
  return mlir::LLVM::LLVMFunctionType::get(typeOf<Result>(context),
                                           {typeOf<Params>(context)...});
}

mlir::LLVM::LLVMFuncOp declare(mlir::ModuleOp module, llvm::StringRef name,
                               mlir::LLVM::LLVMFunctionType type);

/// Declares a function of the runtime, once.
template <typename Type>
mlir::LLVM::LLVMFuncOp declare(mlir::ModuleOp module, Function<Type> function) {
  return declare(module, function.name, typeOf(function, module.getContext()));
}

/// Calls a function of the runtime.
template <typename Type>
mlir::LLVM::CallOp call(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::ModuleOp module, Function<Type> function,
                        mlir::ValueRange operands) {
  return mlir::LLVM::CallOp::create(builder, loc, declare(module, function),
                                    operands);
}

/// The address of a byte of a struct of the runtime.
mlir::Value fieldAddress(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value base, int offset);

/// Loads a field of a struct of the runtime.
template <typename Type>
mlir::Value loadField(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value base, Field<Type> field) {
  return mlir::LLVM::LoadOp::create(
      builder, loc, typeOf<Type>(builder.getContext()),
      fieldAddress(builder, loc, base, field.offset));
}

/// Stores a field of a struct of the runtime.
template <typename Type>
void storeField(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                mlir::Value base, Field<Type> field) {
  assert(value.getType() == typeOf<Type>(builder.getContext()) &&
         "the value has another type than the field");
  mlir::LLVM::StoreOp::create(builder, loc, value,
                              fieldAddress(builder, loc, base, field.offset));
}

/// Allocates in the function's entry block, so that the stack does not grow in
/// a loop.
mlir::Value allocateOnStack(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Type type, unsigned alignment = 0);

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

#endif // HEDDLE_DIALECT_RUNTIMEABI_H
