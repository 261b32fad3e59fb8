//===- CountedLoops.h - Loops that count ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_COUNTEDLOOPS_H
#define HEDDLE_SUPPORT_COUNTEDLOOPS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/CallInterfaces.h"

namespace heddle {

/// `while (i < limit) { …; i += step; }`, or with `<=`, or with `>` and `>=`.
struct CountingLoop {
  mlir::arith::CmpIOp compare;
  mlir::BlockArgument counter;
  mlir::Value limit;
  mlir::arith::AddIOp next;
  bool isSigned, isInclusive;

  static std::optional<CountingLoop> match(mlir::scf::WhileOp loop,
                                           bool isDown = false) {
    using mlir::arith::CmpIPredicate;
    mlir::scf::ConditionOp condition = loop.getConditionOp();
    auto compare =
        condition.getCondition().getDefiningOp<mlir::arith::CmpIOp>();
    if (!compare)
      return std::nullopt;
    auto isOneOf = [&](auto... kinds) {
      return ((compare.getPredicate() == kinds) || ...);
    };
    if (isOneOf(CmpIPredicate::eq, CmpIPredicate::ne))
      return std::nullopt;
    bool isLess = isOneOf(CmpIPredicate::slt, CmpIPredicate::sle,
                          CmpIPredicate::ult, CmpIPredicate::ule);
    bool isLeft = isLess != isDown;
    bool isSigned = isOneOf(CmpIPredicate::slt, CmpIPredicate::sle,
                            CmpIPredicate::sgt, CmpIPredicate::sge);
    bool isInclusive = isOneOf(CmpIPredicate::sle, CmpIPredicate::ule,
                               CmpIPredicate::sge, CmpIPredicate::uge);
    mlir::Value left = compare.getLhs(), right = compare.getRhs();
    auto counter = mlir::dyn_cast<mlir::BlockArgument>(isLeft ? left : right);
    if (!counter || counter.getOwner() != loop.getBeforeBody())
      return std::nullopt;
    auto next = loop.getYieldOp()
                    .getOperand(counter.getArgNumber())
                    .getDefiningOp<mlir::arith::AddIOp>();
    // The body has the counter under another name.
    auto passed = mlir::dyn_cast_or_null<mlir::BlockArgument>(
        next ? next.getLhs() : mlir::Value());
    if (!passed || passed.getOwner() != loop.getAfterBody() ||
        condition.getArgs()[passed.getArgNumber()] != counter)
      return std::nullopt;
    return CountingLoop{compare, counter,  isLeft ? right : left,
                        next,    isSigned, isInclusive};
  }

  /// Whether the counter never becomes more than its type holds. MLIR, which
  /// makes it a loop that counts, does not ask.
  bool hasNoWrap() {
    return (isSigned ? next.hasNoSignedWrap() : next.hasNoUnsignedWrap()) ||
           // What is less than something can be one more.
           (!isInclusive && mlir::getConstantIntValue(next.getRhs()) == 1);
  }

  /// Makes `i < limit + 1` of `i <= limit`, which must be known before the loop
  /// and not be the largest number.
  void excludeLimit(mlir::RewriterBase &rewriter, mlir::scf::WhileOp loop) {
    namespace arith = mlir::arith;
    rewriter.setInsertionPoint(loop);
    mlir::Location loc = compare.getLoc();
    mlir::Value one = arith::ConstantOp::create(
        rewriter, loc, rewriter.getIntegerAttr(limit.getType(), 1));
    limit = arith::AddIOp::create(rewriter, loc, limit, one,
                                  isSigned ? arith::IntegerOverflowFlags::nsw
                                           : arith::IntegerOverflowFlags::nuw);
    isInclusive = false;
    renewCompare(rewriter);
  }

  /// Makes it a loop over numbers that have no sign, but might.
  void addSign(mlir::RewriterBase &rewriter) {
    isSigned = true;
    if (!isInclusive)
      renewCompare(rewriter);
  }

private:
  void renewCompare(mlir::RewriterBase &rewriter) {
    namespace arith = mlir::arith;
    rewriter.setInsertionPoint(compare);
    compare = rewriter.replaceOpWithNewOp<arith::CmpIOp>(
        compare,
        isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult,
        counter, limit);
  }
};

/// What a loop's condition, which computes nothing else, passes on if the loop
/// carries this and its counter, which is the given one of all.
inline llvm::SmallVector<mlir::Value> passOn(mlir::scf::WhileOp loop,
                                             mlir::ValueRange carried,
                                             unsigned number,
                                             mlir::Value counter) {
  llvm::SmallVector<mlir::Value> all(carried), passed;
  all.insert(all.begin() + number, counter);
  for (mlir::Value value : loop.getConditionOp().getArgs()) {
    auto arg = mlir::dyn_cast<mlir::BlockArgument>(value);
    passed.push_back(arg && arg.getOwner() == loop.getBeforeBody()
                         ? all[arg.getArgNumber()]
                         : value);
  }
  return passed;
}

/// Makes a loop that counts of one that is sure to.
inline mlir::LogicalResult upliftCounted(mlir::RewriterBase &rewriter,
                                         mlir::scf::WhileOp loop) {
  using namespace mlir;
  std::optional<CountingLoop> counting = CountingLoop::match(loop);
  if (!counting || !counting->hasNoWrap() ||
      !loop.isDefinedOutsideOfLoop(counting->limit))
    return failure();
  if (counting->isInclusive) {
    // If one more than the limit wraps, so does the counter, which must not be:
    // if it comes there.
    std::optional<int64_t> step = getConstantIntValue(counting->next.getRhs());
    if (!step || *step <= 0 ||
        loop->walk([](CallOpInterface call) {
              return isMemoryEffectFree(call) ? WalkResult::advance()
                                              : WalkResult::interrupt();
            })
            .wasInterrupted())
      return failure();
    counting->excludeLimit(rewriter, loop);
  }
  rewriter.setInsertionPoint(loop);
  return scf::upliftWhileToForLoop(rewriter, loop);
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_COUNTEDLOOPS_H
