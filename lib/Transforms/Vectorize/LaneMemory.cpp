//===- LaneMemory.cpp - Loads and stores of lanes -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "heddle/Support/AddressTerms.h"

using namespace mlir;
using namespace heddle;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value LaneEmitter::offsetPointer(Value pointer, int64_t bytes) {
  if (bytes == 0)
    return pointer;
  return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                             builder.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{int32_t(bytes)});
}

LaneEmitter::Address LaneEmitter::addressOf(Value pointer) {
  Shape shape = shapeOf(pointer);
  if (!shape.hasOffsets())
    return {{}, {}, getVector(pointer)};
  Address address{getScalar(pointer), {}, {}};
  for (int64_t lane = 0; lane < lanes(); ++lane)
    address.offsets.push_back(shape.getOffset(lane) - shape.getOffset(0));
  return address;
}

/// The size of a dimension of a memref.
static Value sizeOf(OpBuilder &builder, Location loc, Value memref,
                    unsigned dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(dim))
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim));
  unsigned dynamic = type.getDynamicDimIndex(dim);
  if (auto view = memref.getDefiningOp<par::ViewOp>())
    return view.getSizes()[dynamic];
  return memref.getDefiningOp<memref::AllocaOp>().getDynamicSizes()[dynamic];
}

LaneEmitter::Address LaneEmitter::addressOf(Value memref, ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  Type element = type.getElementType();
  Type stored = element.isIndex() ? builder.getI64Type() : element;
  int64_t bytes = bytesOf(element, layout);
  auto view = memref.getDefiningOp<par::ViewOp>();
  Value base = view ? view.getSource() : Value();
  Address address;
  if (base) {
    address = addressOf(base);
  } else {
    // The address of an allocation of the block.
    address.scalar = par::PointerOp::create(builder, loc, memref);
    address.offsets.assign(lanes(), 0);
  }

  // What one step in each dimension skips, if that is a constant.
  int64_t known = 1;
  SmallVector<std::optional<int64_t>> steps(type.getRank());
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    if (known > 0)
      steps[dim] = known;
    known = type.isDynamicDim(dim) ? 0 : known * type.getDimSize(dim);
  }
  bool isKnown = !address.vector;
  for (unsigned dim = 1; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      isKnown &= shapeOf(sizeOf(builder, loc, memref, dim)).isUniform();
  for (auto [step, index] : llvm::zip(steps, indices)) {
    Shape shape = shapeOf(index);
    isKnown &= shape.hasOffsets() && (step || shape.isUniform());
  }

  auto sum = [&](llvm::function_ref<Value(Value)> valueOf,
                 llvm::function_ref<Value(Value)> scalar) {
    Value linear;
    for (auto [dim, index] : llvm::enumerate(indices)) {
      Value emitted = valueOf(index);
      if (!linear) {
        linear = emitted;
        continue;
      }
      Value size = scalar(sizeOf(builder, loc, memref, dim));
      linear = arith::MulIOp::create(builder, loc, linear, size);
      linear = arith::AddIOp::create(builder, loc, linear, emitted);
    }
    return linear;
  };
  auto step = [&](Type pointers, Value from, Value linear) -> Value {
    if (!linear)
      return from;
    Type wide = builder.getI64Type();
    if (isa<VectorType>(linear.getType()))
      wide = vectorOf(wide);
    linear = arith::IndexCastOp::create(builder, loc, wide, linear);
    return LLVM::GEPOp::create(
        builder, loc, pointers, stored, from, ArrayRef<LLVM::GEPArg>{linear},
        mask ? LLVM::GEPNoWrapFlags::none : LLVM::GEPNoWrapFlags::inbounds);
  };
  if (isKnown) {
    Value linear = sum([&](Value index) { return getScalar(index); },
                       [&](Value size) { return getScalar(size); });
    address.scalar = step(address.scalar.getType(), address.scalar, linear);
    for (auto [stride, index] : llvm::zip(steps, indices)) {
      Shape shape = shapeOf(index);
      if (!shape.isUniform())
        for (int64_t lane = 0; lane < lanes(); ++lane)
          address.offsets[lane] +=
              (shape.getOffset(lane) - shape.getOffset(0)) * *stride * bytes;
    }
    return address;
  }
  Value linear = sum([&](Value index) { return getVector(index); },
                     [&](Value size) { return getVector(size); });
  bool isUniform = !address.vector && llvm::all_equal(address.offsets);
  Value from = isUniform ? address.scalar : pointersOf(address);
  Type pointers = vectorOf(LLVM::LLVMPointerType::get(builder.getContext()));
  return {{}, {}, step(pointers, from, linear)};
}

LaneEmitter::Address LaneEmitter::addressOf(Operation *access) {
  if (auto load = dyn_cast<memref::LoadOp>(access))
    return addressOf(load.getMemRef(), load.getIndices());
  if (auto store = dyn_cast<memref::StoreOp>(access))
    return addressOf(store.getMemRef(), store.getIndices());
  if (auto load = dyn_cast<LLVM::LoadOp>(access))
    return addressOf(load.getAddr());
  return addressOf(cast<LLVM::StoreOp>(access).getAddr());
}

Value LaneEmitter::pointersOf(const Address &address) {
  if (address.vector)
    return address.vector;
  Value bytes = constantVector(builder.getI64Type(), address.offsets);
  return LLVM::GEPOp::create(builder, loc, vectorOf(address.scalar.getType()),
                             builder.getI8Type(), address.scalar,
                             ArrayRef<LLVM::GEPArg>{bytes});
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Alias information holds for each lane, and so for all of them. The alignment
/// is that of an element.
uint64_t LaneEmitter::alignmentOf(Operation *op, int64_t bytes) {
  auto raised = op->getAttrOfType<IntegerAttr>(par::alignmentAttr);
  if (!raised)
    raised = op->getAttrOfType<IntegerAttr>("alignment");
  uint64_t alignment = raised ? raised.getValue().getZExtValue() : bytes;
  return std::min<uint64_t>(alignment, bytes);
}

void LaneEmitter::copyAliasInformation(Operation *from, Operation *to) {
  for (auto [name, raisedName] : par::accessAttrs) {
    if (name == "alignment")
      continue;
    Attribute attr = from->getAttr(raisedName);
    if (!attr)
      attr = from->getAttr(name);
    if (attr)
      to->setAttr(name, attr);
  }
}

/// `index` is stored as an i64.
Value LaneEmitter::toMemory(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  if (!element.isIndex())
    return value;
  Type type = builder.getI64Type();
  if (isa<VectorType>(value.getType()))
    type = vectorOf(type);
  return arith::IndexCastOp::create(builder, loc, type, value);
}

Value LaneEmitter::fromMemory(Value value, Type element) {
  if (!element.isIndex())
    return value;
  Type type = isa<VectorType>(value.getType()) ? vectorOf(element) : element;
  return arith::IndexCastOp::create(builder, loc, type, value);
}

Value LaneEmitter::loadVector(Operation *op, Type element, Value pointer,
                              Value active) {
  uint64_t alignment = alignmentOf(op, bytesOf(element, layout));
  if (active) {
    Value none = placeholder(vectorOf(element));
    return LLVM::MaskedLoadOp::create(
        builder, loc, vectorOf(element), pointer, active, none,
        builder.getI32IntegerAttr(alignment), /*nontemporal=*/nullptr);
  }
  auto load =
      LLVM::LoadOp::create(builder, loc, vectorOf(element), pointer, alignment);
  copyAliasInformation(op, load);
  return load;
}

void LaneEmitter::storeVector(Operation *op, Value value, Value pointer,
                              Value active) {
  Type element = getElementTypeOrSelf(value.getType());
  uint64_t alignment = alignmentOf(op, bytesOf(element, layout));
  if (active) {
    LLVM::MaskedStoreOp::create(builder, loc, value, pointer, active,
                                builder.getI32IntegerAttr(alignment));
    return;
  }
  auto store = LLVM::StoreOp::create(builder, loc, value, pointer, alignment);
  copyAliasInformation(op, store);
}

/// Whether processors gather elements of this size.
static bool isGathered(Type element, const DataLayout &layout) {
  int64_t bytes = bytesOf(element, layout);
  return bytes == 4 || bytes == 8;
}

Value LaneEmitter::gather(Operation *op, Type element, Value pointers) {
  uint64_t alignment = alignmentOf(op, bytesOf(element, layout));
  VectorType type = vectorOf(element);
  Value none = placeholder(type);
  if (isGathered(element, layout)) {
    Value active = mask ? mask : fullMask();
    return LLVM::masked_gather::create(builder, loc, type, pointers, active,
                                       none,
                                       builder.getI32IntegerAttr(alignment));
  }
  // One load for each lane. Inactive ones load what an active lane loads.
  if (mask) {
    Value safe = splat(extract(pointers, firstActive()));
    pointers = arith::SelectOp::create(builder, loc, mask, pointers, safe);
  }
  Value result = none;
  for (int64_t lane = 0; lane < lanes(); ++lane) {
    Value pointer = vector::ExtractOp::create(builder, loc, pointers, lane);
    auto load = LLVM::LoadOp::create(builder, loc, element, pointer, alignment);
    copyAliasInformation(op, load);
    result =
        vector::InsertOp::create(builder, loc, load.getResult(), result, lane);
  }
  return result;
}

void LaneEmitter::scatter(Operation *op, Value value, Value pointers) {
  Type element = getElementTypeOrSelf(value.getType());
  uint64_t alignment = alignmentOf(op, bytesOf(element, layout));
  LLVM::masked_scatter::create(builder, loc, value, pointers,
                               mask ? mask : fullMask(),
                               builder.getI32IntegerAttr(alignment));
}

/// Offsets of lanes in elements, if all are.
static std::optional<SmallVector<int64_t>> inElements(ArrayRef<int64_t> offsets,
                                                      int64_t bytes) {
  SmallVector<int64_t> elements;
  for (int64_t offset : offsets) {
    if (offset % bytes != 0)
      return std::nullopt;
    elements.push_back(offset / bytes);
  }
  return elements;
}

static bool isLinear(ArrayRef<int64_t> offsets, int64_t stride) {
  for (auto [lane, offset] : llvm::enumerate(offsets))
    if (offset != int64_t(lane) * stride)
      return false;
  return true;
}

Value LaneEmitter::reverse(Value vector) {
  SmallVector<int64_t> picks;
  for (int64_t lane = lanes(); lane > 0; --lane)
    picks.push_back(lane - 1);
  return vector::ShuffleOp::create(builder, loc, vector, vector, picks);
}

/// Of the last lane, from that of lane 0.
Value LaneEmitter::backwards(Value pointer, int64_t bytes) {
  return offsetPointer(pointer, -(lanes() - 1) * bytes);
}

/// Loads whole vectors between the first and the last element that lanes
/// access, and picks from them. Null if that takes too many.
Value LaneEmitter::loadPattern(Operation *op, Type element,
                               const Address &address) {
  int64_t bytes = bytesOf(element, layout);
  auto elements = inElements(address.offsets, bytes);
  if (!elements || mask)
    return {};
  int64_t first = *llvm::min_element(*elements);
  int64_t span = *llvm::max_element(*elements) - first + 1;
  if (span > mostPatternVectors * lanes())
    return {};
  // The first element of each vector. None reaches beyond the last element.
  SmallVector<int64_t> starts;
  SmallVector<Value> parts;
  auto load = [&](int64_t start, Value active) {
    starts.push_back(start);
    parts.push_back(loadVector(
        op, element, offsetPointer(address.scalar, start * bytes), active));
  };
  if (span < lanes()) {
    SmallVector<bool> active;
    for (int64_t lane = 0; lane < lanes(); ++lane)
      active.push_back(lane < span);
    load(first,
         arith::ConstantOp::create(
             builder, loc,
             DenseElementsAttr::get(vectorOf(builder.getI1Type()), active)));
  } else {
    for (int64_t start = 0; start + lanes() <= span; start += lanes())
      load(first + start, {});
    if (span % lanes() != 0)
      load(first + span - lanes(), {});
  }
  // The part that has the element of each lane.
  SmallVector<unsigned> partOf;
  for (int64_t index : *elements)
    for (unsigned part = 0; part < parts.size(); ++part)
      if (index >= starts[part] && index < starts[part] + lanes()) {
        partOf.push_back(part);
        break;
      }
  // Two parts at a time.
  Value result;
  for (unsigned part = 0; part < parts.size(); part += 2) {
    Value low = parts[part];
    Value high = part + 1 < parts.size() ? parts[part + 1] : low;
    SmallVector<int64_t> picks;
    SmallVector<bool> isHere;
    for (int64_t lane = 0; lane < lanes(); ++lane) {
      int64_t from = partOf[lane];
      bool here = from == part || from == part + 1;
      isHere.push_back(here);
      picks.push_back(here ? (*elements)[lane] - starts[from] +
                                 (from - part) * lanes()
                           : 0);
    }
    Value picked = vector::ShuffleOp::create(builder, loc, low, high, picks);
    if (!result) {
      result = picked;
      continue;
    }
    Value choose = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(vectorOf(builder.getI1Type()), isHere));
    result = arith::SelectOp::create(builder, loc, choose, picked, result);
  }
  return result;
}

std::optional<std::pair<LaneEmitter::Address, Value>>
LaneEmitter::guessAddress(Operation *op, Value pointers, int64_t bytes) {
  Shape shape = guesses.ofAddress(op);
  std::optional<int64_t> stride = shape.getStride();
  if (stride != 0 && stride != bytes)
    return std::nullopt;
  Address address;
  SmallVector<int64_t> back;
  for (int64_t lane = 0; lane < lanes(); ++lane) {
    address.offsets.push_back(lane * *stride);
    back.push_back(-lane * *stride);
  }
  // Where lane 0 is, as each lane sees it.
  Type number = builder.getI64Type();
  Value seen =
      LLVM::PtrToIntOp::create(builder, loc, vectorOf(number), pointers);
  if (*stride)
    seen =
        arith::AddIOp::create(builder, loc, seen, constantVector(number, back));
  Value first = extract(seen, firstActive());
  Value agrees = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       seen, splat(first));
  if (mask)
    agrees = arith::SelectOp::create(builder, loc, mask, agrees, fullMask());
  Value pointer = extract(pointers, firstActive());
  // Computed from the pointer, so that it stays one into the same object.
  if (mask && *stride) {
    Value own = LLVM::PtrToIntOp::create(builder, loc, number, pointer);
    Value distance = arith::SubIOp::create(builder, loc, first, own);
    pointer = LLVM::GEPOp::create(builder, loc, pointer.getType(),
                                  builder.getI8Type(), pointer,
                                  ArrayRef<LLVM::GEPArg>{distance});
  }
  address.scalar = pointer;
  return std::pair(address, allOf(agrees));
}

/// A vector of what lanes load.
Value LaneEmitter::load(Operation *op, Type element, const Address &address) {
  int64_t bytes = bytesOf(element, layout);
  if (address.vector) {
    auto guess = guessAddress(op, address.vector, bytes);
    if (!guess)
      return gather(op, element, address.vector);
    auto choice = scf::IfOp::create(builder, loc, vectorOf(element),
                                    guess->second, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(choice.thenBlock());
    Value loaded = load(op, element, guess->first);
    scf::YieldOp::create(builder, loc, loaded);
    builder.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(builder, loc, gather(op, element, address.vector));
    return choice.getResult(0);
  }
  if (isLinear(address.offsets, 0)) {
    auto loaded = LLVM::LoadOp::create(builder, loc, element, address.scalar,
                                       alignmentOf(op, bytes));
    copyAliasInformation(op, loaded);
    return splat(loaded);
  }
  if (isLinear(address.offsets, bytes))
    return loadVector(op, element, address.scalar, mask);
  if (isLinear(address.offsets, -bytes))
    return reverse(loadVector(op, element, backwards(address.scalar, bytes),
                              mask ? reverse(mask) : Value()));
  if (Value loaded = loadPattern(op, element, address))
    return loaded;
  return gather(op, element, pointersOf(address));
}

void LaneEmitter::emitLoad(Operation *op) {
  Value result = op->getResult(0);
  if (Value vector = loaded.lookup(op))
    return setFromVector(result, vector);
  Type element = result.getType();
  Type stored = element.isIndex() ? builder.getI64Type() : element;
  Address address = addressOf(op);
  if (!address.vector && isLinear(address.offsets, 0) && isScalar(result)) {
    auto loaded =
        LLVM::LoadOp::create(builder, loc, stored, address.scalar,
                             alignmentOf(op, bytesOf(stored, layout)));
    copyAliasInformation(op, loaded);
    setScalar(result, fromMemory(loaded, element));
    return;
  }
  setFromVector(result, fromMemory(load(op, stored, address), element));
}

/// Stores of lanes to one place: any active one may be the last.
void LaneEmitter::store(Operation *op, Value value, const Address &address) {
  int64_t bytes = bytesOf(getElementTypeOrSelf(value.getType()), layout);
  if (!address.vector && isLinear(address.offsets, 0)) {
    auto created =
        LLVM::StoreOp::create(builder, loc, extract(value, lastActive()),
                              address.scalar, alignmentOf(op, bytes));
    copyAliasInformation(op, created);
    return;
  }
  if (!address.vector && isLinear(address.offsets, bytes))
    return storeVector(op, value, address.scalar, mask);
  if (!address.vector && isLinear(address.offsets, -bytes))
    return storeVector(op, reverse(value), backwards(address.scalar, bytes),
                       mask ? reverse(mask) : Value());
  auto guess =
      address.vector ? guessAddress(op, address.vector, bytes) : std::nullopt;
  if (!guess)
    return scatter(op, value, pointersOf(address));
  auto choice = scf::IfOp::create(builder, loc, guess->second,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(choice.thenBlock());
  store(op, value, guess->first);
  builder.setInsertionPointToStart(choice.elseBlock());
  scatter(op, value, address.vector);
}

void LaneEmitter::emitStore(Operation *op) {
  auto memrefStore = dyn_cast<memref::StoreOp>(op);
  Value value = memrefStore ? memrefStore.getValueToStore()
                            : cast<LLVM::StoreOp>(op).getValue();
  Address address = addressOf(op);
  Type element = value.getType();
  Type stored = element.isIndex() ? builder.getI64Type() : element;
  bool isUniform = shapeOf(value).isUniform() && isScalar(value);
  if (!address.vector && isLinear(address.offsets, 0) && isUniform) {
    auto created = LLVM::StoreOp::create(
        builder, loc, toMemory(getScalar(value)), address.scalar,
        alignmentOf(op, bytesOf(stored, layout)));
    copyAliasInformation(op, created);
    return;
  }
  store(op, toMemory(getVector(value)), address);
}
