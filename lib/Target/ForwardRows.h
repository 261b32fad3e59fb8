//===- ForwardRows.h - Rows of tiles stay in registers ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_FORWARDROWS_H
#define HEDDLE_LIB_TARGET_FORWARDROWS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// A stencil stores the rows of a tile as vectors and reads them one place
/// further to the left and to the right. The machine hands a stored vector on
/// to a load of the same place, but not to one that begins in the middle of
/// it: that waits until the store has reached the cache. Where the code for
/// all rows is in one basic block, such a load becomes a shuffle of the
/// vectors that were stored. Memory that nobody reads any more goes away.
class ForwardRows : public llvm::PassInfoMixin<ForwardRows> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_FORWARDROWS_H
