//===- SkippedBodies.cpp - Bodies that are not parsed ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pass of Clang parses the functions of both sides and generates code for
// its own. It parses the other side's bodies only to diagnose errors, which the
// other pass does too. In system headers this is a waste of time.
//
//===----------------------------------------------------------------------===//

#include "SkippedBodies.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"

using namespace heddle;

namespace {

class BodySkipper : public clang::ASTConsumer {
public:
  explicit BodySkipper(clang::CompilerInstance &compiler)
      : sources(compiler.getSourceManager()),
        isDevice(compiler.getLangOpts().CUDAIsDevice) {}

  bool shouldSkipFunctionBody(clang::Decl *decl) override {
    const clang::FunctionDecl *function = decl->getAsFunction();
    if (!function || !sources.isInSystemHeader(function->getLocation()))
      return false;
    bool forHost = function->hasAttr<clang::CUDAHostAttr>();
    bool forDevice = function->hasAttr<clang::CUDADeviceAttr>();
    if (function->hasAttr<clang::CUDAGlobalAttr>()) {
      definesKernels = true;
      return false;
    }
    // In a library of kernels, bodies of host functions instantiate kernels.
    return isDevice ? !forDevice && !definesKernels : forDevice && !forHost;
  }

private:
  clang::SourceManager &sources;
  bool isDevice;
  bool definesKernels = false; ///< In a system header.
};

} // namespace

std::unique_ptr<clang::ASTConsumer>
heddle::skipUnusedBodies(clang::CompilerInstance &compiler,
                         std::unique_ptr<clang::ASTConsumer> consumer) {
  compiler.getFrontendOpts().SkipFunctionBodies = true;
  std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
  consumers.push_back(std::make_unique<BodySkipper>(compiler));
  // Other consumers return true unless they know better; code generation does
  // not.
  consumers.push_back(std::move(consumer));
  return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
}
