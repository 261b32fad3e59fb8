//===- SharedLoops.h - Loops that a block's threads share out ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (i = start + thread; i < end; i += threads)`, where `thread` is the
// thread's number in its block and `threads` is how many there are: together,
// the threads come to every place from `start` to `end` once.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_SHAREDLOOPS_H
#define HEDDLE_LIB_TRANSFORMS_SHAREDLOOPS_H

#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

using par::sharedOutAttr;

/// Values that add up to the place where a loop starts that the threads of a
/// block share out; none if it is not such a loop.
std::optional<llvm::SmallVector<mlir::Value>>
matchSharedLoop(mlir::scf::ForOp loop, mlir::scf::ParallelOp threads,
                llvm::function_ref<bool(mlir::Value)> isUniform);

/// All iterations of all threads as one parallel loop, at the builder. What the
/// loop's body and bounds use has to be there.
mlir::scf::ParallelOp createMergedLoop(mlir::OpBuilder &builder,
                                       mlir::scf::ForOp loop,
                                       llvm::ArrayRef<mlir::Value> start);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_SHAREDLOOPS_H
