//===- VerifiedKernels.h - Kernels in both lowerings ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOST_VERIFIEDKERNELS_H
#define HEDDLE_HOST_VERIFIEDKERNELS_H

#include "heddle/Frontend/Frontend.h"

namespace heddle {

/// Memory that a kernel stores to or names: a variable, or what one of its
/// arguments points to.
struct KernelMemory {
  std::string variable;             ///< Empty if it is an argument's.
  std::optional<unsigned> argument; ///< Of the LLVM function; none: any memory.
  uint32_t stored = 0;              ///< HeddleValueTypes
};

/// What the runtime has to know of a kernel to run it again.
struct VerifyFacts {
  uint32_t flags = 0; ///< HeddleVerifyFlags
  std::vector<KernelMemory> memory;
};
using VerifyFactsMap = llvm::StringMap<VerifyFacts>;

/// The symbol of the copy of a kernel that always runs on fibers.
std::string referenceName(llvm::StringRef kernel);

/// Adds to each kernel a copy that is to run on fibers, with copies of its
/// `__shared__` variables, and returns what the kernels do.
VerifyFactsMap addReferenceKernels(llvm::Module &device, SymbolFacts &facts);

} // namespace heddle

#endif // HEDDLE_HOST_VERIFIEDKERNELS_H
