//===- WideCompares.h - 64-bit limits of positions --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_WIDECOMPARES_H
#define HEDDLE_LIB_TRANSFORMS_WIDECOMPARES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Compares 64-bit numbers as indices if one of them is the sum of a few small
/// ones in the nest, and the other one is known before. That one may be any;
/// what takes its place is no further away than the sum can be, so that no
/// difference of the two wraps.
void compareAsIndices(mlir::scf::ParallelOp grid,
                      mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_WIDECOMPARES_H
