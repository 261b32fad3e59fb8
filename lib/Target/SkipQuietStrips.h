//===- SkipQuietStrips.h - Strip-mines search loops -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (i = 0; i < n; ++i) if (a[i] < least) insert(a[i]);`: programs search
// their results, or compare them with expected ones. Most iterations have no
// effect, but what may happen (a call, a loop, an exit) prevents vectorisation.
// So a loop that only tests, which LLVM vectorises, tests a strip of iterations
// first (speculative strip-mining). Only if the test fires does the strip run.
// A loop in which too many strips have effects is no longer tested after a
// while.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_SKIPQUIETSTRIPS_H
#define HEDDLE_LIB_TARGET_SKIPQUIETSTRIPS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

class SkipQuietStrips : public llvm::PassInfoMixin<SkipQuietStrips> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_SKIPQUIETSTRIPS_H
