//===- SkipQuietStrips.h - Searches with vectors ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (i = 0; i < n; ++i) if (a[i] < least) insert(a[i]);`: programs search
// their results, or compare them with what they expect. Nothing happens in most
// iterations, but what may happen (a call, a loop, an exit) keeps LLVM from
// making vectors of it. So a strip of iterations is tested first, by a loop
// that does nothing but test, which LLVM does vectorise. Only where the test
// says so does the strip run. A loop in which too much happens is no longer
// tested after a while.
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
