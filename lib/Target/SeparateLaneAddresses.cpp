//===- SeparateLaneAddresses.cpp - Addresses of lanes and theirs ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeparateLaneAddresses.h"
#include "PreservedControlFlow.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

llvm::PreservedAnalyses
SeparateLaneAddresses::run(llvm::Function &function,
                           llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &inst : llvm::instructions(function)) {
    auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst);
    if (!address || !address->getType()->isVectorTy())
      continue;
    auto *base =
        llvm::dyn_cast<llvm::GetElementPtrInst>(address->getPointerOperand());
    if (!base || base->getType()->isVectorTy())
      continue;
    llvm::IRBuilder<> builder(address);
    address->setOperand(llvm::GetElementPtrInst::getPointerOperandIndex(),
                        builder.CreateStripInvariantGroup(base));
    changed = true;
  }
  return preserveControlFlow(changed);
}
