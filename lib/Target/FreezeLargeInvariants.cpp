//===- FreezeLargeInvariants.cpp - Bounds the size of loop sums -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreezeLargeInvariants.h"
#include "PreservedControlFlow.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

/// In nodes of scalar evolution's expression. Address arithmetic that strength
/// reduction can simplify has fewer: a base, two or three products, offsets.
static constexpr unsigned largestExpression = 24;

llvm::PreservedAnalyses
FreezeLargeInvariants::run(llvm::Function &function,
                           llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops.empty())
    return llvm::PreservedAnalyses::all();
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);

  // The uses in loops of values that are defined outside of these.
  llvm::MapVector<llvm::Instruction *, llvm::SmallVector<llvm::Use *>> uses;
  for (llvm::BasicBlock &block : function) {
    llvm::Loop *loop = loops.getLoopFor(&block);
    if (!loop)
      continue;
    for (llvm::Instruction &inst : block)
      for (llvm::Use &use : inst.operands()) {
        auto *value = llvm::dyn_cast<llvm::Instruction>(use.get());
        if (value && value->getType()->isIntegerTy() &&
            !value->getType()->isIntegerTy(1) && !loop->contains(value))
          uses[value].push_back(&use);
      }
  }
  bool changed = false;
  for (auto &[value, found] : uses) {
    if (evolution.getSCEV(value)->getExpressionSize() <= largestExpression)
      continue;
    std::optional<llvm::BasicBlock::iterator> after =
        value->getInsertionPointAfterDef();
    if (!after)
      continue;
    llvm::IRBuilder<> builder(value->getParent(), *after);
    llvm::Value *frozen = builder.CreateFreeze(value);
    for (llvm::Use *use : found)
      use->set(frozen);
    changed = true;
  }
  return preserveControlFlow(changed);
}
