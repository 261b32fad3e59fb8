//===- Nvrtc.h - Compilations that programs ask for -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_NVRTC_H
#define HEDDLE_DRIVER_NVRTC_H

#include "heddle/Driver/Compile.h"
#include "heddle/Driver/Installation.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle {

/// What a program's options mean.
struct NvrtcOptions {
  CompileOptions compile;
  std::string macros;         ///< -D and -U, as directives.
  bool defaultDevice = false; ///< -default-device
  bool sourceInclude = true;  ///< Not with --no-source-include.
  bool cache = true;          ///< Not with --no-cache.
};

/// Reads options of NVRTC, which are fewer than nvcc's. Returns a message if
/// one is invalid.
std::string readNvrtcOptions(llvm::ArrayRef<std::string> words,
                             NvrtcOptions &options);

/// `heddle --nvrtc-request`, which libheddle_nvrtc runs: compiles the request
/// on standard input and writes the result to standard output, both as records.
/// Diagnostics go to standard error.
///
/// Request: `name`, `source`, `header` (a name) and `contents` for each header,
/// `option`s, `expression`s. Result: `status` (an nvrtcResult), `image`,
/// `declarations` (of its symbols, as PTX), and a `name` for each expression.
int nvrtcMain(const Installation &installation);

} // namespace heddle

#endif // HEDDLE_DRIVER_NVRTC_H
