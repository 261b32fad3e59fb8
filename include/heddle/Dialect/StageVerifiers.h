//===- StageVerifiers.h - What each stage promises --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pass may rely on is verified where a stage ends. Each stage keeps what
// the ones before it promised, unless it says so.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_STAGEVERIFIERS_H
#define HEDDLE_DIALECT_STAGEVERIFIERS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

enum class VerifiedStage {
  /// A kernel that is raised is one block of structured control flow. It calls
  /// nothing that asks for the thread or synchronises: that is operations.
  Raised,
  /// There is no raised kernel: each is a `par.for` over the grid, in three
  /// dimensions, directly around one over the threads of a block, likewise.
  /// What
  /// synchronises names the scope of one of them, and barriers state the
  /// effects
  /// of the code around them.
  Par,
  /// Loops over threads are inside those over the grid, by 1, and from 0 where
  /// threads synchronise. What synchronises names the loop around it.
  Optimized,
  /// No loop over threads holds a barrier or a collective of the block.
  Fission,
  /// There are no warp operations left.
  Warps,
  /// There is nothing left that synchronises.
  Grid,
  /// All is LLVM, and no attribute of ours is left but what linking reads.
  Lowered,
};

/// MLIR's verifier, then what this stage promises. Reports the first violation
/// as an error.
mlir::LogicalResult verifyStage(mlir::ModuleOp module, VerifiedStage stage);

#define GEN_PASS_DECL
#include "heddle/Dialect/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "heddle/Dialect/Passes.h.inc"

} // namespace heddle

#endif // HEDDLE_DIALECT_STAGEVERIFIERS_H
