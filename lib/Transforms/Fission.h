//===- Fission.h - The steps of fission -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Terms. The *spine* of a thread loop is its body and the bodies of the control
// flow in it that contains a barrier. A *piece* is a sequence of operations of
// a spine block between two barriers, or operations that contain one: it
// becomes one thread loop. An operation is at *block level* if it will be
// outside of all thread loops, and so runs once per block.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_FISSION_H
#define HEDDLE_LIB_TRANSFORMS_FISSION_H

#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::fission {

using par::blockLevelAttr;
using par::repeatableAttr;

/// Memory with one element per thread, for values of one type.
struct Buffer {
  mlir::Value memory;
  mlir::Type type;
  explicit operator bool() const { return bool(memory); }
};
Buffer createBuffer(mlir::scf::ParallelOp threads, mlir::Type type,
                    uint64_t alignment = 1);

/// The thread's own element: its value, and its address.
mlir::Value loadOwn(mlir::OpBuilder &builder, mlir::Location loc, Buffer buffer,
                    mlir::scf::ParallelOp threads, bool repeatable = false);
void storeOwn(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
              Buffer buffer, mlir::scf::ParallelOp threads);
mlir::Value addressOfOwn(mlir::OpBuilder &builder, mlir::Location loc,
                         Buffer buffer, mlir::scf::ParallelOp threads);

/// The element of the loop's first thread, read at block level. That thread
/// need not be thread 0: a loop over threads may have been narrowed.
mlir::Value loadFirst(mlir::OpBuilder &builder, mlir::Location loc,
                      Buffer buffer, mlir::scf::ParallelOp threads);

/// Whether distribution ends the piece before this operation of a spine block.
bool endsPiece(mlir::Operation *op);

/// Replaces a counted loop by one that tests its condition in each iteration.
mlir::scf::WhileOp whileFromFor(mlir::scf::ForOp op);

/// Makes all control flow around barriers uniform (`mask-barriers`).
mlir::LogicalResult maskBarriers(mlir::scf::ParallelOp threads);

/// Splits a loop at its barriers, once all control flow around them is uniform
/// (`fission`): the following steps, in order.
mlir::LogicalResult split(mlir::scf::ParallelOp threads);

/// Passes results and loop-carried values of control flow that contains a
/// barrier through buffers, so that it has neither.
void demoteCarriedValues(mlir::scf::ParallelOp threads);

/// Computes conditions and bounds of control flow that contains a barrier at
/// block level.
void raiseControlToBlockLevel(mlir::scf::ParallelOp threads);

/// Hoists plain loads from a uniform address at the start of a piece to block
/// level.
void raiseUniformLoads(mlir::scf::ParallelOp threads);

/// Expands operations by which threads exchange values (`par.any`, `par.count`,
/// `par.warp`) to buffers, barriers and plain code.
void expandCollectives(mlir::scf::ParallelOp threads);

/// Selects the values to pass through buffers so that a piece can compute
/// everything that it uses from other pieces: the cheapest choice for all of
/// them together, by a minimum cut of the data flow. Values that are available
/// everywhere are free; values that are already stored for another piece cost
/// less.
llvm::DenseSet<mlir::Value>
chooseKept(mlir::Operation *root, llvm::ArrayRef<mlir::Value> wanted,
           llvm::function_ref<bool(mlir::Value)> isEverywhere,
           llvm::function_ref<bool(mlir::Value)> isStored);

/// Ensures that no value computed in one piece is used in another: it is
/// recomputed there or passed through a buffer.
mlir::LogicalResult separatePieces(mlir::scf::ParallelOp threads);

/// Makes each piece a thread loop and removes the barriers.
void distribute(mlir::scf::ParallelOp threads);

} // namespace heddle::fission

#endif // HEDDLE_LIB_TRANSFORMS_FISSION_H
