//===- SeparateLaneAddresses.h - Addresses of lanes and theirs --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works around LLVM 22's InstCombine. Where it compares or subtracts vectors of
// pointers by their offsets from a common base, it rewrites the address
// computations on the way. If one of these is of a scalar, it puts a vector in
// its place, for all its users: the code is invalid then. An intrinsic that
// does nothing between the two kinds ends the chain.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_SEPARATELANEADDRESSES_H
#define HEDDLE_LIB_TARGET_SEPARATELANEADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace heddle {

class SeparateLaneAddresses
    : public llvm::PassInfoMixin<SeparateLaneAddresses> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_SEPARATELANEADDRESSES_H
