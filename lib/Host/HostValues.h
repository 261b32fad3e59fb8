//===- HostValues.h - Numbers in host code, call by call --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_HOST_HOSTVALUES_H
#define HEDDLE_LIB_HOST_HOSTVALUES_H

#include "heddle/Support/AnalysisManagers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

namespace heddle {

/// Whether this makes a `dim3` of three numbers.
bool isDim3Constructor(const llvm::CallBase &call);

/// Finds out which numbers the host code computes with: constants, in variables
/// or handed down to the function by its callers. Functions that it looks at
/// are simplified.
class HostValues {
public:
  HostValues();

  /// What a function's parameters are in some of its calls.
  struct Call {
    llvm::SmallDenseMap<const llvm::Argument *, llvm::ConstantInt *> numbers;
    bool isInLoop = false;
  };

  /// Makes values visible: dim3's constructors inlined, local variables in
  /// registers.
  void simplify(llvm::Function &function);

  /// The calls of a function, for what is computed there from its parameters.
  /// The last one knows nothing if there may be others.
  std::vector<Call> getCalls(llvm::Function &function, unsigned depth = 0);

  /// Whether a value is computed from parameters of its function.
  static bool isFromParameters(const llvm::Value *value, unsigned depth = 0);

  /// The number that a value is in a call, or null.
  static llvm::ConstantInt *get(llvm::Value *value, const Call &call,
                                unsigned depth = 0);

private:
  llvm::SmallPtrSet<llvm::Function *, 16> simplified;
  AnalysisManagers analyses;
  llvm::FunctionPassManager passes;
};

/// Whether an instruction can run several times in one call.
bool isInLoop(const llvm::Instruction &inst);

} // namespace heddle

#endif // HEDDLE_LIB_HOST_HOSTVALUES_H
