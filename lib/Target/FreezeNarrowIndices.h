//===- FreezeNarrowIndices.h - Wrapping indices and vectors -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_FREEZENARROWINDICES_H
#define HEDDLE_LIB_TARGET_FREEZENARROWINDICES_H

#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace heddle {

/// Hides from scalar evolution what an instruction computes.
void freezeUses(llvm::Instruction &inst);

/// Keeps LLVM's vectoriser from taking an index that goes round, such as
/// `(t + 3) % 128`, for one that does not.
///
/// Scalar evolution sees such an index as a counter of few bits, and a sum with
/// a base as a counter of more. To make an access contiguous, both must be
/// checked not to wrap; LLVM 22 checks the wide one and takes it to imply the
/// narrow one. A freeze hides what the narrow value is computed from, so the
/// access becomes a gather. Run right before the vectoriser: InstCombine would
/// move the freeze away.
class FreezeNarrowIndices : public llvm::PassInfoMixin<FreezeNarrowIndices> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_FREEZENARROWINDICES_H
