//===- ExpandSwitch.h - Switches as chains of ifs ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_EXPANDSWITCH_H
#define HEDDLE_LIB_TRANSFORMS_EXPANDSWITCH_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Replaces a switch by a chain of ifs.
void expandSwitch(mlir::scf::IndexSwitchOp op);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_EXPANDSWITCH_H
