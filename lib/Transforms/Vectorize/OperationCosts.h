//===- OperationCosts.h - What operations cost on a processor ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_VECTORIZE_OPERATIONCOSTS_H
#define HEDDLE_LIB_TRANSFORMS_VECTORIZE_OPERATIONCOSTS_H

#include "llvm/ADT/StringRef.h"

namespace heddle {

/// Cycles of single operations on data in the first-level cache. Those of
/// vectors are for one native vector, with 32-bit elements.
struct OperationCosts {
  double arithmetic;
  double load, store;
  double maskedLoad, maskedStore;
  double gather, scatter;
  double divide, squareRoot;
  double integerDivide; ///< Per lane.
  double mathFunction;
  double anyActive; ///< A test whether a lane is active, and the branch.
};

/// Of vectors, for a processor as LLVM calls it, with AVX-512 or without.
const OperationCosts &getVectorCosts(llvm::StringRef processor, bool isWide);
/// Of a single thread.
const OperationCosts &getScalarCosts();

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORIZE_OPERATIONCOSTS_H
