//===- Lockstep.cpp - Code that relies on warp lockstep -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lockstep.h"
#include "PromotedCopy.h"
#include "heddle/Frontend/DeviceModule.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace heddle;

/// The shared variable that a pointer points into, or null.
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

/// Whether control can flow from `start` to one of `loads`, or back, without a
/// synchronisation in between.
static bool
meetsLoad(llvm::Instruction *start, bool forward,
          const llvm::SmallPtrSetImpl<const llvm::Instruction *> &loads) {
  llvm::SmallVector<llvm::Instruction *> worklist;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> seen;
  auto step = [&](llvm::Instruction *inst) {
    if (llvm::Instruction *next =
            forward ? inst->getNextNode() : inst->getPrevNode()) {
      worklist.push_back(next);
      return;
    }
    auto enter = [&](llvm::BasicBlock *block) {
      if (seen.insert(block).second)
        worklist.push_back(forward ? &block->front() : &block->back());
    };
    if (forward)
      for (llvm::BasicBlock *block : llvm::successors(inst->getParent()))
        enter(block);
    else
      for (llvm::BasicBlock *block : llvm::predecessors(inst->getParent()))
        enter(block);
  };
  step(start);
  while (!worklist.empty()) {
    llvm::Instruction *inst = worklist.pop_back_val();
    if (loads.contains(inst))
      return true;
    if (!isSynchronisation(*inst))
      step(inst);
  }
  return false;
}

void heddle::meetAroundSharedStores(llvm::Function &function,
                                    const SymbolFacts &facts, bool all) {
  PromotedCopy copy(function);
  llvm::DenseMap<const llvm::Value *,
                 llvm::SmallPtrSet<const llvm::Instruction *, 8>>
      loads;
  llvm::SmallVector<std::pair<llvm::StoreInst *, const llvm::Value *>> stores;
  for (llvm::Instruction &inst : llvm::instructions(copy.get())) {
    llvm::Instruction *original = copy.original(&inst);
    if (!original || (!all && !inst.isVolatile()))
      continue;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(original)) {
      if (const llvm::Value *variable =
              sharedVariable(llvm::getLoadStorePointerOperand(&inst), facts)) {
        loads[variable].insert(load);
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
  // The calls order all accesses around them, so none needs to be volatile.
  // Where a barrier does so already, no call is needed.
  llvm::SmallVector<std::pair<llvm::Instruction *, bool>> places;
  for (auto [store, variable] : stores)
    for (bool forward : {false, true})
      if (meetsLoad(store, forward, loads[variable]))
        places.push_back({store, forward});
  for (auto [store, after] : places) {
    llvm::IRBuilder<> builder(after ? store->getNextNode() : store);
    llvm::FunctionCallee sync =
        abi::declare(*function.getParent(), HEDDLE_ABI(__heddle_warp_active));
    builder.CreateCall(sync)->setConvergent();
  }
}
