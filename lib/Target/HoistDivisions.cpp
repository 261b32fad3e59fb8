//===- HoistDivisions.cpp - Loop-invariant divisions ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistDivisions.h"
#include "FreezeNarrowIndices.h"
#include "PreservedControlFlow.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

/// Gives a division a divisor with which it cannot trap: its own wherever the
/// division does not trap.
static void makeSafe(llvm::BinaryOperator &division) {
  llvm::IRBuilder<> builder(&division);
  llvm::Value *dividend = division.getOperand(0);
  llvm::Value *divisor = builder.CreateFreeze(division.getOperand(1));
  llvm::Type *type = division.getType();
  llvm::Value *traps = builder.CreateIsNull(divisor);
  if (division.getOpcode() == llvm::Instruction::SDiv ||
      division.getOpcode() == llvm::Instruction::SRem) {
    dividend = builder.CreateFreeze(dividend);
    division.setOperand(0, dividend);
    auto *least = llvm::ConstantInt::get(
        type, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
    llvm::Value *overflows = builder.CreateAnd(
        builder.CreateICmpEQ(divisor, llvm::ConstantInt::getSigned(type, -1)),
        builder.CreateICmpEQ(dividend, least));
    traps = builder.CreateOr(traps, overflows);
  }
  auto *one = llvm::ConstantInt::get(type, 1);
  division.setOperand(1, builder.CreateSelect(traps, one, divisor));
  division.dropPoisonGeneratingFlags();
}

/// Moves the divisions of an innermost loop out of it, with the operations that
/// they need and those that only they use.
static bool hoistFrom(llvm::Loop &loop, llvm::LoopInfo &loops) {
  llvm::BasicBlock *preheader = loop.getLoopPreheader();
  if (!preheader)
    return false;
  llvm::SmallVector<llvm::BinaryOperator *> divisions;
  llvm::LoopBlocksRPO order(&loop);
  order.perform(&loops);
  for (llvm::BasicBlock *block : order)
    for (llvm::Instruction &inst : llvm::make_early_inc_range(*block)) {
      if (inst.isTerminator() || !loop.hasLoopInvariantOperands(&inst))
        continue;
      bool isDivision = inst.isIntDivRem() && inst.getType()->isIntegerTy();
      bool isSafe = llvm::isSafeToSpeculativelyExecute(&inst);
      if (!isDivision &&
          (divisions.empty() || !isSafe || llvm::isa<llvm::PHINode>(inst) ||
           inst.mayReadFromMemory()))
        continue;
      inst.moveBefore(preheader->getTerminator()->getIterator());
      inst.dropUBImplyingAttrsAndMetadata();
      inst.setDebugLoc(preheader->getTerminator()->getDebugLoc());
      if (isDivision) {
        divisions.push_back(llvm::cast<llvm::BinaryOperator>(&inst));
        if (!isSafe)
          makeSafe(*divisions.back());
      }
    }
  return !divisions.empty();
}

/// Values that count as invariant but were not moved must not look invariant.
static bool hideFrom(llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  llvm::SmallVector<llvm::Instruction *> found;
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &inst : *block)
      if (inst.isIntDivRem() && inst.getType()->isIntegerTy() &&
          evolution.isLoopInvariant(evolution.getSCEV(&inst), &loop))
        found.push_back(&inst);
  for (llvm::Instruction *inst : found)
    freezeUses(*inst);
  return !found.empty();
}

llvm::PreservedAnalyses
HoistDivisions::run(llvm::Function &function,
                    llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    if (hoistFrom(*loop, loops)) {
      evolution.forgetLoop(loop);
      changed = true;
    }
    changed |= hideFrom(*loop, evolution);
  }
  return preserveControlFlow(changed);
}
