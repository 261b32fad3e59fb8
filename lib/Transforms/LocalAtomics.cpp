//===- LocalAtomics.cpp - Atomics on block-private memory -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

namespace heddle {
#define GEN_PASS_DEF_LOCALATOMICS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Whether only the threads of one block can observe the change.
static bool isLocal(Operation *op, scf::ParallelOp grid) {
  SmallVector<Access> accesses;
  collectAccesses(op, nullptr, accesses);
  if (accesses.size() != 1 || !accesses[0].base)
    return false;
  Operation *object = accesses[0].base.getDefiningOp();
  return object && grid->isProperAncestor(object) &&
         isLocalObject(accesses[0].base);
}

namespace {
struct LocalAtomics : public heddle::impl::LocalAtomicsBase<LocalAtomics> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      grid.walk([&](Operation *op) {
        if (auto update = dyn_cast<LLVM::AtomicRMWOp>(op)) {
          if (!update.getVolatile_() && isLocal(op, grid))
            update.setSyncscope("singlethread");
        } else if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(op)) {
          if (!exchange.getVolatile_() && isLocal(op, grid))
            exchange.setSyncscope("singlethread");
        }
      });
  }
};
} // namespace
