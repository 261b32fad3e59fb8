//===- PromotedCopy.cpp - A function with its variables in registers ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PromotedCopy.h"
#include "heddle/Support/AnalysisManagers.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace heddle;

PromotedCopy::PromotedCopy(llvm::Function &function) {
  llvm::ValueToValueMapTy map;
  copy = llvm::CloneFunction(&function, map);
  copy->removeFnAttr(llvm::Attribute::OptimizeNone);

  for (llvm::BasicBlock &block : function)
    originalBlocks[llvm::cast<llvm::BasicBlock>(map.lookup(&block))] = &block;

  AnalysisManagers analyses;
  llvm::PassBuilder builder;
  analyses.registerAll(builder);
  llvm::FunctionPassManager pm;
  pm.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  pm.addPass(llvm::EarlyCSEPass());
  pm.run(*copy, analyses.functions);

  for (llvm::Instruction &inst : llvm::instructions(function))
    if (inst.mayReadOrWriteMemory())
      if (llvm::Value *twin = map.lookup(&inst))
        if (auto *twinInst = llvm::dyn_cast<llvm::Instruction>(twin);
            twinInst && twinInst->getOpcode() == inst.getOpcode())
          originals[twinInst] = &inst;
}

PromotedCopy::~PromotedCopy() { copy->eraseFromParent(); }
