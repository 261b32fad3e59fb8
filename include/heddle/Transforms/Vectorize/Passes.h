//===- Passes.h - Threads as lanes of vectors -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_VECTORIZE_PASSES_H
#define HEDDLE_TRANSFORMS_VECTORIZE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace heddle {

/// Why `vectorize-threads` does not take a kernel, or nothing. The kernel's loops
/// are those of the par stage.
std::optional<std::string> whyNotVectorized(mlir::Operation *kernel);

/// Whether the cost model expects a kernel that `vectorize-threads` can take to
/// be faster with threads as lanes.
bool areLanesFaster(mlir::Operation *kernel, int64_t lanes);

#define GEN_PASS_DECL
#include "heddle/Transforms/Vectorize/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "heddle/Transforms/Vectorize/Passes.h.inc"

} // namespace heddle

#endif // HEDDLE_TRANSFORMS_VECTORIZE_PASSES_H
