//===- FissionControl.cpp - Control flow that holds barriers --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

namespace {

/// Sends values through buffers. A value is stored where it is passed on and
/// loaded where it arrives.
class Demoter {
public:
  Demoter(scf::ParallelOp threads) : threads(threads), builder(threads) {}

  void demote(scf::IfOp op) {
    if (op->getNumResults() == 0)
      return;
    SmallVector<Buffer> buffers = createBuffers(op.getResultTypes());
    for (Block *block : {op.thenBlock(), op.elseBlock()}) {
      Operation *yield = block->getTerminator();
      storeAll(yield, yield->getOperands(), buffers);
      yield->setOperands({});
    }
    builder.setInsertionPointAfter(op);
    loadAll(op.getLoc(), op.getResults(), buffers);
    builder.setInsertionPoint(op);
    auto plain = scf::IfOp::create(builder, op.getLoc(), TypeRange(),
                                   op.getCondition(), /*withElse=*/true);
    plain.getThenRegion().takeBody(op.getThenRegion());
    plain.getElseRegion().takeBody(op.getElseRegion());
    op.erase();
  }

  void demote(scf::ForOp op) {
    if (op.getInitArgs().empty())
      return;
    SmallVector<Buffer> buffers = createBuffers(op.getResultTypes());
    storeAll(op, op.getInitArgs(), buffers);
    Block *body = op.getBody();
    builder.setInsertionPointToStart(body);
    loadAll(op.getLoc(), op.getRegionIterArgs(), buffers);
    Operation *yield = body->getTerminator();
    storeAll(yield, yield->getOperands(), buffers);
    yield->setOperands({});
    builder.setInsertionPointAfter(op);
    loadAll(op.getLoc(), op.getResults(), buffers);
    body->eraseArguments(1, body->getNumArguments() - 1);
    builder.setInsertionPoint(op);
    auto plain = scf::ForOp::create(builder, op.getLoc(), op.getLowerBound(),
                                    op.getUpperBound(), op.getStep());
    plain.setUnsignedCmp(op.getUnsignedCmp());
    plain.getRegion().takeBody(op.getRegion());
    op.erase();
  }

  void demote(scf::WhileOp op) {
    SmallVector<Buffer> in = createBuffers(op.getInits().getTypes());
    SmallVector<Buffer> out = createBuffers(op.getResultTypes());
    if (in.empty() && out.empty())
      return;
    storeAll(op, op.getInits(), in);
    Block *before = op.getBeforeBody();
    builder.setInsertionPointToStart(before);
    loadAll(op.getLoc(), op.getBeforeArguments(), in);
    scf::ConditionOp condition = op.getConditionOp();
    storeAll(condition, condition.getArgs(), out);
    condition.getArgsMutable().clear();
    Block *after = op.getAfterBody();
    builder.setInsertionPointToStart(after);
    loadAll(op.getLoc(), op.getAfterArguments(), out);
    Operation *yield = after->getTerminator();
    storeAll(yield, yield->getOperands(), in);
    yield->setOperands({});
    builder.setInsertionPointAfter(op);
    loadAll(op.getLoc(), op.getResults(), out);
    before->eraseArguments(0, before->getNumArguments());
    after->eraseArguments(0, after->getNumArguments());
    builder.setInsertionPoint(op);
    auto plain =
        scf::WhileOp::create(builder, op.getLoc(), TypeRange(), ValueRange());
    plain.getBefore().takeBody(op.getBefore());
    plain.getAfter().takeBody(op.getAfter());
    op.erase();
  }

private:
  SmallVector<Buffer> createBuffers(TypeRange types) {
    SmallVector<Buffer> buffers;
    for (Type type : types)
      buffers.push_back(createBuffer(threads, type));
    return buffers;
  }

  void storeAll(Operation *before, ValueRange values,
                ArrayRef<Buffer> buffers) {
    builder.setInsertionPoint(before);
    for (auto [value, buffer] : llvm::zip(values, buffers))
      storeOwn(builder, before->getLoc(), value, buffer, threads);
  }

  void loadAll(Location loc, ValueRange values, ArrayRef<Buffer> buffers) {
    for (auto [value, buffer] : llvm::zip(values, buffers))
      if (!value.use_empty())
        value.replaceAllUsesWith(
            loadOwn(builder, loc, buffer, threads, /*repeatable=*/true));
  }

  scf::ParallelOp threads;
  OpBuilder builder;
};

/// The operations that hold a barrier, inner ones first.
SmallVector<Operation *> holders(scf::ParallelOp threads) {
  SmallVector<Operation *> result;
  threads.getBody()->walk([&](Operation *op) {
    if (op->getNumRegions() && par::holdsBarrier(op))
      result.push_back(op);
  });
  return result;
}

} // namespace

void fission::demoteCarriedValues(scf::ParallelOp threads) {
  Demoter demoter(threads);
  for (Operation *op : holders(threads)) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      demoter.demote(branch);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      demoter.demote(loop);
    else
      demoter.demote(cast<scf::WhileOp>(op));
  }
}

//===----------------------------------------------------------------------===//
// Conditions and bounds
//===----------------------------------------------------------------------===//

namespace {

/// Gives a uniform value of the thread loop at block level.
class BlockLevel {
public:
  BlockLevel(scf::ParallelOp threads) : threads(threads), builder(threads) {}

  void raise(OpOperand &operand) {
    Value value = operand.get();
    if (isBlockLevel(value))
      return;
    Operation *user = operand.getOwner();
    builder.setInsertionPoint(user);
    IRMapping clones;
    unsigned budget = 16;
    if (canClone(value, budget)) {
      operand.set(clone(value, clones));
      return;
    }
    operand.set(loadFirst(builder, user->getLoc(), store(value)));
  }

private:
  bool isBlockLevel(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      Operation *owner = arg.getOwner()->getParentOp();
      return !threads->isAncestor(owner) ||
             (isa<scf::ForOp>(owner) && par::holdsBarrier(owner));
    }
    Operation *op = value.getDefiningOp();
    return !threads->isAncestor(op) || op->hasAttr(blockLevelAttr) ||
           par::isUniformCollective(op);
  }

  bool canClone(Value value, unsigned &budget) {
    if (isBlockLevel(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() || !isPure(op) || budget == 0)
      return false;
    --budget;
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return canClone(operand, budget);
    });
  }

  Value clone(Value value, IRMapping &clones) {
    if (isBlockLevel(value))
      return value;
    if (Value done = clones.lookupOrNull(value))
      return done;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      if (!clones.contains(operand))
        clones.map(operand, clone(operand, clones));
    Operation *copy = builder.clone(*op, clones);
    copy->setAttr(blockLevelAttr, builder.getUnitAttr());
    return clones.lookup(value);
  }

  /// One buffer serves all uses of a value.
  Buffer store(Value value) {
    Buffer &buffer = buffers[value];
    if (!buffer) {
      buffer = createBuffer(threads, value.getType());
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointAfterValue(value);
      storeOwn(builder, value.getLoc(), value, buffer, threads);
    }
    return buffer;
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  llvm::DenseMap<Value, Buffer> buffers;
};

} // namespace

void fission::raiseControlToBlockLevel(scf::ParallelOp threads) {
  BlockLevel level(threads);
  SmallVector<Operation *> control = holders(threads);
  for (Operation *op : control) {
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      level.raise(loop.getConditionOp().getConditionMutable());
      continue;
    }
    // An if's condition, a for's bounds and step.
    for (OpOperand &operand : op->getOpOperands())
      level.raise(operand);
  }
}
