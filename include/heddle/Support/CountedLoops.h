//===- CountedLoops.h - Counted loops ---------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_COUNTEDLOOPS_H
#define HEDDLE_SUPPORT_COUNTEDLOOPS_H

#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
    // In the body, the counter is another block argument.
    auto passed = mlir::dyn_cast_or_null<mlir::BlockArgument>(
        next ? next.getLhs() : mlir::Value());
    if (!passed || passed.getOwner() != loop.getAfterBody() ||
        condition.getArgs()[passed.getArgNumber()] != counter)
      return std::nullopt;
    return CountingLoop{compare, counter,  isLeft ? right : left,
                        next,    isSigned, isInclusive};
  }

  /// Whether the counter never exceeds the range of its type. MLIR, which
  /// converts the loop to a counted one, does not check.
  bool hasNoWrap() {
    return (isSigned ? next.hasNoSignedWrap() : next.hasNoUnsignedWrap()) ||
           // A value that is less than another one can be incremented.
           (!isInclusive && mlir::getConstantIntValue(next.getRhs()) == 1);
  }

  /// Whether the condition computes nothing but the comparison, and passes on
  /// nothing that it computes.
  bool isWholeCondition(mlir::scf::WhileOp loop) {
    return llvm::hasSingleElement(loop.getBeforeBody()->without_terminator()) &&
           !llvm::is_contained(loop.getConditionOp().getArgs(),
                               compare.getResult());
  }

  /// Converts `i <= limit` to `i < limit + 1`. The limit must be known before
  /// the loop and must not be the largest value.
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

  /// Converts an unsigned loop whose values are not negative to a signed one.
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

/// The values that the condition passes on, where the counter is `counter` and
/// the other carried values are `carried`.
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

/// The counter's value after a loop that does not wrap: `first` if the loop
/// does not run, else the first value that is not below the limit. No operation
/// here has overflow flags, because the loop may stand under a guard that this
/// is hoisted out of.
inline mlir::Value createExitValue(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::Value first, mlir::Value limit,
                                   mlir::Value step, bool isSigned) {
  using namespace mlir;
  std::optional<int64_t> by = getConstantIntValue(step);
  if (by == 1)
    return isSigned
               ? arith::MaxSIOp::create(builder, loc, first, limit).getResult()
               : arith::MaxUIOp::create(builder, loc, first, limit).getResult();
  auto runs = arith::CmpIOp::create(builder, loc,
                                    isSigned ? arith::CmpIPredicate::slt
                                             : arith::CmpIPredicate::ult,
                                    first, limit);
  // Without a sign, the distance fits the type even if it does not with one.
  auto afterLast = [&](OpBuilder &builder) -> Value {
    Value one = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(first.getType(), 1));
    Value distance = arith::SubIOp::create(builder, loc, limit, first);
    distance = arith::SubIOp::create(builder, loc, distance, one);
    Value whole = arith::DivUIOp::create(builder, loc, distance, step);
    whole = arith::MulIOp::create(builder, loc, whole, step);
    Value last = arith::AddIOp::create(builder, loc, first, whole);
    return arith::AddIOp::create(builder, loc, last, step);
  };
  if (by && *by != 0)
    return arith::SelectOp::create(builder, loc, runs, afterLast(builder),
                                   first);
  // Only in a loop that runs the step is known to be positive.
  auto branch = scf::IfOp::create(builder, loc, first.getType(), runs,
                                  /*withElseRegion=*/true);
  OpBuilder inside = branch.getThenBodyBuilder();
  scf::YieldOp::create(inside, loc, afterLast(inside));
  inside = branch.getElseBodyBuilder();
  scf::YieldOp::create(inside, loc, first);
  return branch.getResult(0);
}

/// Replaces a loop whose condition only compares the counter by an empty
/// `scf.for` that carries all but the counter. `counter` and `exitValue` create
/// the counter's values in the body and after the loop.
inline void replaceByFor(mlir::RewriterBase &rewriter, mlir::scf::WhileOp loop,
                         unsigned number, mlir::scf::ForOp plain,
                         llvm::function_ref<mlir::Value()> counter,
                         llvm::function_ref<mlir::Value()> exitValue) {
  using namespace mlir;
  rewriter.setInsertionPointAfter(plain);
  // A value that nobody uses need not be computed.
  bool isUsed = false;
  for (auto [arg, result] :
       llvm::zip(loop.getConditionOp().getArgs(), loop.getResults()))
    isUsed |= arg == loop.getBeforeArguments()[number] && !result.use_empty();
  SmallVector<Value> results =
      passOn(loop, plain.getResults(), number,
             isUsed ? exitValue() : loop.getInits()[number]);
  Block *body = plain.getBody();
  if (!body->empty())
    rewriter.eraseOp(body->getTerminator());
  rewriter.setInsertionPointToStart(body);
  SmallVector<Value> arguments =
      passOn(loop, plain.getRegionIterArgs(), number, counter());
  scf::YieldOp yield = loop.getYieldOp();
  SmallVector<Value> next(yield.getOperands());
  next.erase(next.begin() + number);
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, next);
  rewriter.inlineBlockBefore(loop.getAfterBody(), body, body->end(), arguments);
  rewriter.replaceOp(loop, results);
}

/// Makes an `scf.for` of a loop that counts up to a limit that it excludes, by
/// a comparison with signs, whose step is positive if it runs and whose counter
/// does not wrap.
inline mlir::FailureOr<mlir::scf::ForOp>
upliftToFor(mlir::RewriterBase &rewriter, mlir::scf::WhileOp loop,
            CountingLoop &counting) {
  using namespace mlir;
  Value limit = counting.limit, step = counting.next.getRhs();
  if (counting.isInclusive || !counting.isSigned ||
      !counting.isWholeCondition(loop) || !loop.isDefinedOutsideOfLoop(limit) ||
      !loop.isDefinedOutsideOfLoop(step))
    return failure();
  unsigned number = counting.counter.getArgNumber();
  SmallVector<Value> inits(loop.getInits());
  Value first = inits[number];
  inits.erase(inits.begin() + number);
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  auto plain = scf::ForOp::create(rewriter, loc, first, limit, step, inits);
  replaceByFor(
      rewriter, loop, number, plain, [&] { return plain.getInductionVar(); },
      [&] {
        Value exit = createExitValue(rewriter, loc, first, limit, step,
                                     /*isSigned=*/true);
        return planted(Fault::ExitValueShort)
                   ? arith::SubIOp::create(rewriter, loc, exit, step)
                         .getResult()
                   : exit;
      });
  return plain;
}

/// Makes an `scf.for` of a loop that is known to count without wrapping.
inline mlir::LogicalResult upliftCounted(mlir::RewriterBase &rewriter,
                                         mlir::scf::WhileOp loop) {
  using namespace mlir;
  std::optional<CountingLoop> counting = CountingLoop::match(loop);
  if (!counting || !counting->isSigned || !counting->hasNoWrap() ||
      !counting->isWholeCondition(loop) ||
      !loop.isDefinedOutsideOfLoop(counting->limit) ||
      !loop.isDefinedOutsideOfLoop(counting->next.getRhs()))
    return failure();
  std::optional<int64_t> step = getConstantIntValue(counting->next.getRhs());
  // A loop that runs for ever, or until it wraps, does not count up.
  if (step && *step <= 0)
    return failure();
  if (counting->isInclusive) {
    // If `limit + 1` wraps, so does the counter, which it must not, if the loop
    // gets there.
    if (!step || loop->walk([](CallOpInterface call) {
                       return isMemoryEffectFree(call)
                                  ? WalkResult::advance()
                                  : WalkResult::interrupt();
                     })
                     .wasInterrupted())
      return failure();
    counting->excludeLimit(rewriter, loop);
  }
  return upliftToFor(rewriter, loop, *counting);
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_COUNTEDLOOPS_H
