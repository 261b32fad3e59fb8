//===- Lockstep.h - Warps whose lanes rely on running in step ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_LOCKSTEP_H
#define HEDDLE_LIB_FRONTEND_LOCKSTEP_H

#include "heddle/Frontend/Frontend.h"
#include "llvm/IR/Function.h"

namespace heddle {

/// Code written for GPUs of old exchanges values between the lanes of a warp
/// through `volatile` shared memory, without a word about synchronisation: all
/// lanes have read before one writes, and all have written before one goes on.
/// This puts in what such code takes for granted: the warp's active lanes meet
/// before and after each such store. `all`: after others that are not
/// volatile, too.
void meetAroundSharedStores(llvm::Function &function, const SymbolFacts &facts,
                            bool all);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_LOCKSTEP_H
