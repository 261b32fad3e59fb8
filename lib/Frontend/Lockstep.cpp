//===- Lockstep.cpp - Warps whose lanes rely on running in step -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lockstep.h"
#include "PromotedCopy.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace heddle;

/// The shared variable behind a pointer, or null.
static const llvm::Value *sharedVariable(const llvm::Value *pointer,
                                         const SymbolFacts &facts) {
  const llvm::Value *object = llvm::getUnderlyingObject(pointer);
  if (!llvm::isa<llvm::GlobalVariable>(object))
    return nullptr;
  auto it = facts.variables.find(object->getName());
  return it != facts.variables.end() && it->second == VariableKind::Shared
             ? object
             : nullptr;
}

void heddle::meetAroundSharedStores(llvm::Function &function,
                                    const SymbolFacts &facts, bool all) {
  PromotedCopy copy(function);
  llvm::SmallPtrSet<const llvm::Value *, 4> read;
  llvm::SmallVector<std::pair<llvm::StoreInst *, const llvm::Value *>> stores;
  for (llvm::Instruction &inst : llvm::instructions(copy.get())) {
    llvm::Instruction *original = copy.original(&inst);
    if (!original || (!all && !inst.isVolatile()))
      continue;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(original)) {
      if (const llvm::Value *variable =
              sharedVariable(llvm::getLoadStorePointerOperand(&inst), facts)) {
        read.insert(variable);
        load->setVolatile(false);
      }
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(original)) {
      if (const llvm::Value *variable =
              sharedVariable(llvm::getLoadStorePointerOperand(&inst), facts)) {
        stores.push_back({store, variable});
        store->setVolatile(false);
      }
    }
  }
  // The calls order all accesses around them: nothing need be volatile.
  for (auto [store, variable] : stores) {
    if (!read.contains(variable))
      continue;
    llvm::IRBuilder<> builder(store);
    llvm::FunctionCallee meet = function.getParent()->getOrInsertFunction(
        "__heddle_warp_active", builder.getInt32Ty());
    builder.CreateCall(meet)->setConvergent();
    builder.SetInsertPoint(store->getNextNode());
    builder.CreateCall(meet)->setConvergent();
  }
}
