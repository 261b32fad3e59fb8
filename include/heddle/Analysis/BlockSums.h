//===- BlockSums.h - Numbers as sums over a block's number ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a number in a loop over the blocks of a grid is made of: of values from
// before the loop, of the block's number, of numbers that run over a range, as
// those of threads do, and of numbers of which nothing is known.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_BLOCKSUMS_H
#define HEDDLE_ANALYSIS_BLOCKSUMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// A value from before the loop, in full width by its sign or without.
struct FixedValue {
  mlir::Value value;
  bool isUnsigned;

  bool operator==(const FixedValue &other) const {
    return value == other.value && isUnsigned == other.isUnsigned;
  }
};

/// A constant times values from before the loop times, perhaps, what varies.
struct BlockProduct {
  enum Kind {
    Fixed,  ///< Nothing varies.
    Block,  ///< The block's number, or that of its row.
    Ranged, ///< A number from 0 to one that is known before the loop.
    Any     ///< Any whole number.
  };

  int64_t factor;
  llvm::SmallVector<FixedValue, 2> fixed;
  Kind kind;
  mlir::Value variable; ///< By which one that varies is known from another.

  /// Whether they differ in nothing but the constant, and in the order.
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
  /// Blocks are counted along one dimension of the grid, x or y. It is taken to
  /// have no more than one along those that come before it, and of those that
  /// come after it a number runs over all.
  BlockSums(mlir::scf::ParallelOp grid, unsigned counted)
      : grid(grid), counted(counted) {}

  /// What a number is. One that has less than 64 bits is read with its sign, or
  /// without. Where nothing else is known it is any whole number.
  BlockSum read(mlir::Value value, bool isUnsigned = false);

  /// The largest number that a ranged variable is, a sum of fixed products.
  const BlockSum &getLargest(mlir::Value variable) const {
    return largest.find(variable)->second;
  }

  /// Whether what was read holds: some of it could wrap around in the bits that
  /// it is computed in, and does not if no block's numbers are that large.
  mlir::Value createCheck(mlir::OpBuilder &builder, mlir::Location loc);

  /// Adds a multiple of another sum. False if it becomes too long.
  static bool add(BlockSum &to, const BlockSum &from, int64_t factor = 1);

  /// What the sum of the fixed products is, and one product without what
  /// varies, as an index.
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

  /// What a sum is at most, or at least, where that is fixed.
  std::optional<BlockSum> bound(BlockSum sum, bool isUpper) const;
  std::optional<BlockSum> bound(mlir::Value value, bool isUpper);
  /// The sum and a number from 0 to one that is at most `largest`.
  std::optional<BlockSum> range(BlockSum from, mlir::Value variable,
                                std::optional<BlockSum> most);

  /// What a sum has to be in for what was read to hold.
  struct Assumption {
    BlockSum sum;
    double least, most;
  };

  mlir::scf::ParallelOp grid;
  unsigned counted;
  llvm::DenseMap<mlir::Value, BlockSum> known[2]; ///< With a sign, without.
  llvm::DenseMap<mlir::Value, BlockSum> largest;
  /// By what a quotient is known, for the number that is divided and by what.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> quotients;
  llvm::DenseSet<mlir::Value> small; ///< Quotients and rests below 2^31.
  std::vector<Assumption> assumed;
  unsigned depth = 0;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_BLOCKSUMS_H
