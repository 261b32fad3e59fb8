//===- DebugVariables.h - What a debugger shows of a thread -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_DEBUGVARIABLES_H
#define HEDDLE_FRONTEND_DEBUGVARIABLES_H

#include "heddle/Frontend/Frontend.h"

namespace heddle {

/// Describes to a debugger, in device code that will run on fibers, what has no
/// place of its own: `threadIdx`, `blockIdx`, `blockDim` and `gridDim`, which
/// every device function gets as local variables, and `__shared__` variables,
/// whose memory is another one for each block. Functions of headers below
/// `ownHeaders` are left as they are.
void describeThreadToDebugger(llvm::Module &device, const SymbolFacts &facts,
                              llvm::StringRef ownHeaders);

} // namespace heddle

#endif // HEDDLE_FRONTEND_DEBUGVARIABLES_H
