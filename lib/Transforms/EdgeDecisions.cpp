//===- EdgeDecisions.cpp - What threads decide by where they are ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeDecisions.h"
#include "Rewriting.h"
#include "ThreadBounds.h"

using namespace mlir;
using namespace heddle;
using Predicate = arith::CmpIPredicate;

namespace {

class Collector {
public:
  Collector(scf::ParallelOp grid, scf::ParallelOp threads,
            llvm::function_ref<bool(const ThreadSum &)> isWanted)
      : grid(grid), threads(threads), isWanted(isWanted) {}

  SmallVector<EdgeDecision> run() {
    collectGuards();
    SmallVector<EdgeDecision> decisions;
    threads.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (std::optional<EdgeDecision> decision = decide(op)) {
        assume(*decision);
        decisions.push_back(std::move(*decision));
      }
    });
    return decisions;
  }

private:
  /// Conditions under which there is work, with what they are then: away from
  /// the edges, they hold.
  void collectGuards() {
    threads.walk([&](scf::IfOp op) {
      bool hasThen = !isEmpty(op.thenBlock());
      if (op->getNumResults() || hasThen == !isEmpty(op.elseBlock()))
        return;
      SmallVector<std::pair<Value, bool>> parts;
      collectParts(op.getCondition(), hasThen, parts);
      for (auto [part, holds] : parts)
        guards.try_emplace(part, holds);
    });
  }

  std::optional<EdgeDecision> decide(Operation *op) {
    Predicate predicate;
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      predicate = compare.getPredicate();
    else if (isa<arith::MaxSIOp>(op))
      predicate = Predicate::sge;
    else if (isa<arith::MinSIOp>(op))
      predicate = Predicate::sle;
    else
      return std::nullopt;
    std::optional<ThreadSum> sum = difference(op, predicate);
    // One that is the same in all blocks, or for all threads, says nothing of
    // the edges.
    if (!sum || !sum->dependsOnThread() || !sum->dependsOn(grid) ||
        !isWanted(*sum))
      return std::nullopt;
    predicate = signedOf(predicate);
    auto known = guards.find(op->getResult(0));
    bool holds =
        known != guards.end() ? known->second : usually(predicate, *sum);
    if (!holds)
      predicate = arith::invertPredicate(predicate);
    // That all threads are at one place cannot be.
    if (predicate == Predicate::eq) {
      holds = !holds;
      predicate = Predicate::ne;
    }
    return EdgeDecision{op, holds, predicate, std::move(*sum)};
  }

  /// What is chosen by a decision is known to later ones.
  void assume(const EdgeDecision &decision) {
    Value result = decision.op->getResult(0);
    if (!isa<arith::CmpIOp>(decision.op)) {
      assumptions[result] = decision.op->getOperand(decision.holds ? 0 : 1);
      return;
    }
    for (Operation *user : result.getUsers())
      if (auto choice = dyn_cast<arith::SelectOp>(user);
          choice && choice.getCondition() == result)
        assumptions[choice] =
            decision.holds ? choice.getTrueValue() : choice.getFalseValue();
  }

  std::optional<ThreadSum> difference(Operation *op, Predicate predicate) {
    Value a = op->getOperand(0), b = op->getOperand(1);
    bool isUnsigned = signedOf(predicate) != predicate;
    std::optional<ThreadSum> sum =
        ThreadSum::difference(a, b, threads, isUnsigned, &assumptions);
    // Equal numbers are equal with and without a sign.
    if (!sum && (predicate == Predicate::eq || predicate == Predicate::ne))
      sum = ThreadSum::difference(a, b, threads, /*isUnsigned=*/true,
                                  &assumptions);
    return sum;
  }

  /// How a comparison comes out in the middle of a large grid: positions grow
  /// with the block; they are past what is constant, and before what is not.
  bool usually(Predicate predicate, const ThreadSum &sum) {
    bool isAbove = sum.growsWith(grid) != sum.hasOther(grid);
    switch (predicate) {
    case Predicate::eq:
      return false;
    case Predicate::sgt:
    case Predicate::sge:
      return isAbove;
    case Predicate::slt:
    case Predicate::sle:
      return !isAbove;
    default:
      return true;
    }
  }

  scf::ParallelOp grid, threads;
  llvm::function_ref<bool(const ThreadSum &)> isWanted;
  llvm::DenseMap<Value, bool> guards;
  ThreadSum::Assumptions assumptions;
};

} // namespace

SmallVector<EdgeDecision> heddle::collectEdgeDecisions(
    scf::ParallelOp grid, scf::ParallelOp threads,
    llvm::function_ref<bool(const ThreadSum &)> isWanted) {
  return Collector(grid, threads, isWanted).run();
}

void heddle::settle(const EdgeDecision &decision, Value result) {
  Operation *op = result.getDefiningOp();
  OpBuilder builder(op);
  Value known =
      isa<arith::CmpIOp>(op)
          ? arith::ConstantIntOp::create(builder, op->getLoc(), decision.holds,
                                         /*width=*/1)
          : op->getOperand(decision.holds ? 0 : 1);
  result.replaceAllUsesWith(known);
  op->erase();
}
