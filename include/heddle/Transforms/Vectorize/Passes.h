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

/// Why `vectorize-threads` does not take a kernel.
struct LaneRefusal {
  std::string reason; ///< A sentence about the kernel, "it ...".
  mlir::Operation *op;
};

/// The reason with the source line, if that is known.
std::string describe(const LaneRefusal &refusal);

/// Why `vectorize-threads` does not take a kernel, or nothing. The kernel's
/// loops are those of the par stage.
std::optional<LaneRefusal> whyNotVectorized(mlir::Operation *kernel);

/// How many numbers of 32 bits a native vector holds.
int64_t getNativeLanes(mlir::Operation *inModule);

/// How many lanes the cost model chooses for a kernel that `vectorize-threads`
/// can take: as a native vector has, or twice as many, where they are bytes.
int64_t chooseLanes(mlir::Operation *kernel, llvm::StringRef processor);

/// Whether the cost model expects a kernel that `vectorize-threads` can take to
/// be faster with threads as lanes.
bool areLanesFaster(mlir::Operation *kernel, int64_t lanes,
                    llvm::StringRef processor);

/// What was decided about a kernel, and why.
struct MappingChoice {
  bool asLanes = false;                      ///< What it is.
  bool isForced = false, wantsLanes = false; ///< What the user asked for.
  int64_t lanes = 0;
  std::string processor; ///< As LLVM calls it.
  std::optional<LaneRefusal> refusal;
};

/// What `--report=vectorize` says of a kernel at the par stage: lines of text.
/// `parameters` are the names of the kernel's parameters.
std::string describeMapping(mlir::Operation *kernel,
                            const MappingChoice &choice,
                            llvm::ArrayRef<std::string> parameters);

#define GEN_PASS_DECL
#include "heddle/Transforms/Vectorize/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "heddle/Transforms/Vectorize/Passes.h.inc"

} // namespace heddle

#endif // HEDDLE_TRANSFORMS_VECTORIZE_PASSES_H
