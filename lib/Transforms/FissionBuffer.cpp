//===- FissionBuffer.cpp - Buffers with an element per thread -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

/// The element type of a buffer for values of a type. A bool takes a byte,
/// which vectorises; LLVM's structs and arrays are stored as bytes.
static Type elementFor(Type type) {
  if (type.isInteger(1))
    return IntegerType::get(type.getContext(), 8);
  return MemRefType::isValidElementType(type) ? type : Type();
}

Buffer fission::createBuffer(scf::ParallelOp threads, Type type,
                             uint64_t alignment) {
  OpBuilder builder(threads);
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  // A warp may be partial; its buffers never are.
  if (auto capacity = threads->getAttrOfType<IntegerAttr>(par::capacityAttr))
    shape.push_back(capacity.getInt());
  else
    for (Value size : threads.getUpperBound()) {
      std::optional<int64_t> known = getConstantIntValue(size);
      shape.push_back(known.value_or(ShapedType::kDynamic));
      if (!known)
        sizes.push_back(size);
    }
  Type element = elementFor(type);
  if (!element) {
    DataLayout layout = DataLayout::closest(threads);
    uint64_t size = layout.getTypeSize(type).getFixedValue();
    uint64_t align = std::max(layout.getTypeABIAlignment(type), alignment);
    shape.push_back(llvm::alignTo(size, align));
    element = builder.getI8Type();
  }
  Value memory = memref::AllocaOp::create(builder, threads.getLoc(),
                                          MemRefType::get(shape, element),
                                          sizes, builder.getI64IntegerAttr(64));
  return {memory, type};
}

/// The address of the element of the thread with these indices.
static Value addressOf(OpBuilder &builder, Location loc, Buffer buffer,
                       ValueRange indices, scf::ParallelOp threads) {
  Value index =
      par::linearIndex(builder, loc, indices, threads.getUpperBound());
  int64_t bytes = cast<MemRefType>(buffer.memory.getType()).getShape().back();
  Value scale = arith::ConstantIndexOp::create(builder, loc, bytes);
  Value offset = arith::MulIOp::create(builder, loc, index, scale);
  Value base = par::PointerOp::create(builder, loc, buffer.memory);
  Value wide =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), offset);
  return LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI8Type(),
                             base, ArrayRef<LLVM::GEPArg>{wide},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value fission::addressOfOwn(OpBuilder &builder, Location loc, Buffer buffer,
                            scf::ParallelOp threads) {
  return addressOf(builder, loc, buffer, threads.getInductionVars(), threads);
}

Value fission::loadOwn(OpBuilder &builder, Location loc, Buffer buffer,
                       scf::ParallelOp threads, bool repeatable) {
  if (!elementFor(buffer.type)) {
    Value address = addressOfOwn(builder, loc, buffer, threads);
    return LLVM::LoadOp::create(builder, loc, buffer.type, address);
  }
  auto load = memref::LoadOp::create(builder, loc, buffer.memory,
                                     threads.getInductionVars());
  if (repeatable)
    load->setAttr(repeatableAttr, builder.getUnitAttr());
  if (buffer.type.isInteger(1))
    return arith::TruncIOp::create(builder, loc, buffer.type, load);
  return load;
}

void fission::storeOwn(OpBuilder &builder, Location loc, Value value,
                       Buffer buffer, scf::ParallelOp threads) {
  if (!elementFor(buffer.type)) {
    Value address = addressOfOwn(builder, loc, buffer, threads);
    LLVM::StoreOp::create(builder, loc, value, address);
    return;
  }
  if (buffer.type.isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value);
  memref::StoreOp::create(builder, loc, value, buffer.memory,
                          threads.getInductionVars());
}

Value fission::loadFirst(OpBuilder &builder, Location loc, Buffer buffer,
                         scf::ParallelOp threads) {
  Block *block = builder.getInsertionBlock();
  Operation *before = builder.getInsertionPoint() == block->begin()
                          ? nullptr
                          : &*std::prev(builder.getInsertionPoint());
  SmallVector<Value> first(threads.getLowerBound());
  if (planted(Fault::ElementZero))
    first.assign(first.size(), arith::ConstantIndexOp::create(builder, loc, 0));
  Value value;
  if (!elementFor(buffer.type))
    value =
        LLVM::LoadOp::create(builder, loc, buffer.type,
                             addressOf(builder, loc, buffer, first, threads));
  else
    value = memref::LoadOp::create(builder, loc, buffer.memory, first);
  if (buffer.type.isInteger(1))
    value = arith::TruncIOp::create(builder, loc, buffer.type, value);
  for (Operation *op = value.getDefiningOp(); op != before;
       op = op->getPrevNode())
    op->setAttr(blockLevelAttr, builder.getUnitAttr());
  return value;
}
