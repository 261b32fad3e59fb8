//===- OrderInterleaved.cpp - Interleave groups keep their order ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderInterleaved.h"
#include "PreservedControlFlow.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

namespace {

/// A load or store of a loop, in the order of an iteration.
struct Access {
  llvm::Instruction *inst;
  /// Its address, and the distance to that of the next iteration in bytes; 0 if
  /// it is unknown or consecutive.
  const llvm::SCEV *address;
  int64_t stride;
  int64_t size;

  bool isStore() const { return llvm::isa<llvm::StoreInst>(inst); }
};

class Order {
public:
  Order(llvm::Loop &loop, llvm::LoopInfo &loops, llvm::ScalarEvolution &scev,
        llvm::AAResults &aliases)
      : scev(scev), counters(scev, loop), aliases(aliases) {
    llvm::LoopBlocksRPO order(&loop);
    order.perform(&loops);
    for (llvm::BasicBlock *block : order)
      for (llvm::Instruction &inst : *block)
        if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(inst))
          remember(inst);
  }

  /// Whether forming interleave groups may change what is read or written.
  bool matters() {
    for (size_t i = 0; i < accesses.size(); ++i) {
      if (accesses[i].stride == 0)
        continue;
      for (size_t j = i + 1; j < accesses.size(); ++j)
        if (areMembers(accesses[i], accesses[j]) && passesBy(i, j))
          return true;
    }
    return false;
  }

private:
  void remember(llvm::Instruction &inst) {
    // As the vectoriser will see it, which checks before the loop that counters
    // do not wrap.
    auto *pointer = const_cast<llvm::Value *>(llvm::getPointerOperand(&inst));
    const llvm::SCEVAddRecExpr *counter = counters.getAsAddRec(pointer);
    const llvm::SCEV *address = counter ? counter : counters.getSCEV(pointer);
    int64_t size = scev.getDataLayout()
                       .getTypeStoreSize(llvm::getLoadStoreType(&inst))
                       .getFixedValue();
    int64_t stride = 0;
    if (counter)
      if (auto *step = llvm::dyn_cast<llvm::SCEVConstant>(
              counter->getStepRecurrence(scev)))
        if (step->getAPInt().getSignificantBits() <= 63)
          stride = step->getAPInt().getSExtValue();
    if (std::abs(stride) == size)
      stride = 0;
    accesses.push_back({&inst, address, stride, size});
  }

  std::optional<int64_t> distance(const Access &a, const Access &b) {
    if (a.inst->getOperand(a.isStore())->getType() !=
        b.inst->getOperand(b.isStore())->getType())
      return std::nullopt;
    auto difference = scev.computeConstantDifference(b.address, a.address);
    if (!difference || difference->getSignificantBits() > 63)
      return std::nullopt;
    return difference->getSExtValue();
  }

  /// Whether LLVM may combine the two accesses.
  bool areMembers(const Access &a, const Access &b) {
    if (a.isStore() != b.isStore() || a.stride != b.stride)
      return false;
    auto apart = distance(a, b);
    return apart && std::abs(*apart) < std::abs(a.stride);
  }

  bool overlap(const Access &a, const Access &b) {
    if (auto apart = distance(a, b))
      return *apart < a.size && -*apart < b.size;
    return !aliases.isNoAlias(llvm::MemoryLocation::get(a.inst),
                              llvm::MemoryLocation::get(b.inst));
  }

  /// Loads move up to the first of the group, stores down to the last.
  bool passesBy(size_t first, size_t last) {
    bool stores = accesses[first].isStore();
    const Access &moved = accesses[stores ? first : last];
    for (size_t k = first + 1; k < last; ++k)
      if ((stores || accesses[k].isStore()) && overlap(moved, accesses[k]))
        return true;
    return false;
  }

  llvm::ScalarEvolution &scev;
  llvm::PredicatedScalarEvolution counters;
  llvm::AAResults &aliases;
  llvm::SmallVector<Access> accesses;
};

} // namespace

llvm::PreservedAnalyses
OrderInterleaved::run(llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->isAnnotatedParallel())
      continue;
    auto &scev = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto &aliases = analyses.getResult<llvm::AAManager>(function);
    if (!Order(*loop, loops, scev, aliases).matters())
      continue;
    loop->setLoopID(llvm::makePostTransformationMetadata(
        function.getContext(), loop->getLoopID(),
        {"llvm.loop.parallel_accesses"}, {}));
    changed = true;
  }
  return preserveControlFlow(changed);
}
