//===- SymbolFacts.h - Symbol facts from the syntax tree --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_SYMBOLFACTS_H
#define HEDDLE_FRONTEND_SYMBOLFACTS_H

#include "heddle/Frontend/Frontend.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"

namespace heddle {

/// Records the launch stub of each kernel and the host shadow of each device
/// variable.
void collectHostFacts(clang::CodeGenerator &generator,
                      clang::CompilerInstance &compiler, HostFacts &facts);

/// Records kernels and variables of the device pass. Reports constructs for
/// which later stages have no source location: inline PTX that cannot be
/// translated, and device functions that are not defined.
void collectDeviceFacts(clang::CodeGenerator &generator,
                        clang::CompilerInstance &compiler, bool relocatable,
                        SymbolFacts &facts);

} // namespace heddle

#endif // HEDDLE_FRONTEND_SYMBOLFACTS_H
