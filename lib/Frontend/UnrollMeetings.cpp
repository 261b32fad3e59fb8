//===- UnrollMeetings.cpp - Short loops in which threads meet -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollMeetings.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace heddle;

/// How long a loop may get, in turns and in instructions; and where the program
/// says `#pragma unroll`. A turn that only finds out that it is over is one.
static constexpr unsigned mostTurns = 5, mostInstructions = 600;
static constexpr unsigned mostAskedTurns = 33, mostAskedInstructions = 2000;

static bool isMeeting(const llvm::Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  return call && call->isConvergent();
}

static bool holdsMeeting(const llvm::Loop &loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock *block) {
    return llvm::any_of(*block, isMeeting);
  });
}

static bool has(const llvm::Loop &loop, llvm::StringRef name) {
  return llvm::findOptionMDForLoop(&loop, name) != nullptr;
}

namespace {
/// While this lives, the functions that threads meet in can be called from more
/// places than they were.
class AllowCopies {
public:
  explicit AllowCopies(llvm::Function &function) {
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (llvm::Function *callee = call->getCalledFunction();
            callee && callee->hasFnAttribute(llvm::Attribute::NoDuplicate)) {
          callee->removeFnAttr(llvm::Attribute::NoDuplicate);
          callees.push_back(callee);
        }
  }
  ~AllowCopies() {
    for (llvm::Function *callee : callees)
      callee->addFnAttr(llvm::Attribute::NoDuplicate);
  }

private:
  llvm::SmallVector<llvm::Function *> callees;
};
} // namespace

/// The number of turns to write out, or none.
static unsigned countTurns(const llvm::Loop &loop, llvm::ScalarEvolution &se) {
  if (!holdsMeeting(loop) || has(loop, "llvm.loop.unroll.disable"))
    return 0;
  unsigned turns = se.getSmallConstantMaxTripCount(&loop);
  unsigned size = 0;
  for (llvm::BasicBlock *block : loop.blocks())
    size += block->sizeWithoutDebug();
  bool isAsked = has(loop, "llvm.loop.unroll.enable") ||
                 has(loop, "llvm.loop.unroll.full") ||
                 has(loop, "llvm.loop.unroll.count");
  bool fits =
      turns <= (isAsked ? mostAskedTurns : mostTurns) &&
      turns * size <= (isAsked ? mostAskedInstructions : mostInstructions);
  return fits ? turns : 0;
}

llvm::PreservedAnalyses
UnrollMeetings::run(llvm::Function &function,
                    llvm::FunctionAnalysisManager &analyses) {
  if (llvm::none_of(llvm::instructions(function), isMeeting))
    return llvm::PreservedAnalyses::all();
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops.empty())
    return llvm::PreservedAnalyses::all();
  auto &se = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  auto &target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  llvm::OptimizationRemarkEmitter remarks(&function);

  AllowCopies allow(function);
  bool isChanged = false;
  // Inner ones first.
  llvm::SmallVector<llvm::Loop *> order = loops.getLoopsInPreorder();
  for (llvm::Loop *loop : llvm::reverse(order)) {
    unsigned turns = countTurns(*loop, se);
    if (!turns)
      continue;
    isChanged = true;
    llvm::simplifyLoop(loop, &dominators, &loops, &se, &assumptions,
                       /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    llvm::formLCSSARecursively(*loop, dominators, &loops, &se);
    llvm::UnrollLoopOptions options = {};
    options.Count = turns;
    options.Force = true;
    options.ForgetAllSCEV = true;
    llvm::UnrollLoop(loop, options, &loops, &se, &dominators, &assumptions,
                     &target, &remarks, /*PreserveLCSSA=*/false);
  }
  return isChanged ? llvm::PreservedAnalyses::none()
                   : llvm::PreservedAnalyses::all();
}
