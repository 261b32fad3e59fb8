//===- PlainBlocks.h - Blocks that are no more than threads -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_PLAINBLOCKS_H
#define HEDDLE_LIB_TRANSFORMS_PLAINBLOCKS_H

#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Whether blocks have no memory that is theirs, and their threads never meet:
/// then it does not matter which threads are a block.
inline bool areSetsOfThreads(mlir::scf::ParallelOp grid,
                             mlir::scf::ParallelOp threads) {
  for (mlir::Operation &op : grid.getBody()->without_terminator())
    if (&op != threads && !isMemoryEffectFree(&op) &&
        !mlir::hasSingleEffect<mlir::MemoryEffects::Read>(&op))
      return false;
  return !grid.getBody()
              ->walk([](mlir::Operation *op) {
                bool isPart = llvm::isa<par::ParDialect>(op->getDialect()) &&
                              !llvm::isa<par::ViewOp, par::PointerOp>(op);
                return isPart || llvm::isa<mlir::memref::AllocaOp>(op)
                           ? mlir::WalkResult::interrupt()
                           : mlir::WalkResult::advance();
              })
              .wasInterrupted();
}

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_PLAINBLOCKS_H
