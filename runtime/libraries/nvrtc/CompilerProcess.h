//===- CompilerProcess.h - Runs the compiler --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVRTC_COMPILERPROCESS_H
#define HEDDLE_NVRTC_COMPILERPROCESS_H

#include <functional>
#include <string>

namespace heddle::nvrtc {

/// What the compiler left.
struct Outcome {
  std::string result;   ///< As records.
  std::string messages; ///< The compiler's, or why there is no result.
  bool cancelled = false;
};

/// Has `heddle` compile the request. `cancel`, if there is one, is asked again
/// and again whether to stop the compiler.
Outcome runCompiler(const std::string &request,
                    const std::function<bool()> &cancel);

} // namespace heddle::nvrtc

#endif // HEDDLE_NVRTC_COMPILERPROCESS_H
