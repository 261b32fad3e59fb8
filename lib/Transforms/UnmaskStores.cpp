//===- UnmaskStores.cpp - Stores of what is there already -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/BlockMemory.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Analysis/ThreadConflicts.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/KeptStores.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_UNMASKSTORES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

class Unmasker {
public:
  explicit Unmasker(scf::ParallelOp threads)
      : threads(threads), conflicts(threads),
        strides(threads.getInductionVars().back()) {}

  void run() {
    SmallVector<scf::IfOp> branches;
    threads.walk([&](scf::IfOp branch) { branches.push_back(branch); });
    if (branches.empty() || !collectWrites(threads, writes))
      return;
    for (scf::IfOp branch : branches)
      storeAlways(branch, [&](memref::StoreOp store, memref::LoadOp load) {
        return isBlockMemory(store.getMemRef(), threads) && isAlone(load);
      });
  }

private:
  /// Whether no other thread writes to what is loaded, and neighbours' places
  /// are in one vector, or a few.
  bool isAlone(memref::LoadOp load) {
    std::optional<Access> access = getPlainAccess(load);
    if (!access || access->orders)
      return false;
    std::optional<int64_t> stride = strides.of(*access);
    if (!stride || std::abs(*stride) > longestGroup * access->size)
      return false;
    return llvm::none_of(writes, [&](const Access &write) {
      return conflicts.conflict(*access, write);
    });
  }

  scf::ParallelOp threads;
  ThreadConflicts conflicts;
  Strides strides;
  SmallVector<Access> writes;
};

struct UnmaskStores : public heddle::impl::UnmaskStoresBase<UnmaskStores> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (!par::holdsBarrier(threads))
        Unmasker(threads).run();
  }
};

} // namespace
