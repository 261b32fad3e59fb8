//===- HoistDivisions.h - Divisions that are the same all along -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A division under a condition cannot leave its loop: it may trap. When its
// operands do not change in the loop, LLVM's vectoriser (22) computes it once
// for all lanes, under the condition of the first lane, though another lane may
// be the one that needs it. So such divisions leave the loop before, with a
// divisor that does not trap. One division then also does for all iterations.
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
