//===- PrefetchRuns.cpp - What threads far behind go through --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefetching.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {
#define GEN_PASS_DEF_PREFETCHRUNS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// How far ahead, and how much for each thread. Longer runs are what processors
/// see coming by themselves.
constexpr int64_t aheadBytes = 2048, runBytes = 128;

/// Arrays that a loop goes through.
constexpr unsigned mostArrays = 4;

/// The load of a bound that is one element of an array.
memref::LoadOp getLoad(Value bound) {
  while (Operation *op = bound.getDefiningOp()) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return load.getIndices().size() == 1 ? load : nullptr;
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp>(op))
      break;
    bound = op->getOperand(0);
  }
  return nullptr;
}

/// Whether the next thread begins where this one ends: both bounds are elements
/// of one array, side by side.
bool areRuns(scf::ForOp loop, scf::ParallelOp threads) {
  memref::LoadOp begin = getLoad(loop.getLowerBound()),
                 end = getLoad(loop.getUpperBound());
  if (!begin || !end || begin.getMemRef() != end.getMemRef() ||
      getConstantIntValue(loop.getStep()) != 1)
    return false;
  auto [root, first] = getRoot(begin.getIndices()[0]);
  return getRoot(end.getIndices()[0]) == std::pair(root, first + 1) &&
         Strides(threads.getInductionVars().back()).of(root) == 1;
}

/// Whether all that decides that a thread comes here is its number.
bool isForMost(scf::ForOp loop, scf::ParallelOp threads) {
  Strides strides(threads.getInductionVars().back());
  for (Operation *up = loop->getParentOp(); up != threads;
       up = up->getParentOp()) {
    auto branch = dyn_cast<scf::IfOp>(up);
    Operation *condition =
        branch ? branch.getCondition().getDefiningOp() : nullptr;
    if (!condition || !llvm::all_of(condition->getOperands(), [&](Value value) {
          return strides.of(value).has_value();
        }))
      return false;
  }
  return true;
}

void fetch(scf::ForOp loop, memref::LoadOp load, int64_t size) {
  OpBuilder builder(loop);
  Location loc = load.getLoc();
  AddressCopy addresses(loop);
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), loop.getLowerBound());
  Value memory = addresses.copy(load.getMemRef(), builder, mapping);
  Value first = addresses.copy(load.getIndices()[0], builder, mapping);
  for (int64_t bytes = 0; bytes < runBytes; bytes += lineBytes) {
    Value distance = arith::ConstantIndexOp::create(
        builder, loc, (aheadBytes + bytes) / size);
    Value place = arith::AddIOp::create(builder, loc, first, distance);
    memref::PrefetchOp::create(builder, loc, memory, place, /*isWrite=*/false,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

void visit(scf::ForOp loop, scf::ParallelOp threads) {
  if (!areRuns(loop, threads) || !isForMost(loop, threads))
    return;
  Strides turns(loop.getInductionVar());
  AddressCopy addresses(loop);
  llvm::MapVector<Value, memref::LoadOp> loads;
  for (auto load : loop.getBody()->getOps<memref::LoadOp>()) {
    std::optional<Access> access = getPlainAccess(load);
    unsigned budget = 16;
    if (access && access->base && !isLocalObject(access->base) &&
        turns.of(*access) == access->size && load.getIndices().size() == 1 &&
        lineBytes % access->size == 0 &&
        addresses.isPlain(load.getMemRef(), loop.getInductionVar(), budget) &&
        addresses.isPlain(load.getIndices()[0], loop.getInductionVar(), budget))
      loads.try_emplace(access->base, load);
  }
  if (loads.size() <= mostArrays)
    for (auto [base, load] : loads)
      fetch(loop, load, getPlainAccess(load)->size);
}

struct PrefetchRuns : public heddle::impl::PrefetchRunsBase<PrefetchRuns> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      scf::ParallelOp grid = par::getGridLoop(loop),
                      threads = par::getThreadLoop(loop);
      if (grid && threads && !grid->hasAttr(par::fallbackAttr))
        visit(loop, threads);
    });
  }
};

} // namespace
