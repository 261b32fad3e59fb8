//===- CudaLibraries.cpp - Links CUDA's libraries -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvocationReader.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace heddle;
using llvm::StringRef;

/// Build systems name the files in lib64 (`CUDA::cublas` of CMake). They mean
/// what -l means.
StringRef InvocationReader::toolkitLibrary(StringRef path) {
  StringRef name = llvm::sys::path::filename(path);
  StringRef folder = llvm::sys::path::parent_path(path);
  if (llvm::sys::path::filename(folder) == "stubs")
    folder = llvm::sys::path::parent_path(folder);
  if (!name.consume_front("lib") ||
      !llvm::sys::fs::equivalent(folder,
                                 result.installation.cudaHome() + "/lib64"))
    return "";
  return name.take_until([](char c) { return c == '.'; });
}

void InvocationReader::linkLibrariesStatically() {
  for (LinkItem &item : result.linkItems) {
    StringRef name = item.argument;
    if (!name.consume_front("-lheddle_"))
      continue;
    std::string archive =
        (result.installation.libDir() + "/libheddle_" + name + ".a").str();
    // A shared one would bring the shared runtime, a second one.
    if (!llvm::sys::fs::exists(archive))
      return fail("'--static-runtime' cannot link '" + name +
                  "', which Heddle only has as a shared library");
    item.argument = archive;
  }
}
