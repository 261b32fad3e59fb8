//===- EdgeDecisions.cpp - What threads decide by where they are ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeDecisions.h"
#include "heddle/Analysis/ThreadBounds.h"
#include "heddle/Support/Rewriting.h"

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
    collectChoices();
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

  /// What a block chooses for all its threads in the middle of a grid:
  /// `first < 0 ? -first : 0` is 0.
  void collectChoices() {
    grid.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == threads)
        return WalkResult::skip();
      Operation *decides = op;
      auto choice = dyn_cast<arith::SelectOp>(op);
      if (choice)
        decides = choice.getCondition().getDefiningOp();
      std::optional<Predicate> predicate = getPredicate(decides);
      if (!predicate || (!choice && isa<arith::CmpIOp>(op)))
        return WalkResult::advance();
      std::optional<ThreadSum> sum = difference(decides, *predicate, usual);
      if (!sum || !sum->dependsOn(grid))
        return WalkResult::advance();
      bool holds = usually(signedOf(*predicate), *sum);
      usual[op->getResult(0)] = op->getOperands().take_back(2)[!holds];
      return WalkResult::advance();
    });
  }

  /// What an operation decides by, if it decides.
  static std::optional<Predicate> getPredicate(Operation *op) {
    if (auto compare = dyn_cast_or_null<arith::CmpIOp>(op))
      return compare.getPredicate();
    if (isa_and_nonnull<arith::MaxSIOp>(op))
      return Predicate::sge;
    if (isa_and_nonnull<arith::MinSIOp>(op))
      return Predicate::sle;
    return std::nullopt;
  }

  std::optional<EdgeDecision> decide(Operation *op) {
    std::optional<Predicate> decides = getPredicate(op);
    if (!decides)
      return std::nullopt;
    Predicate predicate = *decides;
    std::optional<ThreadSum> sum = difference(op, predicate, assumptions);
    // One that is the same in all blocks, or for all threads, says nothing of
    // the edges.
    if (!sum || !sum->dependsOnThread() || !sum->dependsOn(grid) ||
        !isWanted(*sum))
      return std::nullopt;
    predicate = signedOf(predicate);
    auto known = guards.find(op->getResult(0));
    std::optional<bool> holds;
    if (known != guards.end())
      holds = known->second;
    // With what the block chooses, it may be the same in all blocks.
    else if (auto chosen = difference(op, *decides, usual);
             chosen && !chosen->dependsOn(grid))
      holds = isAlways(predicate, *chosen);
    else
      holds = usually(predicate, *sum);
    if (!holds)
      return std::nullopt;
    if (!*holds)
      predicate = arith::invertPredicate(predicate);
    // That all threads are at one place cannot be.
    if (predicate == Predicate::eq) {
      *holds = !*holds;
      predicate = Predicate::ne;
    }
    return EdgeDecision{op, *holds, predicate, std::move(*sum)};
  }

  /// What is chosen by a decision is known to later ones.
  void assume(const EdgeDecision &decision) {
    Value result = decision.op->getResult(0);
    auto add = [&](Value result, Value chosen) {
      assumptions[result] = usual[result] = chosen;
    };
    if (!isa<arith::CmpIOp>(decision.op)) {
      add(result, decision.op->getOperand(decision.holds ? 0 : 1));
      return;
    }
    for (Operation *user : result.getUsers())
      if (auto choice = dyn_cast<arith::SelectOp>(user);
          choice && choice.getCondition() == result)
        add(choice,
            decision.holds ? choice.getTrueValue() : choice.getFalseValue());
  }

  std::optional<ThreadSum>
  difference(Operation *op, Predicate predicate,
             const ThreadSum::Assumptions &assumptions) {
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

  /// What all threads say of a sum that has nothing in it but their indices.
  static std::optional<bool> isAlways(Predicate predicate,
                                      const ThreadSum &sum) {
    std::optional<std::pair<int64_t, int64_t>> range = sum.getRange();
    if (!range)
      return std::nullopt;
    auto holds = [&](int64_t value) {
      switch (predicate) {
      case Predicate::slt:
        return value < 0;
      case Predicate::sle:
        return value <= 0;
      case Predicate::sgt:
        return value > 0;
      case Predicate::sge:
        return value >= 0;
      default:
        return false;
      }
    };
    // Equal to something are one or few of them.
    if (predicate == Predicate::eq || predicate == Predicate::ne ||
        holds(range->first) != holds(range->second))
      return std::nullopt;
    return holds(range->first);
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
  /// What is chosen by earlier decisions, and also by the block.
  ThreadSum::Assumptions assumptions, usual;
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
