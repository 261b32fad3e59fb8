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

/// Whether a number in the nest is less than 2^31, or 2^63 if it has 64 bits,
/// also without a sign.
bool isNotNegative(mlir::Value value, mlir::scf::ParallelOp grid,
                   unsigned depth = 6);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_POSITIONRANGES_H
