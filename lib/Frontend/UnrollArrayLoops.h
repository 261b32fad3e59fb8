//===- UnrollArrayLoops.h - Unrolls loops over private arrays ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_UNROLLARRAYLOOPS_H
#define HEDDLE_LIB_FRONTEND_UNROLLARRAYLOOPS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// Unrolls short loops whose counters index an array of the thread, if that
/// makes all indices of the array constant: its elements can then be in
/// registers, as they are on a GPU. Not in functions that synchronise: each
/// element would be kept over each barrier.
struct UnrollArrayLoops : llvm::PassInfoMixin<UnrollArrayLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_UNROLLARRAYLOOPS_H
