//===- HoistDivisions.h - Loop-invariant divisions --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A division under a condition cannot be hoisted out of its loop: it may trap.
// If its operands are invariant, LLVM 22's vectoriser computes it once for all
// lanes, under the condition of the first lane, although another lane may be
// the one that needs it. So such divisions are hoisted before, with a divisor
// that does not trap. One division then also serves all iterations.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_HOISTDIVISIONS_H
#define HEDDLE_LIB_TARGET_HOISTDIVISIONS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

class HoistDivisions : public llvm::PassInfoMixin<HoistDivisions> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_HOISTDIVISIONS_H
