//===- LeaveEarly.cpp - Threads without barriers finish first -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace heddle {
#define GEN_PASS_DEF_LEAVEEARLY
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The operations after this one in its block, except the terminator.
static SmallVector<Operation *> getRest(Operation *op) {
  SmallVector<Operation *> rest;
  for (Operation *next = op->getNextNode();
       next && !next->hasTrait<OpTrait::IsTerminator>();
       next = next->getNextNode())
    rest.push_back(next);
  return rest;
}

/// The operands of the block's terminator that are defined in the rest of the
/// block.
static SmallVector<Value> getWanted(ArrayRef<Operation *> rest) {
  llvm::SetVector<Value> wanted;
  for (Value operand : rest.back()->getBlock()->getTerminator()->getOperands())
    if (llvm::is_contained(rest, operand.getDefiningOp()))
      wanted.insert(operand);
  return wanted.takeVector();
}

/// Erases operations whose results have been replaced.
static void replace(ArrayRef<Operation *> ops, ArrayRef<Value> wanted,
                    ValueRange by) {
  for (auto [from, to] : llvm::zip(wanted, by))
    Value(from).replaceAllUsesWith(to);
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}

static SmallVector<Value> lookup(IRMapping &mapping, ArrayRef<Value> values) {
  return llvm::map_to_vector(
      values, [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// Moves the operations after an if to the end of both branches.
static scf::IfOp sink(scf::IfOp op, ArrayRef<Operation *> rest) {
  SmallVector<Value> wanted = getWanted(rest);
  OpBuilder builder(op);
  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, ValueRange(wanted).getTypes());
  auto branch = scf::IfOp::create(builder, op.getLoc(), types,
                                  op.getCondition(), /*withElseRegion=*/true);
  for (auto [from, to] : llvm::zip(op.getRegions(), branch.getRegions())) {
    IRMapping mapping;
    SmallVector<Value> yielded;
    if (!from->empty()) {
      to->takeBody(*from);
      yielded = to->front().getTerminator()->getOperands();
      mapping.map(op.getResults(), yielded);
    }
    Block &block = to->front();
    if (block.mightHaveTerminator())
      block.getTerminator()->erase();
    OpBuilder inside = OpBuilder::atBlockEnd(&block);
    for (Operation *next : rest)
      inside.clone(*next, mapping);
    llvm::append_range(yielded, lookup(mapping, wanted));
    scf::YieldOp::create(inside, op.getLoc(), yielded);
  }
  replace(rest, wanted, branch.getResults().drop_front(op.getNumResults()));
  op.replaceAllUsesWith(branch.getResults().take_front(op.getNumResults()));
  op.erase();
  return branch;
}

/// Moves the operations after a loop to the exit of the loop.
static scf::WhileOp sink(scf::WhileOp op, ArrayRef<Operation *> rest) {
  SmallVector<Value> wanted = getWanted(rest);
  Location loc = op.getLoc();
  OpBuilder builder(op);
  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, ValueRange(wanted).getTypes());
  auto loop = scf::WhileOp::create(builder, loc, types, op.getInits());
  loop.getBefore().takeBody(op.getBefore());
  loop.getAfter().takeBody(op.getAfter());
  for (Value value : wanted)
    loop.getAfterBody()->addArgument(value.getType(), loc);

  scf::ConditionOp condition = loop.getConditionOp();
  IRMapping mapping;
  mapping.map(op.getResults(), condition.getArgs());
  builder.setInsertionPoint(condition);
  Value goesOn = condition.getCondition();
  // The loop continues, or the thread leaves it now.
  auto leave = scf::IfOp::create(builder, loc, ValueRange(wanted).getTypes(),
                                 goesOn, /*withElseRegion=*/true);
  {
    OpBuilder inside = leave.getThenBodyBuilder();
    SmallVector<Value> nothing;
    for (Value value : wanted)
      nothing.push_back(ub::PoisonOp::create(inside, loc, value.getType()));
    if (leave.thenBlock()->mightHaveTerminator())
      leave.thenBlock()->getTerminator()->erase();
    inside.setInsertionPointToEnd(leave.thenBlock());
    scf::YieldOp::create(inside, loc, nothing);
  }
  if (leave.elseBlock()->mightHaveTerminator())
    leave.elseBlock()->getTerminator()->erase();
  OpBuilder inside = OpBuilder::atBlockEnd(leave.elseBlock());
  for (Operation *next : rest)
    inside.clone(*next, mapping);
  scf::YieldOp::create(inside, loc, lookup(mapping, wanted));
  condition.getArgsMutable().append(leave.getResults());

  replace(rest, wanted, loop.getResults().drop_front(op.getNumResults()));
  op->replaceAllUsesWith(loop.getResults().take_front(op.getNumResults()));
  op.erase();
  return loop;
}

namespace {

class Leavers {
public:
  Leavers(scf::ParallelOp threads) : threads(threads), uniformity(threads) {}

  /// Whether anything changed.
  bool run() {
    visit(*threads.getBody());
    return changes;
  }

private:
  /// Whether a thread can be past the last barrier in here while others are
  /// not.
  bool canLeave(Operation *op) {
    if (!op || par::isBarrier(op) || isa<par::WarpOp>(op))
      return false;
    if (!uniformity.isUniformControl(op))
      return true;
    return isa<scf::IfOp>(op) &&
           llvm::any_of(op->getRegions(), [&](Region &region) {
             return !region.empty() && canLeave(getLast(region.front()));
           });
  }

  /// The last operation of a block in which threads, or lanes of a warp,
  /// synchronise, now or after warps are formed.
  static Operation *getLast(Block &block) {
    for (Operation &op : llvm::reverse(block)) {
      WalkResult result = op.walk([](Operation *nested) {
        return par::isBarrier(nested) || isa<par::WarpOp>(nested)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      });
      if (result.wasInterrupted())
        return &op;
    }
    return nullptr;
  }

  /// Lanes that exchange values do not wait for memory.
  static bool orders(Operation *op) {
    return op
        ->walk([](Operation *nested) {
          auto warp = dyn_cast<par::WarpOp>(nested);
          return par::isBarrier(nested) &&
                         (!warp || warp.getKind() == par::WarpKind::Sync)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Whether the threads in `op` can observe whether others have executed the
  /// rest.
  bool isSeen(ArrayRef<Operation *> rest, Operation *op) {
    SmallVector<Access> after, during;
    for (Operation *next : rest)
      collectAccesses(next, threads, after);
    if (after.empty())
      return false;
    collectAccesses(op, threads, during);
    return llvm::any_of(after, [&](const Access &a) {
      return llvm::any_of(during, [&](const Access &b) {
        return a.orders || b.orders ||
               ((a.writes || b.writes) &&
                (!a.base || !b.base || mayAlias(a.base, b.base)));
      });
    });
  }

  template <typename Op> Op finishInside(Op op, ArrayRef<Operation *> rest) {
    Op result = sink(op, rest);
    // Moved operations have new results.
    uniformity = Uniformity(threads);
    changes = true;
    return result;
  }

  /// The last operations of `block` run when the thread leaves it.
  void visit(Block &block) {
    Operation *op = getLast(block);
    if (!canLeave(op) || !orders(op))
      return;
    SmallVector<Operation *> rest = getRest(op);
    bool isOpen = isSeen(rest, op);
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      // It contains no operations that a thread runs at its exit.
      if (!isOpen)
        return;
      op = fission::whileFromFor(loop);
      uniformity = Uniformity(threads);
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      if (isOpen)
        branch = finishInside(branch, rest);
      for (Region &region : branch->getRegions())
        if (!region.empty())
          visit(region.front());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      if (isOpen)
        loop = finishInside(loop, rest);
      visit(*loop.getBeforeBody());
    }
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
  bool changes = false;
};

struct LeaveEarly : public heddle::impl::LeaveEarlyBase<LeaveEarly> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    scf::IfOp::getCanonicalizationPatterns(patterns, &getContext());
    FrozenRewritePatternSet frozen(std::move(patterns));
    for (scf::ParallelOp loop :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      // Of the code that was moved into a branch, often only a part applies.
      // What has not converged after some rounds is left as it is.
      if (Leavers(loop).run())
        (void)applyPatternsGreedily(loop, frozen);
  }
};

} // namespace
