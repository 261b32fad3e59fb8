//===- MergeShared.cpp - Loops that threads share out become one loop -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLoops.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/ThreadSums.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {
#define GEN_PASS_DEF_MERGESHARED
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Whether this only loads something.
static bool isRead(Operation &op) {
  std::optional<Access> access = getPlainAccess(&op);
  return access && !access->writes;
}

/// The only thing that a loop over threads does, if that is a loop which the
/// threads share out.
static scf::ForOp findShared(scf::ParallelOp threads) {
  scf::ForOp shared;
  for (Operation &op : threads.getBody()->without_terminator()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && !shared && loop->hasAttr(sharedOutAttr) &&
        !loop.getNumResults())
      shared = loop;
    else if (!isPure(&op) && !isRead(op))
      return nullptr;
  }
  return shared;
}

static void merge(scf::ParallelOp threads) {
  scf::ForOp loop = findShared(threads);
  if (!loop)
    return;
  auto start = matchSharedLoop(loop, threads, [&](Value value) {
    return !isComputedFrom(value, threads);
  });
  WalkResult result = loop.getRegion().walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!loop->isAncestor(operand.getParentBlock()->getParentOp()) &&
          isComputedFrom(operand, threads))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (!start || result.wasInterrupted())
    return;
  // What the loop uses and is the same for all goes in front. What is loaded is
  // loaded before the loop writes: by one thread at least, and if it were not
  // the same for the others, there would be a race.
  for (Operation &op :
       llvm::make_early_inc_range(threads.getBody()->without_terminator()))
    if (&op != loop && llvm::all_of(op.getResults(), [&](Value value) {
          return !isComputedFrom(value, threads);
        }))
      op.moveBefore(threads);
  OpBuilder builder(threads);
  createMergedLoop(builder, loop, *start);
  threads.erase();
}

namespace {
struct MergeShared : public heddle::impl::MergeSharedBase<MergeShared> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (!par::holdsBarrier(threads))
        merge(threads);
  }
};
} // namespace
