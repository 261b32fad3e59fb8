//===- ThreadParts.h - Parts of a block for several cores -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_THREADPARTS_H
#define HEDDLE_LIB_TRANSFORMS_THREADPARTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// How the threads of a block are cut: so many along this dimension are a part.
/// Warps stay whole.
struct ThreadParts {
  unsigned dim;
  int64_t length, count;

  /// Of a loop over threads whose bounds are constants, if there are several.
  static std::optional<ThreadParts> find(mlir::scf::ParallelOp threads);

  /// Has the loop run over one part only. Its body is changed to compute the
  /// thread's index.
  void restrictTo(mlir::scf::ParallelOp threads, mlir::Value part) const;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_THREADPARTS_H
