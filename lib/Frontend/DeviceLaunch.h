//===- DeviceLaunch.h - Kernels launched by kernels -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_DEVICELAUNCH_H
#define HEDDLE_FRONTEND_DEVICELAUNCH_H

#include "clang/AST/ASTConsumer.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include <functional>

namespace heddle {

/// Clang makes a buffer of a launch's arguments in device code. Tells the
/// runtime where in it they are, and which of the kernels it knows is meant.
void rewriteDeviceLaunches(clang::CodeGenerator &generator,
                           clang::CompilerInstance &compiler);

/// Puts `codegen` between two consumers that keep -fgpu-rdc from it. Clang asks
/// for the flag where device code launches a kernel; but its code generation
/// then renames what is static in a file, for a linker that we do not have.
std::unique_ptr<clang::ASTConsumer>
hideRelocatableFlag(clang::CompilerInstance &compiler,
                    std::vector<std::unique_ptr<clang::ASTConsumer>> codegen);

/// For the host pass: a kernel that only device code launches gets a stub all
/// the same, by which the runtime knows it. Goes before code generation.
std::unique_ptr<clang::ASTConsumer>
makeStubsOfDeviceLaunches(std::function<clang::CodeGenerator *()> generator);

} // namespace heddle

#endif // HEDDLE_FRONTEND_DEVICELAUNCH_H
