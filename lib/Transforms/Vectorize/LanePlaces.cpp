//===- LanePlaces.cpp - Where lanes access an object ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LanePlaces.h"
#include "heddle/Support/AddressTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace heddle;

std::optional<Place> heddle::getPlace(Operation *access) {
  if (auto load = dyn_cast<memref::LoadOp>(access))
    return Place{load.getMemRef(), load.getIndices()};
  if (auto store = dyn_cast<memref::StoreOp>(access))
    return Place{store.getMemRef(), store.getIndices()};
  return std::nullopt;
}

std::optional<SmallVector<int64_t>> heddle::getPlaces(Operation *access,
                                                      const Shapes &shapes) {
  std::optional<Place> place = getPlace(access);
  Shape address = shapes.ofAddress(access);
  if (!place || !address.hasOffsets())
    return std::nullopt;
  Type type = cast<MemRefType>(place->object.getType()).getElementType();
  int64_t bytes = bytesOf(type, DataLayout::closest(access));
  SmallVector<int64_t> places;
  for (int64_t lane = 0; lane < shapes.getMapping().lanes; ++lane) {
    int64_t offset = address.getOffset(lane) - address.getOffset(0);
    if (offset % bytes != 0)
      return std::nullopt;
    places.push_back(offset / bytes);
  }
  return places;
}

namespace {
/// A sum of values, each times a number, and a constant. It may wrap, as
/// addresses may.
struct Sum {
  llvm::SmallDenseMap<Value, uint64_t> terms;
  uint64_t constant = 0;

  /// Adds the value that lane 0 has.
  void addFirst(Value value, uint64_t factor, const Shapes &shapes) {
    APInt number;
    Operation *op = value.getDefiningOp();
    bool isIndex = value.getType().isIndex();
    if (std::optional<int64_t> first = shapes.getFirstConstant(value)) {
      constant += uint64_t(*first) * factor;
    } else if (isIndex && isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op)) {
      addFirst(op->getOperand(0), factor, shapes);
      addFirst(op->getOperand(1),
               isa<arith::SubIOp>(op) ? uint64_t(0) - factor : factor, shapes);
    } else if (isIndex && isa_and_nonnull<arith::MulIOp>(op) &&
               matchPattern(op->getOperand(1), m_ConstantInt(&number))) {
      addFirst(op->getOperand(0), factor * uint64_t(number.getSExtValue()),
               shapes);
    } else {
      terms[value] += factor;
    }
  }
};
} // namespace

std::optional<int64_t> heddle::getDistance(Operation *from, Operation *to,
                                           const Shapes &shapes) {
  std::optional<Place> first = getPlace(from), second = getPlace(to);
  if (!first || !second || first->object != second->object)
    return std::nullopt;
  auto type = cast<MemRefType>(first->object.getType());
  if (!type.getLayout().isIdentity() ||
      llvm::any_of(type.getShape().drop_front(type.getRank() ? 1 : 0),
                   ShapedType::isDynamic))
    return std::nullopt;
  Sum sum;
  uint64_t stride = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    sum.addFirst(second->indices[dim], stride, shapes);
    sum.addFirst(first->indices[dim], uint64_t(0) - stride, shapes);
    stride *= dim ? type.getDimSize(dim) : 1;
  }
  for (auto [value, factor] : sum.terms)
    if (factor != 0)
      return std::nullopt;
  return int64_t(sum.constant);
}
