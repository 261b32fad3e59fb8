//===- HostValues.h - Constants in host code, per call ----------*- C++ -*-===//
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

/// Whether this constructs a `dim3` from three integers.
bool isDim3Constructor(const llvm::CallBase &call);

/// Evaluates integers in host code: constants, in variables or passed by the
/// callers of a function. Simplifies the functions that it analyses.
class HostValues {
public:
  HostValues();

  /// The values of a function's parameters in one call.
  struct Call {
    llvm::SmallDenseMap<const llvm::Argument *, llvm::ConstantInt *> numbers;
    bool isInLoop = false;
  };

  /// Exposes values: inlines the constructors of dim3 and promotes local
  /// variables to registers.
  void simplify(llvm::Function &function);

  /// The calls of a function, for evaluating values computed from its
  /// parameters. If there may be others, the last entry knows nothing.
  std::vector<Call> getCalls(llvm::Function &function, unsigned depth = 0);

  /// Whether a value is computed from parameters of its function.
  static bool isFromParameters(const llvm::Value *value, unsigned depth = 0);

  /// The value in a call as a constant, or null.
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
