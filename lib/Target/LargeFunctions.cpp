//===- LargeFunctions.cpp - Bounds LLVM's time for large functions --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargeFunctions.h"
#include "heddle/Target/Codegen.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace heddle;

/// In basic blocks. Typical kernels have about two hundred.
static constexpr size_t large = 800;

/// The largest loop header that is duplicated, as in LLVM's own pass.
static constexpr unsigned largestHeader = 16;

/// LLVM's options are global: the settings for one module must not affect the
/// next.
static llvm::SmallVector<llvm::cl::Option *> limited;

static void setOption(llvm::StringRef name, llvm::StringRef value) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto option = options.find(name);
  // Options of the user (`-mllvm`) take precedence.
  if (option == options.end() || option->second->getNumOccurrences() != 0)
    return;
  option->second->addOccurrence(0, name, value);
  limited.push_back(option->second);
}

void heddle::limitSearches(const llvm::Module &module) {
  for (llvm::cl::Option *option : limited)
    option->reset();
  limited.clear();
  if (llvm::none_of(module, [](const llvm::Function &function) {
        return function.size() >= large;
      }))
    return;
  // The number of blocks that GVN searches for the source of a load.
  setOption("memdep-block-number-limit", "50");
  // The number of blocks that the register allocator considers for a part of a
  // live range.
  setOption("grow-region-complexity-budget", "500");
}

llvm::PreservedAnalyses
RotateLargeFunctions::run(llvm::Function &function,
                          llvm::FunctionAnalysisManager &analyses) {
  if (function.size() < large)
    return llvm::PreservedAnalyses::all();
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  auto &target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  llvm::SmallVector<llvm::Loop *> outermost(loops.begin(), loops.end());
  for (llvm::Loop *loop : outermost)
    llvm::simplifyLoop(loop, &dominators, &loops, /*SE=*/nullptr, &assumptions,
                       /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
  for (llvm::Loop *loop : loops)
    llvm::formLCSSARecursively(*loop, dominators, &loops, /*SE=*/nullptr);
  llvm::SimplifyQuery query(function.getDataLayout(), &dominators,
                            &assumptions);
  // Inner loops first.
  llvm::SmallVector<llvm::Loop *, 4> order = loops.getLoopsInPreorder();
  for (llvm::Loop *loop : llvm::reverse(order))
    llvm::LoopRotation(loop, &loops, &target, &assumptions, &dominators,
                       /*SE=*/nullptr, /*MSSAU=*/nullptr, query,
                       /*RotationOnly=*/false, largestHeader,
                       /*IsUtilMode=*/false);
  return llvm::PreservedAnalyses::none();
}
