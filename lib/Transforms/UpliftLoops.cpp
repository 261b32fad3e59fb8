//===- UpliftLoops.cpp - Loops with steps known only at run time ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestCheck.h"
#include "PositionRanges.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/CountedLoops.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle {
#define GEN_PASS_DEF_UPLIFTLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Loops with more operations than that are not written twice.
constexpr unsigned mostCopied = 100;

class Uplifter {
public:
  explicit Uplifter(scf::ParallelOp grid) : grid(grid), check(grid) {}

  void run() {
    if (!check)
      return;
    SmallVector<scf::WhileOp> loops;
    grid.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(grid.getContext());
    for (scf::WhileOp loop : loops) {
      // Its end may be known now: what a load in the loop was before.
      if (succeeded(upliftCounted(rewriter, loop)))
        continue;
      std::optional<CountingLoop> strided = match(loop);
      if (!strided) {
        if (std::optional<CountingLoop> counted = matchUnsigned(loop))
          uplift(loop, *counted);
        continue;
      }
      require(*strided);
      strided->next.setOverflowFlags(arith::IntegerOverflowFlags::nsw);
      bool isUnsigned = !strided->isSigned;
      if (isUnsigned)
        strided->addSign(rewriter);
      if (strided->isInclusive)
        strided->excludeLimit(rewriter, loop);
      rewriter.setInsertionPoint(loop);
      FailureOr<scf::ForOp> counted = upliftToFor(rewriter, loop, *strided);
      if (succeeded(counted) && isUnsigned)
        extendBySign(rewriter, counted->getInductionVar());
    }
  }

private:
  std::optional<CountingLoop> match(scf::WhileOp loop) {
    std::optional<CountingLoop> counting = CountingLoop::match(loop);
    if (!counting || !counting->isWholeCondition(loop) ||
        !loop.isDefinedOutsideOfLoop(counting->limit) ||
        !check.isKnown(counting->limit) ||
        !check.isKnown(counting->next.getRhs()) ||
        !canHold(counting->next.getRhs(), counting->limit))
      return std::nullopt;
    Type type = counting->limit.getType();
    if (!type.isInteger(32) && !type.isInteger(64))
      return std::nullopt;
    Value first = loop.getInits()[counting->counter.getArgNumber()];
    if (!counting->isSigned && !isNotNegative(first, grid))
      return std::nullopt;
    return counting;
  }

  /// One that steps by a constant, without a sign.
  std::optional<CountingLoop> matchUnsigned(scf::WhileOp loop) {
    std::optional<CountingLoop> counting = CountingLoop::match(loop);
    if (!counting || counting->isSigned ||
        !counting->limit.getType().isInteger(32) ||
        !loop.isDefinedOutsideOfLoop(counting->limit) ||
        !counting->isWholeCondition(loop) || par::holdsBarrier(loop) ||
        loop->hasAttr(par::wrapsAttr))
      return std::nullopt;
    std::optional<int64_t> step = getConstantIntValue(counting->next.getRhs());
    if (!step || *step <= 0 || countOperations(loop) > mostCopied)
      return std::nullopt;
    return counting;
  }

  /// In more bits, as long as the last sum does not wrap in these.
  void uplift(scf::WhileOp loop, CountingLoop &counted) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    int64_t step = *getConstantIntValue(counted.next.getRhs());
    unsigned number = counted.counter.getArgNumber();
    Value most = arith::ConstantIntOp::create(
        builder, loc, -step - counted.isInclusive, /*width=*/32);
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                       counted.limit, most);
    auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), fits,
                                    /*withElse=*/true);
    loop->replaceAllUsesWith(branch);

    builder.setInsertionPointToStart(branch.thenBlock());
    auto wide = [&](Value value) -> Value {
      return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                          value);
    };
    SmallVector<Value> inits(loop.getInits());
    inits.erase(inits.begin() + number);
    Value first = loop.getInits()[number];
    Value end = wide(counted.limit), narrowEnd = counted.limit;
    if (counted.isInclusive) {
      end = arith::AddIOp::create(
          builder, loc, end, arith::ConstantIndexOp::create(builder, loc, 1));
      // Fits, or the last sum would not.
      narrowEnd = arith::AddIOp::create(
          builder, loc, narrowEnd,
          arith::ConstantIntOp::create(builder, loc, 1, /*width=*/32));
    }
    auto plain = scf::ForOp::create(
        builder, loc, wide(first), end,
        arith::ConstantIndexOp::create(builder, loc, step), inits);
    SmallVector<Value> results =
        passOn(loop, plain.getResults(), number,
               createExitValue(builder, loc, first, narrowEnd,
                               counted.next.getRhs(), /*isSigned=*/false));
    if (!results.empty())
      scf::YieldOp::create(builder, loc, results);
    if (inits.empty())
      plain.getBody()->getTerminator()->erase();
    builder.setInsertionPointToStart(plain.getBody());
    Value counter = arith::IndexCastOp::create(
        builder, loc, builder.getI32Type(), plain.getInductionVar());
    IRMapping mapping;
    mapping.map(loop.getAfterArguments(),
                passOn(loop, plain.getRegionIterArgs(), number, counter));
    for (Operation &op : loop.getAfterBody()->without_terminator()) {
      // What is in full width anyway need not be narrowed.
      bool isWide = isa<arith::IndexCastUIOp, arith::ExtUIOp>(op) &&
                    mapping.lookupOrDefault(op.getOperand(0)) == counter;
      Type type = isWide ? op.getResult(0).getType() : Type();
      if (isWide && type.isIndex())
        mapping.map(op.getResult(0), plain.getInductionVar());
      else if (isWide && type.isInteger(64))
        mapping.map(op.getResult(0),
                    arith::IndexCastOp::create(builder, loc, type,
                                               plain.getInductionVar())
                        .getResult());
      else
        builder.clone(op, mapping);
    }
    SmallVector<Value> next;
    for (auto [i, value] : llvm::enumerate(loop.getYieldOp().getOperands()))
      if (i != number)
        next.push_back(mapping.lookupOrDefault(value));
    scf::YieldOp::create(builder, loc, next);

    loop->setAttr(par::wrapsAttr, builder.getUnitAttr());
    loop->moveBefore(branch.elseBlock(), branch.elseBlock()->begin());
    builder.setInsertionPointToEnd(branch.elseBlock());
    if (!results.empty())
      scf::YieldOp::create(builder, loc, loop.getResults());
  }

  /// Whether constants do not rule out what the check would ask for.
  static bool canHold(Value step, Value limit) {
    std::optional<int64_t> by = getConstantIntValue(step);
    std::optional<int64_t> to = getConstantIntValue(limit);
    int64_t last;
    return !by ||
           (*by > 0 && (!to || (!llvm::AddOverflow(*by, *to, last) &&
                                last <= std::numeric_limits<int>::max())));
  }

  /// What is not negative is the same with its sign.
  static void extendBySign(IRRewriter &rewriter, Value value) {
    for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
      rewriter.setInsertionPoint(user);
      if (auto cast = dyn_cast<arith::IndexCastUIOp>(user))
        rewriter.replaceOpWithNewOp<arith::IndexCastOp>(cast, cast.getType(),
                                                        value);
      else if (auto cast = dyn_cast<arith::ExtUIOp>(user))
        rewriter.replaceOpWithNewOp<arith::ExtSIOp>(cast, cast.getType(),
                                                    value);
    }
  }

  /// The step is positive, and the last one does not wrap.
  void require(CountingLoop &strided) {
    Value step = check.get(strided.next.getRhs()),
          limit = check.get(strided.limit);
    check.require(arith::CmpIPredicate::sgt, step, check.constant(0));
    if (!strided.isSigned)
      check.require(arith::CmpIPredicate::sge, limit, check.constant(0));
    if (strided.limit.getType().isInteger(64)) {
      constexpr int64_t large = int64_t(1) << 62;
      check.require(arith::CmpIPredicate::slt, step, check.constant(large));
      check.require(arith::CmpIPredicate::slt, limit, check.constant(large));
      return;
    }
    Value last =
        arith::AddIOp::create(check.builder, grid.getLoc(), step, limit);
    check.require(arith::CmpIPredicate::sle, last,
                  check.constant(std::numeric_limits<int32_t>::max()));
  }

  scf::ParallelOp grid;
  NestCheck check;
};

struct UpliftLoops : public heddle::impl::UpliftLoopsBase<UpliftLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      Uplifter(grid).run();
  }
};

} // namespace
