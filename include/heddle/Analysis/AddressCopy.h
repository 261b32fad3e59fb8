//===- AddressCopy.h - Addresses of other iterations ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_ADDRESSCOPY_H
#define HEDDLE_ANALYSIS_ADDRESSCOPY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {

/// The size of a cache line, in bytes.
inline constexpr int64_t lineBytes = 64;

/// Computes an address of one iteration of a loop for another one, which may
/// not exist.
class AddressCopy {
public:
  explicit AddressCopy(mlir::Operation *loop) : loop(loop) {}

  /// Whether a value can be computed from values outside of the loop and the
  /// given ones, without memory. `budget` is the number of operations it may
  /// take.
  bool isPlain(mlir::Value value, mlir::ValueRange given, unsigned &budget);

  /// Computes it, with the mapping of the given values.
  mlir::Value copy(mlir::Value value, mlir::OpBuilder &builder,
                   mlir::IRMapping &mapping);

private:
  bool isOutside(mlir::Value value);

  mlir::Operation *loop;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_ADDRESSCOPY_H
