//===- FreezeNarrowIndices.h - Wrapping indices, vectorised -----*- C++ -*-===//
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

/// Hides the computation of an instruction from scalar evolution.
void freezeUses(llvm::Instruction &inst);

/// Keeps LLVM's vectoriser from treating an index that wraps around, such as
/// `(t + 3) % 128`, as one that does not.
///
/// Scalar evolution sees such an index as a narrow counter, and a sum with a
/// base as a wider one. To make an access contiguous, both must be checked not
/// to wrap. LLVM 22 checks the wide one and assumes that it implies the narrow
/// one. A freeze hides the computation of the narrow value, so the access
/// becomes a gather. Must run right before the vectoriser: InstCombine would
/// move the freeze.
class FreezeNarrowIndices : public llvm::PassInfoMixin<FreezeNarrowIndices> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_FREEZENARROWINDICES_H
