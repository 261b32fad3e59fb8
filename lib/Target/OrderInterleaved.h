//===- OrderInterleaved.h - Interleave groups keep their order --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a parallel loop may run in any order, but the accesses of one
// iteration may not be reordered. LLVM 22's vectoriser ignores this when it
// combines accesses to neighbouring members, such as `p[4 * i]` and `p[4 * i +
// 2]`, to an interleave group: in a loop marked parallel it does not look for
// dependences, and may load before a store of the same thread to the same
// address. If forming such a group would move an access across one that may
// alias, this pass removes the parallel mark of the loop, so that LLVM analyses
// dependences.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_ORDERINTERLEAVED_H
#define HEDDLE_LIB_TARGET_ORDERINTERLEAVED_H

#include "llvm/IR/PassManager.h"

namespace heddle {

class OrderInterleaved : public llvm::PassInfoMixin<OrderInterleaved> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_ORDERINTERLEAVED_H
