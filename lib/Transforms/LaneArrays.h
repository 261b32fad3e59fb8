//===- LaneArrays.h - Arrays of threads, interleaved ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_LANEARRAYS_H
#define HEDDLE_LIB_TRANSFORMS_LANEARRAYS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace heddle {

/// Local arrays of threads that run together as lanes. Interleaved, with the
/// elements of all lanes next to each other, their accesses are vectors.
class LaneArrays {
public:
  /// Accepts an array if it is only accessed by loads and stores of elements.
  bool add(mlir::LLVM::AllocaOp local, mlir::scf::ParallelOp threads);

  bool empty() const { return sizes.empty(); }
  bool contains(mlir::Value base) const { return sizes.contains(base); }

  /// Allocates the arrays before a loop over lanes of constant size, or with a
  /// capacity.
  void spread(mlir::scf::ParallelOp lanes);

private:
  llvm::MapVector<mlir::Value, int64_t> sizes; ///< In elements.
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LANEARRAYS_H
