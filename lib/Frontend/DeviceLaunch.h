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

/// Clang builds a buffer of the arguments of a launch in device code. This
/// rewrites such launches to calls to the runtime, which pass the offsets of
/// the arguments in the buffer and identify the kernel.
void rewriteDeviceLaunches(clang::CodeGenerator &generator,
                           clang::CompilerInstance &compiler);

/// Hides -fgpu-rdc from `codegen` by putting it between two consumers. Clang
/// requires the flag where device code launches a kernel, but with it code
/// generation renames static symbols of the file for a device linker, which
/// Heddle does not have.
std::unique_ptr<clang::ASTConsumer>
hideRelocatableFlag(clang::CompilerInstance &compiler,
                    std::vector<std::unique_ptr<clang::ASTConsumer>> codegen);

/// For the host pass: creates a stub for kernels that only device code
/// launches, so that the runtime knows them. Must run before code generation.
std::unique_ptr<clang::ASTConsumer>
makeStubsOfDeviceLaunches(std::function<clang::CodeGenerator *()> generator);

} // namespace heddle

#endif // HEDDLE_FRONTEND_DEVICELAUNCH_H
