//===- UnrollBarrierLoops.cpp - Unrolls short loops with barriers ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollBarrierLoops.h"
#include "LoopUnroller.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace heddle;

/// Without and with `#pragma unroll`. An iteration that only evaluates the exit
/// condition counts.
static constexpr UnrollLimits limits = {5, 600}, requested = {33, 2000};

static bool isConvergentCall(const llvm::Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  return call && call->isConvergent();
}

static bool containsConvergentCall(const llvm::Loop &loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock *block) {
    return llvm::any_of(*block, isConvergentCall);
  });
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

llvm::PreservedAnalyses
UnrollBarrierLoops::run(llvm::Function &function,
                        llvm::FunctionAnalysisManager &analyses) {
  if (llvm::none_of(llvm::instructions(function), isConvergentCall))
    return llvm::PreservedAnalyses::all();
  LoopUnroller unroller(function, analyses);
  AllowCopies allow(function);
  bool isChanged = unroller.run([&](const llvm::Loop &loop) {
    return containsConvergentCall(loop)
               ? unroller.countIterations(loop, limits, requested)
               : 0;
  });
  return isChanged ? llvm::PreservedAnalyses::none()
                   : llvm::PreservedAnalyses::all();
}
