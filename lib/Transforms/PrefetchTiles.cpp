//===- PrefetchTiles.cpp - The next tile while this one is used -----------===//
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

namespace heddle {
#define GEN_PASS_DEF_PREFETCHTILES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

class Prefetcher {
public:
  Prefetcher(scf::ForOp loop, scf::ParallelOp threads)
      : loop(loop), threads(threads), addresses(loop),
        turns(loop.getInductionVar()),
        layers(threads.getInductionVars().front()),
        lanes(threads.getInductionVars().back()) {}

  void run() {
    SmallVector<memref::LoadOp> loads;
    threads.walk([&](memref::LoadOp load) {
      if (isShared(load))
        loads.push_back(load);
    });
    for (memref::LoadOp load : loads)
      fetch(load);
  }

private:
  /// Whether all layers of threads load the same, each row of threads
  /// neighbours, and in the next turn other ones.
  bool isShared(memref::LoadOp load) {
    std::optional<Access> access = getPlainAccess(load);
    if (!access || !access->base || !access->exact || access->orders ||
        isLocalObject(access->base) || layers.of(*access) != 0 ||
        lanes.of(*access) != access->size || turns.of(*access) == 0)
      return false;
    SmallVector<Value> given(threads.getInductionVars());
    given.push_back(loop.getInductionVar());
    unsigned budget = 32;
    return addresses.isPlain(load.getMemRef(), given, budget) &&
           llvm::all_of(load.getIndices(), [&](Value index) {
             return addresses.isPlain(index, given, budget);
           });
  }

  void fetch(memref::LoadOp load) {
    OpBuilder builder(threads->getContext());
    builder.setInsertionPointAfter(threads);
    Location loc = load.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    IRMapping mapping;
    mapping.map(loop.getInductionVar(),
                arith::AddIOp::create(builder, loc, loop.getInductionVar(),
                                      loop.getStep()));
    unsigned last = threads.getNumLoops() - 1;
    int64_t bytes = getPlainAccess(load)->size;
    mapping.map(threads.getInductionVars()[0], constant(0));
    for (unsigned dim = 1; dim <= last; ++dim) {
      Value step =
          constant(dim == last ? std::max<int64_t>(lineBytes / bytes, 1) : 1);
      auto rows = scf::ForOp::create(builder, loc, constant(0),
                                     threads.getUpperBound()[dim], step);
      builder.setInsertionPointToStart(rows.getBody());
      mapping.map(threads.getInductionVars()[dim], rows.getInductionVar());
    }
    Value memory = addresses.copy(load.getMemRef(), builder, mapping);
    SmallVector<Value> indices;
    for (Value index : load.getIndices())
      indices.push_back(addresses.copy(index, builder, mapping));
    // To the second level: rows far apart may be in each other's way in the
    // first.
    memref::PrefetchOp::create(builder, loc, memory, indices,
                               /*isWrite=*/false, /*localityHint=*/2,
                               /*isDataCache=*/true);
  }

  scf::ForOp loop;
  scf::ParallelOp threads;
  AddressCopy addresses;
  Strides turns, layers, lanes;
};

struct PrefetchTiles : public heddle::impl::PrefetchTilesBase<PrefetchTiles> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      auto loop = threads->getParentOfType<scf::ForOp>();
      scf::ParallelOp grid = par::getGridLoop(threads);
      if (loop && grid && grid->isProperAncestor(loop) &&
          !par::getThreadLoop(threads) && isJoined(threads))
        Prefetcher(loop, threads).run();
    }
  }

private:
  /// Layers of threads are blocks that have been joined, and take their time;
  /// one of them may load for all.
  static bool isJoined(scf::ParallelOp threads) {
    return threads->hasAttr(par::joinedAttr) && threads.getNumLoops() == 3;
  }
};

} // namespace
