//===- Lockstep.h - Code that relies on warp lockstep -----------*- C++ -*-===//
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

/// Code written for GPUs before Volta exchanges values between the lanes of a
/// warp through `volatile` shared memory without synchronisation. It relies on
/// lockstep: all lanes have read before one writes, and all have written before
/// one continues. This inserts the missing synchronisation of the warp's active
/// lanes before and after each such store. `all`: also around stores that are
/// not volatile, and to global memory.
void meetAroundStores(llvm::Function &function, const SymbolFacts &facts,
                      bool all);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_LOCKSTEP_H
