//===- UnrollMeetings.h - Short loops in which threads meet -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_UNROLLMEETINGS_H
#define HEDDLE_LIB_FRONTEND_UNROLLMEETINGS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// Writes out loops of a few turns in which the threads of a block or a warp
/// meet. Each barrier makes loops over the threads of its own, and in each turn
/// those can have other bounds: `threadIdx.x > step` with a constant step.
struct UnrollMeetings : llvm::PassInfoMixin<UnrollMeetings> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_UNROLLMEETINGS_H
