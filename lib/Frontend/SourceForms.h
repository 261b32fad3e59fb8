//===- SourceForms.h - Source that only nvcc accepts ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some spellings have to be rewritten before Clang reads them. Every line keeps
// its length, so that diagnostics point to the right column.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SOURCEFORMS_H
#define HEDDLE_LIB_FRONTEND_SOURCEFORMS_H

#include "SharedObjects.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace heddle {

/// nvcc accepts `kernel << < grid, block >> > (…)`, which C++ formatters
/// produce; Clang requires `<<<` and `>>>`. True if the text contained such a
/// launch.
bool joinLaunchBrackets(std::string &text);

/// nvcc accepts `asm("mov.u32 %0, %laneid;" …)`; Clang requires `%%laneid`. The
/// second `%` replaces the space before it. True if the text contained such an
/// asm.
bool escapeSpecialRegisters(std::string &text);

/// Whether a position is inside a string, judged by the quotes before it in its
/// line.
bool isInString(llvm::StringRef text, size_t at);

/// `files`, with the contents rewritten for Clang.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
readInClangsForm(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                 const SharedObjects &objects);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SOURCEFORMS_H
