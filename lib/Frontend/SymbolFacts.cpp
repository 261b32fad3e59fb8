//===- SymbolFacts.cpp - Symbol facts from the syntax tree ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolFacts.h"
#include "DeviceAssertion.h"
#include "DeviceLaunch.h"
#include "PTX/InlinePTX.h"
#include "heddle/Frontend/KernelParameters.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/CodeGen/CGFunctionInfo.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

static std::string prettyName(const clang::NamedDecl &decl,
                              const clang::ASTContext &context) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  decl.getNameForDiagnostic(stream, context.getPrintingPolicy(),
                            /*Qualified=*/true);
  return name;
}

static std::string locationOf(const clang::NamedDecl &decl,
                              const clang::ASTContext &context) {
  clang::PresumedLoc location =
      context.getSourceManager().getPresumedLoc(decl.getLocation());
  if (location.isInvalid())
    return "";
  return (llvm::Twine(location.getFilename()) + ":" +
          llvm::Twine(location.getLine()) + ":" +
          llvm::Twine(location.getColumn()))
      .str();
}

/// A `texture<>` or `surface<>` variable is implicitly a device variable: host
/// code binds it, device code reads it. Clang emits its constructor call in the
/// host pass, which then initialises the variable of both sides.
static bool isReference(const clang::VarDecl &decl) {
  return decl.hasGlobalStorage() &&
         (decl.getType()->isCUDADeviceBuiltinTextureType() ||
          decl.getType()->isCUDADeviceBuiltinSurfaceType());
}

/// The number of LLVM arguments that an argument takes.
static unsigned countArguments(const clang::CodeGen::ABIArgInfo &info) {
  if (info.isIgnore())
    return 0;
  if (info.isDirect() && info.getCanBeFlattened())
    if (auto *pair =
            llvm::dyn_cast_or_null<llvm::StructType>(info.getCoerceToType()))
      return pair->getNumElements();
  return 1;
}

/// A class with a nontrivial copy constructor or destructor is passed by
/// address, and LLVM does not know the size of the object.
static void noteSizes(clang::CodeGenerator &generator,
                      const clang::FunctionDecl &decl,
                      llvm::Function &function) {
  if (llvm::all_of(decl.parameters(), [](const clang::ParmVarDecl *parameter) {
        const clang::CXXRecordDecl *record =
            parameter->getType()->getAsCXXRecordDecl();
        return !record || record->canPassInRegisters();
      }))
    return;
  clang::ASTContext &context = decl.getASTContext();
  const clang::CodeGen::CGFunctionInfo &info =
      clang::CodeGen::arrangeFreeFunctionType(
          generator.CGM(), context.getCanonicalType(decl.getType())
                               .castAs<clang::FunctionProtoType>());
  unsigned number = 0;
  for (const clang::CodeGen::CGFunctionInfoArgInfo &argument :
       info.arguments()) {
    if (argument.info.isIndirect() && !argument.info.getIndirectByVal()) {
      llvm::LLVMContext &llvm = function.getContext();
      uint64_t size = context.getTypeSizeInChars(argument.type).getQuantity();
      llvm::Align align(
          context.getTypeAlignInChars(argument.type).getQuantity());
      function.addParamAttr(number,
                            llvm::Attribute::get(llvm, parameterSizeAttr,
                                                 llvm::Twine(size).str()));
      function.addParamAttr(number,
                            llvm::Attribute::getWithAlignment(llvm, align));
    }
    number += countArguments(argument.info);
  }
}

/// The names of the function's parameters, for each of LLVM's.
static std::vector<std::string>
parameterNames(clang::CodeGenerator &generator,
               const clang::FunctionDecl &decl) {
  const clang::CodeGen::CGFunctionInfo &info =
      clang::CodeGen::arrangeFreeFunctionType(
          generator.CGM(), decl.getASTContext()
                               .getCanonicalType(decl.getType())
                               .castAs<clang::FunctionProtoType>());
  std::vector<std::string> names;
  for (auto [parameter, argument] :
       llvm::zip(decl.parameters(), info.arguments()))
    names.insert(names.end(), countArguments(argument.info),
                 parameter->getName().str());
  return names;
}

void heddle::collectHostFacts(clang::CodeGenerator &generator,
                              clang::CompilerInstance &, HostFacts &facts) {
  llvm::Module &module = *generator.GetModule();
  for (llvm::Function &function : module) {
    auto *decl = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        generator.GetDeclForMangledName(function.getName()));
    if (!decl || !decl->hasAttr<clang::CUDAGlobalAttr>())
      continue;
    llvm::StringRef kernel = generator.GetMangledName(
        clang::GlobalDecl(decl, clang::KernelReferenceKind::Kernel));
    facts.stubs[function.getName()] = kernel.str();
    noteSizes(generator, *decl, function);
  }
  for (llvm::GlobalVariable &global : module.globals()) {
    auto *decl = llvm::dyn_cast_or_null<clang::VarDecl>(
        generator.GetDeclForMangledName(global.getName()));
    if (decl &&
        (decl->hasAttr<clang::CUDADeviceAttr>() ||
         decl->hasAttr<clang::CUDAConstantAttr>() || isReference(*decl)))
      facts.shadows.push_back(global.getName().str());
  }
}

/// The `__launch_bounds__` of a kernel, or CUDA's limit.
static unsigned maxThreads(const clang::FunctionDecl &decl,
                           const clang::ASTContext &context) {
  auto *bounds = decl.getAttr<clang::CUDALaunchBoundsAttr>();
  if (!bounds || !bounds->getMaxThreads())
    return 1024;
  if (auto value = bounds->getMaxThreads()->getIntegerConstantExpr(context))
    return std::min<uint64_t>(1024, value->getZExtValue());
  return 1024;
}

/// A `__device__` function that is called but not defined here comes from
/// another file, which needs relocatable device code. Functions that system
/// headers (including ours) declare are in the C library or the runtime.
static void collectExternals(clang::CodeGenerator &generator,
                             clang::DiagnosticsEngine &diags, bool relocatable,
                             SymbolFacts &facts) {
  unsigned id = diags.getCustomDiagID(
      clang::DiagnosticsEngine::Error,
      "device function '%0' is called but not defined in this file; device "
      "functions of other files need -rdc=true");
  for (llvm::Function &function : *generator.GetModule()) {
    if (!function.isDeclaration() || function.use_empty() ||
        function.isIntrinsic() || function.getName().starts_with("__heddle_"))
      continue;
    auto *decl = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        generator.GetDeclForMangledName(function.getName()));
    if (!decl || decl->getBuiltinID() ||
        !decl->hasAttr<clang::CUDADeviceAttr>() ||
        decl->hasAttr<clang::CUDAHostAttr>() ||
        diags.getSourceManager().isInSystemHeader(decl->getLocation()))
      continue;
    if (relocatable)
      facts.externals.push_back(function.getName().str());
    else
      diags.Report(decl->getLocation(), id) << decl->getQualifiedNameAsString();
  }
}

void heddle::collectDeviceFacts(clang::CodeGenerator &generator,
                                clang::CompilerInstance &compiler,
                                bool relocatable, SymbolFacts &facts) {
  llvm::Module &module = *generator.GetModule();
  clang::ASTContext &context = compiler.getASTContext();
  for (llvm::Function &function : module) {
    auto *decl = llvm::dyn_cast_or_null<clang::FunctionDecl>(
        generator.GetDeclForMangledName(function.getName()));
    if (decl && decl->hasAttr<clang::CUDAGlobalAttr>() &&
        !function.isDeclaration()) {
      facts.kernels.push_back(
          {function.getName().str(), prettyName(*decl, context),
           maxThreads(*decl, context), locationOf(*decl, context)});
      facts.kernels.back().parameters = parameterNames(generator, *decl);
      noteSizes(generator, *decl, function);
    }
  }
  for (llvm::GlobalVariable &global : module.globals()) {
    auto *decl = llvm::dyn_cast_or_null<clang::VarDecl>(
        generator.GetDeclForMangledName(global.getName()));
    if (!decl)
      continue;
    if (decl->hasAttr<clang::CUDASharedAttr>())
      facts.variables[global.getName()] = VariableKind::Shared;
    else if (decl->hasAttr<clang::CUDAConstantAttr>())
      facts.variables[global.getName()] = VariableKind::Constant;
    else if (decl->hasAttr<clang::CUDADeviceAttr>() || isReference(*decl))
      facts.variables[global.getName()] = VariableKind::Device;
  }
  for (auto &variable : facts.variables)
    if (variable.second != VariableKind::Shared &&
        module.getNamedGlobal(variable.getKey())->isDeclaration())
      facts.externals.push_back(variable.getKey().str());
  rewriteDeviceLaunches(generator, compiler);
  translateInlinePTX(module, compiler.getDiagnostics());
  defineAssertfail(module);
  collectExternals(generator, compiler.getDiagnostics(), relocatable, facts);
}
