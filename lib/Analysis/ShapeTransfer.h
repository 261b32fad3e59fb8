//===- ShapeTransfer.h - The values that operations give lanes --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ANALYSIS_SHAPETRANSFER_H
#define HEDDLE_LIB_ANALYSIS_SHAPETRANSFER_H

#include "heddle/Analysis/LaneValues.h"

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Interfaces/CallInterfaces.h"

namespace heddle {

/// What is known of another value.
using GetLaneValues = llvm::function_ref<LaneValues(mlir::Value)>;

bool isOutside(mlir::Value value, par::ForOp loop);
/// Of the first lane's iteration: the largest power of two that divides
/// `lanes`.
uint64_t laneAlignment(const LaneMapping &mapping);
/// Of an integer or index, 64 for a pointer or memref, 0 for other types.
unsigned widthOf(mlir::Type type);
/// Whether an operation extends an integer, and whether by its sign.
std::optional<bool> getExtension(mlir::Operation *op);
/// A call of a function that neither reads nor writes memory.
bool isPure(mlir::CallOpInterface call);

/// Whether a value is uniform, as far as anything is known of it.
bool mayBeUniform(const LaneValues &values);

/// In lockstep, the value of a loop's induction variable.
LaneValues inductionOf(mlir::scf::ForOp loop, GetLaneValues get,
                       const mlir::DataFlowSolver &solver);
/// Whether lanes may leave the loop in different iterations.
bool isSplitFor(mlir::scf::ForOp loop, GetLaneValues get,
                const mlir::DataFlowSolver &solver);

/// Whether a condition is about where lanes are, not about what they have loaded:
/// it holds for nearly all of them, or for nearly none. Nothing if that is not
/// known yet.
std::optional<bool> isAboutPlaces(mlir::Value condition, GetLaneValues get);
/// What a choice between two values most likely gives: clamped and guarded
/// indices run along with the lanes.
LaneValues guessChoice(const LaneValues &a, const LaneValues &b);

/// The values of an operation's results, by those of its operands.
class ShapeTransfer {
public:
  /// The solver has the ranges of integers.
  ShapeTransfer(const mlir::DataFlowSolver &solver, const LaneMapping &mapping,
                std::function<LaneValues(mlir::Value)> get)
      : solver(solver), mapping(mapping), get(std::move(get)) {}

  LaneValues compute(mlir::OpResult result) const;

  /// The address of a load, a store or an atomic access.
  std::optional<LaneValues> addressOf(mlir::Operation *access) const;

private:
  std::optional<LaneValues> computeInteger(mlir::Operation *op) const;
  std::optional<LaneValues> computeMemory(mlir::Operation *op) const;
  LaneValues computeLane(par::LaneOp op) const;
  LaneValues elementOf(mlir::Value memref, mlir::ValueRange indices) const;
  LaneValues elementOf(mlir::LLVM::GEPOp gep) const;
  LaneValues addTerm(const LaneValues &sum, mlir::Value index,
                     int64_t bytes) const;
  LaneValues addConstant(const LaneValues &sum, int64_t bytes) const;
  LaneValues anyResult(mlir::Operation *op) const;

  std::optional<LaneValues> guess(mlir::Operation *op) const;
  LaneOperand operand(mlir::Value value) const;
  LaneValues constant(int64_t value) const;

  const mlir::DataFlowSolver &solver;
  const LaneMapping mapping;
  const std::function<LaneValues(mlir::Value)> get;
};

} // namespace heddle

#endif // HEDDLE_LIB_ANALYSIS_SHAPETRANSFER_H
