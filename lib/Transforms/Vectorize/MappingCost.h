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

/// How many lanes a loop has if there may be as many as `lanes`: rows of a
/// known number of threads have no rest if half of them, or a quarter, divides
/// it.
int64_t getLanesOf(par::ForOp threads, int64_t lanes);

/// Whether no launch in this file has the block size of a loop over threads.
bool isUnseen(par::ForOp threads);

/// `processor`: as LLVM calls it.
MappingCost estimateMapping(const Shapes &shapes, const Shapes &guesses,
                            llvm::StringRef processor);

/// Whether a loop over threads has accesses, branches or loops that are slow as
/// lanes: those of which the report has a note.
bool isSlowAsLanes(const Shapes &shapes, const Shapes &guesses);

/// How often all lanes have the guessed address of an access: a row that is
/// `k / 34` of neighbouring threads changes after each 34th.
double probabilityOfGuess(mlir::Operation *access, const Shapes &shapes);

/// Whether each iteration of a loop waits for a floating-point sum, or another
/// result, of the one before.
bool waitsForSum(mlir::Operation *loop);

/// Whether a branch compares a linear value with a uniform one, as guards do.
bool comparesLinear(mlir::Operation *branch, const Shapes &shapes);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORIZE_MAPPINGCOST_H
