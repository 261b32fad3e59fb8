//===- ForwardRows.h - Keeps rows of tiles in registers ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_FORWARDROWS_H
#define HEDDLE_LIB_TARGET_FORWARDROWS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// A stencil stores the rows of a tile as vectors and reads them shifted by one
/// element to the left and right. The processor forwards a stored vector to a
/// load of the same address, but not to one that starts inside of it: that load
/// waits until the store has reached the cache. If the code for all rows is in
/// one basic block, this pass replaces such a load by a shuffle of the stored
/// vectors. Memory that is no longer read is removed.
class ForwardRows : public llvm::PassInfoMixin<ForwardRows> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_FORWARDROWS_H
