//===- LoopUnroller.cpp - Unrolls whole loops of LLVM IR ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopUnroller.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace heddle;

LoopUnroller::LoopUnroller(llvm::Function &function,
                           llvm::FunctionAnalysisManager &analyses)
    : function(function), analyses(analyses),
      loopInfo(analyses.getResult<llvm::LoopAnalysis>(function)),
      se(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)) {}

static bool has(const llvm::Loop &loop, llvm::StringRef name) {
  return llvm::findOptionMDForLoop(&loop, name) != nullptr;
}

unsigned LoopUnroller::countIterations(const llvm::Loop &loop,
                                       UnrollLimits limits,
                                       UnrollLimits requested) const {
  if (has(loop, "llvm.loop.unroll.disable"))
    return 0;
  unsigned count = se.getSmallConstantMaxTripCount(&loop);
  unsigned size = 0;
  for (llvm::BasicBlock *block : loop.blocks())
    size += block->sizeWithoutDebug();
  if (has(loop, "llvm.loop.unroll.enable") ||
      has(loop, "llvm.loop.unroll.full") || has(loop, "llvm.loop.unroll.count"))
    limits = requested;
  return count <= limits.iterations && count * size <= limits.instructions
             ? count
             : 0;
}

bool LoopUnroller::run(llvm::function_ref<unsigned(const llvm::Loop &)> count) {
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  auto &target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  llvm::OptimizationRemarkEmitter remarks(&function);
  bool isChanged = false;
  llvm::SmallVector<llvm::Loop *> order = loopInfo.getLoopsInPreorder();
  for (llvm::Loop *loop : llvm::reverse(order)) {
    unsigned iterations = count(*loop);
    if (!iterations)
      continue;
    isChanged = true;
    llvm::simplifyLoop(loop, &dominators, &loopInfo, &se, &assumptions,
                       /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
    llvm::formLCSSARecursively(*loop, dominators, &loopInfo, &se);
    llvm::UnrollLoopOptions options = {};
    options.Count = iterations;
    options.Force = true;
    options.ForgetAllSCEV = true;
    llvm::UnrollLoop(loop, options, &loopInfo, &se, &dominators, &assumptions,
                     &target, &remarks, /*PreserveLCSSA=*/false);
  }
  return isChanged;
}
