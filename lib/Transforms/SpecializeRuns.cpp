//===- SpecializeRuns.cpp - Loops for runs of threads of known length -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_SPECIALIZERUNS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Loops with more operations than that are not written so often.
constexpr unsigned mostCopied = 60;
constexpr int64_t longestRun = 512;

/// What is the same in all threads and says how long runs of threads are: the
/// number itself, or one less.
struct Length {
  Value value;
  bool isMask;
};

class Specializer {
public:
  explicit Specializer(scf::ParallelOp threads)
      : threads(threads), iv(threads.getInductionVars().back()) {}

  void run() {
    std::optional<int64_t> size =
        getConstantIntValue(threads.getUpperBound().back());
    if (!size || !matchPattern(threads.getLowerBound().back(), m_Zero()) ||
        !matchPattern(threads.getStep().back(), m_One()) ||
        threads->hasAttr(par::capacityAttr) ||
        countOperations(threads) > mostCopied)
      return;
    std::optional<Length> length = find();
    if (!length)
      return;
    OpBuilder builder(threads);
    Location loc = threads.getLoc();
    for (int64_t run = 1;
         run <= std::min(*size, longestRun) && *size % run == 0; run *= 2) {
      Value known = createConstant(builder, length->value.getType(),
                                   length->isMask ? run - 1 : run);
      Value is = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       length->value, known);
      auto branch =
          scf::IfOp::create(builder, loc, is, /*withElseRegion=*/true);
      builder.setInsertionPointToStart(branch.thenBlock());
      Operation *copy = builder.clone(*threads);
      replace(length->value, known, copy);
      builder.setInsertionPointToStart(branch.elseBlock());
    }
    threads->moveBefore(builder.getInsertionBlock(),
                        builder.getInsertionPoint());
  }

private:
  Value createConstant(OpBuilder &builder, Type type, int64_t value) {
    return arith::ConstantOp::create(builder, threads.getLoc(),
                                     builder.getIntegerAttr(type, value));
  }

  /// In a copy, the length is a number, and so is what was computed from it
  /// before the loop.
  void replace(Value length, Value known, Operation *copy) {
    OpBuilder builder(copy);
    IRMapping mapping;
    mapping.map(length, known);
    copy->walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        operand.set(derive(operand.get(), mapping, builder));
    });
  }

  Value derive(Value value, IRMapping &mapping, OpBuilder &builder) {
    if (mapping.contains(value))
      return mapping.lookup(value);
    Operation *op = value.getDefiningOp();
    if (!op || !threads.isDefinedOutsideOfLoop(value) || !isPure(op) ||
        op->getNumRegions() || op->getNumResults() != 1 ||
        !isa<arith::ArithDialect>(op->getDialect()))
      return value;
    bool isDerived = false;
    for (Value operand : op->getOperands()) {
      if (mapping.contains(operand))
        isDerived = true;
      else if (!matchPattern(operand, m_Constant()))
        return value;
    }
    return isDerived ? builder.clone(*op, mapping)->getResult(0) : value;
  }

  bool isNumber(Value value) { return stripWidening(value) == iv; }

  bool isVariable(Value value) {
    return threads.isDefinedOutsideOfLoop(value) &&
           !matchPattern(value, m_Constant());
  }

  std::optional<Length> find() {
    std::optional<Length> found;
    threads.walk([&](Operation *op) {
      if (!found)
        found = match(op);
    });
    return found;
  }

  std::optional<Length> match(Operation *op) {
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
            op)) {
      if (isNumber(op->getOperand(0)) && isVariable(op->getOperand(1)))
        return Length{op->getOperand(1), /*isMask=*/false};
      return std::nullopt;
    }
    if (!isa<arith::AndIOp>(op))
      return std::nullopt;
    for (unsigned i : {0, 1}) {
      Value mask = op->getOperand(i);
      if (!isNumber(op->getOperand(1 - i)))
        continue;
      if (isVariable(mask)) {
        // The length where it is one less than that.
        if (std::optional<Value> length = getNext(mask))
          return Length{*length, /*isMask=*/false};
        return Length{mask, /*isMask=*/true};
      }
      if (std::optional<Value> length = getNext(mask))
        return Length{*length, /*isMask=*/false};
    }
    return std::nullopt;
  }

  /// What the value is one less than.
  std::optional<Value> getNext(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !isa<arith::AddIOp, arith::SubIOp>(op))
      return std::nullopt;
    int64_t by = isa<arith::AddIOp>(op) ? -1 : 1;
    if (getConstantIntValue(op->getOperand(1)) != by ||
        !isVariable(op->getOperand(0)))
      return std::nullopt;
    return op->getOperand(0);
  }

  scf::ParallelOp threads;
  Value iv;
};

struct SpecializeRuns
    : public heddle::impl::SpecializeRunsBase<SpecializeRuns> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (!par::holdsBarrier(threads))
        Specializer(threads).run();
  }
};

} // namespace
