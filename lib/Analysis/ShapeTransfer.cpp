//===- ShapeTransfer.cpp - The values that operations give lanes ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeTransfer.h"
#include "GuardedSums.h"
#include "heddle/Support/AddressTerms.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace heddle;

using Exact = LaneValues::Exact;
using Signedness = LaneValues::Signedness;

//===----------------------------------------------------------------------===//
// Properties of values and operations
//===----------------------------------------------------------------------===//

bool heddle::isOutside(Value value, par::ForOp loop) {
  if (Operation *op = value.getDefiningOp())
    return !loop->isProperAncestor(op);
  return !loop->isAncestor(
      cast<BlockArgument>(value).getOwner()->getParentOp());
}

uint64_t heddle::laneAlignment(const LaneMapping &mapping) {
  return uint64_t(1) << llvm::countr_zero(uint64_t(mapping.lanes));
}

unsigned heddle::widthOf(Type type) {
  if (type.isIndex() || isa<LLVM::LLVMPointerType, MemRefType>(type))
    return 64;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.getWidth() <= 64 ? integer.getWidth() : 0;
}

static bool isInteger(Value value) {
  return value.getType().isIndex() ||
         (isa<IntegerType>(value.getType()) && widthOf(value.getType()));
}

std::optional<bool> heddle::getExtension(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      !isInteger(op->getOperand(0)) || !isInteger(op->getResult(0)) ||
      widthOf(op->getOperand(0).getType()) >=
          widthOf(op->getResult(0).getType()))
    return std::nullopt;
  if (isa<arith::ExtSIOp, arith::IndexCastOp, LLVM::SExtOp>(op))
    return true;
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp, LLVM::ZExtOp>(op))
    return false;
  return std::nullopt;
}

bool heddle::isPure(CallOpInterface call) {
  auto direct = dyn_cast<LLVM::CallOp>(call.getOperation());
  if (!direct)
    return false;
  LLVM::MemoryEffectsAttr effects = direct.getMemoryEffectsAttr();
  if (!effects)
    if (auto callee =
            dyn_cast_or_null<LLVM::LLVMFuncOp>(direct.resolveCallable()))
      effects = callee.getMemoryEffectsAttr();
  constexpr auto none = LLVM::ModRefInfo::NoModRef;
  return effects && effects.getOther() == none && effects.getArgMem() == none &&
         effects.getInaccessibleMem() == none;
}

static std::optional<ConstantIntRanges> rangeOf(Value value,
                                                const DataFlowSolver &solver) {
  auto *lattice = solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!lattice || lattice->getValue().isUninitialized() || !isInteger(value))
    return std::nullopt;
  return lattice->getValue().getValue();
}

static LaneOperand operandOf(Value value, GetLaneValues get,
                             const DataFlowSolver &solver) {
  LaneOperand operand{get(value), widthOf(value.getType()),
                      rangeOf(value, solver)};
  // To arithmetic, a pointer to the lane's own object is any pointer.
  if (operand.values.object)
    operand.values = LaneValues::varying();
  return operand;
}

/// Of the lanes that run the operation.
static NoWrap flagsOf(Operation *op) {
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    return {flags.hasNoSignedWrap(),
            flags.hasNoUnsignedWrap() || isGuardedSum(op)};
  return {};
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LaneValues heddle::inductionOf(scf::ForOp loop, GetLaneValues get,
                               const DataFlowSolver &solver) {
  LaneValues first = get(loop.getLowerBound()), step = get(loop.getStep());
  if (first.isUnknown() || step.isUnknown())
    return {};
  if (!step.isUniform() || (!first.isAffine() && !first.isKnown()))
    return LaneValues::varying();
  // It does not wrap as long as the loop runs.
  Exact exact[2] = {};
  Signedness signedness =
      loop.getUnsignedCmp() ? LaneValues::Unsigned : LaneValues::Signed;
  exact[signedness] = std::min(first.exact[signedness], Exact::InActiveLanes);
  if (!first.isKnown())
    return LaneValues::strided(exact[0], exact[1]);
  Value iv = loop.getInductionVar();
  uint64_t alignment = first.alignment, factor = step.getFactor();
  if (factor)
    alignment = alignment ? std::min(alignment, factor) : factor;
  LaneOperand result{
      LaneValues::known(
          SmallVector<__int128>(first.offsets.begin(), first.offsets.end()),
          alignment, widthOf(iv.getType())),
      widthOf(iv.getType()), rangeOf(iv, solver)};
  for (Signedness each : {LaneValues::Unsigned, LaneValues::Signed})
    result.values.exact[each] =
        std::max(result.values.exact[each], exact[each]);
  lanes::refine(result);
  return result.values;
}

bool heddle::isSplitFor(scf::ForOp loop, GetLaneValues get,
                        const DataFlowSolver &solver) {
  LaneOperand iv = operandOf(loop.getInductionVar(), get, solver);
  iv.values = inductionOf(loop, get, solver);
  LaneValues repeats =
      lanes::compare(loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                           : arith::CmpIPredicate::slt,
                     iv, operandOf(loop.getUpperBound(), get, solver));
  return !repeats.isUnknown() && !repeats.isUniform();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

LaneOperand ShapeTransfer::operand(Value value) const {
  return operandOf(value, get, solver);
}

LaneValues ShapeTransfer::constant(int64_t value) const {
  return LaneValues::constant(mapping.lanes,
                              APInt(64, static_cast<uint64_t>(value)));
}

/// Of operations that arith and LLVM have in common.
static std::optional<LaneValues>
computeBinary(Operation *op, const LaneOperand &a, const LaneOperand &b) {
  using namespace lanes;
  constexpr auto asSigned = LaneValues::Signed,
                 asUnsigned = LaneValues::Unsigned;
  NoWrap flags = flagsOf(op);
  return TypeSwitch<Operation *, std::optional<LaneValues>>(op)
      .Case([&](arith::AddIOp) { return add(a, b, flags); })
      .Case([&](arith::SubIOp) { return subtract(a, b, flags); })
      .Case([&](arith::MulIOp) { return multiply(a, b, flags); })
      .Case([&](arith::ShLIOp) { return shiftLeft(a, b, flags); })
      .Case([&](arith::ShRUIOp) { return shiftRight(a, b, asUnsigned); })
      .Case([&](arith::ShRSIOp) { return shiftRight(a, b, asSigned); })
      .Case([&](arith::DivUIOp) { return divide(a, b, asUnsigned); })
      .Case([&](arith::DivSIOp) { return divide(a, b, asSigned); })
      .Case([&](arith::RemUIOp) { return remainder(a, b, asUnsigned); })
      .Case([&](arith::RemSIOp) { return remainder(a, b, asSigned); })
      .Case([&](arith::AndIOp) { return combineBits(Bits::And, a, b); })
      .Case([&](arith::OrIOp) { return combineBits(Bits::Or, a, b); })
      .Case([&](arith::XOrIOp) { return combineBits(Bits::Xor, a, b); })
      .Case([&](arith::MinSIOp) { return minMax(a, b, false, asSigned); })
      .Case([&](arith::MinUIOp) { return minMax(a, b, false, asUnsigned); })
      .Case([&](arith::MaxSIOp) { return minMax(a, b, true, asSigned); })
      .Case([&](arith::MaxUIOp) { return minMax(a, b, true, asUnsigned); })
      .Case([&](arith::CmpIOp compare) {
        return lanes::compare(compare.getPredicate(), a, b);
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<LaneValues> ShapeTransfer::computeInteger(Operation *op) const {
  if (op->getNumResults() != 1 || !isInteger(op->getResult(0)))
    return std::nullopt;
  unsigned width = widthOf(op->getResult(0).getType());
  APInt number;
  if (matchPattern(op, m_ConstantInt(&number)))
    return LaneValues::constant(mapping.lanes, number.sextOrTrunc(width));
  if (auto lane = dyn_cast<par::LaneOp>(op))
    return computeLane(lane);
  if (op->getNumOperands() == 0 || !isInteger(op->getOperand(0)))
    return std::nullopt;
  LaneOperand a = operand(op->getOperand(0));
  if (std::optional<bool> isSigned = getExtension(op))
    return lanes::extend(a, width,
                         *isSigned ? LaneValues::Signed : LaneValues::Unsigned,
                         mapping.assumesNoWrap);
  if (isa<arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp,
          LLVM::TruncOp>(op))
    return width == a.width ? a.values : lanes::truncate(a, width, flagsOf(op));
  // A lane whose value was undefined has one from here on, which may be out of
  // line.
  if (isa<LLVM::FreezeOp>(op) && a.values.isKnown())
    return LaneValues::known(
        SmallVector<__int128>(a.values.offsets.begin(), a.values.offsets.end()),
        a.values.alignment, width);
  if (op->getNumOperands() == 2 && isInteger(op->getOperand(1)))
    return computeBinary(op, a, operand(op->getOperand(1)));
  return std::nullopt;
}

/// The threads of a block are numbered with the last dimension fastest.
LaneValues ShapeTransfer::computeLane(par::LaneOp op) const {
  par::ForOp loop = mapping.loop;
  unsigned last = loop.getNumDimensions() - 1;
  if (!op.getScope() || par::getLoopOf(op.getScope()) != loop ||
      mapping.dimension != last)
    return LaneValues::varying();
  // The number of lane 0's thread is a multiple of the lanes if rows are, or if
  // there is one row.
  bool isOneRow = true;
  for (unsigned i = 0; i < last; ++i)
    isOneRow &= loop.getLargestSize(i) == 1;
  if (!mapping.isMultiple && !isOneRow)
    return LaneValues::varying();
  LaneOperand thread{
      LaneValues::consecutive(mapping.lanes, laneAlignment(mapping)), 32};
  LaneOperand threads{
      LaneValues::constant(mapping.lanes, APInt(32, par::warpSize)), 32};
  return lanes::remainder(thread, threads, LaneValues::Unsigned);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

LaneValues ShapeTransfer::addTerm(const LaneValues &sum, Value index,
                                  int64_t bytes) const {
  LaneOperand term = operand(index);
  bool needsActiveLane = sum.needsActiveLane;
  if (term.width < 64) {
    term.values =
        lanes::extend(term, 64, LaneValues::Signed, mapping.assumesNoWrap);
    term.width = 64;
    term.range = std::nullopt;
    needsActiveLane |= term.values.needsActiveLane;
  }
  term.values = lanes::multiply(term, {constant(bytes)});
  LaneValues result = lanes::add({sum}, term);
  result.needsActiveLane = needsActiveLane && !result.isVarying();
  result.object = sum.object;
  return result;
}

LaneValues ShapeTransfer::addConstant(const LaneValues &sum,
                                      int64_t bytes) const {
  LaneValues result = lanes::add({sum}, {constant(bytes)});
  result.needsActiveLane = sum.needsActiveLane;
  result.object = sum.object;
  return result;
}

LaneValues ShapeTransfer::elementOf(LLVM::GEPOp gep) const {
  LaneValues address = get(gep.getBase());
  if (!isa<LLVM::LLVMPointerType>(gep.getType()))
    return anyResult(gep);
  DataLayout layout = DataLayout::closest(gep);
  bool isComplete = forEachTerm(
      gep, layout,
      [&](int64_t bytes) { address = addConstant(address, bytes); },
      [&](Value index, int64_t bytes) {
        address = addTerm(address, index, bytes);
      });
  return isComplete ? address : anyResult(gep);
}

LaneValues ShapeTransfer::elementOf(Value memref, ValueRange indices) const {
  auto type = cast<MemRefType>(memref.getType());
  LaneValues address = get(memref);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    strides.assign(indices.size(), ShapedType::kDynamic);
  int64_t bytes =
      bytesOf(type.getElementType(), DataLayout::closest(mapping.loop));
  for (auto [index, stride] : llvm::zip(indices, strides)) {
    if (!ShapedType::isDynamic(stride)) {
      address = addTerm(address, index, stride * bytes);
      continue;
    }
    // The size of a row is uniform, or the memref would be varying.
    LaneOperand row{LaneValues::uniform(mapping.lanes)};
    LaneOperand term{lanes::multiply(operand(index), row)};
    Operation *object = address.object;
    address = lanes::add({address}, term);
    address.object = object;
  }
  return address;
}

std::optional<LaneValues> ShapeTransfer::addressOf(Operation *access) const {
  using Address = std::optional<LaneValues>;
  return TypeSwitch<Operation *, Address>(access)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp>(
          [&](auto op) -> Address {
            return elementOf(op.getMemref(), op.getIndices());
          })
      .Case<LLVM::LoadOp, LLVM::StoreOp>(
          [&](auto op) -> Address { return get(op.getAddr()); })
      .Case<LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp>(
          [&](auto op) -> Address { return get(op.getPtr()); })
      .Case<par::AtomicRMWOp, par::AtomicCompareExchangeOp>(
          [&](auto op) -> Address { return get(op.getAddress()); })
      .Default([](Operation *) -> Address { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool isPlainLoad(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return !load.getVolatile_() &&
           load.getOrdering() == LLVM::AtomicOrdering::not_atomic;
  return isa<memref::LoadOp>(op);
}

bool heddle::mayBeUniform(const LaneValues &values) {
  return (values.isUnknown() || values.isUniform()) && !values.object;
}

/// Values that the other rules do not know. A poisoned operand does not always
/// make a poisoned result.
LaneValues ShapeTransfer::anyResult(Operation *op) const {
  bool isUniform = op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
                   llvm::all_of(op->getOperands(), [&](Value value) {
                     return mayBeUniform(get(value));
                   });
  return isUniform ? LaneValues::uniform(mapping.lanes) : LaneValues::varying();
}

std::optional<LaneValues> ShapeTransfer::computeMemory(Operation *op) const {
  if (isPlainLoad(op)) {
    LaneValues address = *addressOf(op);
    if (address.isUnknown())
      return address;
    // If another lane wrote to it meanwhile, that would be a race.
    par::ForOp loop = mapping.loop;
    return address.isUniform() && !address.object && loop.getRaceFree()
               ? LaneValues::uniform(mapping.lanes)
               : LaneValues::varying();
  }
  if (isa<LLVM::AllocaOp, memref::AllocaOp>(op)) {
    LaneValues own = LaneValues::uniform(mapping.lanes);
    own.object = op;
    return own;
  }
  if (auto gep = dyn_cast<LLVM::GEPOp>(op))
    return elementOf(gep);
  if (auto view = dyn_cast<par::ViewOp>(op)) {
    LaneValues source = get(view.getSource());
    for (Value size : view.getSizes()) {
      LaneOperand value = operand(size);
      if (value.values.isUnknown())
        return LaneValues();
      if (!value.values.isUniform())
        return LaneValues::varying();
    }
    return source;
  }
  if (isa<par::PointerOp, memref::CastOp, LLVM::AddrSpaceCastOp>(op))
    return get(op->getOperand(0));
  if (isa<LLVM::BitcastOp>(op) &&
      isa<LLVM::LLVMPointerType>(op->getOperand(0).getType()))
    return get(op->getOperand(0));
  if (isa<LLVM::PtrToIntOp, LLVM::IntToPtrOp>(op) &&
      widthOf(op->getOperand(0).getType()) == 64 &&
      widthOf(op->getResult(0).getType()) == 64)
    return operand(op->getOperand(0)).values;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

static bool isScalarSelect(Operation *op) {
  return isa<arith::SelectOp, LLVM::SelectOp>(op) &&
         op->getOperand(0).getType().isInteger(1);
}

std::optional<bool> heddle::isAboutPlaces(Value condition, GetLaneValues get) {
  Operation *op = condition.getDefiningOp();
  auto ofOperand = [&](unsigned i) {
    return isAboutPlaces(op->getOperand(i), get);
  };
  if (isa_and_nonnull<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op)) {
    std::optional<bool> a = ofOperand(0), b = ofOperand(1);
    return a && b ? std::optional(*a && *b) : std::nullopt;
  }
  SmallVector<LaneValues> compared;
  if (isa_and_nonnull<arith::CmpIOp>(op))
    compared = {get(op->getOperand(0)), get(op->getOperand(1))};
  else
    compared = {get(condition)};
  if (llvm::any_of(compared, [](const LaneValues &v) { return v.isUnknown(); }))
    return std::nullopt;
  return llvm::all_of(compared,
                      [](const LaneValues &v) { return v.isKnown(); });
}

LaneValues heddle::guessChoice(const LaneValues &a, const LaneValues &b) {
  auto isLikely = [](const LaneValues &values) {
    return values.isKnown() && !values.object;
  };
  if (a.isUnknown() || b.isUnknown())
    return {};
  // A clamped number that may be any is any number.
  if (!isLikely(a) || !isLikely(b))
    return LaneValues::varying();
  return a.isUniform() ? b : a;
}

/// For results that are not proved to have a shape.
std::optional<LaneValues> ShapeTransfer::guess(Operation *op) const {
  bool isNumber = getExtension(op) && op->getOperand(0).getType().isInteger(1);
  if (isScalarSelect(op) || isNumber) {
    std::optional<bool> isGuess = isAboutPlaces(op->getOperand(0), get);
    if (!isGuess)
      return LaneValues();
    if (!*isGuess)
      return LaneValues::varying();
    // The number of a condition: `i + (i < n)`.
    return isNumber
               ? LaneValues::uniform(mapping.lanes)
               : guessChoice(get(op->getOperand(1)), get(op->getOperand(2)));
  }
  if (op->getNumOperands() != 2)
    return std::nullopt;
  LaneValues a = get(op->getOperand(0)), b = get(op->getOperand(1));
  if (isa<arith::MinSIOp, arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(op))
    return guessChoice(a, b);
  if (a.isUnknown() || b.isUnknown())
    return LaneValues();
  if (!b.isUniform())
    return std::nullopt;
  // Rows are longer than vectors. A division may also be a product and a shift.
  if (a.isKnown() && isa<arith::DivSIOp, arith::DivUIOp>(op))
    return LaneValues::uniform(mapping.lanes);
  if (a.isKnown() && isa<arith::RemSIOp, arith::RemUIOp>(op))
    return LaneValues::known(
        SmallVector<__int128>(a.offsets.begin(), a.offsets.end()), a.alignment,
        widthOf(op->getResult(0).getType()));
  if (a.kind == LaneValues::Kind::Strided &&
      isa<arith::ShRUIOp, arith::ShRSIOp>(op))
    return LaneValues::uniform(mapping.lanes);
  return std::nullopt;
}

LaneValues ShapeTransfer::compute(OpResult result) const {
  Operation *op = result.getOwner();
  LaneOperand computed{LaneValues(), widthOf(result.getType()),
                       rangeOf(result, solver)};
  // A value that may be anything is like any other.
  if (isa<ub::PoisonOp, LLVM::PoisonOp, LLVM::UndefOp>(op))
    return {};
  bool isAddress = isa<LLVM::GEPOp>(op);
  if (isScalarSelect(op)) {
    LaneValues condition = get(op->getOperand(0)), a = get(op->getOperand(1)),
               b = get(op->getOperand(2));
    computed.values =
        lanes::select(condition, a, b, op->getOperand(1) == op->getOperand(2));
    if (computed.values.isVarying() && a.object == b.object)
      computed.values.object = a.object;
  } else if (isa<par::AnyOp, par::CountOp>(op)) {
    // The iterations of this loop, or of one around it, get the same.
    Value scope = op->getOperands().back();
    bool isScope = isa<par::ScopeType>(scope.getType());
    computed.values = isScope && par::getLoopOf(scope)->isAncestor(mapping.loop)
                          ? LaneValues::uniform(mapping.lanes)
                          : LaneValues::varying();
  } else if (isa<par::GridValidOp>(op)) {
    computed.values = LaneValues::uniform(mapping.lanes);
  } else if (auto values = computeInteger(op)) {
    computed.values = *values;
  } else if (auto values = computeMemory(op)) {
    computed.values = *values;
  } else {
    computed.values = anyResult(op);
  }
  if (mapping.guesses && !computed.values.isKnown() &&
      !computed.values.isUnknown() && !computed.values.object)
    computed.values = guess(op).value_or(computed.values);
  if (isInteger(result) && !isa<LLVM::FreezeOp>(op))
    lanes::refine(computed);
  computed.values.needsActiveLane &= isAddress || getExtension(op).has_value();
  return computed.values;
}
