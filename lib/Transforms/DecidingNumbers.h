//===- DecidingNumbers.h - What numbers decide in a nest --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_DECIDINGNUMBERS_H
#define HEDDLE_LIB_TRANSFORMS_DECIDINGNUMBERS_H

#include "heddle/Analysis/Uniformity.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace heddle {

/// By argument of a grid function, what it is, or null.
using Numbers = llvm::SmallVector<mlir::IntegerAttr>;

/// Says which numbers a nest would be faster with if it knew them: those that
/// divide, that are the distance between what neighbouring threads touch, that
/// say which way a branch in a loop goes or how threads that meet go through
/// their levels, or by which a loop has so few turns that they can be written
/// out. That longer loops run a known number of times, or with a known step,
/// helps little where the loop over threads is the one that is vectorised, and
/// a limit that threads are compared with not at all.
class DecidingNumbers {
public:
  DecidingNumbers(mlir::scf::ParallelOp grid, mlir::LLVM::LLVMFuncOp function);

  /// Those of the numbers that decide something.
  Numbers find(const Numbers &numbers) const;

private:
  mlir::scf::ParallelOp threads;
  mlir::LLVM::LLVMFuncOp function;
  Uniformity uniformity;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_DECIDINGNUMBERS_H
