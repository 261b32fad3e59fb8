//===- InterchangeBlocks.h - Blocks go through a loop together --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_INTERCHANGEBLOCKS_H
#define HEDDLE_LIB_TARGET_INTERCHANGEBLOCKS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// `blocks` runs a range of blocks; it carries their indices z, y and x. If all
/// that a block does is a loop that starts further on than that of the block
/// before, as with a grid stride, all blocks of a row do an iteration before
/// any does the next. So memory is read in order.
void interchangeBlocks(mlir::scf::ForOp blocks, mlir::Value sizeX,
                       mlir::Value sizeY);

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_INTERCHANGEBLOCKS_H
