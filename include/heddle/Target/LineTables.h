//===- LineTables.h - Source lines of lowered kernels -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TARGET_LINETABLES_H
#define HEDDLE_TARGET_LINETABLES_H

#include "mlir/IR/BuiltinOps.h"

namespace heddle {

/// Gives the functions that lowering creates from kernels debug scopes, and the
/// code in them its source lines. Does nothing to a module without debug
/// information.
void completeLineTables(mlir::ModuleOp module);

} // namespace heddle

#endif // HEDDLE_TARGET_LINETABLES_H
