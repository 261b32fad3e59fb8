//===- DeviceAssertion.cpp - __assertfail in device code ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceAssertion.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/IR/IRBuilder.h"

using namespace heddle;

/// (message, file, line, function, size of a character)
static llvm::FunctionType *assertfailType(llvm::LLVMContext &context) {
  llvm::Type *text = llvm::PointerType::get(context, 0);
  llvm::Type *i32 = llvm::Type::getInt32Ty(context);
  llvm::Type *i64 = llvm::Type::getInt64Ty(context);
  return llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                 {text, text, i32, text, i64},
                                 /*isVarArg=*/false);
}

void heddle::defineAssertfail(llvm::Module &device) {
  llvm::Function *function = device.getFunction("__assertfail");
  if (!function || !function->isDeclaration() || function->use_empty() ||
      function->getFunctionType() != assertfailType(device.getContext()))
    return;
  // Each file has its own. It returns for the compiler, as the runtime's
  // function does: control flow without dead ends raises to plain ifs.
  function->setLinkage(llvm::GlobalValue::InternalLinkage);
  function->removeFnAttr(llvm::Attribute::NoReturn);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(device.getContext(), "entry", function));
  llvm::SmallVector<llvm::Value *> arguments;
  for (unsigned i = 0; i < 4; ++i)
    arguments.push_back(function->getArg(i));
  for (llvm::StringRef index :
       {"__heddle_ctaid_x", "__heddle_ctaid_y", "__heddle_ctaid_z",
        "__heddle_tid_x", "__heddle_tid_y", "__heddle_tid_z"})
    arguments.push_back(builder.CreateCall(device.getOrInsertFunction(
        index, llvm::FunctionType::get(builder.getInt32Ty(),
                                       /*isVarArg=*/false))));
  builder.CreateCall(abi::declare(device, HEDDLE_ABI(__heddle_assert_fail)),
                     arguments);
  builder.CreateRetVoid();
}
