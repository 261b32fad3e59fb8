//===- DebugVariables.h - Thread state for debuggers ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_DEBUGVARIABLES_H
#define HEDDLE_FRONTEND_DEBUGVARIABLES_H

#include "heddle/Frontend/Frontend.h"

namespace heddle {

/// Describes variables without a fixed address to a debugger, in device code
/// that runs on fibers: `threadIdx`, `blockIdx`, `blockDim` and `gridDim`, as
/// local variables of every device function, and `__shared__` variables, whose
/// address differs from block to block. Functions of headers below `ownHeaders`
/// do not change.
void describeThreadToDebugger(llvm::Module &device, const SymbolFacts &facts,
                              llvm::StringRef ownHeaders);

} // namespace heddle

#endif // HEDDLE_FRONTEND_DEBUGVARIABLES_H
