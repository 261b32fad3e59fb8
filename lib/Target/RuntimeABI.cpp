//===- RuntimeABI.cpp - The runtime's interface, in MLIR ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeABI.h"

using namespace mlir;
using namespace heddle;

LLVM::LLVMFuncOp abi::declare(ModuleOp module, StringRef name, Type result,
                              ArrayRef<Type> params) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                               LLVM::LLVMFunctionType::get(result, params));
  function.setNoUnwind(true);
  return function;
}

static Value fieldAddress(OpBuilder &builder, Location loc, Value base,
                          int offset) {
  return LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI8Type(),
                             base, ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value abi::loadField(OpBuilder &builder, Location loc, Type type, Value base,
                     int offset) {
  return LLVM::LoadOp::create(builder, loc, type,
                              fieldAddress(builder, loc, base, offset));
}

static LLVM::LLVMStructType structOf(MLIRContext *context, TypeRange types) {
  return LLVM::LLVMStructType::getLiteral(context, llvm::to_vector(types));
}

Value abi::pack(OpBuilder &builder, Location loc, ValueRange values) {
  MLIRContext *context = builder.getContext();
  auto type = structOf(context, values.getTypes());
  auto ptr = LLVM::LLVMPointerType::get(context);
  // Taken once, not each time: the stack would grow in a loop.
  auto function =
      builder.getBlock()->getParent()->getParentOfType<LLVM::LLVMFuncOp>();
  OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
  Value one = LLVM::ConstantOp::create(entry, loc, builder.getI64Type(), 1);
  Value memory = LLVM::AllocaOp::create(entry, loc, ptr, type, one);
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
    // Nobody writes the packed arguments while the launch runs.
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
