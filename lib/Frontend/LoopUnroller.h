//===- LoopUnroller.h - Unrolls whole loops of LLVM IR ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_LOOPUNROLLER_H
#define HEDDLE_LIB_FRONTEND_LOOPUNROLLER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/PassManager.h"

namespace heddle {

/// How often a loop may be repeated, and how many instructions may result.
struct UnrollLimits {
  unsigned iterations, instructions;
};

/// Unrolls loops of a function whose number of iterations is constant.
class LoopUnroller {
public:
  LoopUnroller(llvm::Function &function,
               llvm::FunctionAnalysisManager &analyses);

  llvm::LoopInfo &loops() { return loopInfo; }
  llvm::ScalarEvolution &evolution() { return se; }

  /// The number of iterations of a loop that is within the limits, or 0.
  /// `requested` are the limits of a loop with `#pragma unroll`.
  unsigned countIterations(const llvm::Loop &loop, UnrollLimits limits,
                           UnrollLimits requested) const;

  /// Unrolls loops, the inner ones first, by the number of iterations that
  /// `count` gives; 0 leaves a loop as it is. Returns whether there were any.
  bool run(llvm::function_ref<unsigned(const llvm::Loop &)> count);

private:
  llvm::Function &function;
  llvm::FunctionAnalysisManager &analyses;
  llvm::LoopInfo &loopInfo;
  llvm::ScalarEvolution &se;
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_LOOPUNROLLER_H
