//===- Uniformity.h - What is the same in all threads -----------*- C++ -*-===//
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

/// Tells for each value in a loop over threads whether it is proved to be the
/// same in all threads that compute it at the same point of their execution.
///
/// Divergence starts at the induction variables, at private memory, and at
/// everything that calls unknown code or reads memory atomically, and spreads
/// along operands, and from a divergent condition to what the branches or
/// iterations under it yield. All else is uniform. So is what threads load from
/// one address: between two barriers, no thread can write there without a race.
class Uniformity {
public:
  /// Which threads have to agree: all of the loop, or those of each warp.
  enum class Scope { Block, Warp };

  explicit Uniformity(mlir::scf::ParallelOp threads,
                      Scope scope = Scope::Block);

  bool isUniform(mlir::Value value) const { return !divergent.contains(value); }

  /// Whether all threads take an if the same way, or a loop equally often.
  /// Other control flow is not known to be so.
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

/// Whether all threads come to the same barriers: no barrier stands under a
/// condition, or in a loop, that may be another in each thread. Where one does,
/// a thread may meet others that are at another barrier, and the order of the
/// code says nothing about the order of what threads do.
bool meetsAtSameBarriers(mlir::scf::ParallelOp threads);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_UNIFORMITY_H
