//===- FlattenIfs.cpp - Small branches to selects -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/PlantedFaults.h"
#include "heddle/Support/Promises.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_FLATTENIFS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Operations that cost little more than the branch around them.
static constexpr unsigned maxSpeculated = 6;

static bool canSpeculate(Block *block) {
  unsigned count = 0;
  for (Operation &op : block->without_terminator())
    if (++count > maxSpeculated || op.getNumRegions() || !isPure(&op))
      return false;
  return true;
}

/// True if this happened. `a && b` on booleans becomes an `andi`, which is what
/// passes that look for the parts of a condition expect.
static bool flatten(scf::IfOp op, bool dropsPromises) {
  if (op->getNumResults() == 0 || !op.elseBlock() ||
      !canSpeculate(op.thenBlock()) || !canSpeculate(op.elseBlock()))
    return false;
  SmallVector<Value> taken(op.thenYield().getOperands());
  SmallVector<Value> other(op.elseYield().getOperands());
  Block *parent = op->getBlock();
  for (Block *block : {op.thenBlock(), op.elseBlock()}) {
    if (dropsPromises)
      llvm::for_each(*block, [](Operation &each) { dropPromises(&each); });
    parent->getOperations().splice(op->getIterator(), block->getOperations(),
                                   block->begin(), std::prev(block->end()));
  }
  OpBuilder builder(op);
  for (auto [result, a, b] : llvm::zip(op.getResults(), taken, other))
    result.replaceAllUsesWith(arith::SelectOp::create(
        builder, op.getLoc(), op.getCondition(), a,
        planted(Fault::FlattenedElse) && b.getType().isInteger(32) ? a : b));
  op.erase();
  return true;
}

namespace {
struct FlattenIfs : public heddle::impl::FlattenIfsBase<FlattenIfs> {
  using FlattenIfsBase::FlattenIfsBase;

  void runOnOperation() override {
    // Inner ones first: an if that held a flattened one may follow.
    getOperation().walk([&](scf::IfOp op) { flatten(op, dropsPromises); });
  }
};
} // namespace
