//===- Shapes.cpp - How values differ between the lanes of a vector -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes run in lockstep: a value that a loop carries is compared between lanes
// that are in the same iteration. Lanes that have left meanwhile do not count,
// until the loop's results bring values of different iterations together.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Shapes.h"
#include "ShapeTransfer.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace heddle;

//===----------------------------------------------------------------------===//
// What the loop says of its sizes
//===----------------------------------------------------------------------===//

/// A size and what it is converted from: launch code loads 32 bits.
static SmallVector<Value> castsOf(Value size) {
  SmallVector<Value> values = {size};
  while (Operation *op = values.back().getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp,
             arith::ExtSIOp>(op))
      break;
    values.push_back(op->getOperand(0));
  }
  return values;
}

namespace {

/// The ranges of integers, where the loop and those around it run: their sizes
/// are within the loops' bounds.
class KnownRanges : public dataflow::IntegerRangeAnalysis {
public:
  KnownRanges(DataFlowSolver &solver, const LaneMapping &mapping)
      : IntegerRangeAnalysis(solver) {
    for (const LaneMapping::Range &range : mapping.ranges)
      add(range.value, range.low, range.high);
    for (par::ForOp loop = mapping.loop; loop;
         loop = loop->getParentOfType<par::ForOp>())
      for (unsigned i = 0; i < loop.getNumDimensions(); ++i)
        if (std::optional<int64_t> bound = loop.getLargestSize(i))
          for (Value value : castsOf(loop.getSizes()[i]))
            add(value, 0, *bound);
  }

  void setToEntryState(dataflow::IntegerValueRangeLattice *lattice) override {
    if (!setRange(lattice))
      IntegerRangeAnalysis::setToEntryState(lattice);
  }

  LogicalResult visitOperation(
      Operation *op,
      ArrayRef<const dataflow::IntegerValueRangeLattice *> operands,
      ArrayRef<dataflow::IntegerValueRangeLattice *> results) override {
    if (op->getNumResults() == 1 && !op->hasTrait<OpTrait::ConstantLike>() &&
        setRange(results[0]))
      return success();
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  }

private:
  void add(Value value, int64_t low, int64_t high) {
    unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
    if (width && llvm::isIntN(width, low) && llvm::isIntN(width, high))
      ranges.try_emplace(value, ConstantIntRanges::fromSigned(
                                    APInt(width, low, /*isSigned=*/true),
                                    APInt(width, high, /*isSigned=*/true)));
  }

  bool setRange(dataflow::IntegerValueRangeLattice *lattice) {
    auto it = ranges.find(lattice->getAnchor());
    if (it == ranges.end())
      return false;
    propagateIfChanged(lattice, lattice->join(IntegerValueRange(it->second)));
    return true;
  }

  DenseMap<Value, ConstantIntRanges> ranges;
};

//===----------------------------------------------------------------------===//
// The analysis
//===----------------------------------------------------------------------===//

/// Whether each iteration of a loop computes the same.
bool isInvariant(Value value, Operation *loop, unsigned depth = 8) {
  if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && depth && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(operand, loop, depth - 1);
         });
}

struct ShapeLattice : public dataflow::Lattice<LaneValues> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ShapeLattice)
  using Lattice::Lattice;
};

class ShapeAnalysis
    : public dataflow::SparseForwardDataFlowAnalysis<ShapeLattice> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ShapeAnalysis)

  ShapeAnalysis(DataFlowSolver &solver, const LaneMapping &mapping)
      : SparseForwardDataFlowAnalysis(solver), solver(solver),
        mapping(mapping) {
    par::ForOp loop = mapping.loop;
    if (mapping.isMultiple)
      multiples.insert_range(castsOf(loop.getSizes()[mapping.dimension]));
  }

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const ShapeLattice *> operands,
                               ArrayRef<ShapeLattice *> results) override {
    ShapeTransfer transfer(solver, mapping, [&](Value value) {
      for (auto [operand, lattice] : llvm::zip(op->getOperands(), operands))
        if (operand == value)
          return lattice->getValue();
      // What an operand was computed from.
      return getLatticeElementFor(getProgramPointAfter(op), value)->getValue();
    });
    for (ShapeLattice *result : results)
      set(result, transfer.compute(cast<OpResult>(result->getAnchor())));
    return success();
  }

  void visitExternalCall(CallOpInterface call,
                         ArrayRef<const ShapeLattice *> arguments,
                         ArrayRef<ShapeLattice *> results) override {
    bool isUniform = isPure(call);
    for (const ShapeLattice *argument : arguments)
      isUniform &= mayBeUniform(argument->getValue());
    for (ShapeLattice *result : results)
      set(result, isUniform ? LaneValues::uniform(mapping.lanes)
                            : LaneValues::varying());
  }

  void setToEntryState(ShapeLattice *lattice) override {
    set(lattice, LaneValues::varying());
  }

private:
  void visitRegionSuccessors(
      ProgramPoint *point, RegionBranchOpInterface branch,
      RegionSuccessor successor,
      ArrayRef<dataflow::AbstractSparseLattice *> lattices) override {
    here = point;
    SmallVector<LaneValues> values;
    Region *region = successor.getSuccessor();
    TypeSwitch<Operation *>(branch.getOperation())
        .Case([&](scf::IfOp op) { visitIf(op, values); })
        .Case([&](scf::IndexSwitchOp op) { visitSwitch(op, values); })
        .Case([&](scf::ForOp op) { visitFor(op, region, values); })
        .Case([&](scf::WhileOp op) { visitWhile(op, region, values); })
        .Case([&](par::ForOp op) { visitParallel(op, region, values); });
    if (region && !isa<scf::ForOp, scf::WhileOp, par::ForOp>(branch))
      values.clear();
    for (auto [i, lattice] : llvm::enumerate(lattices)) {
      LaneValues value = i < values.size() ? values[i] : LaneValues::varying();
      value.needsActiveLane = false;
      set(static_cast<ShapeLattice *>(lattice), value);
    }
  }

  /// Everything outside of the loop is uniform.
  void set(ShapeLattice *lattice, LaneValues values) {
    Value value = lattice->getAnchor();
    if (isOutside(value, mapping.loop) && !values.isUnknown()) {
      if (!values.isUniform() || values.object)
        values = LaneValues::uniform(mapping.lanes);
      if (multiples.contains(value) && !values.isConstant())
        values = LaneValues::uniform(
            mapping.lanes,
            std::max(values.getFactor(), laneAlignment(mapping)));
    }
    propagateIfChanged(lattice, join(lattice->getValue(), values));
  }

  /// Where choices are guessed, lanes that differ win over those that do not: a
  /// choice may have been visited before both of its values were known.
  ChangeResult join(LaneValues &known, LaneValues values) {
    LaneValues joined = LaneValues::join(known, values);
    if (mapping.guesses && known.isKnown() && values.isKnown() &&
        !joined.isKnown())
      joined = guessChoice(known, values);
    bool isChanged = !(joined == known);
    known = std::move(joined);
    return isChanged ? ChangeResult::Change : ChangeResult::NoChange;
  }

  LaneValues at(Value value) {
    return getLatticeElementFor(here, value)->getValue();
  }

  void visitIf(scf::IfOp op, SmallVectorImpl<LaneValues> &values) {
    LaneValues condition = at(op.getCondition());
    for (unsigned i = 0; i < op.getNumResults(); ++i) {
      Value a = op.thenYield().getOperand(i), b = op.elseYield().getOperand(i);
      values.push_back(lanes::select(condition, at(a), at(b), a == b));
      if (!mapping.guesses || !values.back().isVarying())
        continue;
      std::optional<bool> isGuess = isAboutPlaces(
          op.getCondition(), [&](Value value) { return at(value); });
      if (!isGuess)
        values.back() = LaneValues();
      else if (*isGuess)
        values.back() = guessChoice(at(a), at(b));
    }
  }

  void visitSwitch(scf::IndexSwitchOp op, SmallVectorImpl<LaneValues> &values) {
    LaneValues argument = at(op.getArg());
    for (unsigned i = 0; i < op.getNumResults(); ++i) {
      SmallVector<Value> yielded;
      LaneValues joined;
      for (Region &region : op->getRegions()) {
        Value value = region.front().getTerminator()->getOperand(i);
        if (at(value).isUnknown())
          continue;
        yielded.push_back(value);
        joined = LaneValues::join(joined, at(value));
      }
      bool isSplit = !argument.isUnknown() && !argument.isUniform() &&
                     !llvm::all_equal(yielded) && !joined.isUniformConstant();
      values.push_back(argument.isUnknown() ? LaneValues()
                       : isSplit            ? LaneValues::varying()
                                            : joined);
    }
  }

  void visitFor(scf::ForOp op, Region *region,
                SmallVectorImpl<LaneValues> &values) {
    auto iterates = [&](Value value) { return at(value); };
    bool isSplit = false;
    if (region)
      values.push_back(inductionOf(op, iterates, solver));
    else
      isSplit = isSplitFor(op, iterates, solver);
    for (unsigned i = 0; i < op.getNumRegionIterArgs(); ++i) {
      LaneValues first = at(op.getInitArgs()[i]);
      Value yielded = op.getYieldedValues()[i];
      // What never changes does not depend on the number of iterations.
      bool isSame = yielded == op.getRegionIterArgs()[i];
      LaneValues joined = isSame ? first : LaneValues::join(first, at(yielded));
      values.push_back(isSplit && !isSame && !joined.isUnknown() &&
                               !joined.isUniformConstant()
                           ? LaneValues::varying()
                           : joined);
    }
  }

  void visitWhile(scf::WhileOp op, Region *region,
                  SmallVectorImpl<LaneValues> &values) {
    if (region == &op.getBefore()) {
      for (auto [first, next] :
           llvm::zip(op.getInits(), op.getYieldOp().getOperands()))
        values.push_back(LaneValues::join(at(first), at(next)));
      return;
    }
    scf::ConditionOp condition = op.getConditionOp();
    LaneValues repeats = at(condition.getCondition());
    for (Value value : condition.getArgs()) {
      LaneValues passed = at(value);
      bool isSame = isInvariant(value, op) || passed.isUniformConstant();
      if (!region && !isSame && !passed.isUnknown()) {
        if (repeats.isUnknown())
          passed = LaneValues();
        else if (!repeats.isUniform())
          passed = LaneValues::varying();
      }
      values.push_back(passed);
    }
  }

  void visitParallel(par::ForOp op, Region *region,
                     SmallVectorImpl<LaneValues> &values) {
    if (region != &op.getRegion())
      return;
    // The scope, then the induction variables.
    values.assign(1 + op.getNumDimensions(),
                  LaneValues::uniform(mapping.lanes));
    if (op == mapping.loop)
      values[1 + mapping.dimension] =
          LaneValues::consecutive(mapping.lanes, laneAlignment(mapping));
  }

  DataFlowSolver &solver;
  LaneMapping mapping;
  DenseSet<Value> multiples;
  /// Where the results of the current visit are used.
  ProgramPoint *here = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

struct Shapes::Impl {
  explicit Impl(const LaneMapping &mapping)
      : mapping(mapping), solver(DataFlowConfig().setInterprocedural(false)) {
    Operation *top = mapping.loop->getParentOfType<FunctionOpInterface>();
    if (!top)
      for (top = mapping.loop; top->getParentOp();)
        top = top->getParentOp();
    par::ForOp loop = mapping.loop;
    // Branches between blocks have no lockstep.
    isStructured = !loop.getRegion()
                        .walk([](Block *block) {
                          return block->getParent()->hasOneBlock()
                                     ? WalkResult::advance()
                                     : WalkResult::interrupt();
                        })
                        .wasInterrupted();
    solver.load<dataflow::DeadCodeAnalysis>();
    solver.load<dataflow::SparseConstantPropagation>();
    solver.load<KnownRanges>(mapping);
    // The shapes use the final ranges.
    isStructured &= succeeded(solver.initializeAndRun(top));
    solver.load<ShapeAnalysis>(mapping);
    isStructured &= succeeded(solver.initializeAndRun(top));
  }

  LaneValues get(Value value) const {
    bool isInside = !isOutside(value, mapping.loop);
    auto *lattice = solver.lookupState<ShapeLattice>(value);
    LaneValues values = lattice ? lattice->getValue() : LaneValues();
    if (isInside && (!isStructured || values.isUnknown()))
      return LaneValues::varying();
    return values.isUnknown() ? LaneValues::uniform(mapping.lanes) : values;
  }

  ShapeTransfer getTransfer() const {
    return ShapeTransfer(solver, mapping,
                         [this](Value value) { return get(value); });
  }

  LaneMapping mapping;
  DataFlowSolver solver;
  bool isStructured;
};

static LaneMapping complete(LaneMapping mapping) {
  mapping.assumesNoWrap |= mapping.guesses;
  return mapping;
}

Shapes::Shapes(const LaneMapping &mapping)
    : mapping(complete(mapping)), impl(std::make_unique<Impl>(this->mapping)) {}

Shapes::~Shapes() = default;

Shape Shapes::of(Value value) const {
  LaneValues values = impl->get(value);
  return values.object ? Shape::varying() : values.getShape();
}

std::optional<int64_t> Shapes::getConstant(Value value) const {
  LaneValues values = impl->get(value);
  return values.isUniformConstant() && !values.object
             ? std::optional(values.offsets[0])
             : std::nullopt;
}

std::optional<int64_t> Shapes::getFirstConstant(Value value) const {
  LaneValues values = impl->get(value);
  return values.isConstant() && !values.object
             ? std::optional(values.offsets[0])
             : std::nullopt;
}

bool Shapes::isUndefined(Value value) const {
  auto *lattice = impl->solver.lookupState<ShapeLattice>(value);
  return impl->isStructured && lattice && lattice->getValue().isUnknown();
}

bool Shapes::isPrivate(Value address) const {
  return impl->get(address).object;
}

bool Shapes::isUpToDate(OpResult result) const {
  return impl->getTransfer().compute(result).getShape() == of(result);
}

bool Shapes::needsActiveLane(Value value) const {
  return impl->get(value).needsActiveLane;
}

bool Shapes::isExact(Value value, bool isSigned) const {
  LaneValues values = impl->get(value);
  return values.isKnown() && (values.isUniform() ||
                              values.exact[isSigned] != LaneValues::Exact::No);
}

Shape Shapes::ofAddress(Operation *access) const {
  std::optional<LaneValues> address = impl->getTransfer().addressOf(access);
  return address ? address->getShape() : Shape();
}

bool Shapes::isDivergent(Operation *branchOrLoop) const {
  if (!mapping.loop->isAncestor(branchOrLoop))
    return false;
  auto isSplit = [&](Value value) {
    LaneValues values = impl->get(value);
    return !values.isUniform() || values.object;
  };
  return TypeSwitch<Operation *, bool>(branchOrLoop)
      .Case([&](scf::IfOp op) { return isSplit(op.getCondition()); })
      .Case([&](scf::IndexSwitchOp op) { return isSplit(op.getArg()); })
      .Case([&](scf::ForOp op) {
        return isSplitFor(
            op, [&](Value value) { return impl->get(value); }, impl->solver);
      })
      .Case([&](scf::WhileOp op) {
        return isSplit(op.getConditionOp().getCondition());
      })
      .Case([&](par::ForOp op) {
        return op == mapping.loop || llvm::any_of(op.getSizes(), isSplit);
      })
      .Default([](Operation *op) { return op->getNumRegions() != 0; });
}

SmallVector<Shapes::Assumption> Shapes::getAssumptions() const {
  SmallVector<Assumption> assumptions;
  if (!mapping.assumesNoWrap || !impl->isStructured)
    return assumptions;
  LaneMapping proved = mapping;
  proved.assumesNoWrap = false;
  ShapeTransfer transfer(impl->solver, proved,
                         [&](Value value) { return impl->get(value); });
  Operation *loop = mapping.loop;
  loop->walk([&](Operation *op) {
    auto check = [&](Value narrow, bool isSigned) {
      LaneValues values = impl->get(narrow);
      if (values.isKnown() && values.exact[isSigned] == LaneValues::Exact::No)
        assumptions.push_back({op, narrow, isSigned});
    };
    if (auto gep = dyn_cast<LLVM::GEPOp>(op)) {
      for (Value index : gep.getDynamicIndices())
        if (widthOf(index.getType()) < 64)
          check(index, /*isSigned=*/true);
    } else if (std::optional<bool> isSigned = getExtension(op)) {
      check(op->getOperand(0), *isSigned);
    }
  });
  return assumptions;
}
