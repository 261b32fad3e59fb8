//===- PlainAtomics.cpp - Single-thread atomics to loads and stores -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainAtomics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace heddle;

/// Sums of floating-point values may be reassociated if no intermediate value
/// is used.
static void lower(llvm::AtomicRMWInst *update) {
  if (update->getOperation() != llvm::AtomicRMWInst::FAdd ||
      !update->use_empty() || update->isVolatile()) {
    llvm::lowerAtomicRMWInst(update);
    return;
  }
  llvm::IRBuilder<> builder(update);
  llvm::Value *place = update->getPointerOperand();
  llvm::FastMathFlags flags;
  flags.setAllowReassoc();
  builder.setFastMathFlags(flags);
  llvm::Value *sum = builder.CreateFAdd(
      builder.CreateAlignedLoad(update->getType(), place, update->getAlign()),
      update->getValOperand());
  builder.CreateAlignedStore(sum, place, update->getAlign());
  update->eraseFromParent();
}

llvm::PreservedAnalyses PlainAtomics::run(llvm::Function &function,
                                          llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &inst :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) {
      if (update->getSyncScopeID() == llvm::SyncScope::SingleThread) {
        lower(update);
        changed = true;
      }
    } else if (auto *exchange =
                   llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
      if (exchange->getSyncScopeID() == llvm::SyncScope::SingleThread)
        changed |= llvm::lowerAtomicCmpXchgInst(exchange);
    }
  }
  return changed ? llvm::PreservedAnalyses::none()
                 : llvm::PreservedAnalyses::all();
}
