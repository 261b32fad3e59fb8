//===- Uniformity.h - Values that are the same in all threads ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_UNIFORMITY_H
#define HEDDLE_ANALYSIS_UNIFORMITY_H

#include "heddle/Analysis/WarpPositions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle {

/// Determines for each value in a loop over threads whether it is proved to be
/// the same in all threads that compute it at the same point of their
/// execution.
///
/// Divergence starts at the induction variables, at private memory, at calls of
/// unknown code, and at atomic reads. It propagates through operands, and from
/// a divergent condition to what the branches or iterations under it yield. All
/// other values are uniform, including plain loads from a uniform address:
/// between two barriers, no thread can write there without a race.
class Uniformity {
public:
  /// Which threads have to agree: all of the loop, or those of each warp.
  enum class Scope { Block, Warp };

  explicit Uniformity(mlir::scf::ParallelOp threads,
                      Scope scope = Scope::Block);

  bool isUniform(mlir::Value value) const { return !divergent.contains(value); }

  /// Whether all threads take the same branch of an if, or have the same trip
  /// count in a loop. False for other control flow.
  bool isUniformControl(mlir::Operation *op) const;

private:
  bool agreesInWarp(mlir::Operation *op) const;
  bool mark(mlir::Value value) { return divergent.insert(value).second; }
  bool visit(mlir::Operation *op);
  bool visitBlock(mlir::Block &block);
  bool spread(mlir::ValueRange from, mlir::ValueRange to, bool force);

  llvm::DenseSet<mlir::Value> divergent;
  /// What says where a thread is in its warp, if warps are asked about.
  std::optional<WarpPositions> positions;
};

/// Whether all threads reach the same barriers: no barrier is under a divergent
/// condition or in a loop with a divergent trip count. Otherwise a thread may
/// synchronise with others that are at another barrier, and the program order
/// does not determine the order of accesses.
bool reachSameBarriers(mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_UNIFORMITY_H
