//===- BlockSums.h - Linear sums of the block index -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes a value in a loop over the blocks of a grid as a sum: of values
// from before the loop, the block index, values with a known range, such as
// thread indices, and unknown values.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BLOCKSUMS_H
#define HEDDLE_ANALYSIS_BLOCKSUMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A value from before the loop, sign- or zero-extended to 64 bits.
struct FixedValue {
  mlir::Value value;
  bool isUnsigned;

  bool operator==(const FixedValue &other) const {
    return value == other.value && isUnsigned == other.isUnsigned;
  }
};

/// A constant times values from before the loop times, optionally, a variable.
struct BlockProduct {
  enum Kind {
    Fixed,  ///< No variable.
    Block,  ///< The index of the block, or of its row.
    Ranged, ///< A value from 0 to a bound that is known before the loop.
    Any     ///< Any integer.
  };

  int64_t factor;
  llvm::SmallVector<FixedValue, 2> fixed;
  Kind kind;
  mlir::Value variable; ///< Identifies the variable.

  /// Whether they differ only in the constant and in the order.
  bool isLike(const BlockProduct &other) const {
    return std::is_permutation(fixed.begin(), fixed.end(), other.fixed.begin(),
                               other.fixed.end()) &&
           kind == other.kind && variable == other.variable;
  }
  bool operator==(const BlockProduct &other) const {
    return factor == other.factor && isLike(other);
  }
};

using BlockSum = llvm::SmallVector<BlockProduct, 4>;

bool has(const BlockSum &sum, BlockProduct::Kind kind);

class BlockSums {
public:
  /// Blocks are counted along one dimension of the grid, x or y. The grid is
  /// assumed to have size 1 along the dimensions before it; along those after
  /// it, an index ranges over all blocks.
  BlockSums(mlir::scf::ParallelOp grid, unsigned counted)
      : grid(grid), counted(counted) {}

  /// The sum of a value. A value of less than 64 bits is read as signed or as
  /// unsigned. If nothing is known, it is any integer.
  BlockSum read(mlir::Value value, bool isUnsigned = false);

  /// The maximum of a ranged variable, a sum of fixed products.
  const BlockSum &getLargest(mlir::Value variable) const {
    return largest.find(variable)->second;
  }

  /// The condition under which the sums hold: parts could wrap in their own
  /// width, and do not if no block's values are that large.
  mlir::Value createCheck(mlir::OpBuilder &builder, mlir::Location loc);

  /// Adds a multiple of another sum. False if it becomes too long.
  static bool add(BlockSum &to, const BlockSum &from, int64_t factor = 1);

  /// The sum of the fixed products, and one product without its variable, as an
  /// index.
  static mlir::Value create(mlir::OpBuilder &builder, mlir::Location loc,
                            const BlockSum &sum);
  static mlir::Value createFactor(mlir::OpBuilder &builder, mlir::Location loc,
                                  const BlockProduct &product);

private:
  std::optional<BlockSum> compute(mlir::Operation *op, bool isUnsigned);
  std::optional<BlockSum> computeLoop(mlir::BlockArgument variable);
  std::optional<BlockSum> assumeSmall(std::optional<BlockSum> sum);
  void assume(const BlockSum &sum, double least, double most);
  static std::optional<BlockSum> multiply(const BlockSum &a, const BlockSum &b);
  std::optional<BlockSum> divide(mlir::Operation *op, int64_t divisor);
  bool fits(mlir::Value index, bool isUnsigned);

  /// The maximum or minimum of a sum, if it is fixed.
  std::optional<BlockSum> bound(BlockSum sum, bool isUpper) const;
  std::optional<BlockSum> bound(mlir::Value value, bool isUpper);
  /// The sum plus a value from 0 to at most `largest`.
  std::optional<BlockSum> range(BlockSum from, mlir::Value variable,
                                std::optional<BlockSum> most);

  /// The range that a sum must be in for the sums to hold.
  struct Assumption {
    BlockSum sum;
    double least, most;
  };

  mlir::scf::ParallelOp grid;
  unsigned counted;
  llvm::DenseMap<mlir::Value, BlockSum> known[2]; ///< As signed, as unsigned.
  llvm::DenseMap<mlir::Value, BlockSum> largest;
  /// The identity of a quotient, by dividend and divisor.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> quotients;
  llvm::DenseSet<mlir::Value> small; ///< Quotients and remainders below 2^31.
  std::vector<Assumption> assumed;
  unsigned depth = 0;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_BLOCKSUMS_H
