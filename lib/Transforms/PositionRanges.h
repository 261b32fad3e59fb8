//===- PositionRanges.h - Positions that do not wrap ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_POSITIONRANGES_H
#define HEDDLE_LIB_TRANSFORMS_POSITIONRANGES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// CUDA's indices are unsigned, so the sums and products in
/// `first + blockIdx.x * blockDim.x + threadIdx.x` may wrap as far as the
/// language goes. In a nest of its own for a block's size, which runs under a
/// check, they are marked not to wrap, and the check sees to it that they do
/// not: the grid is small enough for them, and so is what they start with.
void inferNoWrap(mlir::scf::ParallelOp grid);

/// The least and the largest number that a value in the nest can be, if that is
/// known and less than 2^62 away from 0; and whether it is the same number with
/// and without a sign.
std::optional<std::pair<int64_t, int64_t>>
findPositionRange(mlir::Value value, mlir::scf::ParallelOp grid);
bool isNotNegative(mlir::Value value, mlir::scf::ParallelOp grid);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_POSITIONRANGES_H
