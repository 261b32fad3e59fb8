//===- HostCalls.h - Calls of host functions in device code -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_HOSTCALLS_H
#define HEDDLE_LIB_FRONTEND_HOSTCALLS_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/PartialDiagnostic.h"

#include <memory>
#include <vector>

namespace clang {
class CodeGenerator;
class DiagnosticsEngine;
class FunctionDecl;
} // namespace clang

namespace heddle {

/// A `__host__` function in a `__host__ __device__` function, and Clang's
/// error. Or a lambda of host code with an error for the device.
struct HostCall {
  const clang::FunctionDecl *callee;
  clang::PartialDiagnosticAt error;
};

/// Takes Clang's errors about host functions that functions for both sides
/// call, and those about lambdas in them, into `calls`. nvcc accepts such a
/// call where it is never executed, as in `if (false)`, for which no code is
/// generated.
std::unique_ptr<clang::ASTConsumer>
deferHostCalls(std::vector<HostCall> &calls);

/// Reports those of the calls for which there is device code.
void reportHostCalls(const std::vector<HostCall> &calls,
                     clang::CodeGenerator &generator,
                     clang::DiagnosticsEngine &diagnostics);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_HOSTCALLS_H
