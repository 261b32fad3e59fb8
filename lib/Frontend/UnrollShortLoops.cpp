//===- UnrollShortLoops.cpp - Unrolls short loops -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollShortLoops.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace heddle;

/// Limits on iterations and on instructions after unrolling, without and with
/// `#pragma unroll`. An iteration that only evaluates the exit condition
/// counts.
static constexpr unsigned maxIterations = 5, maxInstructions = 600;
static constexpr unsigned maxRequestedIterations = 33,
                          maxRequestedInstructions = 2000;

static bool isConvergentCall(const llvm::Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  return call && call->isConvergent();
}

static bool containsConvergentCall(const llvm::Loop &loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock *block) {
    return llvm::any_of(*block, isConvergentCall);
  });
}

static bool has(const llvm::Loop &loop, llvm::StringRef name) {
  return llvm::findOptionMDForLoop(&loop, name) != nullptr;
}

/// Whether each iteration accesses another element of a thread's own array,
/// outside of inner loops.
static bool indexesOwnArray(const llvm::Loop &loop, const llvm::LoopInfo &loops,
                            llvm::ScalarEvolution &se) {
  for (llvm::BasicBlock *block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop)
      continue;
    for (llvm::Instruction &inst : *block) {
      llvm::Value *pointer = llvm::getLoadStorePointerOperand(&inst);
      if (pointer &&
          llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)) &&
          !se.isLoopInvariant(se.getSCEV(pointer), &loop))
        return true;
    }
  }
  return false;
}

namespace {
/// Allows copies of calls to barriers and other `noduplicate` functions during
/// its lifetime.
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

/// Whether threads may meet in a function.
static bool synchronises(llvm::Function &function) {
  return llvm::any_of(
      llvm::instructions(function), [](const llvm::Instruction &inst) {
        return isConvergentCall(inst) && inst.mayReadOrWriteMemory();
      });
}

static bool isRequested(const llvm::Loop &loop) {
  return has(loop, "llvm.loop.unroll.enable") ||
         has(loop, "llvm.loop.unroll.full") ||
         has(loop, "llvm.loop.unroll.count");
}

/// Whether the elements of a thread's arrays are better in registers. Over
/// barriers, each one is kept for itself, and the array may be better, unless
/// the program asks for it.
static bool wantsElements(llvm::Function &function, llvm::LoopInfo &loops,
                          llvm::ScalarEvolution &se) {
  return !synchronises(function) ||
         llvm::any_of(loops.getLoopsInPreorder(), [&](llvm::Loop *loop) {
           return isRequested(*loop) && indexesOwnArray(*loop, loops, se);
         });
}

/// The number of iterations to unroll, or 0.
static unsigned countIterations(const llvm::Loop &loop,
                                const llvm::LoopInfo &loops,
                                llvm::ScalarEvolution &se, bool wantsElements) {
  if (has(loop, "llvm.loop.unroll.disable") ||
      !(containsConvergentCall(loop) ||
        (wantsElements && indexesOwnArray(loop, loops, se))))
    return 0;
  unsigned count = se.getSmallConstantMaxTripCount(&loop);
  unsigned size = 0;
  for (llvm::BasicBlock *block : loop.blocks())
    size += block->sizeWithoutDebug();
  bool isMore = isRequested(loop);
  bool fits =
      count <= (isMore ? maxRequestedIterations : maxIterations) &&
      count * size <= (isMore ? maxRequestedInstructions : maxInstructions);
  return fits ? count : 0;
}

llvm::PreservedAnalyses
UnrollShortLoops::run(llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops.empty())
    return llvm::PreservedAnalyses::all();
  auto &se = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  if (!ofElements)
    ofElements = wantsElements(function, loops, se);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  auto &target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  llvm::OptimizationRemarkEmitter remarks(&function);

  AllowCopies allow(function);
  bool isChanged = false;
  // Inner loops first.
  llvm::SmallVector<llvm::Loop *> order = loops.getLoopsInPreorder();
  for (llvm::Loop *loop : llvm::reverse(order)) {
    unsigned count = countIterations(*loop, loops, se, *ofElements);
    if (!count)
      continue;
    isChanged = true;
    llvm::simplifyLoop(loop, &dominators, &loops, &se, &assumptions,
                       /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    llvm::formLCSSARecursively(*loop, dominators, &loops, &se);
    llvm::UnrollLoopOptions options = {};
    options.Count = count;
    options.Force = true;
    options.ForgetAllSCEV = true;
    llvm::UnrollLoop(loop, options, &loops, &se, &dominators, &assumptions,
                     &target, &remarks, /*PreserveLCSSA=*/false);
  }
  return isChanged ? llvm::PreservedAnalyses::none()
                   : llvm::PreservedAnalyses::all();
}
