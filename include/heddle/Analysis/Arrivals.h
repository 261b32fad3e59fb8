//===- Arrivals.h - Threads that wait at different barriers -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPUs count arrivals at a barrier. Threads that wait at different barriers let
// each other go on, which fission cannot do: it runs one barrier after the
// other. That needs two branches that both wait, under a condition which may
// differ between the threads that synchronise. A barrier in one branch is
// different: those that skip it are not waited for.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_ARRIVALS_H
#define HEDDLE_ANALYSIS_ARRIVALS_H

#include "heddle/Analysis/FiberConstructs.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Whether all threads of a block wait here.
bool isBlockBarrier(mlir::Operation *op);

/// A branch of the threads of a block that wait for each other at different
/// barriers or warp operations, or none.
std::optional<FiberNeed> findArrivals(mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_ARRIVALS_H
