//===- PrecompiledHeader.h - cuda_runtime.h, parsed before ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every CUDA source begins with cuda_runtime.h, which takes Clang much longer
// than a small program after it. Clang can read it in parsed form instead. The
// form is one for each set of options, and for each of the two passes.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_PRECOMPILEDHEADER_H
#define HEDDLE_LIB_FRONTEND_PRECOMPILEDHEADER_H

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/Utils.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace heddle {

/// The header that every source includes first.
inline constexpr llvm::StringLiteral firstHeader = "cuda_runtime.h";

/// `files`, with a precompiled header.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
addPrecompiledHeader(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                     const llvm::MemoryBuffer &header);

/// Makes Clang read the precompiled header instead of the first header.
void usePrecompiledHeader(clang::CompilerInvocation &invocation);

/// Makes Clang precompile the first header, whatever the input was.
void compileFirstHeader(clang::CompilerInvocation &invocation,
                        const std::string &path, const std::string &output);

/// Notes the files that are read.
std::shared_ptr<clang::DependencyCollector>
collectReadFiles(std::vector<std::string> &files);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_PRECOMPILEDHEADER_H
