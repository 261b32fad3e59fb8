//===- DeviceLaunch.cpp - Kernels launched by kernels ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang emits `kernel<<<…>>>(…)` in device code as:
//
//   buffer = cudaGetParameterBuffer(alignment, size);
//   … stores of the arguments to the buffer …
//   cudaLaunchDevice(kernel, buffer, grid, block, shared, stream);
//
// The kernel runs immediately, through the same entry as for cudaLaunchKernel.
//
//===----------------------------------------------------------------------===//

#include "DeviceLaunch.h"
#include "heddle/Support/RuntimeABI.h"

#include "clang/AST/GlobalDecl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace heddle;

namespace {

/// The offset of each argument, as Clang lays them out: in order, each aligned.
llvm::Constant *offsetsOf(const clang::FunctionDecl &kernel,
                          clang::ASTContext &context, llvm::Module &module) {
  llvm::SmallVector<uint32_t> offsets;
  clang::CharUnits at = clang::CharUnits::Zero();
  for (const clang::ParmVarDecl *parameter : kernel.parameters()) {
    clang::TypeInfoChars info =
        context.getTypeInfoInChars(parameter->getType());
    at = at.alignTo(info.Align);
    offsets.push_back(uint32_t(at.getQuantity()));
    at += info.Width;
  }
  llvm::Constant *data =
      llvm::ConstantDataArray::get(module.getContext(), offsets);
  return new llvm::GlobalVariable(module, data->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, data,
                                  ".heddle.offsets");
}

/// How the runtime identifies the kernel: by its HeddleKernelInfo if it is
/// defined in this file, otherwise by the address of its stub.
llvm::Constant *handleOf(const clang::FunctionDecl &kernel,
                         const llvm::Function &function,
                         clang::CodeGenerator &generator,
                         llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  if (function.isDeclaration()) {
    llvm::StringRef stub = generator.GetMangledName(
        clang::GlobalDecl(&kernel, clang::KernelReferenceKind::Stub));
    return llvm::cast<llvm::Constant>(
        module
            .getOrInsertFunction(
                stub, llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                              /*isVarArg=*/false))
            .getCallee());
  }
  std::string name = (function.getName() + ".device.info").str();
  llvm::Constant *info =
      module.getOrInsertGlobal(name, llvm::Type::getInt8Ty(context));
  llvm::cast<llvm::GlobalVariable>(info)->setVisibility(
      llvm::GlobalValue::HiddenVisibility);
  return info;
}

/// Finds all launched kernels, also in template instantiations.
class LaunchFinder : public clang::RecursiveASTVisitor<LaunchFinder> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *call) {
    if (clang::FunctionDecl *callee = call->getDirectCallee())
      if (callee->hasAttr<clang::CUDAGlobalAttr>() && callee->isDefined() &&
          !callee->isDependentContext())
        kernels.push_back(callee);
    return true;
  }

  std::vector<clang::FunctionDecl *> kernels;
};

class StubMaker : public clang::ASTConsumer {
public:
  explicit StubMaker(std::function<clang::CodeGenerator *()> generator)
      : generator(std::move(generator)) {}

  void HandleTranslationUnit(clang::ASTContext &context) override {
    clang::CodeGenerator *codegen = generator();
    if (!codegen || context.getDiagnostics().hasErrorOccurred())
      return;
    LaunchFinder finder;
    finder.TraverseAST(context);
    for (clang::FunctionDecl *kernel : finder.kernels)
      codegen->GetAddrOfGlobal(
          clang::GlobalDecl(kernel, clang::KernelReferenceKind::Stub),
          /*isForDefinition=*/false);
  }

private:
  std::function<clang::CodeGenerator *()> generator;
};

/// Sets the flag whenever a consumer is called.
class RelocatableFlag : public clang::ASTConsumer {
public:
  RelocatableFlag(clang::LangOptions &language, bool value)
      : language(language), value(value) {}

  void Initialize(clang::ASTContext &) override { set(); }
  bool HandleTopLevelDecl(clang::DeclGroupRef) override { return set(); }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *) override { set(); }
  void HandleInterestingDecl(clang::DeclGroupRef) override { set(); }
  void HandleTranslationUnit(clang::ASTContext &) override { set(); }
  void HandleTagDeclDefinition(clang::TagDecl *) override { set(); }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *) override {
    set();
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *) override {
    set();
  }
  void CompleteTentativeDefinition(clang::VarDecl *) override { set(); }
  void CompleteExternalDeclaration(clang::DeclaratorDecl *) override { set(); }
  void HandleVTable(clang::CXXRecordDecl *) override { set(); }

private:
  bool set() {
    language.GPURelocatableDeviceCode = value;
    return true;
  }

  clang::LangOptions &language;
  bool value;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> heddle::hideRelocatableFlag(
    clang::CompilerInstance &compiler,
    std::vector<std::unique_ptr<clang::ASTConsumer>> codegen) {
  clang::LangOptions &language = compiler.getLangOpts();
  codegen.insert(codegen.begin(),
                 std::make_unique<RelocatableFlag>(language, false));
  codegen.push_back(std::make_unique<RelocatableFlag>(language, true));
  return std::make_unique<clang::MultiplexConsumer>(std::move(codegen));
}

void heddle::rewriteDeviceLaunches(clang::CodeGenerator &generator,
                                   clang::CompilerInstance &compiler) {
  llvm::Module &module = *generator.GetModule();
  llvm::Function *launch = module.getFunction("cudaLaunchDevice");
  if (!launch)
    return;
  unsigned id = compiler.getDiagnostics().getCustomDiagID(
      clang::DiagnosticsEngine::Error,
      "a kernel launch through a pointer is not supported in device code; name "
      "the kernel");
  for (llvm::User *user : llvm::make_early_inc_range(launch->users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledOperand() != launch)
      continue;
    auto *function = llvm::dyn_cast<llvm::Function>(
        call->getArgOperand(0)->stripPointerCasts());
    auto *kernel =
        function ? llvm::dyn_cast_or_null<clang::FunctionDecl>(
                       generator.GetDeclForMangledName(function->getName()))
                 : nullptr;
    if (!kernel || !kernel->hasAttr<clang::CUDAGlobalAttr>()) {
      const auto *caller =
          generator.GetDeclForMangledName(call->getFunction()->getName());
      compiler.getDiagnostics().Report(
          caller ? caller->getLocation() : clang::SourceLocation(), id);
      continue;
    }
    llvm::IRBuilder<> b(call);
    llvm::SmallVector<llvm::Value *> args(call->args());
    args[0] = handleOf(*kernel, *function, generator, module);
    args.push_back(offsetsOf(*kernel, compiler.getASTContext(), module));
    args.push_back(b.getInt32(kernel->getNumParams()));
    llvm::FunctionCallee callee =
        abi::declare(module, HEDDLE_ABI(__heddle_launch_device));
    llvm::CallInst *replacement = b.CreateCall(callee, args);
    replacement->setDebugLoc(call->getDebugLoc());
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
}

std::unique_ptr<clang::ASTConsumer> heddle::makeStubsOfDeviceLaunches(
    std::function<clang::CodeGenerator *()> generator) {
  return std::make_unique<StubMaker>(std::move(generator));
}
