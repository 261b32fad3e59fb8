//===- PlainAtomics.h - Atomics of one thread as plain accesses -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_PLAINATOMICS_H
#define HEDDLE_LIB_TARGET_PLAINATOMICS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// Converts atomic updates that `local-atomics` has given the single-thread
/// scope to loads and stores. This must run after vectorisation: for the
/// vectoriser, iterations that update one address must stay in order.
class PlainAtomics : public llvm::PassInfoMixin<PlainAtomics> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_PLAINATOMICS_H
