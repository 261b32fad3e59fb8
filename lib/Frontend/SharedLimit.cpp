//===- SharedLimit.cpp - Limits static shared memory ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/SharedLimit.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/WithColor.h"

using namespace heddle;

namespace {

/// CUDA's limit for variables. Launches may have more dynamic shared memory.
constexpr uint64_t mostStaticBytes = 48 * 1024;

/// What a kernel refers to, directly and through functions and constants.
llvm::SetVector<const llvm::GlobalObject *>
findReachable(const llvm::Function &kernel) {
  llvm::SetVector<const llvm::GlobalObject *> found;
  llvm::SmallPtrSet<const llvm::Constant *, 16> seen;
  llvm::SmallVector<const llvm::Constant *> open = {&kernel};
  auto visit = [&](const llvm::User &user) {
    for (const llvm::Value *operand : user.operands())
      if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
        open.push_back(constant);
  };
  while (!open.empty()) {
    const llvm::Constant *constant = open.pop_back_val();
    if (!seen.insert(constant).second)
      continue;
    if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(constant))
      found.insert(object);
    visit(*constant);
    if (auto *function = llvm::dyn_cast<llvm::Function>(constant))
      for (const llvm::Instruction &inst : llvm::instructions(function))
        visit(inst);
  }
  return found;
}

bool isScratch(const llvm::GlobalObject &object) {
  return object.getName().contains("__heddle_scratch");
}

uint64_t sharedBytes(const llvm::Function &kernel, const SymbolFacts &facts) {
  uint64_t bytes = 0;
  for (const llvm::GlobalObject *object : findReachable(kernel)) {
    auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
    auto kind = facts.variables.find(object->getName());
    if (!variable || isScratch(*variable) || kind == facts.variables.end() ||
        kind->second != VariableKind::Shared)
      continue;
    const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
    bytes = llvm::alignTo(bytes, variable->getAlign().valueOrOne());
    bytes += layout.getTypeAllocSize(variable->getValueType());
  }
  return bytes;
}

} // namespace

uint64_t heddle::scratchBytes(const llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  uint64_t bytes = 0;
  for (const llvm::GlobalObject *object : findReachable(kernel))
    if (isScratch(*object))
      bytes += layout.getTypeAllocSize(object->getValueType());
  return bytes;
}

bool heddle::checkSharedMemory(const llvm::Module &device,
                               const SymbolFacts &facts) {
  bool fits = true;
  for (const Kernel &kernel : facts.kernels) {
    const llvm::Function *function = device.getFunction(kernel.name);
    if (!function || function->isDeclaration())
      continue;
    uint64_t bytes = sharedBytes(*function, facts);
    if (bytes <= mostStaticBytes)
      continue;
    fits = false;
    llvm::WithColor::error(llvm::errs(), kernel.location)
        << "kernel '" << kernel.prettyName << "' uses " << bytes
        << " bytes of static shared memory, but the limit is "
        << mostStaticBytes
        << "; extern __shared__ memory may have more "
           "(cudaFuncAttributeMaxDynamicSharedMemorySize)\n";
  }
  return fits;
}
