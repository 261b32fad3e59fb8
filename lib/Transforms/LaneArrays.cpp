//===- LaneArrays.cpp - Arrays of threads, interleaved --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneArrays.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;
using namespace heddle;

/// The limit for the arrays of all lanes together: they should fit in the L1
/// cache.
static constexpr int64_t mostElements = 64;

bool LaneArrays::add(LLVM::AllocaOp local, scf::ParallelOp threads) {
  if (local->getBlock() != threads.getBody() ||
      getConstantIntValue(local.getArraySize()) != 1)
    return false;
  // All accesses have one element type, which may be that of struct members.
  Type element;
  for (Operation *user : local->getUsers()) {
    auto view = dyn_cast<par::ViewOp>(user);
    if (!view)
      return false;
    auto type = cast<MemRefType>(view.getType());
    // For a view without a size, only one index is known to be in elements.
    if ((element && type.getElementType() != element) ||
        !(type.hasStaticShape() || type.getRank() == 1))
      return false;
    element = type.getElementType();
    for (Operation *access : view->getUsers()) {
      auto store = dyn_cast<memref::StoreOp>(access);
      if (!isa<memref::LoadOp>(access) &&
          !(store && store.getValueToStore() != view.getResult()))
        return false;
    }
  }
  if (!element)
    return false;
  DataLayout layout = DataLayout::closest(local);
  int64_t all = layout.getTypeSize(local.getElemType()).getFixedValue(),
          one = layout.getTypeSize(element).getFixedValue(), size = all / one;
  if (all % one || size > mostElements)
    return false;
  sizes[local.getResult()] = size;
  return true;
}

/// The linear index of an element; the last index is fastest.
static Value linearIndex(OpBuilder &builder, Location loc, MemRefType type,
                         ValueRange indices) {
  auto nsw = arith::IntegerOverflowFlags::nsw;
  Value linear;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    if (!linear) {
      linear = index;
      continue;
    }
    Value size =
        arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim));
    linear = arith::MulIOp::create(builder, loc, linear, size, nsw);
    linear = arith::AddIOp::create(builder, loc, linear, index, nsw);
  }
  return linear ? linear : arith::ConstantIndexOp::create(builder, loc, 0);
}

void LaneArrays::spread(scf::ParallelOp lanes) {
  SmallVector<int64_t> lanesShape;
  auto capacity = lanes->getAttrOfType<IntegerAttr>(par::capacityAttr);
  for (Value upper : lanes.getUpperBound())
    lanesShape.push_back(capacity ? capacity.getInt()
                                  : *getConstantIntValue(upper));
  for (auto [local, size] : sizes) {
    OpBuilder builder(lanes);
    SmallVector<int64_t> shape = {size};
    llvm::append_range(shape, lanesShape);
    Value memory;
    SmallVector<Operation *> views(local.getUsers());
    for (Operation *view : views) {
      auto type = cast<MemRefType>(view->getResult(0).getType());
      if (!memory)
        memory = memref::AllocaOp::create(
            builder, lanes.getLoc(),
            MemRefType::get(shape, type.getElementType()),
            builder.getI64IntegerAttr(64));
      SmallVector<Operation *> accesses(view->getUsers());
      for (Operation *access : accesses) {
        OpBuilder at(access);
        Location loc = access->getLoc();
        auto load = dyn_cast<memref::LoadOp>(access);
        auto store = dyn_cast<memref::StoreOp>(access);
        SmallVector<Value> indices = {linearIndex(
            at, loc, type, load ? load.getIndices() : store.getIndices())};
        llvm::append_range(indices, lanes.getInductionVars());
        if (load)
          load.replaceAllUsesWith(
              memref::LoadOp::create(at, loc, memory, indices).getResult());
        else
          memref::StoreOp::create(at, loc, store.getValueToStore(), memory,
                                  indices);
        access->erase();
      }
      view->erase();
    }
    local.getDefiningOp()->erase();
  }
}
