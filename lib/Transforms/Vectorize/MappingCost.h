//===- MappingCost.h - What a mapping of threads costs ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_VECTORIZE_MAPPINGCOST_H
#define HEDDLE_LIB_TRANSFORMS_VECTORIZE_MAPPINGCOST_H

#include "heddle/Analysis/Shapes.h"

namespace heddle {

/// Cycles for as many threads as a vector has lanes.
struct MappingCost {
  double asLanes = 0;  ///< All at once.
  double oneByOne = 0; ///< One after another.
};

/// `processor`: as LLVM calls it.
MappingCost estimateMapping(const Shapes &shapes, const Shapes &guesses,
                            llvm::StringRef processor);

/// Whether a branch compares a linear value with a uniform one, as guards do.
bool comparesLinear(mlir::Operation *branch, const Shapes &shapes);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORIZE_MAPPINGCOST_H
