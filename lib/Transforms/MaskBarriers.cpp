//===- MaskBarriers.cpp - Uniform control flow around barriers ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle {
#define GEN_PASS_DEF_MASKBARRIERS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Works from the outside in. Code that has to be split is moved, piece by
/// piece, to the insertion point of `builder`. `mask` is the thread's flag
/// there, null where all threads are active. A value that only active threads
/// have is poison in the others, and no condition is computed from it without a
/// select on the mask.
class Masker {
public:
  Masker(scf::ParallelOp threads)
      : threads(threads), uniformity(threads), builder(threads) {}

  LogicalResult run() { return visit(*threads.getBody()); }

private:
  LogicalResult visit(Block &block);

  LogicalResult takeApart(Operation *op, Value mask);
  LogicalResult maskIf(scf::IfOp op, Value mask);
  LogicalResult maskFor(scf::ForOp op, Value mask);
  LogicalResult maskWhile(scf::WhileOp op, Value mask);
  FailureOr<SmallVector<Value>> moveMasked(Block &block, Value mask);
  void flush(SmallVectorImpl<Operation *> &group, Value mask);

  void findKeptLoops(Operation *root);

  Value constant(Location loc, bool value) {
    return arith::ConstantIntOp::create(builder, loc, value, 1);
  }
  Value andMask(Location loc, Value mask, Value condition) {
    return mask ? arith::SelectOp::create(builder, loc, mask, condition,
                                          constant(loc, false))
                : condition;
  }
  Value invert(Location loc, Value condition) {
    return arith::XOrIOp::create(builder, loc, condition, constant(loc, true));
  }
  Value poison(Location loc, Type type) {
    return ub::PoisonOp::create(builder, loc, type);
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
  OpBuilder builder;
  /// Loops inside divergent code that all threads can run with the same trip
  /// count, because all threads know the bounds.
  llvm::DenseSet<Operation *> keptLoops;
};

} // namespace

LogicalResult Masker::visit(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (par::isBarrier(&op) || !par::holdsBarrier(&op))
      continue;
    if (!isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
      return op.emitError("a barrier inside this operation is not supported");
    if (uniformity.isUniformControl(&op)) {
      for (Region &region : op.getRegions())
        if (!region.empty() && failed(visit(region.front())))
          return failure();
      continue;
    }
    findKeptLoops(&op);
    Operation *root = &op;
    if (auto loop = dyn_cast<scf::ForOp>(root))
      root = fission::whileFromFor(loop);
    builder.setInsertionPoint(root);
    if (failed(takeApart(root, nullptr)))
      return failure();
    // Moved operations have new results.
    uniformity = Uniformity(threads);
    keptLoops.clear();
  }
  return success();
}

/// Threads that do not run the divergent code do not know a bound that is
/// computed in it, even if it is uniform among those that do.
void Masker::findKeptLoops(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (!uniformity.isUniformControl(loop) || !par::holdsBarrier(loop))
      return;
    for (Value bound :
         {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()}) {
      Operation *owner = isa<BlockArgument>(bound)
                             ? bound.getParentBlock()->getParentOp()
                             : bound.getDefiningOp();
      if (root->isAncestor(owner)) {
        auto outer = dyn_cast<scf::ForOp>(owner);
        if (!outer || !keptLoops.contains(outer) ||
            bound != outer.getInductionVar())
          return;
      }
    }
    keptLoops.insert(loop);
  });
}

LogicalResult Masker::takeApart(Operation *op, Value mask) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return maskIf(branch, mask);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (keptLoops.contains(op))
      return maskFor(loop, mask);
    return maskWhile(fission::whileFromFor(loop), mask);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return maskWhile(loop, mask);
  return op->emitError("a barrier inside this operation is not supported");
}

LogicalResult Masker::maskIf(scf::IfOp op, Value mask) {
  Location loc = op.getLoc();
  Value thenMask = andMask(loc, mask, op.getCondition());
  if (!op.elseBlock()) {
    if (failed(moveMasked(*op.thenBlock(), thenMask)))
      return failure();
    op.erase();
    return success();
  }
  Value elseMask = andMask(loc, planted(Fault::ElseUnmasked) ? Value() : mask,
                           invert(loc, op.getCondition()));
  FailureOr<SmallVector<Value>> taken, other;
  auto take = [&] { taken = moveMasked(*op.thenBlock(), thenMask); };
  // Threads that do not synchronise finish before those that do.
  bool waits = llvm::any_of(*op.elseBlock(), [](Operation &nested) {
    return par::holdsBarrier(&nested);
  });
  if (waits)
    take();
  other = moveMasked(*op.elseBlock(), elseMask);
  if (!waits)
    take();
  if (failed(taken) || failed(other))
    return failure();
  for (auto [result, a, b] : llvm::zip(op.getResults(), *taken, *other))
    result.replaceAllUsesWith(
        arith::SelectOp::create(builder, loc, thenMask, a, b));
  op.erase();
  return success();
}

LogicalResult Masker::maskFor(scf::ForOp op, Value mask) {
  auto loop =
      scf::ForOp::create(builder, op.getLoc(), op.getLowerBound(),
                         op.getUpperBound(), op.getStep(), op.getInitArgs());
  loop.setUnsignedCmp(op.getUnsignedCmp());
  for (auto [from, to] :
       llvm::zip(op.getBody()->getArguments(), loop.getBody()->getArguments()))
    from.replaceAllUsesWith(to);
  {
    OpBuilder::InsertionGuard guard(builder);
    if (!loop.getBody()->empty())
      loop.getBody()->getTerminator()->erase();
    builder.setInsertionPointToEnd(loop.getBody());
    FailureOr<SmallVector<Value>> next = moveMasked(*op.getBody(), mask);
    if (failed(next))
      return failure();
    scf::YieldOp::create(builder, op.getLoc(), *next);
  }
  op->replaceAllUsesWith(loop);
  op.erase();
  return success();
}

/// The loop runs while any thread is active. In addition to the loop's own
/// values, it carries whether this thread is active, and the values with which
/// it left.
LogicalResult Masker::maskWhile(scf::WhileOp op, Value mask) {
  Location loc = op.getLoc();
  unsigned numArgs = op.getInits().size();
  SmallVector<Value> inits = {mask ? mask : constant(loc, true)};
  llvm::append_range(inits, op.getInits());
  for (Type type : op.getResultTypes())
    inits.push_back(poison(loc, type));
  SmallVector<Type> results = {builder.getI1Type()};
  llvm::append_range(results, op.getResultTypes());

  auto loop = scf::WhileOp::create(builder, loc, results, inits);
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Location> beforeLocs(inits.size(), loc);
  SmallVector<Location> afterLocs(results.size(), loc);
  Block *before = builder.createBlock(&loop.getBefore(), {},
                                      ValueRange(inits).getTypes(), beforeLocs);
  for (unsigned i = 0; i < numArgs; ++i)
    op.getBeforeArguments()[i].replaceAllUsesWith(before->getArgument(i + 1));
  Value active = before->getArgument(0);
  FailureOr<SmallVector<Value>> condition =
      moveMasked(*op.getBeforeBody(), active);
  if (failed(condition))
    return failure();
  SmallVector<Value> passed = {andMask(loc, active, condition->front())};
  for (auto [i, value] : llvm::enumerate(llvm::drop_begin(*condition)))
    passed.push_back(arith::SelectOp::create(
        builder, loc, planted(Fault::ExitOverwritten) ? passed[0] : active,
        value, before->getArgument(1 + numArgs + i)));
  Value any = par::AnyOp::create(builder, loc, builder.getI1Type(), passed[0],
                                 threads.getInductionVars());
  scf::ConditionOp::create(builder, loc, any, passed);

  Block *after = builder.createBlock(&loop.getAfter(), {}, results, afterLocs);
  for (auto [i, arg] : llvm::enumerate(op.getAfterArguments()))
    arg.replaceAllUsesWith(after->getArgument(i + 1));
  FailureOr<SmallVector<Value>> next =
      moveMasked(*op.getAfterBody(), after->getArgument(0));
  if (failed(next))
    return failure();
  SmallVector<Value> yielded = {planted(Fault::ThreadsReturn)
                                    ? constant(loc, true)
                                    : after->getArgument(0)};
  llvm::append_range(yielded, *next);
  llvm::append_range(yielded, after->getArguments().drop_front());
  scf::YieldOp::create(builder, loc, yielded);

  op->replaceAllUsesWith(loop.getResults().drop_front());
  op.erase();
  return success();
}

scf::WhileOp fission::whileFromFor(scf::ForOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> inits = {op.getLowerBound()};
  llvm::append_range(inits, op.getInitArgs());
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locs(types.size(), loc);
  auto loop = scf::WhileOp::create(builder, loc, types, inits);

  Block *before = builder.createBlock(&loop.getBefore(), {}, types, locs);
  auto predicate = op.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                       : arith::CmpIPredicate::slt;
  Value more = arith::CmpIOp::create(
      builder, loc, predicate, before->getArgument(0), op.getUpperBound());
  scf::ConditionOp::create(builder, loc, more, before->getArguments());

  Block *after = builder.createBlock(&loop.getAfter(), {}, types, locs);
  Block *body = op.getBody();
  Operation *yield = body->getTerminator();
  for (auto [from, to] : llvm::zip(body->getArguments(), after->getArguments()))
    from.replaceAllUsesWith(to);
  SmallVector<Value> next = {nullptr};
  llvm::append_range(next, yield->getOperands());
  yield->erase();
  after->getOperations().splice(after->end(), body->getOperations());
  builder.setInsertionPointToEnd(after);
  next[0] =
      arith::AddIOp::create(builder, loc, after->getArgument(0), op.getStep());
  scf::YieldOp::create(builder, loc, next);
  op->replaceAllUsesWith(loop.getResults().drop_front());
  op.erase();
  return loop;
}

/// Moves a sequence of operations under one `scf.if` on the mask.
void Masker::flush(SmallVectorImpl<Operation *> &group, Value mask) {
  if (group.empty())
    return;
  if (!mask) {
    for (Operation *op : group)
      op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
    group.clear();
    return;
  }
  llvm::SmallPtrSet<Operation *, 16> members(group.begin(), group.end());
  // Speculatable operations need no mask. They can then be recomputed in later
  // pieces, unlike the result of an if.
  llvm::erase_if(group, [&](Operation *op) {
    if (op->getNumRegions() ||
        !(isPure(op) ||
          (planted(Fault::StoreUnmasked) && isa<memref::StoreOp>(op))) ||
        llvm::any_of(op->getOperands(), [&](Value operand) {
          return members.contains(operand.getDefiningOp());
        }))
      return false;
    op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
    members.erase(op);
    return true;
  });
  if (group.empty())
    return;
  Block *home = group.front()->getBlock();
  auto isOutside = [&](OpOperand &use) {
    return !members.contains(home->findAncestorOpInBlock(*use.getOwner()));
  };
  // The values used after the group. A view is created again there from the
  // pointer, which is the result of the if, since a view is not data.
  llvm::SetVector<Value> escaping;
  SmallVector<par::ViewOp> views;
  for (Operation *op : group)
    for (Value result : op->getResults()) {
      if (llvm::none_of(result.getUses(), isOutside))
        continue;
      if (auto view = dyn_cast<par::ViewOp>(op)) {
        views.push_back(view);
        if (members.contains(view.getSource().getDefiningOp()))
          escaping.insert(view.getSource());
      } else {
        escaping.insert(result);
      }
    }

  Location loc = group.front()->getLoc();
  SmallVector<Type> types(ValueRange(escaping.getArrayRef()).getTypes());
  auto branch = scf::IfOp::create(builder, loc, types, mask,
                                  /*withElseRegion=*/!types.empty());
  // The new if and the operations moved into it keep the old uses.
  for (auto [value, result] :
       llvm::zip(escaping.getArrayRef(), branch.getResults()))
    Value(value).replaceUsesWithIf(result, isOutside);
  for (par::ViewOp view : views) {
    auto it = llvm::find(escaping, view.getSource());
    Value source = it == escaping.end()
                       ? view.getSource()
                       : branch.getResult(it - escaping.begin());
    Value again = par::ViewOp::create(builder, view.getLoc(), view.getType(),
                                      source, view.getSizes());
    view.getResult().replaceUsesWithIf(again, isOutside);
  }
  OpBuilder::InsertionGuard guard(builder);
  Block *then = branch.thenBlock();
  if (!then->empty())
    then->getTerminator()->erase();
  builder.setInsertionPointToEnd(then);
  for (Operation *op : group)
    op->moveBefore(then, then->end());
  scf::YieldOp::create(builder, loc, escaping.getArrayRef());
  if (!types.empty()) {
    Block *other = branch.elseBlock();
    if (!other->empty())
      other->getTerminator()->erase();
    builder.setInsertionPointToEnd(other);
    SmallVector<Value> values;
    for (Type type : types)
      values.push_back(poison(loc, type));
    scf::YieldOp::create(builder, loc, values);
  }
  group.clear();
}

/// Moves the operations of a block to the builder's insertion point. Returns
/// the operands of its terminator.
FailureOr<SmallVector<Value>> Masker::moveMasked(Block &block, Value mask) {
  SmallVector<Operation *> group;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (!par::holdsBarrier(&op)) {
      group.push_back(&op);
      continue;
    }
    flush(group, mask);
    if (par::isBarrier(&op)) {
      op.moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
      // Only active threads contribute.
      auto restrict = [&](OpOperand &condition) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(&op);
        condition.set(andMask(op.getLoc(), mask, condition.get()));
      };
      if (auto any = dyn_cast<par::AnyOp>(op))
        restrict(any.getConditionMutable());
      else if (auto count = dyn_cast<par::CountOp>(op);
               count && !planted(Fault::CountsInactive))
        restrict(count.getConditionMutable());
      else if (auto warp = dyn_cast<par::WarpOp>(op);
               warp && !planted(Fault::InactiveLanes))
        restrict(warp.getActiveMutable());
      continue;
    }
    if (failed(takeApart(&op, mask)))
      return failure();
  }
  flush(group, mask);
  return SmallVector<Value>(block.getTerminator()->getOperands());
}

LogicalResult fission::maskBarriers(scf::ParallelOp threads) {
  return Masker(threads).run();
}

namespace {
struct MaskBarriers : public heddle::impl::MaskBarriersBase<MaskBarriers> {
  void runOnOperation() override {
    for (scf::ParallelOp loop :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (par::holdsBarrier(loop) && failed(fission::maskBarriers(loop)))
        return signalPassFailure();
  }
};
} // namespace
