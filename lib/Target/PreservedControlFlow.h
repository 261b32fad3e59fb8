//===- PreservedControlFlow.h - What a pass preserves -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_PRESERVEDCONTROLFLOW_H
#define HEDDLE_LIB_TARGET_PRESERVEDCONTROLFLOW_H

#include "llvm/IR/Analysis.h"

namespace heddle {

/// Of a pass that changes instructions but no branches.
inline llvm::PreservedAnalyses preserveControlFlow(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_PRESERVEDCONTROLFLOW_H
