//===- JamRows.cpp - Several rows of threads at once ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a product of tiles, each thread adds up `a[y][k] * b[k][x]`. All rows of
// threads load the same vectors of `b`, and each sum waits for the one before.
// Several rows in one loop over `k` load once, and wait at the same time.
//
//===----------------------------------------------------------------------===//

#include "JamRows.h"

#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace heddle;

/// Whether a value changes from iteration to iteration, by its operands and not
/// by what memory holds.
static bool dependsOn(Value value, Value counter,
                      llvm::DenseMap<Value, bool> &known) {
  if (value == counter)
    return true;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  bool depends = false;
  known[value] = false;
  if (Operation *op = value.getDefiningOp()) {
    depends = llvm::any_of(op->getOperands(), [&](Value operand) {
      return dependsOn(operand, counter, known);
    });
    depends |= op->getNumRegions() != 0;
  } else if (auto loop =
                 dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp())) {
    // The counter of an inner loop, whose bounds are the same in all rows.
    depends = value != loop.getInductionVar();
  }
  return known[value] = depends;
}

/// The loads of vectors that all rows do alike.
static unsigned countCommonLoads(scf::ForOp inner, Value row) {
  unsigned count = 0;
  llvm::DenseMap<Value, bool> known;
  for (Operation &op : inner.getBody()->without_terminator())
    if (op.getNumResults() == 1 && isa<VectorType>(op.getResult(0).getType()) &&
        hasEffect<MemoryEffects::Read>(&op) &&
        llvm::none_of(op.getOperands(), [&](Value operand) {
          return dependsOn(operand, row, known);
        }))
      ++count;
  return count;
}

void heddle::jamRows(scf::ForOp rows) {
  // Half of the registers hold sums.
  constexpr unsigned mostSums = 16, mostRows = 8;
  std::optional<APInt> trips = rows.getStaticTripCount();
  if (!trips || rows.getNumResults())
    return;
  unsigned sums = 0, common = 0;
  bool hasOther = false;
  rows.walk([&](Operation *op) {
    auto inner = dyn_cast<scf::ForOp>(op);
    if (op == rows || !op->getNumRegions())
      return;
    if (!inner) {
      hasOther = true;
      return;
    }
    unsigned ofLoop = llvm::count_if(inner.getResultTypes(), [](Type type) {
      return isa<VectorType>(type);
    });
    if (!ofLoop)
      return;
    sums = std::max(sums, ofLoop);
    common += countCommonLoads(inner, rows.getInductionVar());
  });
  if (!common || hasOther)
    return;
  // The bounds of inner loops come from outside.
  rows.walk([](LoopLikeOpInterface loop) { moveLoopInvariantCode(loop); });
  for (unsigned factor = mostRows; factor > 1; factor /= 2)
    if (trips->urem(factor) == 0 && factor * sums <= mostSums) {
      (void)loopUnrollJamByFactor(rows, factor);
      return;
    }
}
