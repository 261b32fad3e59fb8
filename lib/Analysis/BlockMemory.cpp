//===- BlockMemory.cpp - Memory that is private to a block ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/BlockMemory.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace heddle;

bool heddle::isBlockMemory(Value memory, scf::ParallelOp threads) {
  auto local = memory.getDefiningOp<memref::AllocaOp>();
  scf::ParallelOp grid = par::getGridLoop(threads);
  return local && grid && grid->isProperAncestor(local) &&
         !threads->isProperAncestor(local);
}

bool heddle::collectWrites(scf::ParallelOp threads,
                           SmallVectorImpl<Access> &writes) {
  WalkResult result = threads.walk([&](Operation *op) {
    if (op == threads || isa<scf::IfOp>(op) || isMemoryEffectFree(op))
      return WalkResult::advance();
    std::optional<Access> access = getPlainAccess(op);
    if (!access || access->orders || op->getNumRegions())
      return WalkResult::interrupt();
    if (access->writes)
      writes.push_back(*access);
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}
