//===- CudaLibraries.cpp - Links CUDA's libraries -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvocationReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace heddle;
using llvm::StringRef;

/// Build systems name files (`CUDA::cublas` of CMake is lib64/libcublas.so) and
/// mean what -l means. On a machine with another toolkit they may name its
/// files, which would bring a second runtime. A project may have a libcuda.a of
/// its own.
StringRef InvocationReader::toolkitLibrary(StringRef path) {
  StringRef name = llvm::sys::path::filename(path);
  if (!name.consume_front("lib"))
    return "";
  auto [library, extension] = name.split('.');
  if (llvm::is_contained({"cudart", "cudart_static", "cudadevrt", "cublas",
                          "cublas_static", "cublasLt", "cublasLt_static",
                          "curand", "curand_static", "nvidia-ml", "nvToolsExt"},
                         library) ||
      (library == "cuda" && extension.starts_with("so")))
    return library;
  StringRef folder = llvm::sys::path::parent_path(path);
  bool inTree = llvm::sys::fs::equivalent(
      folder, result.installation.cudaHome() + "/lib64");
  return inTree ? library : "";
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
