//===- BlockMemory.h - What only a block's threads touch --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BLOCKMEMORY_H
#define HEDDLE_ANALYSIS_BLOCKMEMORY_H

#include "heddle/Analysis/Accesses.h"

namespace heddle {

/// Whether the threads of a block share the memory with nobody else. As they
/// run on one thread of the machine, storing what is there already changes
/// nothing as long as none of them stores something else there.
bool isBlockMemory(mlir::Value memory, mlir::scf::ParallelOp threads);

/// Adds all that a loop over threads stores, if it does nothing to memory but
/// to load and to store.
bool collectWrites(mlir::scf::ParallelOp threads,
                   llvm::SmallVectorImpl<Access> &writes);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_BLOCKMEMORY_H
