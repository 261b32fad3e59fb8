//===- SplitEdges.cpp - Blocks away from the edges on their own -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadBounds.h"
#include "ThreadSums.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_SPLITEDGES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using Predicate = arith::CmpIPredicate;

/// Bodies that are written twice have no more operations than that.
static constexpr unsigned mostCopied = 1000;

namespace {

/// What an operation decides by the sign of a sum: a comparison, or which of
/// two numbers is the larger one.
struct Decision {
  Operation *op;
  /// The decision in all blocks but those at the edges.
  bool holds;
  /// The sum and its predicate, against 0, for the decision to be `holds`.
  Predicate predicate;
  ThreadSum sum;
};

class Splitter {
public:
  explicit Splitter(scf::ParallelOp grid, scf::ParallelOp threads)
      : grid(grid), threads(threads), builder(threads), loc(threads.getLoc()) {}

  void run() {
    if (!isWorthCopying())
      return;
    collectGuards();
    threads.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (std::optional<Decision> decision = decide(op)) {
        assume(*decision);
        decisions.push_back(std::move(*decision));
      }
    });
    if (decisions.empty() || narrowingDoes())
      return;
    Value inner;
    for (const Decision &decision : decisions) {
      Value holds = createTest(decision);
      inner = inner ? arith::AndIOp::create(builder, loc, inner, holds) : holds;
    }
    auto branch =
        scf::IfOp::create(builder, loc, inner, /*withElseRegion=*/true);
    OpBuilder inside = branch.getThenBodyBuilder();
    IRMapping mapping;
    inside.clone(*threads, mapping);
    for (const Decision &decision : decisions)
      settle(decision, mapping.lookup(decision.op->getResult(0)));
    threads->moveBefore(branch.elseBlock()->getTerminator());
    threads->setAttr(par::edgeAttr, builder.getUnitAttr());
  }

private:
  bool isWorthCopying() {
    unsigned count = 0;
    threads.walk([&](Operation *) { ++count; });
    return count <= mostCopied &&
           llvm::all_of(threads.getUpperBound(), [](Value bound) {
             return getConstantIntValue(bound).has_value();
           });
  }

  /// Conditions under which there is work, with what they are then: away from
  /// the edges, they hold.
  void collectGuards() {
    auto isEmpty = [](Block *block) {
      return !block || block->without_terminator().empty();
    };
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

  std::optional<Decision> decide(Operation *op) {
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
    if (!sum || !sum->isBounded() || !sum->dependsOnThread() ||
        !sum->dependsOn(grid))
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
    return Decision{op, holds, predicate, std::move(*sum)};
  }

  /// What is chosen by a decision is known to later ones.
  void assume(const Decision &decision) {
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

  /// Whether it is so for all threads of the block.
  Value createTest(const Decision &decision) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    auto compare = [&](Predicate predicate, Value value) -> Value {
      return arith::CmpIOp::create(builder, loc, predicate, value, zero);
    };
    auto least = [&] { return decision.sum.createLeast(builder, loc); };
    auto largest = [&] { return decision.sum.createLargest(builder, loc); };
    switch (decision.predicate) {
    case Predicate::sgt:
    case Predicate::sge:
      return compare(decision.predicate, least());
    case Predicate::slt:
    case Predicate::sle:
      return compare(decision.predicate, largest());
    default:
      return arith::OrIOp::create(builder, loc,
                                  compare(Predicate::sgt, least()),
                                  compare(Predicate::slt, largest()));
    }
  }

  static void settle(const Decision &decision, Value result) {
    Operation *op = result.getDefiningOp();
    OpBuilder builder(op);
    Value known = isa<arith::CmpIOp>(op)
                      ? arith::ConstantIntOp::create(builder, op->getLoc(),
                                                     decision.holds,
                                                     /*width=*/1)
                      : op->getOperand(decision.holds ? 0 : 1);
    result.replaceAllUsesWith(known);
    op->erase();
  }

  /// `narrow-thread-loops` makes a loop of its own for whole blocks where there
  /// is only an `if (i < n)` around everything.
  bool narrowingDoes() {
    if (par::holdsBarrier(threads))
      return false;
    scf::IfOp only;
    for (Operation &op : threads.getBody()->without_terminator())
      if (!isMemoryEffectFree(&op)) {
        if (only || !isa<scf::IfOp>(op))
          return false;
        only = cast<scf::IfOp>(op);
      }
    if (!only)
      return false;
    SmallVector<std::pair<Value, bool>> parts;
    collectParts(only.getCondition(), /*holds=*/true, parts);
    collectParts(only.getCondition(), /*holds=*/false, parts);
    return llvm::all_of(decisions, [&](const Decision &decision) {
      return decision.predicate == Predicate::slt &&
             llvm::any_of(parts, [&](auto &part) {
               return part.first == decision.op->getResult(0);
             });
    });
  }

  scf::ParallelOp grid, threads;
  OpBuilder builder;
  Location loc;
  llvm::DenseMap<Value, bool> guards;
  ThreadSum::Assumptions assumptions;
  SmallVector<Decision> decisions;
};

struct SplitEdges : public heddle::impl::SplitEdgesBase<SplitEdges> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      scf::ParallelOp threads = par::getThreadLoopOf(grid);
      if (threads && grid->hasAttr(par::shapeAttr))
        Splitter(grid, threads).run();
    }
  }
};
} // namespace
