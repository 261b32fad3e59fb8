//===- LaneEmitter.cpp - Values, masks and operations of lanes ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "heddle/Support/Promises.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace heddle;

LaneEmitter::LaneEmitter(OpBuilder &builder, const Shapes &shapes,
                         const Shapes &guesses, bool checks)
    : builder(builder), shapes(shapes), guesses(guesses),
      layout(DataLayout::closest(shapes.getMapping().loop)),
      loc(builder.getUnknownLoc()), checks(checks) {}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

VectorType LaneEmitter::vectorOf(Type type) const {
  return VectorType::get({lanes()}, type);
}

/// A memref is represented by lane 0 even where lanes have different ones: its
/// pointer then is a vector, and what is accessed is looked up there.
bool LaneEmitter::isScalar(Value value) const {
  return shapeOf(value).hasOffsets() || isa<MemRefType>(value.getType());
}

Value LaneEmitter::constantVector(Type element, ArrayRef<int64_t> values) {
  VectorType type = vectorOf(element);
  SmallVector<APInt> numbers;
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  for (int64_t value : values)
    numbers.emplace_back(width, value, /*isSigned=*/true,
                         /*implicitTrunc=*/true);
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, numbers));
}

Value LaneEmitter::splat(Value scalar) {
  return vector::BroadcastOp::create(builder, loc, vectorOf(scalar.getType()),
                                     scalar);
}

/// A value of a lane that is not active.
Value LaneEmitter::placeholder(Type type) {
  if (isa<LLVM::LLVMPointerType>(getElementTypeOrSelf(type)))
    return LLVM::ZeroOp::create(builder, loc, type);
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

Value LaneEmitter::expand(Value scalar, const Shape &shape) {
  Value all = splat(scalar);
  // Code that never runs may have no shape.
  if (shape.isUniform() || !shape.hasOffsets())
    return all;
  SmallVector<int64_t> offsets;
  // Relative to lane 0.
  for (int64_t lane = 0; lane < lanes(); ++lane)
    offsets.push_back(shape.getOffset(lane) - shape.getOffset(0));
  if (isa<LLVM::LLVMPointerType>(scalar.getType())) {
    Value bytes = constantVector(builder.getI64Type(), offsets);
    return LLVM::GEPOp::create(builder, loc, all.getType(), builder.getI8Type(),
                               scalar, ArrayRef<LLVM::GEPArg>{bytes});
  }
  return arith::AddIOp::create(builder, loc, all,
                               constantVector(scalar.getType(), offsets));
}

Value LaneEmitter::get(Value value) {
  return isScalar(value) ? getScalar(value) : getVector(value);
}

Value LaneEmitter::getScalar(Value value) {
  if (Value vector = vectors.lookup(value))
    return extract(vector, firstActive());
  return scalars.lookupOrDefault(value);
}

Value LaneEmitter::getVector(Value value) {
  if (Value vector = vectors.lookup(value))
    return vector;
  return expand(scalars.lookupOrDefault(value), shapeOf(value));
}

void LaneEmitter::set(Value value, Value emitted) {
  if (isScalar(value))
    setScalar(value, emitted);
  else
    vectors[value] = emitted;
}

void LaneEmitter::setFromVector(Value value, Value vector, Value defined) {
  if (!isScalar(value)) {
    vectors[value] = vector;
    return;
  }
  Value all = vector;
  // A lane that left a loop with poison is as good as any other, but for this.
  if (std::optional<int64_t> constant = shapes.getConstant(value);
      constant && value.getType().isIntOrIndex()) {
    setScalar(value, arith::ConstantOp::create(
                         builder, loc,
                         builder.getIntegerAttr(value.getType(), *constant)));
    return;
  }
  Shape shape = shapeOf(value);
  if (!shape.isUniform()) {
    // What lane 0 would have, from an active lane.
    SmallVector<int64_t> back;
    for (int64_t lane = 0; lane < lanes(); ++lane)
      back.push_back(shape.getOffset(0) - shape.getOffset(lane));
    if (isa<LLVM::LLVMPointerType>(value.getType()))
      vector = LLVM::GEPOp::create(
          builder, loc, vector.getType(), builder.getI8Type(), vector,
          ArrayRef<LLVM::GEPArg>{constantVector(builder.getI64Type(), back)});
    else
      vector = arith::AddIOp::create(builder, loc, vector,
                                     constantVector(value.getType(), back));
  }
  setScalar(value, extract(vector, defined ? firstOf(defined) : firstActive()));
  if (checks && !defined)
    checkValue(value, all);
}

void LaneEmitter::setFrom(Value value, Value same, Value emitted) {
  if (isScalar(value) == isScalar(same))
    return set(value, emitted);
  if (isScalar(same))
    vectors[value] = expand(emitted, shapeOf(same));
  else
    setFromVector(value, emitted);
}

Value LaneEmitter::extract(Value vector, Value lane) {
  if (std::optional<int64_t> number = getConstantIntValue(lane))
    return vector::ExtractOp::create(builder, loc, vector, *number);
  return vector::ExtractOp::create(builder, loc, vector, OpFoldResult(lane));
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

Value LaneEmitter::fullMask() {
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(vectorOf(builder.getI1Type()), true));
}

/// A select, not an `and`: the condition of an inactive lane may be poison.
Value LaneEmitter::restrictTo(Value condition) {
  if (!mask)
    return condition;
  Value none = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(vectorOf(builder.getI1Type()), false));
  return arith::SelectOp::create(builder, loc, mask, condition, none);
}

Value LaneEmitter::invert(Value condition) {
  return arith::XOrIOp::create(builder, loc, condition, fullMask());
}

Value LaneEmitter::bitsOf(Value lanes) {
  return LLVM::BitcastOp::create(builder, loc,
                                 builder.getIntegerType(this->lanes()), lanes);
}

Value LaneEmitter::anyOf(Value lanes) {
  Value bits = bitsOf(lanes);
  Value none = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(bits.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, bits,
                               none);
}

Value LaneEmitter::allOf(Value lanes) {
  Value bits = bitsOf(lanes);
  Value all = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(bits.getType(), -1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits,
                               all);
}

/// The bits with another one set, which counts only if there is no other. LLVM
/// may speculate an access to an element of a vector, and takes the index to be
/// in bounds then.
static Value withBit(OpBuilder &builder, Location loc, Value bits,
                     unsigned number) {
  unsigned width = bits.getType().getIntOrFloatBitWidth();
  Value bit = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(bits.getType(),
                             APInt::getOneBitSet(width, number)));
  return arith::OrIOp::create(builder, loc, bits, bit);
}

Value LaneEmitter::firstOf(Value lanes) {
  Value bits = withBit(builder, loc, bitsOf(lanes), this->lanes() - 1);
  Value first = math::CountTrailingZerosOp::create(builder, loc, bits);
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      first);
}

Value LaneEmitter::firstActive() {
  return mask ? firstOf(mask)
              : Value(arith::ConstantIndexOp::create(builder, loc, 0));
}

Value LaneEmitter::lastActive() {
  Value last = arith::ConstantIndexOp::create(builder, loc, lanes() - 1);
  if (!mask)
    return last;
  Value zeros = math::CountLeadingZerosOp::create(
      builder, loc, withBit(builder, loc, bitsOf(mask), 0));
  zeros =
      arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), zeros);
  return arith::SubIOp::create(builder, loc, last, zeros);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether vectors may have elements of this type.
static bool isElement(Type type) {
  return type.isIntOrIndexOrFloat() || isa<LLVM::LLVMPointerType>(type);
}

bool heddle::isElementwise(Operation *op) {
  if (op->getNumRegions() || op->getNumOperands() == 0 ||
      !llvm::all_of(op->getOperandTypes(), isElement) ||
      !llvm::all_of(op->getResultTypes(), isElement))
    return false;
  return OpTrait::hasElementwiseMappableTraits(op) && isMemoryEffectFree(op);
}

/// Pure intrinsics that LLVM also has for vectors.
bool heddle::isVectorIntrinsic(Operation *op) {
  return isa<LLVM::FshlOp, LLVM::FshrOp, LLVM::CtPopOp,
             LLVM::CountLeadingZerosOp, LLVM::CountTrailingZerosOp,
             LLVM::BitReverseOp, LLVM::ByteSwapOp, LLVM::SMaxOp, LLVM::SMinOp,
             LLVM::UMaxOp, LLVM::UMinOp, LLVM::FreezeOp, LLVM::FCeilOp,
             LLVM::FFloorOp, LLVM::FTruncOp, LLVM::RintOp, LLVM::NearbyintOp,
             LLVM::SqrtOp, LLVM::FAbsOp, LLVM::CopySignOp, LLVM::FMAOp,
             LLVM::FMulAddOp, LLVM::MinNumOp, LLVM::MaxNumOp, LLVM::MinimumOp,
             LLVM::MaximumOp, LLVM::SAddSat, LLVM::UAddSat, LLVM::SSubSat,
             LLVM::USubSat, LLVM::BitcastOp, LLVM::PtrToIntOp, LLVM::IntToPtrOp,
             LLVM::ICmpOp>(op) &&
         llvm::all_of(op->getOperandTypes(), isElement) &&
         llvm::all_of(op->getResultTypes(), isElement);
}

/// Conversions between types of different sizes are not element by element.
static bool keepsWidth(LLVM::BitcastOp cast) {
  auto width = [](Type type) {
    return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
  };
  return width(cast.getArg().getType()) == width(cast.getType());
}

/// Whether a vector of these in memory is one after another, as in an array.
static bool isPacked(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({8u, 16u, 32u, 64u, 128u}, integer.getWidth());
  if (isa<FloatType>(type))
    return llvm::isPowerOf2_32(type.getIntOrFloatBitWidth());
  return true;
}

Type heddle::getAccessedType(Operation *op) {
  return TypeSwitch<Operation *, Type>(op)
      .Case([](memref::LoadOp op) { return op.getType(); })
      .Case([](LLVM::LoadOp op) { return op.getType(); })
      .Case([](memref::StoreOp op) { return op.getValueToStore().getType(); })
      .Case([](LLVM::StoreOp op) { return op.getValue().getType(); })
      .Default([](Operation *) { return Type(); });
}

/// Whether a loop may repeat until another thread has done something, for
/// instance released a lock. In lockstep, a lane that could do it may be
/// waiting for the loop's end.
static bool mayWait(scf::WhileOp loop) {
  return loop
      .walk([](Operation *op) {
        bool isShared =
            isa<par::AtomicRMWOp, par::AtomicCompareExchangeOp,
                LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp, memref::AtomicRMWOp>(
                op);
        if (auto load = dyn_cast<LLVM::LoadOp>(op))
          isShared = load.getVolatile_() ||
                     load.getOrdering() != LLVM::AtomicOrdering::not_atomic;
        // After these, even plain loads read what others have written.
        bool isFence = isa<LLVM::FenceOp, LLVM::CallOp>(op);
        return (isShared && !op->use_empty()) ||
                       (isFence && !isMemoryEffectFree(op))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What a type that vectors cannot have as elements is in CUDA.
static std::string nameType(Type type) {
  if (isa<VectorType>(type))
    return "it uses values of several numbers, such as float4";
  if (isa<LLVM::LLVMStructType, LLVM::LLVMArrayType>(type))
    return "it uses a structure or an array as one value";
  std::string text;
  llvm::raw_string_ostream(text)
      << "it uses values of a type without a form for lanes (" << type << ")";
  return text;
}

/// Whether all threads compute the same, from what is known before the loop
/// over them. Of such an operation, one copy is emitted.
static bool isSameForAll(Operation *op, par::ForOp threads,
                         const DenseSet<Operation *> &same) {
  return isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return threads.isDefinedOutsideOfLoop(operand) ||
                  same.contains(operand.getDefiningOp());
         });
}

/// Of all threads of a block.
static bool isBlockBarrier(Operation *op) {
  auto barrier = dyn_cast<par::BarrierOp>(op);
  return barrier && !barrier.getAmong() &&
         (!barrier.getScope() ||
          par::getLoopOf(barrier.getScope()).getLevel() == par::Level::Block);
}

std::optional<LaneRefusal> heddle::whyNotVectorized(Operation *root,
                                                    bool beforeFission) {
  std::optional<LaneRefusal> why;
  DenseSet<Operation *> same;
  // Which a shuffle or vote after it explains better.
  Operation *laneIndex = nullptr;
  root->walk([&](Operation *op) {
    auto refuse = [&](const Twine &reason) {
      why = {reason.str(), op};
      return WalkResult::interrupt();
    };
    if (op == root || isa<par::YieldOp>(op))
      return WalkResult::advance();
    auto loop = op->getParentOfType<par::ForOp>();
    if (auto inner = dyn_cast<par::ForOp>(op);
        inner &&
        inner.getLevel() == (loop ? par::Level::Block : par::Level::Grid)) {
      // In lockstep, a lane's loads come before another's earlier stores.
      if (inner.getLevel() == par::Level::Block && !inner.getRaceFree())
        return refuse("its threads may access the same memory in any order");
      return WalkResult::advance();
    }
    if (!loop || loop.getLevel() != par::Level::Block)
      return WalkResult::advance();
    if (beforeFission && isBlockBarrier(op))
      return WalkResult::advance();
    if (par::isBarrier(op) ||
        isa<par::ActiveOp, par::BallotOp, par::MatchOp, par::ReduceOp,
            par::ShuffleOp, par::WarpOp>(op))
      return refuse("it synchronises threads (" + nameSynchronisation(op) +
                    ")");
    if (isa<par::LaneOp>(op)) {
      if (!laneIndex)
        laneIndex = op;
      return WalkResult::advance();
    }
    if (isa<par::ForOp>(op))
      return refuse("it has a parallel loop in each thread");
    if (isa<par::SpinWaitOp, par::NamedBarrierOp, par::GridValidOp>(op))
      return refuse("it needs fibers");
    if (op->getNumRegions() &&
        !isa<scf::IfOp, scf::ForOp, scf::WhileOp, scf::IndexSwitchOp>(op))
      return refuse("it has control flow without a form for lanes ('" +
                    op->getName().getStringRef() + "')");
    if (isSameForAll(op, loop, same)) {
      same.insert(op);
      return WalkResult::advance();
    }
    for (Value value : op->getResults())
      if (!isElement(value.getType()) && !isa<MemRefType>(value.getType()))
        return refuse(nameType(value.getType()));
    for (Value value : op->getOperands())
      if (!isElement(value.getType()) && !isa<MemRefType>(value.getType()))
        return refuse(nameType(value.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value value : block.getArguments())
          if (!isElement(value.getType()))
            return refuse(nameType(value.getType()));
    if (Type type = getAccessedType(op); type && !isPacked(type))
      return refuse("it accesses numbers that vectors pack otherwise than "
                    "arrays do");
    if (auto loop = dyn_cast<scf::WhileOp>(op); loop && mayWait(loop))
      return refuse("a loop may wait for another thread");
    if (isa<LLVM::AllocaOp, memref::AllocaOp>(op))
      return refuse("it has arrays or variables in the memory of each thread");
    if (auto cast = dyn_cast<LLVM::BitcastOp>(op); cast && !keepsWidth(cast))
      return refuse("it reads a value as one of another size");
    if (isa<LLVM::InlineAsmOp>(op))
      return refuse("it has inline assembly");
    return WalkResult::advance();
  });
  if (!why && laneIndex)
    why = {"it uses the index of a thread in its warp", laneIndex};
  return why;
}

bool heddle::isPlainAccess(Operation *op) {
  if (isa<memref::LoadOp, memref::StoreOp>(op))
    return true;
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return !load.getVolatile_() &&
           load.getOrdering() == LLVM::AtomicOrdering::not_atomic;
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return !store.getVolatile_() &&
           store.getOrdering() == LLVM::AtomicOrdering::not_atomic;
  return false;
}

/// Whether all results are represented by the value of one lane.
static bool hasScalarResults(Operation *op, const Shapes &shapes) {
  return llvm::all_of(op->getResults(), [&](Value result) {
    return shapes.of(result).hasOffsets() || isa<MemRefType>(result.getType());
  });
}

bool heddle::runsPerLane(Operation *op, const Shapes &shapes) {
  return !op->getNumRegions() && !op->hasTrait<OpTrait::IsTerminator>() &&
         !isPlainAccess(op) && !isa<par::ViewOp, LLVM::GEPOp>(op) &&
         !(isMemoryEffectFree(op) && hasScalarResults(op, shapes)) &&
         !isElementwise(op) && !isVectorIntrinsic(op);
}

void LaneEmitter::emit(Operation *op) {
  loc = op->getLoc();
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch);
  if (auto branch = dyn_cast<scf::IndexSwitchOp>(op))
    return emitSwitch(branch);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop);
  if (isPlainAccess(op))
    return op->getNumResults() ? emitLoad(op) : emitStore(op);
  // Looked up by the accesses.
  if (isa<par::ViewOp>(op))
    return;
  if (isMemoryEffectFree(op) &&
      llvm::all_of(op->getResults(), [&](Value v) { return isScalar(v); }))
    return emitScalar(op);
  if (runsPerLane(op, shapes))
    return emitPerLane(op);
  if (auto gep = dyn_cast<LLVM::GEPOp>(op))
    return emitAddress(gep);
  emitElementwise(op);
}

void LaneEmitter::emitScalar(Operation *op) {
  // What is known is not computed: lane 0 may be inactive, and divide by 0.
  if (op->getNumResults() == 1 && !op->hasTrait<OpTrait::ConstantLike>() &&
      op->getResult(0).getType().isIntOrIndex())
    if (std::optional<int64_t> first =
            shapes.getFirstConstant(op->getResult(0))) {
      Type type = op->getResult(0).getType();
      setScalar(op->getResult(0),
                arith::ConstantOp::create(
                    builder, loc, builder.getIntegerAttr(type, *first)));
      if (checks)
        checkOperation(op);
      return;
    }
  // What lane 0 computes may have wrapped: that of an active lane has not.
  if (mask && llvm::any_of(op->getResults(), [&](Value result) {
        return shapes.needsActiveLane(result);
      })) {
    if (auto gep = dyn_cast<LLVM::GEPOp>(op))
      return emitAddress(gep);
    return emitElementwise(op);
  }
  IRMapping operands;
  for (Value operand : op->getOperands())
    operands.map(operand, getScalar(operand));
  Operation *copy = builder.clone(*op, operands);
  // Lane 0 may be inactive.
  if (mask)
    dropPromises(copy);
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    setScalar(from, to);
  if (checks)
    checkOperation(op);
}

/// Whether an operand of a division may be 0 or overflow in inactive lanes.
static bool mayTrap(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp>(op);
}

void LaneEmitter::emitElementwise(Operation *op) {
  // Poison may be what the other is: in all lanes, if that has one shape.
  if (auto select = dyn_cast<arith::SelectOp>(op))
    for (auto [value, other] :
         {std::pair(select.getTrueValue(), select.getFalseValue()),
          std::pair(select.getFalseValue(), select.getTrueValue())})
      if (shapes.isUndefined(value))
        return setFrom(select, other, get(other));
  Operation *vector = createElementwise(op);
  for (auto [from, to] : llvm::zip(op->getResults(), vector->getResults()))
    setFromVector(from, to);
}

Operation *LaneEmitter::createElementwise(Operation *op) {
  OperationState state(loc, op->getName());
  for (Value operand : op->getOperands()) {
    // The condition of a select may stay a scalar.
    bool isCondition = isa<arith::SelectOp>(op) &&
                       operand == op->getOperand(0) && isScalar(operand) &&
                       shapeOf(operand).isUniform();
    state.addOperands(isCondition ? getScalar(operand) : getVector(operand));
  }
  if (mask && mayTrap(op)) {
    Value divisor = state.operands[1];
    APInt constant;
    bool isSafe = matchPattern(op->getOperand(1), m_ConstantInt(&constant)) &&
                  !constant.isZero() && !constant.isAllOnes();
    if (!isSafe) {
      Type element = op->getOperand(1).getType();
      Value one = constantVector(element, SmallVector<int64_t>(lanes(), 1));
      state.operands[1] =
          arith::SelectOp::create(builder, loc, mask, divisor, one);
    }
  }
  for (Type type : op->getResultTypes())
    state.addTypes(vectorOf(type));
  state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  return builder.create(state);
}

void LaneEmitter::emitAddress(LLVM::GEPOp gep) {
  setFromVector(gep, createAddress(gep));
}

/// A vector of pointers.
LLVM::GEPOp LaneEmitter::createAddress(LLVM::GEPOp gep) {
  SmallVector<LLVM::GEPArg> indices;
  auto dynamic = gep.getDynamicIndices().begin();
  for (int32_t constant : gep.getRawConstantIndices()) {
    if (constant != LLVM::GEPOp::kDynamicIndex) {
      indices.push_back(constant);
      continue;
    }
    Value index = *dynamic++;
    indices.push_back(shapeOf(index).isUniform() ? getScalar(index)
                                                 : getVector(index));
  }
  // In code that never runs, all operands may be uniform.
  Value base = gep.getBase();
  bool hasVector = llvm::any_of(gep.getDynamicIndices(), [&](Value index) {
    return !shapeOf(index).isUniform();
  });
  return LLVM::GEPOp::create(
      builder, loc, vectorOf(gep.getType()), gep.getElemType(),
      hasVector && shapeOf(base).isUniform() ? getScalar(base)
                                             : getVector(base),
      indices, gep.getNoWrapFlags());
}

void LaneEmitter::emitPerLane(Operation *op) {
  // Constants, or operations without operands, are the same in all lanes.
  Value bits = bitsOf(mask ? mask : fullMask());
  Type bitsType = bits.getType();
  SmallVector<Value> inits = {bits};
  for (Value result : op->getResults())
    inits.push_back(placeholder(vectorOf(result.getType())));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  // Before the loop, so that they are computed once.
  llvm::MapVector<Value, Value> operands;
  for (Value operand : op->getOperands())
    if (!isa<MemRefType>(operand.getType()))
      operands[operand] = shapeOf(operand).isUniform() && isScalar(operand)
                              ? Value()
                              : getVector(operand);
  auto loop = scf::WhileOp::create(
      builder, loc, types, inits,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value none = arith::ConstantOp::create(b, loc, b.getZeroAttr(bitsType));
        Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                           args[0], none);
        scf::ConditionOp::create(b, loc, more, args);
      },
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value zeros = math::CountTrailingZerosOp::create(
            b, loc, withBit(b, loc, args[0], lanes() - 1));
        Value lane =
            arith::IndexCastUIOp::create(b, loc, b.getIndexType(), zeros);
        IRMapping map;
        for (auto [operand, vector] : operands)
          map.map(operand, vector ? vector::ExtractOp::create(
                                        b, loc, vector, OpFoldResult(lane))
                                        .getResult()
                                  : getScalar(operand));
        Operation *copy = b.clone(*op, map);
        SmallVector<Value> next;
        Value one =
            arith::ConstantOp::create(b, loc, b.getIntegerAttr(bitsType, 1));
        Value less = arith::SubIOp::create(b, loc, args[0], one);
        next.push_back(arith::AndIOp::create(b, loc, args[0], less));
        for (auto [i, result] : llvm::enumerate(copy->getResults()))
          next.push_back(vector::InsertOp::create(b, loc, result, args[i + 1],
                                                  OpFoldResult(lane)));
        scf::YieldOp::create(b, loc, next);
      });
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    setFromVector(result, loop.getResult(i + 1));
}
