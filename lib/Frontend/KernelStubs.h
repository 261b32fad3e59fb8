//===- KernelStubs.h - Launch stubs without host code -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_KERNELSTUBS_H
#define HEDDLE_LIB_FRONTEND_KERNELSTUBS_H

#include "heddle/Frontend/Frontend.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"

namespace heddle {

/// Makes the host module of a source without host code: the stubs of `facts`'
/// kernels, from the syntax tree of the device's pass, which `device` has
/// generated code for.
std::unique_ptr<llvm::Module> makeKernelStubs(clang::CodeGenerator &device,
                                              clang::CompilerInstance &compiler,
                                              const SymbolFacts &facts,
                                              llvm::LLVMContext &hostContext,
                                              HostFacts &hostFacts);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_KERNELSTUBS_H
