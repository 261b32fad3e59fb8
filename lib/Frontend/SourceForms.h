//===- SourceForms.h - What nvcc takes and Clang does not -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some spellings have to be put right before Clang reads them. Every line stays
// as long as it was, so that messages point to the right place.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SOURCEFORMS_H
#define HEDDLE_LIB_FRONTEND_SOURCEFORMS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace heddle {

/// nvcc takes `kernel << < grid, block >> > (…)`, which formatters that know
/// C++ only have made of many a launch; Clang wants the brackets together.
/// True if the text had such a launch.
bool joinLaunchBrackets(std::string &text);

/// nvcc takes `asm("mov.u32 %0, %laneid;" …)`; Clang wants `%%laneid`. The
/// space before it gives way. True if the text had such an asm.
bool escapeSpecialRegisters(std::string &text);

/// Whether a place is inside a string, by the quotes before it on its line.
bool isInString(llvm::StringRef text, size_t at);

/// The files of `files`, read in the form that Clang takes.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
readInClangsForm(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SOURCEFORMS_H
