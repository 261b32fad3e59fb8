//===- ParallelLICM.cpp - What all iterations compute is computed once ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstIteration.h"
#include "heddle/Analysis/InvariantReads.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/RegionUtils.h"

namespace heddle {
#define GEN_PASS_DEF_PARALLELLICM
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// What can be handed to a loop from outside.
static bool isScalar(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return !vector.isScalable() && isScalar(vector.getElementType());
  return type.isIntOrIndexOrFloat() || isa<LLVM::LLVMPointerType>(type);
}

/// Whether it is worth to be looked at by itself. Cheap arithmetic goes along
/// with what uses it.
static bool isCandidate(Operation *op) {
  if (op->getNumResults() == 0 || !llvm::all_of(op->getResultTypes(), isScalar))
    return false;
  return isa<memref::LoadOp, LLVM::LoadOp, LLVM::CallOp, scf::ForOp,
             scf::WhileOp, scf::IfOp, scf::IndexSwitchOp, arith::DivFOp,
             arith::RemFOp>(op) ||
         isa_and_nonnull<math::MathDialect>(op->getDialect());
}

/// A loop with fewer rounds is likely to be unrolled.
static constexpr int64_t fewRounds = 16;

/// Whether it takes much longer than a branch.
static bool isLong(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        bool isLoop = isa<scf::WhileOp, LLVM::CallOp>(nested);
        if (auto serial = dyn_cast<scf::ForOp>(nested)) {
          std::optional<APInt> rounds = serial.getStaticTripCount();
          isLoop = !rounds || rounds->ugt(fewRounds);
        }
        return isLoop ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// An element of a variable that is there for sure.
static bool isValidAddress(memref::LoadOp load) {
  auto view = load.getMemRef().getDefiningOp<par::ViewOp>();
  if (!view || !view.getSource().getDefiningOp<LLVM::AddressOfOp>())
    return false;
  for (auto [index, size] :
       llvm::zip(load.getIndices(), load.getMemRefType().getShape())) {
    std::optional<int64_t> constant = getConstantIntValue(index);
    // The first element of a view of unknown size is there.
    if (!constant || *constant < 0 ||
        *constant >= (ShapedType::isDynamic(size) ? 1 : size))
      return false;
  }
  return true;
}

/// Whether it can be executed where the program would not have done so. What
/// is long should not be.
static bool isHarmless(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isValidAddress(load);
  return op->getNumRegions() == 0 && isPure(op);
}

namespace {

/// Takes things out of one parallel loop.
class Hoister {
public:
  explicit Hoister(scf::ParallelOp loop)
      : loop(loop), first(loop), reads(loop), builder(loop) {}

  void run() {
    Guards guards;
    visit(*loop.getBody(), guards);
    for (Operation *op : harmless)
      hoistAlone(op);
    // What an operation needs that leaves too stands in a region around it.
    for (size_t depth = 0; depth <= deepest; ++depth)
      for (Group &group : groups)
        if (group.guards.size() == depth)
          hoist(group);
  }

private:
  /// What stands in one region. Either the first iteration comes to the region
  /// if any does, or the operations stay for the case that it does not.
  struct Group {
    Guards guards;
    bool stays;
    SmallVector<Operation *> ops;
  };

  void visit(Block &block, Guards &guards) {
    for (Operation &op : block) {
      if (isCandidate(&op) && first.usesInvariant(&op) && reads.mayLeave(&op) &&
          plan(&op, guards))
        continue;
      auto descend = [&](Region &region, bool isElse) {
        if (region.empty())
          return;
        guards.push_back({&op, isElse});
        if (first.isComputable(guards.back()))
          visit(region.front(), guards);
        guards.pop_back();
      };
      if (auto branch = dyn_cast<scf::IfOp>(op)) {
        descend(branch.getThenRegion(), false);
        descend(branch.getElseRegion(), true);
      } else if (auto serial = dyn_cast<scf::ForOp>(op)) {
        descend(serial.getRegion(), false);
      }
    }
  }

  bool plan(Operation *op, const Guards &guards) {
    if (isHarmless(op) && !needsGuarded(op)) {
      harmless.push_back(op);
      first.setInvariant(op);
      return true;
    }
    if (reads.mayNotArrive(op))
      return false;
    bool stays = !llvm::all_of(
        guards, [&](const Guard &guard) { return first.comesIfAny(guard); });
    if (stays && !isLong(op))
      return false;
    auto group = llvm::find_if(groups, [&](const Group &known) {
      return known.guards == guards && known.stays == stays;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), {guards, stays, {}});
    group->ops.push_back(op);
    deepest = std::max(deepest, guards.size());
    if (!stays) {
      first.setInvariant(op);
      guarded[op] = true;
    }
    return true;
  }

  /// Whether an operation needs the value of one that leaves under a condition.
  bool needsGuarded(Operation *op) {
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      Operation *def = operand.getDefiningOp();
      if (!def || !loop->isProperAncestor(def))
        return false;
      auto [known, isNew] = guarded.try_emplace(def, false);
      if (!isNew)
        return known->second;
      bool result = needsGuarded(def);
      return guarded[def] = result;
    });
  }

  /// A copy in front of the loop, with what it needs.
  Operation *clone(Operation *op, IRMapping &mapping) {
    SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used)
      mapping.map(value, first.compute(builder, value, mapping));
    return builder.clone(*op, mapping);
  }

  void hoistAlone(Operation *op) {
    IRMapping mapping;
    builder.setInsertionPoint(loop);
    op->replaceAllUsesWith(clone(op, mapping));
    op->erase();
  }

  /// Whether the loop has a first iteration.
  Value notEmpty() {
    Value all;
    for (auto [lower, upper] :
         llvm::zip(loop.getLowerBound(), loop.getUpperBound())) {
      std::optional<int64_t> from = getConstantIntValue(lower);
      std::optional<int64_t> to = getConstantIntValue(upper);
      if (from && to && *from < *to)
        continue;
      Value some = arith::CmpIOp::create(
          builder, loop.getLoc(), arith::CmpIPredicate::slt, lower, upper);
      all =
          all ? arith::AndIOp::create(builder, loop.getLoc(), all, some) : some;
    }
    return all;
  }

  /// The group's values, and behind them whether they were computed, from an if
  /// for each guard.
  SmallVector<Value> emit(Group &group, size_t level, IRMapping &mapping,
                          bool checkEmpty) {
    Location loc = group.ops.front()->getLoc();
    if (!checkEmpty && level == group.guards.size()) {
      SmallVector<Value> values;
      for (Operation *op : group.ops)
        llvm::append_range(values, clone(op, mapping)->getResults());
      values.push_back(arith::ConstantIntOp::create(builder, loc, 1, 1));
      return values;
    }
    Value condition =
        checkEmpty ? notEmpty()
                   : first.compute(builder, group.guards[level], mapping);
    size_t next = checkEmpty ? 0 : level + 1;
    if (!condition)
      return emit(group, next, mapping, false);
    SmallVector<Type> types;
    for (Operation *op : group.ops)
      llvm::append_range(types, op->getResultTypes());
    types.push_back(builder.getI1Type());
    auto branch = scf::IfOp::create(builder, loc, types, condition,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    SmallVector<Value> values = emit(group, next, mapping, false);
    scf::YieldOp::create(builder, loc, values);
    builder.setInsertionPointToStart(branch.elseBlock());
    SmallVector<Value> others;
    for (Type type : ArrayRef(types).drop_back())
      others.push_back(ub::PoisonOp::create(builder, loc, type));
    others.push_back(arith::ConstantIntOp::create(builder, loc, 0, 1));
    scf::YieldOp::create(builder, loc, others);
    return branch.getResults();
  }

  void hoist(Group &group) {
    IRMapping mapping;
    builder.setInsertionPoint(loop);
    SmallVector<Value> all = emit(group, 0, mapping, /*checkEmpty=*/true);
    Value computed = all.back();
    ArrayRef<Value> values = all;
    for (Operation *op : group.ops) {
      ArrayRef<Value> own = values.take_front(op->getNumResults());
      values = values.drop_front(op->getNumResults());
      if (!group.stays) {
        op->replaceAllUsesWith(own);
        op->erase();
        continue;
      }
      builder.setInsertionPointAfter(op);
      auto branch = scf::IfOp::create(builder, op->getLoc(),
                                      op->getResultTypes(), computed,
                                      /*withElseRegion=*/true);
      op->replaceAllUsesWith(branch.getResults());
      builder.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(builder, op->getLoc(), own);
      builder.setInsertionPointToStart(branch.elseBlock());
      auto yield =
          scf::YieldOp::create(builder, op->getLoc(), op->getResults());
      op->moveBefore(yield);
    }
  }

  scf::ParallelOp loop;
  FirstIteration first;
  InvariantReads reads;
  OpBuilder builder;
  SmallVector<Operation *> harmless;
  SmallVector<Group> groups;
  size_t deepest = 0;
  /// Whether an operation leaves under a condition, or needs one that does.
  llvm::DenseMap<Operation *, bool> guarded;
};

struct ParallelLICM : public heddle::impl::ParallelLICMBase<ParallelLICM> {
  void runOnOperation() override {
    for (StringRef mark : {par::blockAttr, par::gridAttr})
      for (scf::ParallelOp loop : par::getMarkedLoops(getOperation(), mark))
        Hoister(loop).run();
  }
};

} // namespace
