//===- SpreadArrays.cpp - Interleaves arrays of threads -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneArrays.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {
#define GEN_PASS_DEF_SPREADARRAYS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Whether there is a barrier between accesses of an array.
static bool crossesBarrier(LLVM::AllocaOp local, scf::ParallelOp threads) {
  Operation *first = nullptr, *last = nullptr;
  for (Operation *view : local->getUsers())
    for (Operation *access : view->getUsers()) {
      Operation *top = threads.getBody()->findAncestorOpInBlock(*access);
      if (!first || top->isBeforeInBlock(first))
        first = top;
      if (!last || last->isBeforeInBlock(top))
        last = top;
    }
  if (!first)
    return false;
  for (Operation *op = first; op != last->getNextNode(); op = op->getNextNode())
    if (par::holdsBarrier(op))
      return true;
  return false;
}

/// Whether a loop is small enough to unroll. Loops with atomics are handled by
/// other passes.
static bool isShort(scf::ForOp loop) {
  std::optional<APInt> turns = loop.getStaticTripCount();
  bool isLeft = par::holdsBarrier(loop) || loop->walk([](LLVM::AtomicRMWOp) {
                                                 return WalkResult::interrupt();
                                               })
                                               .wasInterrupted();
  return turns && !isLeft && turns->ule(mostWrittenOut) &&
         turns->getZExtValue() * countOperations(loop) <= mostWrittenOut;
}

/// Whether all threads access the same element at a time.
static bool isInStep(LLVM::AllocaOp local, const Uniformity &uniformity) {
  auto isUniform = [&](Value index) { return uniformity.isUniform(index); };
  for (Operation *view : local->getUsers())
    for (Operation *access : view->getUsers()) {
      auto load = dyn_cast<memref::LoadOp>(access);
      auto store = dyn_cast<memref::StoreOp>(access);
      if (!(load && llvm::all_of(load.getIndices(), isUniform)) &&
          !(store && llvm::all_of(store.getIndices(), isUniform)))
        return false;
    }
  return true;
}

namespace {
struct SpreadArrays : public heddle::impl::SpreadArraysBase<SpreadArrays> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      auto isConstant = [](Value size) {
        return getConstantIntValue(size).has_value();
      };
      auto locals = llvm::to_vector(threads.getOps<LLVM::AllocaOp>());
      if (locals.empty() || !par::holdsBarrier(threads) ||
          !llvm::all_of(threads.getUpperBound(), isConstant))
        continue;
      Uniformity uniformity(threads);
      LaneArrays arrays;
      llvm::SmallSetVector<Operation *, 4> loops;
      for (LLVM::AllocaOp local : locals) {
        if (!crossesBarrier(local, threads) || !isInStep(local, uniformity) ||
            !arrays.add(local, threads))
          continue;
        for (Operation *view : local->getUsers())
          for (Operation *access : view->getUsers())
            loops.insert(access->getParentOp());
      }
      arrays.spread(threads);
      for (Operation *op : loops)
        if (auto loop = dyn_cast<scf::ForOp>(op); loop && isShort(loop))
          (void)loopUnrollFull(loop);
    }
  }
};
} // namespace
