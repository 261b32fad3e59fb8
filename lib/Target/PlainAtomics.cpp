//===- PlainAtomics.cpp - Atomics of one thread ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainAtomics.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace heddle;

llvm::PreservedAnalyses PlainAtomics::run(llvm::Function &function,
                                          llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &inst :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) {
      if (update->getSyncScopeID() == llvm::SyncScope::SingleThread)
        changed |= llvm::lowerAtomicRMWInst(update);
    } else if (auto *exchange =
                   llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
      if (exchange->getSyncScopeID() == llvm::SyncScope::SingleThread)
        changed |= llvm::lowerAtomicCmpXchgInst(exchange);
    }
  }
  return changed ? llvm::PreservedAnalyses::none()
                 : llvm::PreservedAnalyses::all();
}
