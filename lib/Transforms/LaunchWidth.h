//===- LaunchWidth.h - Versions by the number of cores ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_LAUNCHWIDTH_H
#define HEDDLE_LIB_TRANSFORMS_LAUNCHWIDTH_H

#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/RuntimeABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {

/// The number of cores that the runtime would use for a launch.
inline mlir::Value countCores(mlir::OpBuilder &builder,
                              mlir::scf::ParallelOp grid) {
  mlir::Location loc = grid.getLoc();
  mlir::Value count =
      abi::call(builder, loc, grid->getParentOfType<mlir::ModuleOp>(),
                HEDDLE_ABI(__heddle_launch_width), {})
          .getResult();
  return mlir::arith::IndexCastUIOp::create(builder, loc,
                                            builder.getIndexType(), count);
}

/// The number of blocks of a launch.
inline mlir::Value countBlocks(mlir::OpBuilder &builder,
                               mlir::scf::ParallelOp grid) {
  mlir::Value blocks = grid.getUpperBound()[0];
  for (mlir::Value more : grid.getUpperBound().drop_front())
    blocks = mlir::arith::MulIOp::create(builder, grid.getLoc(), blocks, more);
  return blocks;
}

/// Inserts a copy of the loops before them, for launches for which the
/// condition holds.
inline mlir::scf::ParallelOp copyNest(mlir::OpBuilder &builder,
                                      mlir::scf::ParallelOp grid,
                                      mlir::Value condition,
                                      mlir::IRMapping &mapping) {
  auto branch = mlir::scf::IfOp::create(builder, grid.getLoc(), condition,
                                        /*withElse=*/true);
  mlir::Operation *copy =
      branch.getThenBodyBuilder().clone(*grid.getOperation(), mapping);
  grid->moveBefore(branch.elseBlock()->getTerminator());
  return llvm::cast<mlir::scf::ParallelOp>(copy);
}

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LAUNCHWIDTH_H
