//===- HostCalls.cpp - Calls of host functions in device code -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang decides from the syntax tree which functions a kernel calls, also in
// branches that are never taken. Its errors are taken away just before it
// prints them. When the code is generated, a host function that it mentions is
// one that a kernel may really call.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Cuda.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

using namespace heddle;

namespace {

/// Reads the arguments of a diagnostic that was not printed yet.
struct Arguments : clang::PartialDiagnostic {
  static const clang::DiagnosticStorage *of(const PartialDiagnostic &diag) {
    return diag.*(&Arguments::DiagStorage);
  }
};

/// The host function that a function for both sides calls according to `diag`.
const clang::FunctionDecl *hostCallee(const clang::PartialDiagnostic &diag) {
  // The arguments: side of the callee, kind, callee, side of the caller.
  const clang::DiagnosticStorage *arguments = Arguments::of(diag);
  if (diag.getDiagID() != clang::diag::err_ref_bad_target || !arguments ||
      arguments->NumDiagArgs != 4 ||
      arguments->DiagArgumentsKind[2] != clang::DiagnosticsEngine::ak_nameddecl)
    return nullptr;
  auto side = [&](unsigned i) {
    return (clang::CUDAFunctionTarget)arguments->DiagArgumentsVal[i];
  };
  if (side(0) != clang::CUDAFunctionTarget::Host ||
      side(3) != clang::CUDAFunctionTarget::HostDevice)
    return nullptr;
  auto *decl = (const clang::NamedDecl *)arguments->DiagArgumentsVal[2];
  return llvm::dyn_cast<clang::FunctionDecl>(decl);
}

/// Whether it is a lambda of host code that says nothing about its side. Clang
/// takes it for both sides.
bool isLambdaOfHost(clang::Sema &sema, const clang::FunctionDecl *function) {
  auto *side = function->getAttr<clang::CUDADeviceAttr>();
  if (!clang::isLambdaCallOperator(function) || !side || !side->isImplicit())
    return false;
  const clang::FunctionDecl *around = function;
  while (around && clang::isLambdaCallOperator(around))
    around = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        llvm::cast<clang::CXXMethodDecl>(around)
            ->getParent()
            ->getParentFunctionOrMethod());
  return around &&
         sema.CUDA().IdentifyTarget(around) == clang::CUDAFunctionTarget::Host;
}

/// Clang asks it for declarations before it prints deferred errors.
class ErrorTaker : public clang::ExternalSemaSource {
public:
  ErrorTaker(clang::Sema &sema, std::vector<HostCall> &calls)
      : sema(sema), calls(calls) {}

  void ReadDeclsToCheckForDeferredDiags(
      llvm::SmallSetVector<clang::Decl *, 4> &) override {
    for (auto &entry : sema.DeviceDeferredDiags)
      llvm::erase_if(entry.second, [&](const clang::PartialDiagnosticAt &at) {
        const clang::FunctionDecl *callee = hostCallee(at.second);
        // Clang looks for errors in host functions too where functions for
        // both sides call them.
        if (!callee && isLambdaOfHost(sema, entry.first))
          callee = entry.first;
        if (callee)
          calls.push_back({callee, at});
        return callee != nullptr;
      });
  }

private:
  clang::Sema &sema;
  std::vector<HostCall> &calls;
};

class HostCallConsumer : public clang::SemaConsumer {
public:
  explicit HostCallConsumer(std::vector<HostCall> &calls) : calls(calls) {}

  void InitializeSema(clang::Sema &sema) override {
    sema.addExternalSource(llvm::makeIntrusiveRefCnt<ErrorTaker>(sema, calls));
  }

private:
  std::vector<HostCall> &calls;
};

} // namespace

std::unique_ptr<clang::ASTConsumer>
heddle::deferHostCalls(std::vector<HostCall> &calls) {
  return std::make_unique<HostCallConsumer>(calls);
}

void heddle::reportHostCalls(const std::vector<HostCall> &calls,
                             clang::CodeGenerator &generator,
                             clang::DiagnosticsEngine &diagnostics) {
  if (calls.empty())
    return;
  llvm::SmallPtrSet<const clang::Decl *, 16> used;
  for (const llvm::Function &function : *generator.GetModule())
    if (const clang::Decl *decl =
            generator.GetDeclForMangledName(function.getName()))
      used.insert(decl->getCanonicalDecl());
  for (const HostCall &call : calls) {
    if (!used.contains(call.callee->getCanonicalDecl()))
      continue;
    const auto &[where, error] = call.error;
    error.Emit(diagnostics.Report(where, error.getDiagID()));
    if (!hostCallee(error))
      continue;
    diagnostics.Report(call.callee->getLocation(),
                       clang::diag::note_previous_decl)
        << call.callee;
  }
}
