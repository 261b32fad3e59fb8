//===- FreezeLargeInvariants.h - Bounds the size of loop sums ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works around LLVM 22's loop strength reduction, whose search grows with the
// cube of the number of addends of an induction variable's users. It looks
// through loop-invariant integers down to their last addend: a kernel of 3 KB
// that adds up what 96 threads counted kept it busy for minutes. A `freeze`
// ends what scalar evolution sees, so a loop-invariant integer with a large
// expression becomes one addend.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_FREEZELARGEINVARIANTS_H
#define HEDDLE_LIB_TARGET_FREEZELARGEINVARIANTS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

class FreezeLargeInvariants
    : public llvm::PassInfoMixin<FreezeLargeInvariants> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_FREEZELARGEINVARIANTS_H
