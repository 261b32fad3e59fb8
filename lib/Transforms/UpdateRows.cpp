//===- UpdateRows.cpp - Updates of a row of threads, in memory ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpdateRows.h"
#include "Updates.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace heddle;

/// Of the vectors that are packed.
static constexpr int64_t vectorBytes = 64;

bool UpdateRows::canPack(ArrayRef<LLVM::AtomicRMWOp> updates) {
  LLVM::AtomicRMWOp first = updates.front();
  auto isLike = [&](LLVM::AtomicRMWOp update) {
    return update.getBinOp() == first.getBinOp();
  };
  auto module = threads->getParentOfType<ModuleOp>();
  return module->hasAttr(par::packsLanesAttr) &&
         llvm::all_of(updates, isLike) &&
         size % countLanes(first.getVal().getType()) == 0;
}

int64_t UpdateRows::countLanes(Type type) {
  return vectorBytes / (type.getIntOrFloatBitWidth() / 8);
}

Value UpdateRows::makeRow(Type type, int64_t length) {
  auto builder = OpBuilder::atBlockBegin(par::getGridLoop(threads).getBody());
  return memref::AllocaOp::create(builder, threads.getLoc(),
                                  MemRefType::get(length, type),
                                  builder.getI64IntegerAttr(vectorBytes));
}

void UpdateRows::update(ArrayRef<RowUpdate> updates) {
  Location loc = threads.getLoc();
  OpBuilder inside(threads.getBody()->getTerminator()), after(threads);
  after.setInsertionPointAfter(threads);
  Value thread = threads.getInductionVars().back();
  Value count = arith::ConstantIndexOp::create(after, loc, size);
  for (const RowUpdate &update : updates) {
    Value places = makeRow(inside.getI32Type(), size),
          values = makeRow(update.value.getType(), size);
    memref::StoreOp::create(inside, loc, update.place, places, thread);
    memref::StoreOp::create(inside, loc, update.value, values, thread);
    updateFrom(after, places, values, count, update.kind);
  }
}

void UpdateRows::updatePacked(ArrayRef<RowUpdate> given) {
  Location loc = threads.getLoc();
  OpBuilder inside(threads.getBody()->getTerminator()), after(threads);
  after.setInsertionPointAfter(threads);
  SmallVector<RowUpdate> updates(given);
  for (unsigned i = 0; i + 1 < updates.size(); ++i)
    join(inside, updates[i], updates[i + 1]);
  int64_t length = size * updates.size();
  Value places = makeRow(inside.getI32Type(), length),
        values = makeRow(updates[0].value.getType(), length);
  for (auto [i, update] : llvm::enumerate(updates)) {
    Value first = arith::ConstantIndexOp::create(inside, loc, i * size);
    Value own = arith::AddIOp::create(inside, loc, first,
                                      threads.getInductionVars().back());
    memref::StoreOp::create(inside, loc, update.place, places, own);
    memref::StoreOp::create(inside, loc, update.value, values, own);
  }
  LLVM::AtomicBinOp kind = updates[0].kind;
  Value count = pack(after, places, values, length, kind);
  updateFrom(after, places, values, count, kind);
}

/// Of two updates of one place, the second does both.
void UpdateRows::join(OpBuilder &builder, RowUpdate &a, RowUpdate &b) {
  Location loc = threads.getLoc();
  TypedAttr nothing = getNeutral(a.kind, a.value.getType(), builder);
  Value neutral = arith::ConstantOp::create(builder, loc, nothing);
  auto isEqual = [&](Value x, Value y) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, x, y);
  };
  auto select = [&](Value condition, Value x, Value y) -> Value {
    return arith::SelectOp::create(builder, loc, condition, x, y);
  };
  // The place of one that changes nothing may be any.
  Value isOne = arith::OrIOp::create(builder, loc, isEqual(a.place, b.place),
                                     isEqual(b.value, neutral));
  Value both = combineValues(a.kind, a.value, b.value, builder, loc);
  b.value = select(isOne, both, b.value);
  b.place = select(isOne, a.place, b.place);
  a.value = select(isOne, neutral, a.value);
}

/// Moves what changes something to the front. Returns how much that is.
Value UpdateRows::pack(OpBuilder &builder, Value places, Value values,
                       int64_t count, LLVM::AtomicBinOp kind) {
  Location loc = threads.getLoc();
  Type type = cast<MemRefType>(values.getType()).getElementType();
  int64_t lanes = countLanes(type);
  Value from = arith::ConstantIndexOp::create(builder, loc, 0);
  Value to = arith::ConstantIndexOp::create(builder, loc, count);
  Value step = arith::ConstantIndexOp::create(builder, loc, lanes);
  auto loop = scf::ForOp::create(builder, loc, from, to, step, from);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value begin = loop.getInductionVar(), packed = loop.getRegionIterArg(0);

  auto i64 = builder.getI64Type();
  auto getPointer = [&](Value row, Type element, Value index) -> Value {
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    Value first = par::PointerOp::create(builder, loc, pointer, row);
    index = arith::IndexCastUIOp::create(builder, loc, i64, index);
    return LLVM::GEPOp::create(builder, loc, pointer, element, first,
                               LLVM::GEPArg(index));
  };
  auto load = [&](Value row) -> Value {
    Type element = cast<MemRefType>(row.getType()).getElementType();
    unsigned bytes = element.getIntOrFloatBitWidth() / 8;
    return LLVM::LoadOp::create(builder, loc, VectorType::get(lanes, element),
                                getPointer(row, element, begin), lanes * bytes);
  };
  Value what = load(values), where = load(places);
  auto neutral =
      DenseElementsAttr::get(cast<VectorType>(what.getType()),
                             Attribute(getNeutral(kind, type, builder)));
  Value isUpdate = isOther(what, neutral, builder, loc);
  // All lanes are stored: those behind the packed ones are where nothing is to
  // be read any more.
  for (auto [row, vector] : {std::pair(values, what), {places, where}}) {
    Type element = cast<MemRefType>(row.getType()).getElementType();
    Value rest = LLVM::PoisonOp::create(builder, loc, vector.getType());
    Value front =
        LLVM::CallIntrinsicOp::create(
            builder, loc, vector.getType(),
            builder.getStringAttr("llvm.experimental.vector.compress"),
            ValueRange{vector, isUpdate, rest})
            .getResult(0);
    LLVM::StoreOp::create(builder, loc, front, getPointer(row, element, packed),
                          element.getIntOrFloatBitWidth() / 8);
  }
  Value bits = LLVM::BitcastOp::create(builder, loc,
                                       builder.getIntegerType(lanes), isUpdate);
  Value more = LLVM::CtPopOp::create(builder, loc, bits.getType(), bits);
  more =
      arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), more);
  packed = arith::AddIOp::create(builder, loc, packed, more);
  scf::YieldOp::create(builder, loc, packed);
  return loop.getResult(0);
}

void UpdateRows::updateFrom(OpBuilder &builder, Value places, Value values,
                            Value count, LLVM::AtomicBinOp kind) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = threads.getLoc();
  Value first = arith::ConstantIndexOp::create(builder, loc, 0);
  scf::ParallelOp loop = createLoop(builder, loc, first, count);
  loop->setAttr(par::scatteredAttr, builder.getUnitAttr());
  Value own = loop.getInductionVars().front();
  Value place = memref::LoadOp::create(builder, loc, places, own);
  Value value = memref::LoadOp::create(builder, loc, values, own);
  place = arith::ExtUIOp::create(builder, loc, builder.getI64Type(), place);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value target = par::PointerOp::create(builder, loc, pointer, table);
  target = LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(),
                               target, LLVM::GEPArg(place));
  LLVM::AtomicRMWOp::create(builder, loc, kind, target, value,
                            LLVM::AtomicOrdering::monotonic, "singlethread",
                            value.getType().getIntOrFloatBitWidth() / 8);
}
