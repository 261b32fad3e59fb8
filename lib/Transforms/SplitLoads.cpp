//===- SplitLoads.cpp - Loads from one of two places ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_SPLITLOADS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// A choice in an index: a condition, and what is chosen either way.
struct Choice {
  Value condition;
  Value whenTrue, whenFalse;
};

class Splitter {
public:
  explicit Splitter(scf::ParallelOp threads)
      : threads(threads), uniformity(threads) {}

  void run() {
    SmallVector<memref::LoadOp> loads;
    threads.walk([&](memref::LoadOp load) { loads.push_back(load); });
    for (memref::LoadOp load : loads)
      split(load);
  }

private:
  /// Whether neighbouring threads may have different values.
  bool changesAlongRow(Value value, unsigned depth = 12) {
    if (auto arg = dyn_cast<BlockArgument>(value))
      return arg.getOwner() != threads.getBody() ||
             arg.getArgNumber() + 1 == threads.getNumLoops();
    Operation *op = value.getDefiningOp();
    if (!threads->isProperAncestor(op))
      return false;
    return depth == 0 || op->getNumRegions() || !isMemoryEffectFree(op) ||
           llvm::any_of(op->getOperands(), [&](Value operand) {
             return changesAlongRow(operand, depth - 1);
           });
  }

  /// Finds a choice that the threads of a row make differently, through sums
  /// and casts.
  Value findChoice(Value value, unsigned depth = 5) {
    Operation *op = value.getDefiningOp();
    if (!op || !threads->isProperAncestor(op) || depth == 0 ||
        uniformity.isUniform(value))
      return nullptr;
    if (isa<arith::SelectOp>(op))
      return changesAlongRow(op->getOperand(0)) ? value : Value();
    if (isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op))
      return changesAlongRow(value) ? value : Value();
    if (isa<arith::ExtUIOp>(op) && op->getOperand(0).getType().isInteger(1))
      return changesAlongRow(value) ? value : Value();
    if (isa<arith::AddIOp, arith::SubIOp, arith::IndexCastOp,
            arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      for (Value operand : op->getOperands())
        if (Value choice = findChoice(operand, depth - 1))
          return choice;
    return nullptr;
  }

  Choice takeApart(OpBuilder &builder, Value value) {
    Operation *op = value.getDefiningOp();
    Location loc = op->getLoc();
    if (auto select = dyn_cast<arith::SelectOp>(op))
      return {select.getCondition(), select.getTrueValue(),
              select.getFalseValue()};
    if (isa<arith::ExtUIOp>(op)) {
      auto constant = [&](int64_t number) -> Value {
        return arith::ConstantOp::create(
            builder, loc, builder.getIntegerAttr(value.getType(), number));
      };
      return {op->getOperand(0), constant(1), constant(0)};
    }
    Value a = op->getOperand(0), b = op->getOperand(1);
    auto predicate = isa<arith::MinSIOp>(op)   ? arith::CmpIPredicate::slt
                     : isa<arith::MaxSIOp>(op) ? arith::CmpIPredicate::sgt
                     : isa<arith::MinUIOp>(op) ? arith::CmpIPredicate::ult
                                               : arith::CmpIPredicate::ugt;
    return {arith::CmpIOp::create(builder, loc, predicate, a, b), a, b};
  }

  /// The index with one of the alternatives in place of the choice.
  Value rebuild(OpBuilder &builder, Value value, Value choice,
                Value alternative) {
    if (value == choice)
      return alternative;
    Operation *op = value.getDefiningOp();
    if (!op || !threads->isProperAncestor(op) ||
        !isa<arith::AddIOp, arith::SubIOp, arith::IndexCastOp,
             arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      return value;
    IRMapping mapping;
    bool changed = false;
    for (Value operand : op->getOperands()) {
      Value other = rebuild(builder, operand, choice, alternative);
      changed |= other != operand;
      mapping.map(operand, other);
    }
    return changed ? builder.clone(*op, mapping)->getResult(0) : value;
  }

  void split(memref::LoadOp load) {
    for (unsigned i = 0; i < load.getIndices().size(); ++i) {
      Value index = load.getIndices()[i];
      Value choice = findChoice(index);
      if (!choice)
        continue;
      OpBuilder builder(load);
      Location loc = load.getLoc();
      Choice parts = takeApart(builder, choice);
      auto branch = scf::IfOp::create(builder, loc, load.getType(),
                                      parts.condition, /*withElse=*/true);
      for (bool side : {true, false}) {
        OpBuilder inside =
            side ? branch.getThenBodyBuilder() : branch.getElseBodyBuilder();
        Value alternative = side ? parts.whenTrue : parts.whenFalse;
        auto copy = cast<memref::LoadOp>(inside.clone(*load));
        inside.setInsertionPoint(copy);
        copy.getIndicesMutable()[i].set(
            rebuild(inside, index, choice, alternative));
        inside.setInsertionPointAfter(copy);
        scf::YieldOp::create(inside, loc, copy.getResult());
      }
      load.getResult().replaceAllUsesWith(branch.getResult(0));
      load.erase();
      return;
    }
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
};

struct SplitLoads : public heddle::impl::SplitLoadsBase<SplitLoads> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      Splitter(threads).run();
  }
};

} // namespace
