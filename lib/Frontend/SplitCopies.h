//===- SplitCopies.h - Copies of structs, member by member ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SPLITCOPIES_H
#define HEDDLE_LIB_FRONTEND_SPLITCOPIES_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// `tile[i] = particles[j]` with structs is a call to memcpy. Split into loads
/// and stores of members, it can be raised, forwarded and vectorised like any
/// other assignment. The same holds for memset.
struct SplitCopies : llvm::PassInfoMixin<SplitCopies> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SPLITCOPIES_H
