//===- KernelStubs.cpp - Launch stubs without host code -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A source of NVRTC has no host code, and its declarations may be invalid as
// such, so there is no host pass. Later stages still need each kernel's stub,
// which says how its parameters are laid out: Clang's code generation for the
// host emits them from the device's syntax tree.
//
//===----------------------------------------------------------------------===//

#include "KernelStubs.h"
#include "SymbolFacts.h"

#include "clang/AST/GlobalDecl.h"
#include "llvm/ADT/ScopeExit.h"

using namespace heddle;

std::unique_ptr<llvm::Module>
heddle::makeKernelStubs(clang::CodeGenerator &device,
                        clang::CompilerInstance &compiler,
                        const SymbolFacts &facts,
                        llvm::LLVMContext &hostContext, HostFacts &hostFacts) {
  clang::LangOptions &language = compiler.getLangOpts();
  language.CUDAIsDevice = false;
  llvm::scope_exit restore([&] { language.CUDAIsDevice = true; });

  std::unique_ptr<clang::CodeGenerator> host(clang::CreateLLVMCodeGen(
      compiler.getDiagnostics(), "stubs", compiler.getVirtualFileSystemPtr(),
      compiler.getHeaderSearchOpts(), compiler.getPreprocessorOpts(),
      compiler.getCodeGenOpts(), hostContext));
  clang::ASTContext &context = compiler.getASTContext();
  host->Initialize(context);
  for (const Kernel &kernel : facts.kernels) {
    auto *decl = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        device.GetDeclForMangledName(kernel.name));
    if (!decl)
      continue;
    host->HandleTopLevelDecl(
        clang::DeclGroupRef(const_cast<clang::FunctionDecl *>(decl)));
    // The instance of a template is emitted when something refers to it.
    host->GetAddrOfGlobal(
        clang::GlobalDecl(decl, clang::KernelReferenceKind::Stub),
        /*isForDefinition=*/false);
  }
  host->HandleTranslationUnit(context);
  if (compiler.getDiagnostics().hasErrorOccurred())
    return nullptr;
  collectHostFacts(*host, compiler, hostFacts);
  return std::unique_ptr<llvm::Module>(host->ReleaseModule());
}
