//===- Installation.h - The locations of Heddle and LLVM --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_INSTALLATION_H
#define HEDDLE_DRIVER_INSTALLATION_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle {

/// The tree that contains the running `heddle`, built or installed: bin/heddle,
/// lib/libheddle_rt.so and lib/heddle/include.
struct Installation {
  std::string executable; ///< With all links resolved.
  std::string root;

  std::string libDir() const { return root + "/lib"; }
  /// The CUDA_HOME for build systems: bin/nvcc, include, lib64.
  std::string cudaHome() const { return root + "/lib/heddle"; }
  std::string includeDir() const { return cudaHome() + "/include"; }
  /// Thrust, CUB and libcu++, if they are installed.
  std::string ccclDir() const { return cudaHome() + "/cccl"; }
  std::string runtime() const { return libDir() + "/libheddle_rt.so"; }
};

/// Finds the tree from the executable, not from argv[0], so that a link to
/// `heddle` of any name works. HEDDLE_HOME overrides it.
Installation findInstallation(const char *argv0);

/// The LLVM that Heddle was built with, and its programs and libraries.
std::string llvmTool(llvm::StringRef name);
std::string llvmLibDir();

} // namespace heddle

#endif // HEDDLE_DRIVER_INSTALLATION_H
