//===- WarpPositions.h - Which indices are those of a warp ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_WARPPOSITIONS_H
#define HEDDLE_ANALYSIS_WARPPOSITIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Reads from a loop over the threads of a block which values are the thread's
/// number in the block, of which 32 in a row are a warp: `threadIdx.x` where a
/// row of threads is made of whole warps or is the whole block, and
/// `threadIdx.y * blockDim.x + threadIdx.x` in any block.
///
/// The shape of the block comes from the launches that host code is seen to
/// make. Where these are not known, a kernel that uses neither `threadIdx.y`
/// nor `threadIdx.z` is taken to be launched with blocks of one row.
class WarpPositions {
public:
  explicit WarpPositions(mlir::scf::ParallelOp threads);

  /// Whether an induction variable of the loop is the same in all lanes of a
  /// warp.
  bool isRow(mlir::Value iv) const { return hasWholeRows && iv != x; }

  /// Whether an operation on the thread's number gives the same to all lanes of
  /// a warp: `t / 32`, `t < 64`, `t & ~31`.
  bool isSameInWarp(mlir::Operation *op) const;

private:
  bool isNumber(mlir::Value value, bool mayBeMoved) const;
  bool isRowOffset(mlir::Value value) const;

  mlir::Value x, y, z, sizeX, sizeY;
  bool hasWholeRows = false; ///< Rows of threads are made of whole warps.
  bool isOneRow = false;     ///< There is only one.
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_WARPPOSITIONS_H
