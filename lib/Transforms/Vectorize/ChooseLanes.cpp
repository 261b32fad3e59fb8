//===- ChooseLanes.cpp - Whether threads are lanes, and of how many -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "MappingCost.h"
#include "heddle/Transforms/Vectorize/Passes.h"

using namespace mlir;
using namespace heddle;

namespace {
/// What the loops over threads of a kernel cost, and whether one is slow.
struct KernelEstimate {
  MappingCost cost;
  bool isSlowInParts = false;

  bool isFaster() const {
    // Where lanes are not much faster, LLVM's vectoriser may do better on
    // loops.
    constexpr double margin = 0.7;
    return cost.asLanes < margin * cost.oneByOne;
  }
};
} // namespace

/// `mayBeSlow`: otherwise, the first loop that is slow as lanes is the last one
/// that is looked at.
static KernelEstimate estimateKernel(Operation *kernel, int64_t lanes,
                                     StringRef processor, bool mayBeSlow) {
  KernelEstimate sum;
  kernel->walk([&](par::ForOp loop) {
    if (loop.getLevel() != par::Level::Block || isUnseen(loop))
      return WalkResult::advance();
    int64_t own = getLanesOf(loop, lanes);
    LaneMapping mapping{loop, loop.getNumDimensions() - 1, own,
                        /*isMultiple=*/true};
    Shapes shapes(mapping);
    mapping.guesses = true;
    Shapes guesses(mapping);
    MappingCost cost = estimateMapping(shapes, guesses, processor);
    sum.cost.asLanes += cost.asLanes * lanes / own;
    sum.cost.oneByOne += cost.oneByOne * lanes / own;
    // What one thread of the block does is a scalar.
    if (mayBeSlow || getConstantIntValue(loop.getSizes().back()) == 1)
      return WalkResult::advance();
    sum.isSlowInParts = isSlowAsLanes(shapes, guesses);
    return sum.isSlowInParts ? WalkResult::interrupt() : WalkResult::advance();
  });
  return sum;
}

/// Whether twice the lanes may do more in the same time: a kernel loads or
/// stores bytes, or other numbers that are narrower than the lanes of a native
/// vector, or each iteration of a loop waits for the sum of the one before.
static bool mayHaveTwice(Operation *kernel) {
  return kernel
      ->walk([](Operation *op) {
        Type type = getAccessedType(op);
        bool isNarrow =
            type && type.isIntOrFloat() && type.getIntOrFloatBitWidth() < 32;
        return isNarrow || waitsForSum(op) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

LaneChoice heddle::chooseLanes(Operation *kernel, StringRef processor,
                               bool mayBeSlow) {
  // Of equal lanes for the same work, more need more registers.
  constexpr double margin = 0.9;
  int64_t native = getNativeLanes(kernel);
  KernelEstimate one = estimateKernel(kernel, native, processor, mayBeSlow);
  if (!one.isSlowInParts && mayHaveTwice(kernel)) {
    KernelEstimate two =
        estimateKernel(kernel, 2 * native, processor, mayBeSlow);
    if (!two.isSlowInParts && two.cost.asLanes / 2 < margin * one.cost.asLanes)
      return {2 * native, two.isFaster(), false};
  }
  return {native, one.isFaster(), one.isSlowInParts};
}
