//===- LargeFunctions.h - Functions that LLVM takes long for ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_LARGEFUNCTIONS_H
#define HEDDLE_LIB_TARGET_LARGEFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// If the module has a large function, has LLVM give up earlier where its
/// searches grow with the square of a function's size.
void limitSearches(const llvm::Module &module);

/// Rotates the loops of large functions. Where LLVM's own pass does, each
/// rotation goes through the whole nest to forget what was known about it; at
/// the beginning nothing is.
class RotateLargeFunctions : public llvm::PassInfoMixin<RotateLargeFunctions> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_LARGEFUNCTIONS_H
