//===- LaneGuesses.cpp - Code for lanes whose guessed shapes hold ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `in[min(x + 1, width - 1)]` is a contiguous load in all vectors but the last
// of a row. Where accesses of a block have such addresses, what is left of the
// block is emitted twice, after one check: for vectors whose lanes all agree
// with the guesses, and for others.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "heddle/Support/AddressTerms.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace heddle;

/// Larger blocks are not emitted twice.
static constexpr unsigned mostOperations = 300;

Shape LaneEmitter::shapeOf(Value value) const {
  return trusted.contains(value) ? guesses.of(value) : shapes.of(value);
}

Shape LaneEmitter::likelyShapeOf(Value value) const {
  Shape shape = shapeOf(value);
  return shape.hasOffsets() ? shape : guesses.of(value);
}

/// Whether the result has the guessed shape if the operands have theirs.
static bool keepsShape(Operation *op) {
  auto isWide = [](Value value) {
    Type type = value.getType();
    return type.isIndex() || type.isInteger(64) ||
           isa<LLVM::LLVMPointerType>(type);
  };
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return true;
  return isa<arith::IndexCastOp, arith::IndexCastUIOp, LLVM::GEPOp>(op) &&
         llvm::all_of(op->getOperands(), isWide) &&
         llvm::all_of(op->getResults(), isWide);
}

/// The two values between which an operation chooses.
static std::optional<std::pair<Value, Value>> getChoice(Operation *op) {
  if (isa<arith::SelectOp>(op))
    return std::pair(op->getOperand(1), op->getOperand(2));
  if (isa<arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(op))
    return std::pair(op->getOperand(0), op->getOperand(1));
  return std::nullopt;
}

static bool isSignedExtension(Operation *op) {
  return isa<arith::ExtSIOp, arith::IndexCastOp>(op);
}

/// The number that an operation extends: not a condition.
static Value getExtended(Operation *op) {
  if (!isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
                       arith::IndexCastUIOp>(op))
    return {};
  Value operand = op->getOperand(0);
  return operand.getType().isInteger(1) || operand.getType().isIndex()
             ? Value()
             : operand;
}

/// Whether an operation is emitted when the plan's code begins.
static bool isThere(Operation *op, const LaneEmitter::GuessPlan &plan) {
  return op->getBlock() == plan.block
             ? op->isBeforeInBlock(plan.first) || plan.early.contains(op)
             : op->getBlock()->getParentOp()->isProperAncestor(plan.first);
}

static bool hasSameOffsets(const Shape &a, const Shape &b, int64_t lanes) {
  if (!a.hasOffsets() || !b.hasOffsets())
    return false;
  for (int64_t lane = 0; lane < lanes; ++lane)
    if (a.getOffset(lane) - a.getOffset(0) !=
        b.getOffset(lane) - b.getOffset(0))
      return false;
  return true;
}

/// Whether an operation chooses between two values that differ from lane to
/// lane in the same way. All lanes may choose the first one, or the second.
bool LaneEmitter::isEither(Operation *op) const {
  auto select = dyn_cast<arith::SelectOp>(op);
  return select && hasSameOffsets(guesses.of(select.getTrueValue()),
                                  guesses.of(select.getFalseValue()), lanes());
}

/// Whether a value is there when the plan's code begins, or can be.
bool LaneEmitter::makeAvailable(Value value, GuessPlan &plan) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return value.getParentBlock()->getParentOp()->isProperAncestor(plan.first);
  if (isThere(op, plan))
    return true;
  if (op->getBlock() != plan.block || !isPure(op))
    return false;
  bool isPossible = true;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        isPossible &= makeAvailable(operand, plan);
  });
  if (isPossible)
    plan.early.insert(op);
  return isPossible;
}

bool LaneEmitter::planTrust(Value value, GuessPlan &plan) {
  if (isScalar(value) || plan.values.contains(value))
    return true;
  Type type = value.getType();
  if (!guesses.of(value).hasOffsets() ||
      !(type.isIntOrIndex() || isa<LLVM::LLVMPointerType>(type)))
    return false;
  Operation *op = value.getDefiningOp();
  if (op && keepsShape(op) && guesses.isUpToDate(cast<OpResult>(value)) &&
      llvm::all_of(op->getOperands(),
                   [&](Value one) { return planTrust(one, plan); })) {
    plan.values.insert(value);
    return true;
  }
  if (!makeAvailable(value, plan))
    return false;
  Value chosen;
  if (auto choice = op ? getChoice(op) : std::nullopt) {
    auto [a, b] = *choice;
    auto fits = [&](Value one) {
      return hasSameOffsets(likelyShapeOf(one), guesses.of(value), lanes()) &&
             makeAvailable(one, plan) && planTrust(one, plan);
    };
    chosen = guesses.of(a).isUniform() ? b : a;
    if (!fits(chosen) || (isEither(op) && (!fits(a) || !fits(b))))
      chosen = {};
  } else if (Value narrow = getExtended(op)) {
    planTrust(narrow, plan);
  }
  plan.values.insert(value);
  plan.checked[value] = chosen;
  return true;
}

/// Whether an access is contiguous, or uniform, only by a guess.
bool LaneEmitter::isGuessed(Operation *op) const {
  Type type = getAccessedType(op);
  if (!type || !isPlainAccess(op) || shapes.ofAddress(op).hasOffsets())
    return false;
  std::optional<int64_t> stride = guesses.ofAddress(op).getStride();
  return stride == 0 || stride == bytesOf(type, layout);
}

bool LaneEmitter::planAccess(Operation *op, GuessPlan &plan) {
  GuessPlan longer = plan;
  // The values that are stored may be any.
  OperandRange address = op->getOperands().drop_front(op->getNumResults() == 0);
  bool isPossible = llvm::all_of(address, [&](Value operand) {
    if (auto view = operand.getDefiningOp<par::ViewOp>())
      return planTrust(view.getSource(), longer);
    return planTrust(operand, longer);
  });
  if (isPossible)
    plan = longer;
  return isPossible;
}

/// Plans code for what is left of a block, if that has accesses for which it is
/// worth it.
std::optional<LaneEmitter::GuessPlan>
LaneEmitter::planGuesses(Block &block, Operation *first) {
  constexpr unsigned mostCopies = 6;
  if (mask || copies >= mostCopies || !isGuessed(first))
    return std::nullopt;
  GuessPlan plan;
  plan.block = &block;
  plan.first = first;
  unsigned count = 0;
  bool isAny = false;
  for (Operation *op = first; op; op = op->getNextNode()) {
    op->walk([&](Operation *inner) {
      ++count;
      if (isGuessed(inner))
        isAny |= planAccess(inner, plan);
    });
    if (count > mostOperations)
      return std::nullopt;
  }
  if (!isAny || plan.checked.empty())
    return std::nullopt;
  return plan;
}

/// Whether all lanes have the values of a chosen operand. Null if that takes
/// vectors.
Value LaneEmitter::allChoose(Value value, Value chosen) {
  Operation *op = value.getDefiningOp();
  if (!chosen)
    return {};
  auto [a, b] = *getChoice(op);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (isEither(op))
      return {};
    return allOfScalars(select.getCondition(), chosen == a);
  }
  using P = arith::CmpIPredicate;
  P predicate = isa<arith::MinSIOp>(op)   ? P::sle
                : isa<arith::MinUIOp>(op) ? P::ule
                : isa<arith::MaxSIOp>(op) ? P::sge
                                          : P::uge;
  return allCompare(predicate, chosen, chosen == a ? b : a);
}

/// Whether the lanes of a value are as guessed.
Value LaneEmitter::allAgree(Value value, Value vector, Value first) {
  Type type = value.getType();
  Value expected = expand(first, guesses.of(value));
  if (isa<LLVM::LLVMPointerType>(type)) {
    Type number = vectorOf(builder.getI64Type());
    vector = LLVM::PtrToIntOp::create(builder, loc, number, vector);
    expected = LLVM::PtrToIntOp::create(builder, loc, number, expected);
  }
  Value agree = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      vector, expected);
  // A lane whose value is undefined does not use it.
  return allOf(LLVM::FreezeOp::create(builder, loc, agree));
}

/// Emits what is left of a block, for lanes that agree with the plan and for
/// others.
void LaneEmitter::emitGuessed(const GuessPlan &plan,
                              llvm::function_ref<void()> emitRest) {
  for (Operation *op = plan.first; op; op = op->getNextNode())
    if (plan.early.contains(op)) {
      loc = op->getLoc();
      emit(op);
    }
  loc = plan.first->getLoc();

  llvm::DenseMap<Value, Value> resolvedBefore = resolved;
  // The values of lane 0, and whether the others agree.
  SmallVector<std::pair<Value, Value>> known;
  IRMapping firsts;
  auto firstOf = [&](Value value) {
    Value first = firsts.lookupOrNull(value);
    return first ? first : getScalar(value);
  };
  Value agree;
  auto require = [&](Value condition) {
    agree = agree ? arith::AndIOp::create(builder, loc, agree, condition)
                  : condition;
  };
  for (Value value : plan.values) {
    Operation *op = value.getDefiningOp();
    auto it = plan.checked.find(value);
    if (it == plan.checked.end()) {
      // It is emitted with the rest.
      if (!isThere(op, plan))
        continue;
      IRMapping operands;
      for (Value operand : op->getOperands())
        operands.map(operand, firstOf(operand));
      known.push_back({value, builder.clone(*op, operands)->getResult(0)});
    } else if (Value chosen = allChoose(value, it->second)) {
      require(chosen);
      known.push_back({value, firstOf(it->second)});
      resolved[value] = resolve(it->second);
    } else {
      Value first, condition;
      if (it->second && isEither(op)) {
        auto select = cast<arith::SelectOp>(op);
        Value allTrue = allOfScalars(select.getCondition(), true);
        Value allFalse = allOfScalars(select.getCondition(), false);
        if (allTrue && allFalse) {
          condition = arith::OrIOp::create(builder, loc, allTrue, allFalse);
          first = arith::SelectOp::create(builder, loc, allTrue,
                                          firstOf(select.getTrueValue()),
                                          firstOf(select.getFalseValue()));
        }
      }
      Value narrow = getExtended(op);
      if (narrow && (isScalar(narrow) || plan.values.contains(narrow)) &&
          hasSameOffsets(likelyShapeOf(narrow), guesses.of(value), lanes())) {
        IRMapping operands;
        operands.map(narrow, firstOf(narrow));
        first = builder.clone(*op, operands)->getResult(0);
        if (!shapes.isExact(resolve(narrow), isSignedExtension(op)))
          condition = noLaneWraps(likelyShapeOf(narrow), firstOf(narrow),
                                  isSignedExtension(op));
        else
          condition = arith::ConstantIntOp::create(builder, loc, 1, 1);
      }
      if (!condition) {
        Value vector = getVector(value);
        first = vector::ExtractOp::create(builder, loc, vector, 0);
        condition = allAgree(value, vector, first);
      }
      require(condition);
      known.push_back({value, first});
    }
    firsts.map(value, known.back().second);
  }

  SmallVector<Value> passed;
  SmallVector<Type> types;
  SmallVector<bool> areScalars;
  for (Value value : plan.block->getTerminator()->getOperands()) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != plan.block || isThere(op, plan) ||
        llvm::is_contained(passed, value))
      continue;
    passed.push_back(value);
    areScalars.push_back(isScalar(value));
    types.push_back(isScalar(value) ? value.getType()
                                    : Type(vectorOf(value.getType())));
  }
  auto choice =
      scf::IfOp::create(builder, loc, types, agree, /*withElseRegion=*/true);
  auto emitSide = [&](Block *side) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(side);
    emitRest();
    SmallVector<Value> values;
    for (auto [value, scalar] : llvm::zip(passed, areScalars))
      values.push_back(scalar ? getScalar(value) : getVector(value));
    if (!types.empty())
      scf::YieldOp::create(builder, loc, values);
  };
  llvm::SaveAndRestore nested(copies, copies + 1);
  {
    llvm::SaveAndRestore outer(trusted, trusted);
    llvm::DenseMap<Value, Value> hidden;
    for (auto [value, first] : known) {
      if (Value vector = vectors.lookup(value)) {
        hidden[value] = vector;
        vectors.erase(value);
      }
      scalars.map(value, first);
    }
    trusted.insert_range(plan.values);
    emitSide(choice.thenBlock());
    for (auto [value, vector] : hidden)
      vectors[value] = vector;
  }
  resolved = resolvedBefore;
  emitSide(choice.elseBlock());
  for (auto [value, scalar, result] :
       llvm::zip(passed, areScalars, choice.getResults())) {
    if (scalar)
      setScalar(value, result);
    else
      vectors[value] = result;
  }
}
