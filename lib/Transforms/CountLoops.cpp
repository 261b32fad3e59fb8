//===- CountLoops.cpp - Loops that count become counted loops -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/AddressTerms.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace heddle {
#define GEN_PASS_DEF_COUNTLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {
/// `while (i < end) { ...; i += step; }` with a constant step: how often it
/// runs is known before it starts.
class Counter {
public:
  explicit Counter(scf::WhileOp loop)
      : loop(loop), layout(DataLayout::closest(loop)), builder(loop),
        loc(loop.getLoc()) {}

  /// Replaces the loop, if it counts.
  bool run() {
    if (!findCondition() || !findStep())
      return false;
    Value count = createCount();
    if (!count)
      return false;
    replace(count);
    return true;
  }

private:
  /// `i` is compared with what does not change, and nothing else is done before
  /// it is decided whether to go on.
  bool findCondition() {
    for (Operation &op : loop.getBeforeBody()->without_terminator())
      if (!isMemoryEffectFree(&op) || op.getNumRegions())
        return false;
    Operation *compare = loop.getConditionOp().getCondition().getDefiningOp();
    if (!compare || compare->getBlock() != loop.getBeforeBody() ||
        !isa<arith::CmpIOp, LLVM::ICmpOp>(compare))
      return false;
    predicate = isa<arith::CmpIOp>(compare)
                    ? cast<arith::CmpIOp>(compare).getPredicate()
                    : static_cast<arith::CmpIPredicate>(
                          cast<LLVM::ICmpOp>(compare).getPredicate());
    Value left = compare->getOperand(0), right = compare->getOperand(1);
    if (loop.isDefinedOutsideOfLoop(left)) {
      std::swap(left, right);
      predicate = swapped(predicate);
    }
    variable = dyn_cast<BlockArgument>(left);
    end = right;
    return variable && variable.getOwner() == loop.getBeforeBody() &&
           loop.isDefinedOutsideOfLoop(end);
  }

  static arith::CmpIPredicate swapped(arith::CmpIPredicate predicate) {
    using P = arith::CmpIPredicate;
    switch (predicate) {
    case P::slt:
      return P::sgt;
    case P::sgt:
      return P::slt;
    case P::ult:
      return P::ugt;
    case P::ugt:
      return P::ult;
    case P::sle:
      return P::sge;
    case P::sge:
      return P::sle;
    case P::ule:
      return P::uge;
    case P::uge:
      return P::ule;
    default:
      return predicate;
    }
  }

  /// What the body adds to `i`, in bytes for pointers.
  bool findStep() {
    Value next = loop.getYieldOp().getOperand(variable.getArgNumber());
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != loop.getAfterBody())
      return false;
    auto passed = dyn_cast<BlockArgument>(op->getOperand(0));
    if (!passed || passed.getOwner() != loop.getAfterBody() ||
        loop.getConditionOp().getArgs()[passed.getArgNumber()] != variable)
      return false;
    APInt constant;
    if (auto sum = dyn_cast<arith::AddIOp>(op)) {
      if (!matchPattern(sum.getRhs(), m_ConstantInt(&constant)))
        return false;
      step = constant.getSExtValue();
      neverWraps =
          sum.hasNoSignedWrap() && predicate == arith::CmpIPredicate::slt;
      neverWraps |=
          sum.hasNoUnsignedWrap() && predicate == arith::CmpIPredicate::ult;
    } else if (auto gep = dyn_cast<LLVM::GEPOp>(op)) {
      // The pointer stays in its object.
      neverWraps = bitEnumContainsAny(gep.getNoWrapFlags(),
                                      LLVM::GEPNoWrapFlags::inboundsFlag |
                                          LLVM::GEPNoWrapFlags::nusw);
      if (!gep.getDynamicIndices().empty() || !neverWraps ||
          !forEachTerm(
              gep, layout, [&](int64_t bytes) { step += bytes; },
              [](Value, int64_t) {}))
        return false;
    } else {
      return false;
    }
    using P = arith::CmpIPredicate;
    // Down to the end only where that is met exactly.
    if (predicate == P::ne)
      return isa<LLVM::GEPOp>(op) ? step > 0 : step == 1 || step == -1;
    return (predicate == P::slt || predicate == P::ult) &&
           (step == 1 || (step > 1 && neverWraps));
  }

  /// How far it is to the end: of pointers, in bytes.
  Value createDistance(Value first) {
    if (!isa<LLVM::LLVMPointerType>(first.getType()))
      return step < 0 ? arith::SubIOp::create(builder, loc, first, end)
                      : arith::SubIOp::create(builder, loc, end, first);
    // `p + n`, seen from p, is n: the same for all threads if n is.
    Type number = builder.getI64Type();
    Value sum =
        arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
    Value place = end;
    while (place != first) {
      auto gep = place.getDefiningOp<LLVM::GEPOp>();
      if (!gep)
        return arith::SubIOp::create(
            builder, loc, LLVM::PtrToIntOp::create(builder, loc, number, end),
            LLVM::PtrToIntOp::create(builder, loc, number, first));
      auto add = [&](Value more) {
        sum = arith::AddIOp::create(builder, loc, sum, more);
      };
      auto constant = [&](int64_t bytes) {
        return arith::ConstantOp::create(builder, loc,
                                         builder.getI64IntegerAttr(bytes));
      };
      if (!forEachTerm(
              gep, layout, [&](int64_t bytes) { add(constant(bytes)); },
              [&](Value index, int64_t bytes) {
                if (index.getType().isIndex())
                  index =
                      arith::IndexCastOp::create(builder, loc, number, index);
                else if (index.getType() != number)
                  index = arith::ExtSIOp::create(builder, loc, number, index);
                add(arith::MulIOp::create(builder, loc, index,
                                          constant(bytes)));
              }))
        return {};
      place = gep.getBase();
    }
    return sum;
  }

  Value createCount() {
    using P = arith::CmpIPredicate;
    Value first = loop.getInits()[variable.getArgNumber()];
    Value distance = createDistance(first);
    if (!distance)
      return {};
    Type type = distance.getType();
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(builder, loc,
                                       builder.getIntegerAttr(type, value));
    };
    int64_t size = std::abs(step);
    if (predicate == P::ne) {
      if (size == 1)
        return distance;
      return arith::DivUIOp::create(builder, loc, distance, number(size));
    }
    Value count = distance;
    if (size > 1) {
      count = arith::SubIOp::create(builder, loc, distance, number(1));
      count = arith::DivUIOp::create(builder, loc, count, number(size));
      count = arith::AddIOp::create(builder, loc, count, number(1));
    }
    Value runs =
        isa<LLVM::LLVMPointerType>(first.getType())
            ? arith::CmpIOp::create(builder, loc, P::sgt, distance, number(0))
            : arith::CmpIOp::create(builder, loc, predicate, first, end);
    return arith::SelectOp::create(builder, loc, runs, count, number(0));
  }

  /// What `i` is when `count` iterations are done.
  Value createVariable(Value first, Value count) {
    Value by = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(count.getType(), step));
    Value distance = arith::MulIOp::create(builder, loc, count, by);
    if (isa<LLVM::LLVMPointerType>(first.getType()))
      return LLVM::GEPOp::create(builder, loc, first.getType(),
                                 builder.getI8Type(), first,
                                 ArrayRef<LLVM::GEPArg>{distance});
    return arith::AddIOp::create(builder, loc, first, distance);
  }

  void replace(Value count) {
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(count.getType(), value));
    };
    unsigned place = variable.getArgNumber();
    // `i` is computed from the number of the iteration; the other values go
    // around.
    SmallVector<Value> inits(loop.getInits());
    Value first = inits[place];
    inits.erase(inits.begin() + place);
    auto counted =
        scf::ForOp::create(builder, loc, number(0), count, number(1), inits);
    counted.setUnsignedCmp(true);
    counted->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    /// Copies what is done before the decision; returns what is passed on.
    auto decide = [&](Value iteration, ValueRange carried) {
      IRMapping values;
      SmallVector<Value> all(carried);
      all.insert(all.begin() + place, createVariable(first, iteration));
      values.map(loop.getBeforeArguments(), all);
      for (Operation &op : loop.getBeforeBody()->without_terminator())
        builder.clone(op, values);
      return llvm::map_to_vector(
          loop.getConditionOp().getArgs(),
          [&](Value value) { return values.lookupOrDefault(value); });
    };
    Block *body = counted.getBody();
    if (!body->empty())
      body->back().erase();
    builder.setInsertionPointToStart(body);
    SmallVector<Value> passed =
        decide(counted.getInductionVar(), counted.getRegionIterArgs());
    SmallVector<Value> next(loop.getYieldOp().getOperands());
    scf::YieldOp yield = loop.getYieldOp();
    Block *after = loop.getAfterBody();
    for (auto [argument, value] : llvm::zip(after->getArguments(), passed))
      argument.replaceAllUsesWith(value);
    next.assign(yield.getOperands().begin(), yield.getOperands().end());
    next.erase(next.begin() + place);
    body->getOperations().splice(body->end(), after->getOperations(),
                                 after->begin(), yield->getIterator());
    builder.setInsertionPointToEnd(body);
    scf::YieldOp::create(builder, loc, next);
    builder.setInsertionPointAfter(counted);
    loop->replaceAllUsesWith(decide(count, counted.getResults()));
    loop.erase();
  }

  scf::WhileOp loop;
  DataLayout layout;
  OpBuilder builder;
  Location loc;
  arith::CmpIPredicate predicate;
  BlockArgument variable;
  Value end;
  int64_t step = 0;
  bool neverWraps = false;
};

struct CountLoops : public heddle::impl::CountLoopsBase<CountLoops> {
  void runOnOperation() override {
    SmallVector<scf::WhileOp> loops;
    getOperation()->walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops)
      Counter(loop).run();
  }
};
} // namespace
