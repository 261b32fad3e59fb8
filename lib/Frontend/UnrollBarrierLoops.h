//===- UnrollBarrierLoops.h - Unrolls short loops with barriers -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_UNROLLBARRIERLOOPS_H
#define HEDDLE_LIB_FRONTEND_UNROLLBARRIERLOOPS_H

#include "llvm/IR/PassManager.h"

namespace heddle {

/// Unrolls loops with few iterations that contain barriers or warp operations.
/// Each barrier splits the loop over threads, and the bounds of the resulting
/// loops may depend on the iteration: `threadIdx.x > step` with a constant
/// step.
struct UnrollBarrierLoops : llvm::PassInfoMixin<UnrollBarrierLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_UNROLLBARRIERLOOPS_H
