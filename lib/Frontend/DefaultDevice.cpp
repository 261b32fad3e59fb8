//===- DefaultDevice.cpp - NVRTC's -default-device ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ library does not compile if its functions are the device's too: some
// headers declare what others have declared for the host. So the pragmas that
// change the default are suspended while a system header is read.
//
//===----------------------------------------------------------------------===//

#include "DefaultDevice.h"

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace heddle;

namespace {

class PragmaSuspender : public clang::PPCallbacks {
public:
  explicit PragmaSuspender(clang::CompilerInstance &compiler)
      : compiler(compiler) {}

  void FileChanged(clang::SourceLocation, FileChangeReason,
                   clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (!compiler.hasSema() || clang::SrcMgr::isSystem(kind) == suspended)
      return;
    suspended = !suspended;
    clang::Sema &sema = compiler.getSema();
    std::swap(sema.PragmaAttributeStack, attributes);
    if (suspended)
      while (sema.CUDA().PopForceHostDevice())
        ++depth;
    else
      for (; depth > 0; --depth)
        sema.CUDA().PushForceHostDevice();
  }

private:
  clang::CompilerInstance &compiler;
  bool suspended = false;
  // Those that are suspended.
  decltype(clang::Sema::PragmaAttributeStack) attributes;
  unsigned depth = 0; ///< Of `force_cuda_host_device`.
};

} // namespace

void heddle::keepPragmasFromSystemHeaders(clang::CompilerInstance &compiler) {
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<PragmaSuspender>(compiler));
}
