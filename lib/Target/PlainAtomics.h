//===- PlainAtomics.h - Atomics of one thread -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_PLAINATOMICS_H
#define HEDDLE_LIB_TARGET_PLAINATOMICS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// Atomic updates that `local-atomics` has given to one thread of the machine
/// become loads and stores. Only once all loops are vectorised: for the
/// vectoriser, iterations that update one place must stay in order.
class PlainAtomics : public llvm::PassInfoMixin<PlainAtomics> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_PLAINATOMICS_H
