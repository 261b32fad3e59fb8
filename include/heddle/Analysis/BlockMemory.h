//===- BlockMemory.h - Memory that is private to a block --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BLOCKMEMORY_H
#define HEDDLE_ANALYSIS_BLOCKMEMORY_H

#include "heddle/Analysis/Accesses.h"

namespace heddle {

/// Whether only the threads of one block access the memory. They run on one
/// thread of the machine, so storing the current value again has no effect as
/// long as none of them stores another value there.
bool isBlockMemory(mlir::Value memory, mlir::scf::ParallelOp threads);

/// Adds all stores of a loop over threads, if its only memory accesses are
/// loads and stores.
bool collectWrites(mlir::scf::ParallelOp threads,
                   llvm::SmallVectorImpl<Access> &writes);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_BLOCKMEMORY_H
