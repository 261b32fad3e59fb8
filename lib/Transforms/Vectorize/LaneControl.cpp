//===- LaneControl.cpp - Branches and loops of lanes ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch that all lanes take alike stays a branch. Otherwise each side runs
// for the lanes that take it, behind a test that there are any. A loop that
// lanes leave at different times goes on while any lane is active; what leaves
// it is kept for each lane when that lane stops.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace heddle;

//===----------------------------------------------------------------------===//
// Values of regions
//===----------------------------------------------------------------------===//

Value LaneEmitter::getAs(Value value, Value like) {
  if (checks && isScalar(value) && isScalar(like))
    checkSameShape(value, like);
  return isScalar(like) ? getScalar(value) : getVector(value);
}

SmallVector<Value> LaneEmitter::getAs(ValueRange values, ValueRange like) {
  SmallVector<Value> emitted;
  for (auto [value, form] : llvm::zip(values, like))
    emitted.push_back(getAs(value, form));
  return emitted;
}

SmallVector<Type> LaneEmitter::emittedTypes(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values)
    types.push_back(isScalar(value) ? value.getType()
                                    : Type(vectorOf(value.getType())));
  return types;
}

void LaneEmitter::setAll(ValueRange values, ValueRange emitted) {
  for (auto [value, one] : llvm::zip(values, emitted))
    set(value, one);
}

bool heddle::isCheap(Block &block) {
  constexpr unsigned mostOperations = 8;
  unsigned count = 0;
  for (Operation &op : block.without_terminator()) {
    if (isa<par::ViewOp>(op) || op.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (!isPure(&op) || op.getNumRegions() || isa<LLVM::CallOp>(op) ||
        ++count > mostOperations)
      return false;
  }
  return true;
}

SmallVector<Value> LaneEmitter::emitGuarded(Value active, Block &block) {
  ValueRange passed = block.getTerminator()->getOperands();
  Value outer = mask;
  auto vectorsOf = [&] {
    SmallVector<Value> values;
    for (Value value : passed)
      values.push_back(getVector(value));
    return values;
  };
  if (isCheap(block)) {
    mask = active;
    emitBody(block);
    SmallVector<Value> values = vectorsOf();
    mask = outer;
    return values;
  }
  SmallVector<Type> types;
  for (Value value : passed)
    types.push_back(vectorOf(value.getType()));
  Value any = anyOf(active);
  auto branch = scf::IfOp::create(builder, loc, types, any,
                                  /*withElseRegion=*/!types.empty());
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    mask = active;
    emitBody(block);
    if (!types.empty()) {
      scf::YieldOp::create(builder, loc, vectorsOf());
      builder.setInsertionPointToStart(branch.elseBlock());
      SmallVector<Value> nothing;
      for (Type type : types)
        nothing.push_back(placeholder(type));
      scf::YieldOp::create(builder, loc, nothing);
    }
    mask = outer;
  }
  return SmallVector<Value>(branch.getResults());
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void LaneEmitter::emitIf(scf::IfOp branch) {
  if (shapes.isDivergent(branch))
    emitDivergentIf(branch);
  else
    emitUniformIf(branch);
}

void LaneEmitter::emitUniformIf(scf::IfOp branch) {
  ValueRange results = branch.getResults();
  auto created = scf::IfOp::create(builder, loc, emittedTypes(results),
                                   getScalar(branch.getCondition()),
                                   /*withElseRegion=*/branch.elseBlock());
  auto emitRegion = [&](Block *from, Block *to) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(to);
    emitBody(*from);
    if (!results.empty())
      scf::YieldOp::create(
          builder, loc, getAs(from->getTerminator()->getOperands(), results));
  };
  emitRegion(branch.thenBlock(), created.thenBlock());
  if (branch.elseBlock())
    emitRegion(branch.elseBlock(), created.elseBlock());
  setAll(results, created.getResults());
}

SmallVector<Value> LaneEmitter::emitBothSides(scf::IfOp branch,
                                              Value condition) {
  SmallVector<Value> thens =
      emitGuarded(restrictTo(condition), *branch.thenBlock());
  if (!branch.elseBlock())
    return {};
  SmallVector<Value> values =
      emitGuarded(restrictTo(invert(condition)), *branch.elseBlock());
  for (auto [value, then, ifTrue, ifFalse] :
       llvm::zip(values, thens, branch.thenYield().getOperands(),
                 branch.elseYield().getOperands())) {
    // Poison may be what the other side has, in all lanes.
    if (shapes.isUndefined(ifFalse))
      value = then;
    else if (!shapes.isUndefined(ifTrue))
      value = arith::SelectOp::create(builder, loc, condition, then, value);
  }
  return values;
}

/// Whether a condition holds if both of two do, also where the second one is
/// only evaluated if the first one holds.
static bool isBoth(Operation *op) {
  return isa<arith::AndIOp>(op) || (isa<arith::SelectOp>(op) &&
                                    matchPattern(op->getOperand(2), m_Zero()));
}

/// The two conditions of an `and` or an `or`.
static std::optional<std::pair<Value, Value>> getBothOrEither(Operation *op) {
  if (isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op))
    return std::pair(op->getOperand(0), op->getOperand(1));
  auto select = dyn_cast_or_null<arith::SelectOp>(op);
  if (!select || !select.getType().isInteger(1))
    return std::nullopt;
  if (matchPattern(select.getFalseValue(), m_Zero()))
    return std::pair(select.getCondition(), select.getTrueValue());
  if (matchPattern(select.getTrueValue(), m_One()))
    return std::pair(select.getCondition(), select.getFalseValue());
  return std::nullopt;
}

/// A comparison of a value that grows from lane to lane holds for all lanes if
/// it does for the one where it is most difficult.
Value LaneEmitter::allOfScalars(Value condition, bool isTrue) {
  Operation *op = condition.getDefiningOp();
  if (shapeOf(condition).isUniform() && isScalar(condition) && !mask) {
    Value scalar = getScalar(condition);
    if (isTrue)
      return scalar;
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
    return arith::XOrIOp::create(builder, loc, scalar, one);
  }
  if (auto both = getBothOrEither(op)) {
    // Not a and b: one of them holds for no lane, which is enough. But where
    // some lanes do not evaluate the second one, it says nothing of theirs.
    bool needsBoth = isBoth(op) == isTrue;
    if (!needsBoth && isa<arith::SelectOp>(op))
      return {};
    Value a = allOfScalars(both->first, isTrue);
    Value b = a ? allOfScalars(both->second, isTrue) : Value();
    if (!b)
      return {};
    Value decided =
        arith::ConstantIntOp::create(builder, loc, needsBoth ? 0 : 1, 1);
    return needsBoth ? arith::SelectOp::create(builder, loc, a, b, decided)
                     : arith::SelectOp::create(builder, loc, a, decided, b);
  }
  auto compare = dyn_cast_or_null<arith::CmpIOp>(op);
  if (!compare || mask)
    return {};
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (!isTrue)
    predicate = arith::invertPredicate(predicate);
  return allCompare(predicate, compare.getLhs(), compare.getRhs());
}

/// The least and the greatest distance of a lane's value from lane 0's.
static std::pair<int64_t, int64_t> offsetsOf(const Shape &shape,
                                             int64_t lanes) {
  int64_t low = 0, high = 0;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t own = shape.getOffset(lane) - shape.getOffset(0);
    low = std::min(low, own);
    high = std::max(high, own);
  }
  return {low, high};
}

/// Whether a comparison holds for all lanes; null if that takes vectors.
Value LaneEmitter::allCompare(arith::CmpIPredicate predicate, Value left,
                              Value right) {
  using P = arith::CmpIPredicate;
  left = resolve(left);
  right = resolve(right);
  bool isSigned =
      llvm::is_contained({P::slt, P::sle, P::sgt, P::sge}, predicate);
  bool isLess = llvm::is_contained({P::slt, P::sle, P::ult, P::ule}, predicate);
  if (predicate == P::eq || predicate == P::ne || !isScalar(left) ||
      !isScalar(right) || left.getType().isInteger(1) ||
      left.getType().isInteger(8))
    return {};
  // The lane's own values, so that nothing wraps.
  auto most = [&](Value value, bool wantsLargest) -> Value {
    auto [low, high] = offsetsOf(shapeOf(value), lanes());
    int64_t offset = wantsLargest ? high : low;
    Value scalar = getScalar(value);
    if (offset == 0)
      return scalar;
    return arith::AddIOp::create(
        builder, loc, scalar,
        arith::ConstantOp::create(
            builder, loc, builder.getIntegerAttr(scalar.getType(), offset)));
  };
  Value holds = arith::CmpIOp::create(builder, loc, predicate,
                                      most(left, isLess), most(right, !isLess));
  // Where a sum wraps, nothing is known.
  for (Value value : {left, right})
    if (!shapes.isExact(value, isSigned))
      holds = arith::AndIOp::create(
          builder, loc, holds,
          noLaneWraps(shapeOf(value), getScalar(value), isSigned));
  return holds;
}

/// Whether the sums of lane 0's value and the offsets of the others are values
/// of its type.
Value LaneEmitter::noLaneWraps(const Shape &shape, Value first, bool isSigned) {
  Type type = first.getType();
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  auto [low, high] = offsetsOf(shape, lanes());
  if (!llvm::isIntN(width, low) || !llvm::isIntN(width, high))
    return arith::ConstantIntOp::create(builder, loc, 0, 1);
  auto compare = [&](arith::CmpIPredicate predicate, const APInt &bound) {
    Value constant = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, bound));
    return arith::CmpIOp::create(builder, loc, predicate, first, constant);
  };
  using P = arith::CmpIPredicate;
  APInt least =
      isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
  APInt most =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  Value holds = compare(isSigned ? P::sle : P::ule,
                        most - APInt(width, high, /*isSigned=*/true));
  if (low == 0)
    return holds;
  return arith::AndIOp::create(
      builder, loc, holds,
      compare(isSigned ? P::sge : P::uge,
              least - APInt(width, low, /*isSigned=*/true)));
}

/// How many branches and loops around each other have code with and without a
/// mask.
static constexpr unsigned mostCopies = 6;

/// Guards such as `if (i < n)` hold for all lanes of nearly all vectors, or, as
/// `if (i >= n) return;`, for none: these get code without a mask. In it, an
/// inner guard may do the same: code with a mask is not divided further, so
/// there is a copy for each guard around it.
void LaneEmitter::emitDivergentIf(scf::IfOp branch) {
  auto setResults = [&](ValueRange values) {
    for (auto [i, value] : llvm::enumerate(values)) {
      // The lanes of which a value is poison are not to be checked.
      bool isPartial = shapes.isUndefined(branch.thenYield().getOperand(i)) ||
                       shapes.isUndefined(branch.elseYield().getOperand(i));
      llvm::SaveAndRestore guard(checks, checks && !isPartial);
      setFromVector(branch.getResult(i), value);
    }
  };
  Value condition = getVector(branch.getCondition());
  ValueRange results = branch.getResults();
  bool isThenCheap = isCheap(*branch.thenBlock());
  bool isElseCheap = !branch.elseBlock() || isCheap(*branch.elseBlock());
  SmallVector<Value> values;
  if (mask || copies >= mostCopies || (isThenCheap && isElseCheap)) {
    values = emitBothSides(branch, condition);
  } else {
    ++copies;
    SmallVector<std::pair<Value, Block *>> wholes;
    auto all = [&](bool isTrue) {
      Value scalar = allOfScalars(branch.getCondition(), isTrue);
      return scalar ? scalar : allOf(isTrue ? condition : invert(condition));
    };
    if (!isThenCheap)
      wholes.push_back({all(true), branch.thenBlock()});
    if (!isElseCheap)
      wholes.push_back({all(false), branch.elseBlock()});
    values = emitWholes(wholes, branch, condition);
    --copies;
  }
  setResults(values);
}

/// If one of the sides is that of all lanes, it has no mask.
SmallVector<Value>
LaneEmitter::emitWholes(ArrayRef<std::pair<Value, Block *>> sides,
                        scf::IfOp branch, Value condition) {
  if (sides.empty())
    return emitBothSides(branch, condition);
  auto [taken, block] = sides.front();
  SmallVector<Type> types;
  for (Value result : branch.getResults())
    types.push_back(vectorOf(result.getType()));
  auto whole = scf::IfOp::create(builder, loc, types, taken,
                                 /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(whole.thenBlock());
  emitBody(*block);
  SmallVector<Value> values;
  for (Value value : block->getTerminator()->getOperands())
    values.push_back(getVector(value));
  if (!types.empty())
    scf::YieldOp::create(builder, loc, values);
  builder.setInsertionPointToStart(whole.elseBlock());
  values = emitWholes(sides.drop_front(), branch, condition);
  if (!types.empty())
    scf::YieldOp::create(builder, loc, values);
  return SmallVector<Value>(whole.getResults());
}

void LaneEmitter::emitSwitch(scf::IndexSwitchOp branch) {
  ValueRange results = branch.getResults();
  if (!shapes.isDivergent(branch)) {
    auto created = scf::IndexSwitchOp::create(
        builder, loc, emittedTypes(results), getScalar(branch.getArg()),
        branch.getCases(), branch.getNumCases());
    for (auto [from, to] :
         llvm::zip(branch->getRegions(), created->getRegions())) {
      OpBuilder::InsertionGuard guard(builder);
      builder.createBlock(&to);
      emitBody(from.front());
      scf::YieldOp::create(
          builder, loc,
          getAs(from.front().getTerminator()->getOperands(), results));
    }
    return setAll(results, created.getResults());
  }
  Value selector = getVector(branch.getArg());
  // The lanes of the default case are those of no other.
  Value rest = fullMask();
  SmallVector<Value> conditions;
  for (int64_t number : branch.getCases()) {
    Value constant = constantVector(branch.getArg().getType(),
                                    SmallVector<int64_t>(lanes(), number));
    Value condition = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, selector, constant);
    conditions.push_back(condition);
    rest = arith::AndIOp::create(builder, loc, rest, invert(condition));
  }
  // For each result, the lanes of cases that give it another value than poison.
  Value none = placeholder(rest.getType());
  SmallVector<Value> defined(results.size(), none);
  auto markDefined = [&](Block &block, Value lanes) {
    for (auto [i, passed] :
         llvm::enumerate(block.getTerminator()->getOperands()))
      if (isScalar(results[i]) && !shapes.isUndefined(passed))
        defined[i] = arith::OrIOp::create(builder, loc, defined[i], lanes);
  };
  Block &otherwise = branch.getDefaultRegion().front();
  Value active = restrictTo(rest);
  markDefined(otherwise, active);
  SmallVector<Value> values = emitGuarded(active, otherwise);
  for (auto [condition, region] :
       llvm::zip(conditions, branch.getCaseRegions())) {
    active = restrictTo(condition);
    markDefined(region.front(), active);
    SmallVector<Value> chosen = emitGuarded(active, region.front());
    for (auto [value, one] : llvm::zip(values, chosen))
      value = arith::SelectOp::create(builder, loc, condition, one, value);
  }
  for (auto [result, value, lanes] : llvm::zip(results, values, defined))
    setFromVector(result, value, lanes);
}

//===----------------------------------------------------------------------===//
// Counted loops
//===----------------------------------------------------------------------===//

void LaneEmitter::emitFor(scf::ForOp loop) {
  if (shapes.isDivergent(loop))
    emitDivergentFor(loop);
  else
    emitUniformFor(loop);
}

void LaneEmitter::emitUniformFor(scf::ForOp loop) {
  if (SmallVector<RowLoads, 0> rows = findRowLoads(loop); !rows.empty())
    return emitRowFor(loop, rows);
  emitRange(loop, getScalar(loop.getLowerBound()),
            getScalar(loop.getUpperBound()), getScalar(loop.getStep()),
            getAs(loop.getInits(), loop.getRegionIterArgs()));
}

void LaneEmitter::openBody(scf::ForOp created) {
  Block *body = created.getBody();
  if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>())
    body->back().erase();
  builder.setInsertionPointToStart(body);
}

/// Emits a loop from `low` to `high`, and sets the results of the original.
void LaneEmitter::emitRange(scf::ForOp loop, Value low, Value high, Value step,
                            ValueRange inits) {
  ValueRange carried = loop.getRegionIterArgs();
  auto created = scf::ForOp::create(builder, loc, low, high, step, inits);
  created->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  created.setUnsignedCmp(loop.getUnsignedCmp());
  {
    OpBuilder::InsertionGuard guard(builder);
    openBody(created);
    setScalar(loop.getInductionVar(), created.getInductionVar());
    if (checks)
      checkCounter(loop);
    setAll(carried, created.getRegionIterArgs());
    emitBody(*loop.getBody());
    scf::YieldOp::create(
        builder, loc,
        getAs(loop.getBody()->getTerminator()->getOperands(), carried));
  }
  for (auto [result, argument, emitted] :
       llvm::zip(loop.getResults(), carried, created.getResults()))
    setFrom(result, argument, emitted);
}

/// Whether the lanes of a loop start next to each other and take equal steps to
/// one bound, as in a grid-stride loop: until near the bound, all are active.
bool heddle::hasWholePart(scf::ForOp loop, const Shapes &shapes) {
  Shape counter = shapes.of(loop.getInductionVar());
  if (!counter.hasOffsets() || !shapes.of(loop.getUpperBound()).isUniform() ||
      !shapes.of(loop.getStep()).isUniform())
    return false;
  return offsetsOf(counter, shapes.getMapping().lanes).first == 0;
}

/// The iterations of a loop in which all lanes are active. Returns the counter
/// and the carried values after them.
SmallVector<Value> LaneEmitter::emitWholePart(scf::ForOp loop) {
  int64_t ahead = offsetsOf(shapeOf(loop.getInductionVar()), lanes()).second;
  // The bound of the lane that is the furthest, for lane 0.
  Value end = getScalar(loop.getUpperBound());
  Type type = end.getType();
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  bool isUnsigned = loop.getUnsignedCmp();
  APInt distance(width, ahead);
  APInt least = distance + (isUnsigned ? APInt::getZero(width)
                                       : APInt::getSignedMinValue(width));
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  Value reachable =
      isUnsigned ? arith::MaxUIOp::create(builder, loc, end, constant(least))
                       .getResult()
                 : arith::MaxSIOp::create(builder, loc, end, constant(least))
                       .getResult();
  Value high =
      arith::SubIOp::create(builder, loc, reachable, constant(distance));

  ValueRange carried = loop.getRegionIterArgs();
  SmallVector<Value> inits = {getScalar(loop.getLowerBound())};
  llvm::append_range(inits, getAs(loop.getInits(), carried));
  Value step = getScalar(loop.getStep());
  auto created = scf::ForOp::create(builder, loc, inits[0], high, step, inits);
  created.setUnsignedCmp(isUnsigned);
  OpBuilder::InsertionGuard guard(builder);
  openBody(created);
  setScalar(loop.getInductionVar(), created.getInductionVar());
  setAll(carried, created.getRegionIterArgs().drop_front());
  emitBody(*loop.getBody());
  SmallVector<Value> next = {
      arith::AddIOp::create(builder, loc, created.getInductionVar(), step)};
  llvm::append_range(
      next, getAs(loop.getBody()->getTerminator()->getOperands(), carried));
  scf::YieldOp::create(builder, loc, next);
  return SmallVector<Value>(created.getResults());
}

/// Lanes start at different values, or end at different ones.
void LaneEmitter::emitDivergentFor(scf::ForOp loop) {
  Block::BlockArgListType carried = loop.getRegionIterArgs();
  Value iv = loop.getInductionVar();
  unsigned count = carried.size();
  // What goes around: the lanes that are active, the counter, each carried
  // value in the body's form, and for each lane its value when it stopped.
  SmallVector<Value> inits = {mask ? mask : fullMask()};
  if (!checks && copies < mostCopies && hasWholePart(loop, shapes) &&
      isScalar(iv)) {
    ++copies;
    llvm::append_range(inits, emitWholePart(loop));
    --copies;
    for (auto [argument, value] :
         llvm::zip(carried, llvm::to_vector(ArrayRef(inits).drop_front(2)))) {
      set(argument, value);
      inits.push_back(getVector(argument));
    }
  } else {
    inits.push_back(getAs(loop.getLowerBound(), iv));
    llvm::append_range(inits, getAs(loop.getInits(), carried));
    for (Value init : loop.getInits())
      inits.push_back(getVector(init));
  }
  SmallVector<Type> types(ValueRange(inits).getTypes());
  Value limit = getVector(loop.getUpperBound());
  bool isStepUniform = shapeOf(loop.getStep()).isUniform();
  Value outer = mask;

  OpBuilder::InsertionGuard guard(builder);
  auto created = scf::WhileOp::create(builder, loc, types, inits);
  SmallVector<Location> locs(types.size(), loc);
  Block *before = builder.createBlock(&created.getBefore(), {}, types, locs);
  {
    set(iv, before->getArgument(1));
    Value less =
        arith::CmpIOp::create(builder, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                    : arith::CmpIPredicate::slt,
                              getVector(iv), limit);
    mask = before->getArgument(0);
    Value active = restrictTo(less);
    SmallVector<Value> passed(before->getArguments());
    passed[0] = active;
    scf::ConditionOp::create(builder, loc, anyOf(active), passed);
  }
  Block *after = builder.createBlock(&created.getAfter(), {}, types, locs);
  {
    mask = after->getArgument(0);
    set(iv, after->getArgument(1));
    setAll(carried, after->getArguments().slice(2, count));
    emitBody(*loop.getBody());
    OperandRange yielded = loop.getBody()->getTerminator()->getOperands();
    SmallVector<Value> next = {mask};
    if (isScalar(iv))
      next.push_back(arith::AddIOp::create(builder, loc, getScalar(iv),
                                           getScalar(loop.getStep())));
    else
      next.push_back(
          arith::AddIOp::create(builder, loc, getVector(iv),
                                isStepUniform ? splat(getScalar(loop.getStep()))
                                              : getVector(loop.getStep())));
    llvm::append_range(next, getAs(yielded, carried));
    for (auto [value, kept] :
         llvm::zip(yielded, after->getArguments().drop_front(2 + count)))
      next.push_back(
          arith::SelectOp::create(builder, loc, mask, getVector(value), kept));
    scf::YieldOp::create(builder, loc, next);
  }
  mask = outer;
  builder.setInsertionPointAfter(created);
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    setFromVector(result, created.getResult(2 + count + i));
}

//===----------------------------------------------------------------------===//
// Other loops
//===----------------------------------------------------------------------===//

void LaneEmitter::emitWhile(scf::WhileOp loop) {
  if (shapes.isDivergent(loop))
    emitDivergentWhile(loop);
  else
    emitUniformWhile(loop);
}

void LaneEmitter::emitUniformWhile(scf::WhileOp loop) {
  ValueRange first = loop.getBeforeArguments();
  ValueRange passed = loop.getAfterArguments();
  OpBuilder::InsertionGuard guard(builder);
  auto created = scf::WhileOp::create(builder, loc, emittedTypes(passed),
                                      getAs(loop.getInits(), first));
  SmallVector<Type> types = emittedTypes(first);
  Block *before = builder.createBlock(&created.getBefore(), {}, types,
                                      SmallVector<Location>(types.size(), loc));
  setAll(first, before->getArguments());
  emitBody(*loop.getBeforeBody());
  scf::ConditionOp condition = loop.getConditionOp();
  scf::ConditionOp::create(builder, loc, getScalar(condition.getCondition()),
                           getAs(condition.getArgs(), passed));
  types = emittedTypes(passed);
  Block *after = builder.createBlock(&created.getAfter(), {}, types,
                                     SmallVector<Location>(types.size(), loc));
  setAll(passed, after->getArguments());
  emitBody(*loop.getAfterBody());
  scf::YieldOp::create(builder, loc,
                       getAs(loop.getYieldOp().getOperands(), first));
  builder.setInsertionPointAfter(created);
  for (auto [result, argument, emitted] :
       llvm::zip(loop.getResults(), passed, created.getResults()))
    setFrom(result, argument, emitted);
}

void LaneEmitter::emitDivergentWhile(scf::WhileOp loop) {
  ValueRange first = loop.getBeforeArguments();
  ValueRange passed = loop.getAfterArguments();
  unsigned count = passed.size();
  Value outer = mask;
  OpBuilder::InsertionGuard guard(builder);
  // What comes in: the active lanes, the arguments, and for each lane the
  // values that it stopped with.
  SmallVector<Value> inits = {mask ? mask : fullMask()};
  llvm::append_range(inits, getAs(loop.getInits(), first));
  for (Value value : passed)
    inits.push_back(placeholder(vectorOf(value.getType())));
  SmallVector<Type> inTypes(ValueRange(inits).getTypes());
  SmallVector<Type> outTypes = {inTypes[0]};
  llvm::append_range(outTypes, emittedTypes(passed));
  for (Value value : passed)
    outTypes.push_back(vectorOf(value.getType()));

  auto created = scf::WhileOp::create(builder, loc, outTypes, inits);
  Block *before =
      builder.createBlock(&created.getBefore(), {}, inTypes,
                          SmallVector<Location>(inTypes.size(), loc));
  mask = before->getArgument(0);
  setAll(first, before->getArguments().slice(1, first.size()));
  emitBody(*loop.getBeforeBody());
  scf::ConditionOp condition = loop.getConditionOp();
  Value active = restrictTo(getVector(condition.getCondition()));
  SmallVector<Value> out = {active};
  llvm::append_range(out, getAs(condition.getArgs(), passed));
  for (auto [value, kept] :
       llvm::zip(condition.getArgs(),
                 before->getArguments().drop_front(1 + first.size())))
    out.push_back(
        arith::SelectOp::create(builder, loc, mask, getVector(value), kept));
  scf::ConditionOp::create(builder, loc, anyOf(active), out);

  Block *after =
      builder.createBlock(&created.getAfter(), {}, outTypes,
                          SmallVector<Location>(outTypes.size(), loc));
  mask = after->getArgument(0);
  setAll(passed, after->getArguments().slice(1, count));
  emitBody(*loop.getAfterBody());
  SmallVector<Value> next = {mask};
  llvm::append_range(next, getAs(loop.getYieldOp().getOperands(), first));
  llvm::append_range(next, after->getArguments().drop_front(1 + count));
  scf::YieldOp::create(builder, loc, next);

  mask = outer;
  builder.setInsertionPointAfter(created);
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    setFromVector(result, created.getResult(1 + count + i));
}
