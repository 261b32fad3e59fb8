//===- RuntimeABI.cpp - The runtime's interface, in MLIR ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/RuntimeABI.h"

using namespace mlir;
using namespace heddle;

LLVM::LLVMFuncOp abi::declare(ModuleOp module, StringRef name,
                              LLVM::LLVMFunctionType type) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
  function.setNoUnwind(true);
  return function;
}

Value abi::fieldAddress(OpBuilder &builder, Location loc, Value base,
                        int offset) {
  return LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI8Type(),
                             base, ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

static LLVM::LLVMStructType structOf(MLIRContext *context, TypeRange types) {
  return LLVM::LLVMStructType::getLiteral(context, llvm::to_vector(types));
}

Value abi::allocateOnStack(OpBuilder &builder, Location loc, Type type,
                           unsigned alignment) {
  auto function =
      builder.getBlock()->getParent()->getParentOfType<LLVM::LLVMFuncOp>();
  OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
  Value one = LLVM::ConstantOp::create(entry, loc, builder.getI64Type(), 1);
  return LLVM::AllocaOp::create(
      entry, loc, LLVM::LLVMPointerType::get(builder.getContext()), type, one,
      alignment);
}

Value abi::pack(OpBuilder &builder, Location loc, ValueRange values) {
  MLIRContext *context = builder.getContext();
  auto type = structOf(context, values.getTypes());
  auto ptr = LLVM::LLVMPointerType::get(context);
  Value memory = allocateOnStack(builder, loc, type);
  for (auto [i, value] : llvm::enumerate(values)) {
    Value field =
        LLVM::GEPOp::create(builder, loc, ptr, type, memory,
                            ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    LLVM::StoreOp::create(builder, loc, value, field);
  }
  return memory;
}

SmallVector<Value> abi::unpack(OpBuilder &builder, Location loc, Value memory,
                               TypeRange types) {
  auto type = structOf(builder.getContext(), types);
  SmallVector<Value> values;
  for (auto [i, element] : llvm::enumerate(types)) {
    Value field =
        LLVM::GEPOp::create(builder, loc, memory.getType(), type, memory,
                            ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
    auto load = LLVM::LoadOp::create(builder, loc, element, field);
    // The packed arguments do not change during the launch.
    load.setInvariant(true);
    values.push_back(load);
  }
  return values;
}

LLVM::LLVMFuncOp abi::createFunction(OpBuilder &builder, Location loc,
                                     StringRef name, ArrayRef<Type> params) {
  auto voidTy = LLVM::LLVMVoidType::get(builder.getContext());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, name, LLVM::LLVMFunctionType::get(voidTy, params),
      LLVM::Linkage::Internal);
  function.setNoUnwind(true);
  return function;
}
