//===- UnmaskPatterns.cpp - Stores of what is there already ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape analysis is asked about as many lanes as a block has threads. So it
// says where each thread of the block loads and stores.
//
//===----------------------------------------------------------------------===//

#include "LanePlaces.h"
#include "heddle/Support/KeptStores.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_UNMASKPATTERNS
#include "heddle/Transforms/Vectorize/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// For one loop over threads between barriers.
class PatternUnmasker {
public:
  PatternUnmasker(par::ForOp threads, int64_t count)
      : threads(threads), shapes({threads, threads.getNumDimensions() - 1,
                                  count, /*isMultiple=*/true}) {}

  void run(ArrayRef<scf::IfOp> branches) {
    threads.walk([&](memref::StoreOp store) { stores.push_back(store); });
    for (scf::IfOp branch : branches)
      storeAlways(branch, [&](memref::StoreOp store, memref::LoadOp load) {
        return isShared(store.getMemRef()) && isAlone(load);
      });
  }

private:
  /// Whether an object is the block's, and is only loaded from and stored to.
  bool isShared(Value object) {
    auto local = object.getDefiningOp<memref::AllocaOp>();
    return local && threads.isDefinedOutsideOfLoop(object) &&
           llvm::all_of(local->getUsers(), [&](Operation *user) {
             std::optional<Place> place = getPlace(user);
             return place && place->object == object;
           });
  }

  /// Whether only the thread itself stores to what it loads.
  bool isAlone(memref::LoadOp load) {
    auto loaded = getPlaces(load, shapes);
    if (!loaded)
      return false;
    llvm::DenseMap<int64_t, int64_t> threadAt;
    for (auto [thread, place] : llvm::enumerate(*loaded))
      if (!threadAt.try_emplace(place, thread).second)
        return false;
    for (memref::StoreOp store : stores) {
      if (store.getMemRef() != load.getMemRef())
        continue;
      auto stored = getPlaces(store, shapes);
      auto distance = getDistance(load, store, shapes);
      if (!stored || !distance)
        return false;
      for (auto [thread, place] : llvm::enumerate(*stored)) {
        auto found = threadAt.find(*distance + place);
        if (found != threadAt.end() && found->second != int64_t(thread))
          return false;
      }
    }
    return true;
  }

  par::ForOp threads;
  Shapes shapes;
  SmallVector<memref::StoreOp> stores;
};

struct UnmaskPatterns
    : public heddle::impl::UnmaskPatternsBase<UnmaskPatterns> {
  void runOnOperation() override {
    SmallVector<par::ForOp> loops;
    getOperation()->walk([&](par::ForOp loop) {
      if (loop.getLevel() == par::Level::Block && loop.getRaceFree())
        loops.push_back(loop);
    });
    for (par::ForOp loop : loops)
      runOnLoop(loop);
  }

  static void runOnLoop(par::ForOp loop) {
    constexpr int64_t mostThreads = 1024;
    std::optional<int64_t> count = getConstantIntValue(loop.getSizes().back());
    bool isRow = llvm::all_of(loop.getSizes().drop_back(), [](Value size) {
      return getConstantIntValue(size) == 1;
    });
    if (!isRow || !count || *count < 1 || *count > mostThreads)
      return;
    // Those around which are others are not looked at.
    SmallVector<scf::IfOp> branches;
    llvm::append_range(branches, loop.getBody()->getOps<scf::IfOp>());
    if (!branches.empty())
      PatternUnmasker(loop, *count).run(branches);
  }
};

} // namespace
