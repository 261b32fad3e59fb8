//===- EarlyLeaves.h - Threads that leave a loop early ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that leaves a loop with a barrier, and does not wait again, goes on
// while others repeat the loop. Fission runs what follows the loop once all
// threads have left it, so the two must not access the same memory. The same
// holds for a branch with a barrier that a thread does not take.
// `leave-early` moves what follows into the loop or branch if no thread waits
// after it; else the kernel needs fibers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_EARLYLEAVES_H
#define HEDDLE_ANALYSIS_EARLYLEAVES_H

#include "heddle/Analysis/FiberConstructs.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A loop or branch that threads of a block leave early, and then conflict with
/// those that are still in it, or none.
std::optional<FiberNeed> findEarlyLeave(mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_EARLYLEAVES_H
