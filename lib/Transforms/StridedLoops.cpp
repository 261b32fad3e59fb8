//===- StridedLoops.cpp - Loops that threads share out --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLoops.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_STRIDEDLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Loops with more operations than that are not written twice.
constexpr unsigned mostCopied = 200;
/// Multiples of a thread's index up to this are far from wrapping in 64 bits.
constexpr int64_t largestFactor = std::numeric_limits<int32_t>::max();

class Strided {
public:
  explicit Strided(scf::ParallelOp threads)
      : threads(threads), uniformity(threads) {}

  void run() {
    SmallVector<scf::ForOp> loops;
    threads.getBody()->walk([&](scf::ForOp loop) {
      if (isCandidate(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      split(loop);
  }

private:
  /// Starts at another place in each thread, goes on and ends alike.
  bool isCandidate(scf::ForOp loop) {
    if (loop->hasAttr(sharedOutAttr) ||
        uniformity.isUniform(loop.getLowerBound()) ||
        !uniformity.isUniform(loop.getUpperBound()) ||
        !uniformity.isUniform(loop.getStep()) || loop.getUnsignedCmp() ||
        par::holdsBarrier(loop) || !grows(loop.getLowerBound()) ||
        countIndices(loop.getLowerBound()) > largestFactor)
      return false;
    // What the last thread would start from may wrap in 64 bits.
    if (loop.getInductionVar().getType().isInteger(64) && !isRunByAll(loop))
      return false;
    return countOperations(loop) <= mostCopied;
  }

  /// Whether a value is a sum of what is uniform and of the thread's indices,
  /// so that the last thread has the largest. It must not wrap.
  bool grows(Value value) {
    if (uniformity.isUniform(value))
      return true;
    if (auto arg = dyn_cast<BlockArgument>(value))
      return arg.getOwner() == threads.getBody();
    Operation *op = value.getDefiningOp();
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
      if (value.getType().isInteger(64))
        return grows(op->getOperand(0));
      // Only of an index itself: that is below 1024.
      auto arg = dyn_cast<BlockArgument>(op->getOperand(0));
      return arg && arg.getOwner() == threads.getBody();
    }
    auto hasNoWrap = [&](auto arith) {
      return value.getType().isIndex() ||
             bitEnumContainsAll(arith.getOverflowFlags(),
                                arith::IntegerOverflowFlags::nsw);
    };
    if (auto sum = dyn_cast<arith::AddIOp>(op))
      return hasNoWrap(sum) && grows(sum.getLhs()) && grows(sum.getRhs());
    if (auto product = dyn_cast<arith::MulIOp>(op)) {
      auto factor = getConstantIntValue(product.getRhs());
      return factor && *factor > 0 && hasNoWrap(product) &&
             grows(product.getLhs());
    }
    return false;
  }

  /// The value in the block's last thread, in 64 bits. A guard may exclude that
  /// thread, so in the type's own width this may wrap though the program does
  /// not.
  Value inLastThread(OpBuilder &builder, Value value) {
    Location loc = value.getLoc();
    if (uniformity.isUniform(value))
      return asIndex(builder, loc, value);
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      return arith::SubIOp::create(
          builder, loc, threads.getUpperBound()[arg.getArgNumber()], one);
    }
    Operation *op = value.getDefiningOp();
    Value a = inLastThread(builder, op->getOperand(0));
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return a;
    Value b = inLastThread(builder, op->getOperand(1));
    if (isa<arith::AddIOp>(op))
      return arith::AddIOp::create(builder, loc, a, b);
    return arith::MulIOp::create(builder, loc, a, b);
  }

  /// Whether all threads run the loop if any does.
  bool isRunByAll(scf::ForOp loop) {
    for (Operation *up = loop->getParentOp(); up != threads;
         up = up->getParentOp()) {
      auto branch = dyn_cast<scf::IfOp>(up);
      auto outer = dyn_cast<scf::ForOp>(up);
      if (branch ? !uniformity.isUniform(branch.getCondition())
                 : !outer || !uniformity.isUniform(outer.getLowerBound()) ||
                       !uniformity.isUniform(outer.getUpperBound()) ||
                       !uniformity.isUniform(outer.getStep()))
        return false;
    }
    return true;
  }

  /// All threads run the loop at least as often as the last one: so often
  /// together, then the rest.
  void split(scf::ForOp loop) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    auto wide = [&](Value value) { return asIndex(builder, loc, value); };
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value last = inLastThread(builder, loop.getLowerBound());
    if (planted(Fault::LastStartWraps))
      last = wide(
          arith::IndexCastOp::create(builder, loc, builder.getI32Type(), last));
    Value first = wide(loop.getLowerBound());
    Value upper = wide(loop.getUpperBound()), step = wide(loop.getStep());
    // As index arithmetic in 64 bits, none of this wraps if the numbers have
    // fewer bits.
    Value end = upper;
    if (loop.getInductionVar().getType().isInteger(64))
      end = arith::MaxSIOp::create(builder, loc, upper, last);
    Value left = arith::SubIOp::create(builder, loc, end, last);
    left = arith::MaxSIOp::create(builder, loc, left, zero);
    // (A step of nothing is fine in a loop that does not run.)
    Value divisor = arith::MaxSIOp::create(
        builder, loc, freezeOverflow(builder, loc, step), one);
    Value up = arith::SubIOp::create(builder, loc, divisor, one);
    Value count = arith::DivUIOp::create(
        builder, loc, arith::AddIOp::create(builder, loc, left, up), divisor);
    auto nsw = arith::IntegerOverflowFlags::nsw;
    Type type = loop.getInductionVar().getType();
    // What the loop's variable comes to has its type.
    auto narrow = [&](OpBuilder &builder, Value value) {
      return createNarrowed(builder, loc, type, value);
    };

    auto common =
        scf::ForOp::create(builder, loc, zero, count, one, loop.getInitArgs());
    {
      OpBuilder inside = OpBuilder::atBlockBegin(common.getBody());
      Value done = arith::MulIOp::create(inside, loc, common.getInductionVar(),
                                         step, nsw);
      Value at = arith::AddIOp::create(inside, loc, first, done, nsw);
      IRMapping mapping;
      mapping.map(loop.getInductionVar(), narrow(inside, at));
      for (auto [from, to] :
           llvm::zip(loop.getRegionIterArgs(), common.getRegionIterArgs()))
        mapping.map(from, to);
      if (!common.getBody()->empty() &&
          common.getBody()->back().hasTrait<OpTrait::IsTerminator>())
        common.getBody()->back().erase();
      inside.setInsertionPointToEnd(common.getBody());
      for (Operation &op : loop.getBody()->without_terminator()) {
        Operation *copy = inside.clone(op, mapping);
        // What is in full width anyway need not be narrowed.
        if (auto cast = dyn_cast<arith::IndexCastOp>(op))
          if (cast.getIn() == loop.getInductionVar() &&
              cast.getType().isIndex())
            copy->getResult(0).replaceAllUsesWith(at),
                mapping.map(cast.getResult(), at);
      }
      SmallVector<Value> next;
      for (Value value : loop.getYieldedValues())
        next.push_back(mapping.lookupOrDefault(value));
      scf::YieldOp::create(inside, loc, next);
    }

    Value done = arith::MulIOp::create(builder, loc, count, step, nsw);
    Value rest = arith::AddIOp::create(builder, loc, first, done, nsw);
    if (!isOnce(loop)) {
      loop.getLowerBoundMutable().assign(narrow(builder, rest));
      loop.getInitArgsMutable().assign(common.getResults());
      return;
    }
    Value more = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       rest, upper);
    auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), more,
                                    /*withElse=*/loop.getNumResults() > 0);
    IRMapping mapping;
    OpBuilder inside = branch.getThenBodyBuilder();
    mapping.map(loop.getInductionVar(), narrow(inside, rest));
    for (auto [from, to] :
         llvm::zip(loop.getRegionIterArgs(), common.getResults()))
      mapping.map(from, to);
    for (Operation &op : loop.getBody()->without_terminator())
      inside.clone(op, mapping);
    if (loop.getNumResults()) {
      SmallVector<Value> next;
      for (Value value : loop.getYieldedValues())
        next.push_back(mapping.lookupOrDefault(value));
      scf::YieldOp::create(inside, loc, next);
      OpBuilder other = branch.getElseBodyBuilder();
      scf::YieldOp::create(other, loc, common.getResults());
    }
    loop->replaceAllUsesWith(branch);
    loop.erase();
  }

  /// Whether a thread runs at most once more than the last.
  bool isOnce(scf::ForOp loop) {
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    int64_t largest = 0;
    for (Value size : threads.getUpperBound()) {
      std::optional<int64_t> known = getConstantIntValue(size);
      if (!known)
        return false;
      largest = std::max(largest, *known - 1);
    }
    return step && *step >= largest * countIndices(loop.getLowerBound());
  }

  /// How far the starts of a block's first and last thread can be apart, in
  /// units of an index of one dimension; of no use where there are several.
  int64_t countIndices(Value value) {
    if (uniformity.isUniform(value))
      return 0;
    if (isa<BlockArgument>(value))
      return 1;
    Operation *op = value.getDefiningOp();
    int64_t count = 0;
    for (Value operand : op->getOperands())
      if (llvm::AddOverflow(count, countIndices(operand), count))
        return std::numeric_limits<int64_t>::max();
    if (isa<arith::MulIOp>(op) &&
        llvm::MulOverflow(count, *getConstantIntValue(op->getOperand(1)),
                          count))
      return std::numeric_limits<int64_t>::max();
    return count;
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
};

struct StridedLoops : public heddle::impl::StridedLoopsBase<StridedLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      Strided(threads).run();
  }
};

} // namespace
