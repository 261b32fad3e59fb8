//===- NarrowLanes.cpp - Lanes of 16 bits for small numbers ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C computes with bytes as ints. Where the range analysis shows that 16 bits
// are enough, a vector holds twice as many. LLVM narrows such arithmetic in
// loops that it vectorises itself, but not in vectors. (MLIR's patterns for it
// keep promises and signs that do not hold in 16 bits.)
//
//===----------------------------------------------------------------------===//

#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {
#define GEN_PASS_DEF_NARROWLANES
#include "heddle/Transforms/Vectorize/Passes.h.inc"
} // namespace heddle

using namespace mlir;

namespace {

/// As what all numbers of an operation fit in 16 bits.
enum class Fit { No, Signed, Unsigned };

class Narrowing {
public:
  Narrowing(Operation *op, const DataFlowSolver &solver)
      : op(op), solver(solver), builder(op), loc(op->getLoc()) {}

  bool run() {
    if (!isCandidate())
      return false;
    bool isShift = isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
    Fit fit = fitOfAll();
    if (fit == Fit::No || (isShift && !isBelow16(op->getOperand(1))))
      return false;
    if (auto compare = dyn_cast<arith::CmpIOp>(op))
      return narrow(compare, fit);
    OperationState state(loc, nameFor(fit));
    for (Value operand : op->getOperands())
      state.addOperands(isWide(operand) ? truncate(operand) : operand);
    state.addTypes(narrowType(op->getResult(0)));
    Operation *created = builder.create(state);
    Value result = op->getResult(0);
    Value wide = fit == Fit::Signed
                     ? arith::ExtSIOp::create(builder, loc, result.getType(),
                                              created->getResult(0))
                           .getResult()
                     : arith::ExtUIOp::create(builder, loc, result.getType(),
                                              created->getResult(0))
                           .getResult();
    result.replaceAllUsesWith(wide);
    op->erase();
    return true;
  }

private:
  static bool isWide(Value value) {
    auto type = dyn_cast<VectorType>(value.getType());
    return type && type.getElementType().isInteger(32);
  }

  bool isCandidate() {
    return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp,
               arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp,
               arith::ShRUIOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
               arith::MinUIOp, arith::SelectOp, arith::CmpIOp>(op) &&
           isWide(op->getOperands().back());
  }

  std::optional<ConstantIntRanges> rangeOf(Value value) {
    auto *state = solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
    if (!state || state->getValue().isUninitialized())
      return std::nullopt;
    return state->getValue().getValue();
  }

  Fit fitOfAll() {
    bool isSigned = true, isUnsigned = true;
    auto visit = [&](Value value) {
      if (!isWide(value))
        return;
      std::optional<ConstantIntRanges> range = rangeOf(value);
      isSigned &= range && range->smin().getSExtValue() >= INT16_MIN &&
                  range->smax().getSExtValue() <= INT16_MAX;
      isUnsigned &= range && range->smin().getSExtValue() >= 0 &&
                    range->smax().getSExtValue() <= UINT16_MAX;
    };
    llvm::for_each(op->getOperands(), visit);
    llvm::for_each(op->getResults(), visit);
    if (isUnsigned)
      return Fit::Unsigned;
    // Without a sign, what is negative is large.
    auto compare = dyn_cast<arith::CmpIOp>(op);
    bool ignoresSign =
        isa<arith::ShRUIOp, arith::MaxUIOp, arith::MinUIOp>(op) ||
        (compare && compare.getPredicate() >= arith::CmpIPredicate::ult);
    return isSigned && !ignoresSign ? Fit::Signed : Fit::No;
  }

  bool isBelow16(Value amount) {
    std::optional<ConstantIntRanges> range = rangeOf(amount);
    return range && range->umax().ult(16);
  }

  /// What numbers without a sign need where they now have the sign's bit.
  OperationName nameFor(Fit fit) {
    MLIRContext *context = op->getContext();
    if (fit == Fit::Unsigned) {
      if (isa<arith::ShRSIOp>(op))
        return OperationName(arith::ShRUIOp::getOperationName(), context);
      if (isa<arith::MaxSIOp>(op))
        return OperationName(arith::MaxUIOp::getOperationName(), context);
      if (isa<arith::MinSIOp>(op))
        return OperationName(arith::MinUIOp::getOperationName(), context);
    }
    return op->getName();
  }

  bool narrow(arith::CmpIOp compare, Fit fit) {
    using P = arith::CmpIPredicate;
    P predicate = compare.getPredicate();
    if (fit == Fit::Unsigned)
      predicate = predicate == P::slt   ? P::ult
                  : predicate == P::sle ? P::ule
                  : predicate == P::sgt ? P::ugt
                  : predicate == P::sge ? P::uge
                                        : predicate;
    Value narrow = arith::CmpIOp::create(builder, loc, predicate,
                                         truncate(compare.getLhs()),
                                         truncate(compare.getRhs()));
    compare.getResult().replaceAllUsesWith(narrow);
    compare.erase();
    return true;
  }

  static Type narrowType(Value value) {
    auto type = cast<VectorType>(value.getType());
    return type.clone(IntegerType::get(type.getContext(), 16));
  }

  Value truncate(Value value) {
    return builder.createOrFold<arith::TruncIOp>(loc, narrowType(value), value);
  }

  Operation *op;
  const DataFlowSolver &solver;
  OpBuilder builder;
  Location loc;
};

struct NarrowLanes : public heddle::impl::NarrowLanesBase<NarrowLanes> {
  void runOnOperation() override {
    if (!hasMoreLanes())
      return;
    DataFlowSolver solver;
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<dataflow::IntegerRangeAnalysis>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> all;
    getOperation()->walk([&](Operation *op) {
      if (op->getNumOperands() && op->getNumResults() == 1)
        all.push_back(op);
    });
    // Uses before definitions, so that the ranges of all operands are known.
    for (Operation *op : llvm::reverse(all))
      Narrowing(op, solver).run();
  }

private:
  /// Whether there are vectors with more lanes than a native one has numbers of
  /// 32 bits: others are not shorter for it.
  bool hasMoreLanes() {
    int64_t native = heddle::getNativeLanes(getOperation());
    return getOperation()
        ->walk([&](Operation *op) {
          bool isMore = llvm::any_of(op->getResultTypes(), [&](Type type) {
            auto vector = dyn_cast<VectorType>(type);
            return vector && vector.getNumElements() > native;
          });
          return isMore ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }
};

} // namespace
