//===- LargeFunctions.h - Bounds LLVM's time for large functions *- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_LARGEFUNCTIONS_H
#define HEDDLE_LIB_TARGET_LARGEFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// Rotates the loops of large functions early. In LLVM's own pass, each
/// rotation invalidates cached information about the whole nest; at the start
/// there is none.
class RotateLargeFunctions : public llvm::PassInfoMixin<RotateLargeFunctions> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_LARGEFUNCTIONS_H
