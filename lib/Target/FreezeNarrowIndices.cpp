//===- FreezeNarrowIndices.cpp - Wrapping indices, vectorised -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreezeNarrowIndices.h"
#include "PreservedControlFlow.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace heddle;
using namespace llvm::PatternMatch;

/// Some bits of a value: a mask, a remainder, or a truncation. Any mask counts:
/// for a multiple of 4, for example, the lowest two bits are known, so a mask
/// of low bits need not contain them.
static bool takesSomeBits(const llvm::Instruction &inst) {
  if (!inst.getType()->isIntegerTy())
    return false;
  if (match(&inst, m_And(m_Value(), m_ConstantInt())) ||
      match(&inst, m_URem(m_Value(), m_ConstantInt())))
    return true;
  return llvm::isa<llvm::TruncInst>(inst) &&
         inst.getType()->getIntegerBitWidth() < 32 &&
         inst.getType()->getIntegerBitWidth() > 1;
}

void heddle::freezeUses(llvm::Instruction &inst) {
  auto *frozen = new llvm::FreezeInst(&inst, inst.getName() + ".frozen");
  frozen->insertAfter(inst.getIterator());
  inst.replaceUsesWithIf(
      frozen, [&](llvm::Use &use) { return use.getUser() != frozen; });
}

llvm::PreservedAnalyses
FreezeNarrowIndices::run(llvm::Function &function,
                         llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops.empty())
    return llvm::PreservedAnalyses::all();
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);

  llvm::SmallVector<llvm::Instruction *> found;
  for (llvm::BasicBlock &block : function) {
    llvm::Loop *loop = loops.getLoopFor(&block);
    if (!loop)
      continue;
    for (llvm::Instruction &inst : block) {
      if (!takesSomeBits(inst))
        continue;
      // A mask that provably does not change the counter is a counter itself.
      const llvm::SCEV *value = evolution.getSCEV(&inst);
      bool isMask = llvm::isa<llvm::BinaryOperator>(inst);
      bool isCounter = llvm::isa<llvm::SCEVAddRecExpr>(value);
      if ((isMask && isCounter) || evolution.isLoopInvariant(value, loop))
        continue;
      // Only a value computed from a counter can be mistaken for one.
      if (llvm::isa<llvm::SCEVAddRecExpr>(
              evolution.getSCEV(inst.getOperand(0))))
        found.push_back(&inst);
    }
  }
  for (llvm::Instruction *inst : found)
    freezeUses(*inst);
  return preserveControlFlow(!found.empty());
}
