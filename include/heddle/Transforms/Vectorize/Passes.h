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
std::optional<LaneRefusal> whyNotVectorized(mlir::Operation *kernel,
                                            bool beforeFission);

/// How many numbers of 32 bits a native vector holds.
int64_t getNativeLanes(mlir::Operation *inModule);

/// What the cost model says of a kernel that `vectorize-threads` can take.
struct LaneChoice {
  /// As many as a native vector has, or twice as many, where that is faster.
  int64_t lanes = 0;
  /// Than one thread after another, clearly.
  bool isFaster = false;
  /// Some loop over threads has accesses, branches or loops that are slow as
  /// lanes. Not looked at if it may.
  bool isSlowInParts = false;
};

LaneChoice chooseLanes(mlir::Operation *kernel, llvm::StringRef processor,
                       bool mayBeSlow);

/// What was decided about a kernel, and why.
struct MappingChoice {
  bool asLanes = false;                      ///< What it is.
  bool isForced = false, wantsLanes = false; ///< What the user asked for.
  /// It has barriers, and parts that are slow as lanes.
  bool isSlowInParts = false;
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
