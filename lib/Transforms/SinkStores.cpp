//===- SinkStores.cpp - Stores of what only some threads have -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle {
#define GEN_PASS_DEF_SINKSTORES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The side of a branch on which a result has a value, if it has none on the
/// other.
static Block *getOnlySide(scf::IfOp branch, unsigned number) {
  Value whenTrue = branch.thenYield().getOperand(number);
  Value whenFalse = branch.elseYield().getOperand(number);
  if (whenFalse.getDefiningOp<ub::PoisonOp>())
    return branch.thenBlock();
  if (whenTrue.getDefiningOp<ub::PoisonOp>())
    return branch.elseBlock();
  return nullptr;
}

/// Moves stores that come right after a branch into it.
static void sinkInto(scf::IfOp branch) {
  Operation *next = branch->getNextNode();
  while (next) {
    Operation *op = next;
    next = op->getNextNode();
    auto store = dyn_cast<memref::StoreOp>(op);
    Block *side = nullptr;
    if (store) {
      auto result = dyn_cast<OpResult>(store.getValueToStore());
      if (result && result.getOwner() == branch &&
          llvm::all_of(store.getOperands().drop_front(), [&](Value operand) {
            Operation *def = operand.getDefiningOp();
            return !def || def->getBlock() != branch->getBlock() ||
                   def->isBeforeInBlock(branch);
          }))
        side = getOnlySide(branch, result.getResultNumber());
      if (side) {
        Operation *yield = side->getTerminator();
        store.getValueMutable().assign(
            yield->getOperand(result.getResultNumber()));
        store->moveBefore(yield);
        continue;
      }
    }
    // What is not moved must not see that others are.
    if (!isMemoryEffectFree(op))
      return;
  }
}

/// Takes away the results if nobody uses them, as guards have none.
static scf::IfOp dropResults(scf::IfOp branch) {
  if (branch.getNumResults() == 0 || !branch.use_empty())
    return branch;
  OpBuilder builder(branch);
  auto bare = scf::IfOp::create(builder, branch.getLoc(), TypeRange(),
                                branch.getCondition(), /*addThenBlock=*/false,
                                /*addElseBlock=*/false);
  bare->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  bare.getThenRegion().takeBody(branch.getThenRegion());
  bare.getElseRegion().takeBody(branch.getElseRegion());
  for (Block *block : {bare.thenBlock(), bare.elseBlock()})
    cast<scf::YieldOp>(block->getTerminator()).getResultsMutable().clear();
  branch.erase();
  return bare;
}

static void sink(Block *block) {
  for (Operation *op = &block->front(); op; op = op->getNextNode()) {
    auto branch = dyn_cast<scf::IfOp>(op);
    if (!branch)
      continue;
    if (branch.getNumResults()) {
      sinkInto(branch);
      branch = dropResults(branch);
      op = branch;
    }
    // What has come into it may go further.
    sink(branch.thenBlock());
    if (branch.elseBlock())
      sink(branch.elseBlock());
  }
}

namespace {
struct SinkStores : public heddle::impl::SinkStoresBase<SinkStores> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      sink(threads.getBody());
  }
};
} // namespace
