//===- UnrollLaneLoops.cpp - Short loops of a thread are written out ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

namespace heddle {
#define GEN_PASS_DEF_UNROLLLANELOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// LLVM would unroll these as well, but only when accesses are vectors already.
constexpr uint64_t mostIterations = 9, mostOperations = 250;

uint64_t countOperations(scf::ForOp loop) {
  uint64_t count = 0;
  loop.getBody()->walk([&](Operation *) { ++count; });
  return count;
}

struct UnrollLaneLoops
    : public heddle::impl::UnrollLaneLoopsBase<UnrollLaneLoops> {
  void runOnOperation() override {
    // Inner ones first.
    SmallVector<scf::ForOp> loops;
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      threads.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      std::optional<APInt> trips = loop.getStaticTripCount();
      if (!trips || trips->ugt(mostIterations) || par::holdsBarrier(loop) ||
          trips->getZExtValue() * countOperations(loop) > mostOperations)
        continue;
      (void)loopUnrollFull(loop);
    }
  }
};

} // namespace
