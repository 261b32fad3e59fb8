//===- PlainRow.h - Single rows of threads ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_PLAINROW_H
#define HEDDLE_LIB_TRANSFORMS_PLAINROW_H

#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {

/// Whether a loop over threads is a single row from the first thread on, in a
/// nest that is to be fast, and may become vectors.
inline bool isPlainRow(mlir::scf::ParallelOp threads) {
  mlir::scf::ParallelOp grid = par::getGridLoop(threads);
  if (!grid || grid->hasAttr(par::fallbackAttr))
    return false;
  for (llvm::StringRef mark :
       {par::scatteredAttr, par::fewAttr, par::edgeAttr, par::rareAttr})
    if (threads->hasAttr(mark))
      return false;
  for (auto [lower, step] :
       llvm::zip_equal(threads.getLowerBound(), threads.getStep()))
    if (mlir::getConstantIntValue(lower) != 0 ||
        mlir::getConstantIntValue(step) != 1)
      return false;
  return llvm::all_of(
      threads.getUpperBound().drop_back(),
      [](mlir::Value upper) { return mlir::getConstantIntValue(upper) == 1; });
}

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_PLAINROW_H
