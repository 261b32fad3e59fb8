//===- Paths.h - Paths of threads that do not wait --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows all paths that a thread may take in a block from an operation on, as
// long as it does not wait. Constants that branches yield select later
// branches: what remains of `a && b`, `goto` and returns.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_PATHS_H
#define HEDDLE_LIB_ANALYSIS_PATHS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

class Paths {
public:
  struct Path {
    llvm::DenseMap<mlir::Value, int64_t> constants;
    /// The operations on it that may access memory, except branches.
    llvm::SmallVector<mlir::Operation *> operations;
    bool hasBegun = false;

    /// A value that is known on the path. Flags are not negative, so the width
    /// does not matter.
    std::optional<int64_t> evaluate(mlir::Value value) const;
    /// Makes results known, as far as the values are.
    void bind(mlir::ValueRange results, mlir::ValueRange values);

  private:
    std::optional<int64_t> evaluate(mlir::Value value, unsigned depth) const;
  };

  /// Paths begin at `from`, or at the beginning of the block.
  Paths(mlir::Operation *from,
        llvm::function_ref<bool(mlir::Operation *)> isWait)
      : from(from), isWait(isWait) {}

  /// Makes results of `from` known, if it is not a branch.
  void bind(mlir::Value result, int64_t value) { start[result] = value; }

  /// Follows the paths in a block around `from` up to an operation of the
  /// block, and calls `arrive` for each thread that gets there without having
  /// waited.
  void follow(mlir::Block &block, mlir::Operation *to,
              llvm::function_ref<void(const Path &)> arrive);

  /// Whether some were not followed.
  bool areTooMany() const { return left == 0; }

  static bool isBranch(mlir::Operation *op) {
    return mlir::isa<mlir::scf::IfOp, mlir::scf::IndexSwitchOp>(op);
  }
  /// The number of the region that a selector selects.
  static unsigned getSelected(mlir::Operation *branch, int64_t selector);

private:
  void follow(mlir::Block::iterator it, mlir::Block::iterator end, Path path,
              llvm::function_ref<void(const Path &)> arrive);
  void followBranch(mlir::Block::iterator it, mlir::Block::iterator end,
                    const Path &path,
                    llvm::function_ref<void(const Path &)> arrive);

  mlir::Operation *from;
  llvm::function_ref<bool(mlir::Operation *)> isWait;
  llvm::DenseMap<mlir::Value, int64_t> start;
  /// How many more branches are followed.
  unsigned left = 2000;
};

} // namespace heddle

#endif // HEDDLE_LIB_ANALYSIS_PATHS_H
