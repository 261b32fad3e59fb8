//===- LaunchBrackets.h - Launches written with spaces ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_LAUNCHBRACKETS_H
#define HEDDLE_LIB_FRONTEND_LAUNCHBRACKETS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace heddle {

/// nvcc takes `kernel << < grid, block >> > (…)`, which formatters that know
/// C++ only have made of many a launch; Clang wants the brackets together.
/// Returns the text with them moved together, every line as long as it was, or
/// nothing if there is no such launch.
std::optional<std::string> joinLaunchBrackets(llvm::StringRef text);

/// The files of `files`, read that way.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
joinLaunchBrackets(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_LAUNCHBRACKETS_H
