//===- WarpIndex.h - Indices made of a warp and a lane ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_WARPINDEX_H
#define HEDDLE_LIB_TRANSFORMS_WARPINDEX_H

#include "mlir/IR/Value.h"

namespace heddle {

/// `position` is 32 * `hi` + `lane`, with a lane below 32. Programs take it
/// apart again (`threadIdx.x / 32`, `% 32`, `< 32`): such uses are replaced by
/// ones of `hi` and `lane`, so that it can be seen what is the same in a warp.
void splitUses(mlir::Value position, mlir::Value hi, mlir::Value lane);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_WARPINDEX_H
