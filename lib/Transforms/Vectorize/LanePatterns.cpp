//===- LanePatterns.cpp - Stores that fill each other's gaps --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a sorting network, or a butterfly, each thread stores to two places, and
// neighbouring threads store to those in between: `at = t / 4 * 8 + t % 4` and
// `at + 4`. Stores that follow one another, and whose lanes together fill a
// row, become stores of whole vectors.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "LanePlaces.h"
#include "heddle/Support/AddressTerms.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;

/// Adds a store to a group, if the distance from its first one is known.
bool LaneEmitter::joinPatterns(memref::StoreOp store,
                               PatternGroup &group) const {
  constexpr size_t mostStores = 4;
  auto places = getPlaces(store, shapes);
  if (!places)
    return false;
  int64_t start = 0;
  if (!group.stores.empty()) {
    auto known = getDistance(group.stores.front(), store, shapes);
    if (!known || group.stores.size() == mostStores)
      return false;
    start = *known;
  }
  group.stores.push_back(store);
  for (int64_t place : *places)
    group.places.push_back(start + place);
  return true;
}

/// Whether the lanes of all stores fill a row, each place once.
static bool fillRow(ArrayRef<int64_t> places) {
  SmallVector<int64_t> sorted(places);
  llvm::sort(sorted);
  return llvm::all_of(llvm::seq<size_t>(1, sorted.size()),
                      [&](size_t i) { return sorted[i] == sorted[i - 1] + 1; });
}

SmallVector<LaneEmitter::PatternGroup>
LaneEmitter::findPatterns(Block &block) const {
  SmallVector<PatternGroup> groups;
  PatternGroup open;
  auto close = [&] {
    if (open.stores.size() > 1 && fillRow(open.places))
      groups.push_back(open);
    open = {};
  };
  for (Operation &op : block.without_terminator()) {
    if (isMemoryEffectFree(&op))
      continue;
    auto store = dyn_cast<memref::StoreOp>(op);
    Type type = store ? store.getMemRefType().getElementType() : Type();
    bool isCandidate =
        type && isa<IntegerType, FloatType>(type) &&
        shapes.ofAddress(store).getStride() != bytesOf(type, layout);
    if (isCandidate && joinPatterns(store, open))
      continue;
    close();
    if (isCandidate)
      joinPatterns(store, open);
  }
  close();
  return groups;
}

void LaneEmitter::storePatterns(PatternGroup group) {
  memref::StoreOp leader = group.stores.front();
  int64_t bytes = bytesOf(leader.getMemRefType().getElementType(), layout);
  // The vectors one after another, then in order.
  Value all = getVector(group.stores[0].getValueToStore());
  for (size_t next = 1; next < group.stores.size(); ++next)
    all = vector::ShuffleOp::create(
        builder, loc, all, getVector(group.stores[next].getValueToStore()),
        llvm::to_vector(llvm::seq<int64_t>((next + 1) * lanes())));
  int64_t first = *llvm::min_element(group.places);
  SmallVector<int64_t> picks(group.places.size());
  for (auto [from, place] : llvm::enumerate(group.places))
    picks[place - first] = from;
  all = vector::ShuffleOp::create(builder, loc, all, all, picks);
  Value pointer = offsetPointer(addressOf(leader).scalar, first * bytes);
  auto created = LLVM::StoreOp::create(builder, loc, toMemory(all), pointer,
                                       alignmentOf(leader, bytes));
  for (memref::StoreOp store : group.stores)
    if (store->getAttrs() != leader->getAttrs())
      return;
  copyAliasInformation(leader.getOperation(), created.getOperation());
}
