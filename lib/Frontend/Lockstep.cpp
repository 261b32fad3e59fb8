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

static bool isShared(const llvm::Value *object, const SymbolFacts &facts) {
  auto it = facts.variables.find(object->getName());
  return llvm::isa<llvm::GlobalVariable>(object) &&
         it != facts.variables.end() && it->second == VariableKind::Shared;
}

/// What stands for the memory of an access: a variable, an argument or, behind
/// any other pointer, the function. Null if it is the thread's own.
static const llvm::Value *memoryOf(const llvm::Instruction &access) {
  const llvm::Value *object = llvm::getUnderlyingObject(
      llvm::getLoadStorePointerOperand(&access), /*MaxLookup=*/0);
  if (llvm::isa<llvm::AllocaInst>(object))
    return nullptr;
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(object))
    return argument->hasByValAttr() ? nullptr : argument;
  return llvm::isa<llvm::GlobalVariable>(object) ? object
                                                 : access.getFunction();
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

void heddle::meetAroundStores(llvm::Function &function,
                              const SymbolFacts &facts, bool all) {
  PromotedCopy copy(function);
  llvm::DenseMap<const llvm::Value *,
                 llvm::SmallPtrSet<const llvm::Instruction *, 8>>
      loads;
  llvm::SmallVector<std::pair<llvm::StoreInst *, const llvm::Value *>> stores;
  for (llvm::Instruction &inst : llvm::instructions(copy.get())) {
    llvm::Instruction *original = copy.original(&inst);
    auto *load = llvm::dyn_cast_or_null<llvm::LoadInst>(original);
    auto *store = llvm::dyn_cast_or_null<llvm::StoreInst>(original);
    if ((!load && !store) || inst.isAtomic() || (!all && !inst.isVolatile()))
      continue;
    const llvm::Value *memory = memoryOf(inst);
    if (!memory || (!all && !isShared(memory, facts)))
      continue;
    if (load)
      loads[memory].insert(load);
    else
      stores.push_back({store, memory});
    // The calls order all accesses around them.
    if (isShared(memory, facts))
      load ? load->setVolatile(false) : store->setVolatile(false);
  }
  // Where a barrier orders them already, no call is needed.
  llvm::SmallVector<std::pair<llvm::Instruction *, bool>> places;
  for (auto [store, memory] : stores)
    for (bool forward : {false, true})
      if (meetsLoad(store, forward, loads[memory]))
        places.push_back({store, forward});
  for (auto [store, after] : places) {
    llvm::IRBuilder<> builder(after ? store->getNextNode() : store);
    llvm::FunctionCallee sync =
        abi::declare(*function.getParent(), HEDDLE_ABI(__heddle_warp_active));
    builder.CreateCall(sync)->setConvergent();
  }
}
