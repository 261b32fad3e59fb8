//===- Recompute.h - What will be computed later, already now ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_RECOMPUTE_H
#define HEDDLE_LIB_TRANSFORMS_RECOMPUTE_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace heddle {

/// Whether a value in a loop can be computed for other values of the variables,
/// without memory and with no more operations than the budget has.
bool canRecompute(mlir::Value value, mlir::LoopLikeOpInterface loop,
                  llvm::function_ref<bool(mlir::Value)> isVariable,
                  unsigned &budget);

/// The operations that compute a value, again, with the variables mapped.
mlir::Value recompute(mlir::Value value, mlir::LoopLikeOpInterface loop,
                      mlir::OpBuilder &builder, mlir::IRMapping &mapping);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_RECOMPUTE_H
