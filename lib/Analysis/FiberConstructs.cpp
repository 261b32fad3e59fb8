//===- FiberConstructs.cpp - Why a kernel needs fibers --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/FiberConstructs.h"
#include "heddle/Analysis/Arrivals.h"
#include "heddle/Analysis/EarlyLeaves.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Support/RuntimeABI.h"

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace heddle;

StringRef heddle::describe(FiberConstruct construct) {
  switch (construct) {
  case FiberConstruct::ThreadFunction:
    return "calls a device function that depends on the thread and cannot be "
           "inlined";
  case FiberConstruct::OtherFile:
    return "calls a device function of another file";
  case FiberConstruct::ComputedGoto:
    return "has a computed goto";
  case FiberConstruct::NamedBarrier:
    return "has a barrier for a part of a block";
  case FiberConstruct::LaunchKind:
    return "asks how it was launched";
  case FiberConstruct::AddressSpace:
    return "asks at run time whether a pointer points to shared or local "
           "memory";
  case FiberConstruct::SpinningThread:
    return "has a thread that spins until another one goes on";
  case FiberConstruct::WaitingWarp:
    return "has warps that wait for other warps";
  case FiberConstruct::DifferentBarriers:
    return "has threads of a block that wait for each other at different "
           "barriers";
  case FiberConstruct::DifferentWarpSyncs:
    return "has lanes of a warp that wait for each other at different warp "
           "operations";
  case FiberConstruct::EarlyLeave:
    return "has threads that leave a loop or branch with a barrier before "
           "others, and then access memory that these access in it";
  }
  llvm_unreachable("unknown construct");
}

//===----------------------------------------------------------------------===//
// Single operations
//===----------------------------------------------------------------------===//

static bool isStructured(LLVM::LLVMFuncOp function) {
  return llvm::all_of(function.getBody(), [](Block &block) {
    return isa<LLVM::BrOp, LLVM::CondBrOp, LLVM::SwitchOp, LLVM::ReturnOp,
               LLVM::UnreachableOp>(block.getTerminator());
  });
}

static std::optional<FiberConstruct> findInCall(LLVM::CallOp call) {
  auto module = call->getParentOfType<ModuleOp>();
  if (!call.getCallee()) {
    if (module->hasAttr(contextByPointerAttr))
      return FiberConstruct::ThreadFunction;
    return std::nullopt;
  }
  auto callee = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      call, call.getCalleeAttr());
  if (callee && callee->hasAttr(threadContextAttr))
    return FiberConstruct::ThreadFunction;
  if (callee && callee->hasAttr(otherFileAttr))
    return FiberConstruct::OtherFile;
  return std::nullopt;
}

/// Whether the lanes of a warp synchronise in the innermost loop around an
/// operation, before or after the kernel is raised.
static bool isInWarpLoop(Operation *op) {
  auto holdsWarpOp = [](Operation *nested) {
    return isa<par::WarpOp>(nested) ? WalkResult::interrupt()
                                    : WalkResult::advance();
  };
  if (auto loop = op->getParentOfType<scf::WhileOp>())
    return loop->walk(holdsWarpOp).wasInterrupted();
  Region &region = *op->getParentRegion();
  if (region.hasOneBlock())
    return false;
  DominanceInfo dominance;
  CFGLoopInfo loops(dominance.getDomTree(&region));
  CFGLoop *loop = loops.getLoopFor(op->getBlock());
  return loop && llvm::any_of(loop->getBlocks(), [&](Block *block) {
           return block->walk(holdsWarpOp).wasInterrupted();
         });
}

static std::optional<FiberConstruct> findInOperation(Operation *op) {
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return findInCall(call);
  if (isa<par::NamedBarrierOp>(op))
    return FiberConstruct::NamedBarrier;
  if (isa<par::GridValidOp>(op))
    return FiberConstruct::LaunchKind;
  if (isa<par::SpinWaitOp>(op))
    return isInWarpLoop(op) ? FiberConstruct::WaitingWarp
                            : FiberConstruct::SpinningThread;
  return std::nullopt;
}

/// A query of the memory that a pointer points to that is answered by the
/// address alone. Fission has static shared memory and local memory on the same
/// stack. Memory that lives across `grid.sync()` is on the heap.
static std::optional<FiberNeed> findAddressSpace(LLVM::LLVMFuncOp function) {
  Operation *separates = nullptr, *query = nullptr;
  bool hasShared = false, hasGridSync = false;
  function.walk([&](Operation *op) {
    hasGridSync |= isa<par::GridSyncOp>(op);
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
      auto global = SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(
          address, address.getGlobalNameAttr());
      // `extern __shared__` memory, which has no value, is in a range of its
      // own.
      hasShared |= global && global->hasAttr(sharedAttr) &&
                   (global.getInitializerBlock() || global.getValueOrNull());
    }
    auto call = dyn_cast<LLVM::CallOp>(op);
    StringRef callee = call ? call.getCallee().value_or("") : "";
    if (callee == HEDDLE_ABI(__heddle_is_shared).name ||
        callee == HEDDLE_ABI(__heddle_is_local).name)
      separates = op;
    if (separates || callee == HEDDLE_ABI(__heddle_is_global).name)
      query = op;
  });
  if (separates && hasShared)
    return FiberNeed{FiberConstruct::AddressSpace, separates};
  if (query && hasGridSync)
    return FiberNeed{FiberConstruct::AddressSpace, query};
  return std::nullopt;
}

std::optional<FiberNeed> heddle::findFiberConstruct(LLVM::LLVMFuncOp function) {
  if (!isStructured(function))
    return FiberNeed{FiberConstruct::ComputedGoto, function};
  std::optional<FiberNeed> need;
  function.walk([&](Operation *op) {
    std::optional<FiberConstruct> construct = findInOperation(op);
    if (!construct)
      return WalkResult::advance();
    need = {*construct, op};
    return WalkResult::interrupt();
  });
  if (!need)
    need = findAddressSpace(function);
  for (scf::ParallelOp threads :
       par::getMarkedLoops(function, par::blockAttr)) {
    if (need)
      break;
    need = findArrivals(threads);
    if (!need)
      need = findEarlyLeave(threads);
  }
  return need;
}
