//===- SymbolFacts.h - What the syntax tree knows of symbols ----*- C++ -*-===//
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

/// Notes each kernel's launch stub and each device variable's host shadow.
void collectHostFacts(clang::CodeGenerator &generator,
                      clang::CompilerInstance &compiler, HostFacts &facts);

/// Notes kernels and variables of the device pass, and reports constructs that
/// no later stage could name with file and line: inline PTX, and device
/// functions that are nowhere defined.
void collectDeviceFacts(clang::CodeGenerator &generator,
                        clang::CompilerInstance &compiler, bool relocatable,
                        SymbolFacts &facts);

} // namespace heddle

#endif // HEDDLE_FRONTEND_SYMBOLFACTS_H
