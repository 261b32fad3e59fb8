//===- OrderInterleaved.h - Groups of accesses keep their order -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a parallel loop may run in any order, but the accesses of one
// iteration may not. LLVM's vectoriser (22) forgets that where it gathers
// accesses to neighbouring members, such as `p[4 * i]` and `p[4 * i + 2]`, into
// one wide access: in a loop that says it is parallel it looks for no
// dependences at all, and may load before a store of the same thread to the
// same place. A loop in which such a group would have to pass by an access that
// may be to the same place no longer says that it is parallel here, so that
// LLVM looks.
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
