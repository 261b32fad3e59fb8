//===- ScalarizeSingleLanes.h - Masked stores of one lane -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works around LLVM 22's code generation for AVX-512 (llvm-project issue
// 179489): a masked store of truncated elements, whose mask is a constant with
// one lane, stores that lane with the width that it had before truncation and
// overwrites what follows. A plain store of the lane replaces such stores.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_SCALARIZESINGLELANES_H
#define HEDDLE_LIB_TARGET_SCALARIZESINGLELANES_H

#include "llvm/IR/PassManager.h"

namespace heddle {

class ScalarizeSingleLanes : public llvm::PassInfoMixin<ScalarizeSingleLanes> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_SCALARIZESINGLELANES_H
