//===- ThreadGuards.h - Conditions on a thread's index ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_THREADGUARDS_H
#define HEDDLE_LIB_TRANSFORMS_THREADGUARDS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A condition `threadIdx.? == index`.
struct ThreadGuard {
  unsigned dim; ///< Which induction variable of the thread loop.
  int64_t index;
};

/// The conditions that must all hold for this one to hold.
void collectConjuncts(mlir::Value condition,
                      llvm::SmallVectorImpl<mlir::Value> &parts);

/// Recognises a guard on an induction variable of the loop.
std::optional<ThreadGuard> matchGuard(mlir::Value condition,
                                      mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_THREADGUARDS_H
