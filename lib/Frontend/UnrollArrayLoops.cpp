//===- UnrollArrayLoops.cpp - Unrolls loops over private arrays -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollArrayLoops.h"
#include "LoopUnroller.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace heddle;

/// Without and with `#pragma unroll`.
static constexpr UnrollLimits limits = {33, 800}, requested = {65, 2000};

namespace {
class ArrayLoops {
public:
  explicit ArrayLoops(LoopUnroller &unroller) : unroller(unroller) {}

  /// Notes the loops that index an array, if unrolling these is enough.
  void add(llvm::AllocaInst &array) {
    llvm::SmallPtrSet<const llvm::Loop *, 4> indexing;
    if (!array.isStaticAlloca() || !visitUsers(array, indexing))
      return;
    for (const llvm::Loop *loop : indexing)
      if (!count(*loop))
        return;
    counting.insert(indexing.begin(), indexing.end());
  }

  unsigned count(const llvm::Loop &loop) const {
    return unroller.countIterations(loop, limits, requested);
  }

  bool contains(const llvm::Loop &loop) const {
    return counting.contains(&loop);
  }

private:
  using Loops = llvm::SmallPtrSetImpl<const llvm::Loop *>;

  /// Whether there are only accesses at places that are constant when the loops
  /// are unrolled.
  bool visitUsers(llvm::Value &pointer, Loops &indexing) {
    return llvm::all_of(pointer.uses(), [&](llvm::Use &use) {
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
        return llvm::all_of(gep->indices(),
                            [&](llvm::Value *index) {
                              return visit(index, indexing);
                            }) &&
               visitUsers(*gep, indexing);
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
        return !store->isVolatile() &&
               use.getOperandNo() == store->getPointerOperandIndex();
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(user))
        return !load->isVolatile();
      if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(user))
        return !memory->isVolatile() &&
               llvm::isa<llvm::ConstantInt>(memory->getLength());
      auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      return intrinsic && (intrinsic->isLifetimeStartOrEnd() ||
                           llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic));
    });
  }

  /// An index: a constant, or the counters of loops and constants.
  bool visit(llvm::Value *index, Loops &indexing) {
    if (llvm::isa<llvm::ConstantInt>(index))
      return true;
    llvm::ScalarEvolution &se = unroller.evolution();
    if (!se.isSCEVable(index->getType()))
      return false;
    return !llvm::SCEVExprContains(
        se.getSCEV(index), [&](const llvm::SCEV *part) {
          if (auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part))
            indexing.insert(counter->getLoop());
          return llvm::isa<llvm::SCEVUnknown, llvm::SCEVCouldNotCompute>(part);
        });
  }

  LoopUnroller &unroller;
  llvm::SmallPtrSet<const llvm::Loop *, 8> counting;
};
} // namespace

/// Whether threads may meet in a call. Functions of the standard library are
/// convergent as all device functions are, but wait for nobody.
static bool maySynchronise(const llvm::CallBase &call,
                           const llvm::TargetLibraryInfo &library) {
  llvm::LibFunc known;
  const llvm::Function *callee = call.getCalledFunction();
  return call.isConvergent() && !call.doesNotAccessMemory() &&
         !(callee && library.getLibFunc(*callee, known));
}

llvm::PreservedAnalyses
UnrollArrayLoops::run(llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses) {
  auto &library = analyses.getResult<llvm::TargetLibraryAnalysis>(function);
  llvm::SmallVector<llvm::AllocaInst *> arrays;
  for (llvm::Instruction &inst : llvm::instructions(function)) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
        call && maySynchronise(*call, library))
      return llvm::PreservedAnalyses::all();
    if (auto *array = llvm::dyn_cast<llvm::AllocaInst>(&inst))
      arrays.push_back(array);
  }
  if (arrays.empty())
    return llvm::PreservedAnalyses::all();
  LoopUnroller unroller(function, analyses);
  if (unroller.loops().empty())
    return llvm::PreservedAnalyses::all();
  ArrayLoops loops(unroller);
  for (llvm::AllocaInst *array : arrays)
    loops.add(*array);
  bool isChanged = unroller.run([&](const llvm::Loop &loop) {
    return loops.contains(loop) ? loops.count(loop) : 0;
  });
  return isChanged ? llvm::PreservedAnalyses::none()
                   : llvm::PreservedAnalyses::all();
}
