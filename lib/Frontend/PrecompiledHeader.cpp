//===- PrecompiledHeader.cpp - cuda_runtime.h, parsed before --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrecompiledHeader.h"

#include "clang/Lex/PreprocessorOptions.h"

using namespace heddle;

// A file in memory, which no other process can remove.
static constexpr llvm::StringLiteral headerPath =
    "/heddle-precompiled/cuda_runtime.h.pch";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> heddle::addPrecompiledHeader(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
    const llvm::MemoryBuffer &header) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  memory->addFileNoOwn(headerPath, /*ModificationTime=*/0,
                       header.getMemBufferRef());
  auto all =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(files));
  all->pushOverlay(std::move(memory));
  return all;
}

void heddle::usePrecompiledHeader(clang::CompilerInvocation &invocation) {
  clang::PreprocessorOptions &preprocessor = invocation.getPreprocessorOpts();
  auto first = llvm::find(preprocessor.Includes, firstHeader);
  if (first == preprocessor.Includes.end())
    return;
  preprocessor.Includes.erase(first);
  preprocessor.ImplicitPCHInclude = headerPath.str();
}

void heddle::compileFirstHeader(clang::CompilerInvocation &invocation,
                                const std::string &path,
                                const std::string &output) {
  clang::FrontendOptions &frontend = invocation.getFrontendOpts();
  frontend.ProgramAction = clang::frontend::GeneratePCH;
  frontend.OutputFile = output;
  // The cache compares the contents of files whose time has changed.
  frontend.IncludeTimestamps = false;
  frontend.Inputs = {clang::FrontendInputFile(
      path, clang::InputKind(clang::Language::CUDA).getHeader(),
      /*IsSystem=*/true)};
  invocation.getPreprocessorOpts().Includes.clear();
  invocation.getDependencyOutputOpts() = {};
}

namespace {
class ReadFiles : public clang::DependencyCollector {
public:
  explicit ReadFiles(std::vector<std::string> &files) : files(files) {}

  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef name, bool, bool, bool,
                     bool isMissing) override {
    return !isMissing && !name.starts_with("<");
  }
  void finishedMainFile(clang::DiagnosticsEngine &) override {
    for (const std::string &file : getDependencies())
      files.push_back(file);
  }

private:
  std::vector<std::string> &files;
};
} // namespace

std::shared_ptr<clang::DependencyCollector>
heddle::collectReadFiles(std::vector<std::string> &files) {
  return std::make_shared<ReadFiles>(files);
}
