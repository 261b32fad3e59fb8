//===- ReadPart.cpp - One part of a module, from its bitcode --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"

using namespace heddle;
using llvm::GlobalValue;

/// Makes a value that is defined in another part a declaration, or removes it.
static void declare(llvm::Function &function) {
  function.deleteBody();
  function.setComdat(nullptr);
}

static void declare(llvm::GlobalVariable &variable) {
  variable.setInitializer(nullptr);
  variable.setComdat(nullptr);
  variable.setLinkage(GlobalValue::ExternalLinkage);
  variable.clearMetadata();
}

/// An alias of another part is a plain symbol here.
static void declareAlias(llvm::GlobalValue &alias) {
  llvm::Module &module = *alias.getParent();
  GlobalValue *symbol;
  if (auto *type = llvm::dyn_cast<llvm::FunctionType>(alias.getValueType()))
    symbol =
        llvm::Function::Create(type, GlobalValue::ExternalLinkage, "", module);
  else
    symbol = new llvm::GlobalVariable(
        module, alias.getValueType(), /*isConstant=*/false,
        GlobalValue::ExternalLinkage, /*Initializer=*/nullptr, "",
        /*InsertBefore=*/nullptr, alias.getThreadLocalMode());
  symbol->setVisibility(alias.getVisibility());
  symbol->setDSOLocal(alias.isDSOLocal());
  symbol->takeName(&alias);
  alias.replaceAllUsesWith(symbol);
  alias.eraseFromParent();
}

template <typename Value> static void setCopy(Value &value) {
  value.setLinkage(GlobalValue::AvailableExternallyLinkage);
  value.setComdat(nullptr);
}

std::unique_ptr<llvm::Module>
heddle::readPart(llvm::MemoryBufferRef bitcode,
                 const llvm::StringMap<Holding> &holdings, bool isFirst,
                 llvm::LLVMContext &context) {
  llvm::Expected<std::unique_ptr<llvm::Module>> read =
      llvm::getLazyBitcodeModule(bitcode, context);
  if (!read) {
    llvm::consumeError(read.takeError());
    return nullptr;
  }
  std::unique_ptr<llvm::Module> module = std::move(*read);
  for (llvm::Function &function : *module) {
    if (!function.isDeclaration() && !holdings.contains(function.getName()))
      declare(function);
  }
  // Only what is left is read.
  if (llvm::Error error = module->materializeAll()) {
    llvm::consumeError(std::move(error));
    return nullptr;
  }
  for (llvm::Function &function : *module)
    if (auto found = holdings.find(function.getName());
        found != holdings.end() && found->second == Holding::Copy)
      setCopy(function);
  for (llvm::GlobalVariable &variable :
       llvm::make_early_inc_range(module->globals())) {
    if (variable.isDeclaration())
      continue;
    auto found = holdings.find(variable.getName());
    if (found != holdings.end() && found->second == Holding::Definition)
      continue;
    if (found != holdings.end())
      setCopy(variable);
    else if (variable.hasAppendingLinkage())
      variable.eraseFromParent(); // constructors, and lists of used symbols
    else
      declare(variable);
  }
  if (isFirst)
    return module;
  module->setModuleInlineAsm("");
  for (llvm::GlobalAlias &alias : llvm::make_early_inc_range(module->aliases()))
    declareAlias(alias);
  for (llvm::GlobalIFunc &ifunc : llvm::make_early_inc_range(module->ifuncs()))
    declareAlias(ifunc);
  for (llvm::Function &function : llvm::make_early_inc_range(*module))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  for (llvm::GlobalVariable &variable :
       llvm::make_early_inc_range(module->globals()))
    if (variable.isDeclaration() && variable.use_empty())
      variable.eraseFromParent();
  return module;
}
