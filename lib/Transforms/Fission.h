//===- Fission.h - The steps of fission -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words used here. The *spine* of a thread loop is its body and the bodies of
// the control flow in it that holds a barrier. A *piece* is a run of operations
// of a spine block between two barriers, or operations that hold one: what will
// be one thread loop. An operation is at *block level* if it will stand outside
// all thread loops, and so runs once for the block.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_FISSION_H
#define HEDDLE_LIB_TRANSFORMS_FISSION_H

#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::fission {

using par::blockLevelAttr;
using par::repeatableAttr;

/// Memory with one place for each thread, for values of one type.
struct Buffer {
  mlir::Value memory;
  mlir::Type type;
  explicit operator bool() const { return bool(memory); }
};
Buffer createBuffer(mlir::scf::ParallelOp threads, mlir::Type type,
                    uint64_t alignment = 1);

/// The thread's own place: its value there, and its address.
mlir::Value loadOwn(mlir::OpBuilder &builder, mlir::Location loc, Buffer buffer,
                    mlir::scf::ParallelOp threads, bool repeatable = false);
void storeOwn(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
              Buffer buffer, mlir::scf::ParallelOp threads);
mlir::Value addressOfOwn(mlir::OpBuilder &builder, mlir::Location loc,
                         Buffer buffer, mlir::scf::ParallelOp threads);

/// What the loop's first thread has there, read at block level. That thread
/// need not be thread 0: a loop over threads may have been narrowed.
mlir::Value loadFirst(mlir::OpBuilder &builder, mlir::Location loc,
                      Buffer buffer, mlir::scf::ParallelOp threads);

/// Whether distribution ends the piece before this operation of a spine block.
bool endsPiece(mlir::Operation *op);

/// A loop that asks in each iteration whether it goes on, in place of one that
/// counts.
mlir::scf::WhileOp whileFromFor(mlir::scf::ForOp op);

/// Makes all control flow around barriers uniform (`mask-barriers`).
mlir::LogicalResult maskBarriers(mlir::scf::ParallelOp threads);

/// Splits a loop at its barriers, once all control flow around them is uniform
/// (`fission`): the following steps, in order.
mlir::LogicalResult split(mlir::scf::ParallelOp threads);

/// Results and loop-carried values of control flow that holds a barrier go
/// through buffers, so that it has neither.
void demoteCarriedValues(mlir::scf::ParallelOp threads);

/// Conditions and bounds of control flow that holds a barrier are computed at
/// block level.
void raiseControlToBlockLevel(mlir::scf::ParallelOp threads);

/// Plain loads with which a piece begins, from a place that is the same for all
/// threads, are done once at block level.
void raiseUniformLoads(mlir::scf::ParallelOp threads);

/// Operations by which threads exchange values (`par.any`, `par.count`,
/// `par.warp`) become buffers, barriers and plain code.
void expandCollectives(mlir::scf::ParallelOp threads);

/// Which values go through buffers so that a piece can compute all that it
/// wants of other pieces: a cheapest choice for all of them together, by a
/// minimum cut of the data flow. What is everywhere need not be computed; what
/// is stored for another piece already costs less.
llvm::DenseSet<mlir::Value>
chooseKept(mlir::Operation *root, llvm::ArrayRef<mlir::Value> wanted,
           llvm::function_ref<bool(mlir::Value)> isEverywhere,
           llvm::function_ref<bool(mlir::Value)> isStored);

/// No value that is computed in one piece is used in another: it is recomputed
/// there or goes through a buffer.
mlir::LogicalResult separatePieces(mlir::scf::ParallelOp threads);

/// Makes each piece a thread loop of its own and drops the barriers.
void distribute(mlir::scf::ParallelOp threads);

} // namespace heddle::fission

#endif // HEDDLE_LIB_TRANSFORMS_FISSION_H
