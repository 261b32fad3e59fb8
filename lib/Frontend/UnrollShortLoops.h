//===- UnrollShortLoops.h - Unrolls short loops -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_UNROLLSHORTLOOPS_H
#define HEDDLE_LIB_FRONTEND_UNROLLSHORTLOOPS_H

#include "llvm/IR/PassManager.h"
#include <optional>

namespace heddle {

/// Unrolls loops with few iterations of two kinds:
/// - Those with barriers or warp operations. Each barrier splits the loop over
///   threads, and the bounds of the resulting loops may depend on the
///   iteration: `threadIdx.x > step` with a constant step.
/// - Those that access another element of a thread's own array in each
///   iteration. Elements with constant indices become values. In functions
///   that synchronise, only if one of these loops has `#pragma unroll`.
struct UnrollShortLoops : llvm::PassInfoMixin<UnrollShortLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);

private:
  /// Whether loops over arrays are unrolled: decided when they are all there.
  std::optional<bool> ofElements;
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_UNROLLSHORTLOOPS_H
