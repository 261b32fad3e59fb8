//===- CompleteGroups.cpp - Stores of all elements of a group -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/BlockMemory.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Analysis/ThreadConflicts.h"
#include "heddle/Analysis/ThreadSums.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_COMPLETEGROUPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

class Completer {
public:
  explicit Completer(scf::ParallelOp threads)
      : threads(threads), strides(threads.getInductionVars().back()) {}

  void run() {
    SmallVector<memref::StoreOp> stores;
    for (auto store : threads.getBody()->getOps<memref::StoreOp>())
      if (getStride(store) && isBlockMemory(store.getMemRef(), threads))
        stores.push_back(store);
    if (stores.empty() || !collectWrites(threads, writes))
      return;
    llvm::SmallPtrSet<Operation *, 4> done;
    for (memref::StoreOp store : stores)
      if (!done.contains(store))
        complete(store, stores, done);
  }

private:
  /// How many elements lie between those of neighbours, if a few.
  std::optional<int64_t> getStride(Operation *op) {
    std::optional<Access> access = getPlainAccess(op);
    if (!access || access->orders)
      return std::nullopt;
    std::optional<int64_t> bytes = strides.of(*access);
    if (!bytes || *bytes % access->size != 0)
      return std::nullopt;
    int64_t stride = *bytes / access->size;
    return stride > 1 && stride <= longestGroup ? std::optional(stride)
                                                : std::nullopt;
  }

  /// How much further on in the last dimension one place is than the other, if
  /// that is the same for all threads.
  std::optional<int64_t> getOffset(ValueRange from, ValueRange to) {
    if (from.drop_back() != to.drop_back())
      return std::nullopt;
    std::optional<ThreadSum> sum = ThreadSum::difference(
        to.back(), from.back(), threads, /*isUnsigned=*/false);
    if (!sum || sum->dependsOnThread())
      return std::nullopt;
    std::optional<std::pair<int64_t, int64_t>> range = sum->getRange();
    return range ? std::optional(range->first) : std::nullopt;
  }

  void complete(memref::StoreOp store, ArrayRef<memref::StoreOp> stores,
                llvm::SmallPtrSetImpl<Operation *> &done) {
    int64_t stride = *getStride(store);
    // What the thread touches nearby.
    llvm::SmallDenseMap<int64_t, memref::StoreOp> stored;
    llvm::SmallDenseSet<int64_t> touched;
    for (Operation &op : *threads.getBody()) {
      ValueRange indices;
      auto other = dyn_cast<memref::StoreOp>(op);
      auto load = dyn_cast<memref::LoadOp>(op);
      if (other && other.getMemRef() == store.getMemRef())
        indices = other.getIndices();
      else if (load && load.getMemRef() == store.getMemRef())
        indices = load.getIndices();
      else
        continue;
      if (std::optional<int64_t> offset =
              getOffset(store.getIndices(), indices)) {
        touched.insert(*offset);
        if (other && !done.contains(other))
          stored[*offset] = other;
      }
    }
    // Where the group begins: first where there is the least to add, and the
    // lowest of several, as what the next threads load then comes after it.
    SmallVector<std::pair<int64_t, int64_t>> begins;
    for (int64_t first = 1 - stride; first <= 0; ++first) {
      int64_t value = 0;
      for (int64_t i = first; i < first + stride; ++i)
        value += stored.contains(i) ? 2 * stride : touched.contains(i);
      begins.push_back({-value, first});
    }
    llvm::sort(begins);
    for (auto [value, first] : begins)
      if (add(store, first, stride, stored, touched)) {
        for (int64_t i = first; i < first + stride; ++i)
          if (stored.contains(i))
            done.insert(stored[i]);
        return;
      }
  }

  /// Adds what a group has no stores of, or nothing if that may not be.
  bool add(memref::StoreOp store, int64_t first, int64_t stride,
           llvm::SmallDenseMap<int64_t, memref::StoreOp> &stored,
           const llvm::SmallDenseSet<int64_t> &touched) {
    memref::StoreOp last = store;
    for (int64_t i = first; i < first + stride; ++i)
      if (stored.contains(i) && last->isBeforeInBlock(stored[i]))
        last = stored[i];
    SmallVector<Operation *> added;
    OpBuilder before(last), after(last->getContext());
    after.setInsertionPointAfter(last);
    for (int64_t i = first; i < first + stride; ++i) {
      if (stored.contains(i))
        continue;
      memref::LoadOp load = createLoad(before, store, i, added);
      if (!isInside(load, touched, i) || !isAlone(load)) {
        for (Operation *op : llvm::reverse(added))
          op->erase();
        return false;
      }
      // LLVM takes a store away whose value was just loaded from there; a
      // frozen one is another to it.
      auto value =
          LLVM::FreezeOp::create(before, load.getLoc(), load.getResult());
      auto copy = cast<memref::StoreOp>(after.clone(*store));
      copy.getValueMutable().assign(value);
      copy.getIndicesMutable().assign(load.getIndices());
      added.append({value, copy});
    }
    return true;
  }

  memref::LoadOp createLoad(OpBuilder &builder, memref::StoreOp store,
                            int64_t offset,
                            SmallVectorImpl<Operation *> &added) {
    Location loc = store.getLoc();
    SmallVector<Value> indices(store.getIndices());
    auto by = arith::ConstantIndexOp::create(builder, loc, offset);
    auto index =
        arith::AddIOp::create(builder, loc, indices.back(), by.getResult(),
                              arith::IntegerOverflowFlags::nsw);
    indices.back() = index;
    auto load =
        memref::LoadOp::create(builder, loc, store.getMemRef(), indices);
    load->setDiscardableAttrs(store->getDiscardableAttrDictionary());
    added.append({by, index, load});
    return load;
  }

  /// Whether a place is in the array: between two that the thread touches, or
  /// by its number.
  bool isInside(memref::LoadOp load,
                const llvm::SmallDenseSet<int64_t> &touched, int64_t offset) {
    auto reaches = [&](bool isBelow) {
      return llvm::any_of(touched, [&](int64_t other) {
        return isBelow ? other <= offset : other >= offset;
      });
    };
    if (reaches(true) && reaches(false))
      return true;
    OpBuilder builder(load);
    auto zero = arith::ConstantIndexOp::create(builder, load.getLoc(), 0);
    std::optional<ThreadSum> sum = ThreadSum::difference(
        load.getIndices().back(), zero, threads, /*isUnsigned=*/false);
    zero.erase();
    std::optional<std::pair<int64_t, int64_t>> range =
        sum ? sum->getRange() : std::nullopt;
    int64_t size = load.getMemRefType().getShape().back();
    return range && !ShapedType::isDynamic(size) && range->first >= 0 &&
           range->second < size;
  }

  /// Whether no other thread writes there.
  bool isAlone(memref::LoadOp load) {
    // It knows accesses by their operations, of which some are no more.
    ThreadConflicts conflicts(threads);
    std::optional<Access> access = getPlainAccess(load);
    return access && llvm::none_of(writes, [&](const Access &write) {
             return conflicts.conflict(*access, write);
           });
  }

  scf::ParallelOp threads;
  Strides strides;
  SmallVector<Access> writes;
};

struct CompleteGroups
    : public heddle::impl::CompleteGroupsBase<CompleteGroups> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (!par::holdsBarrier(threads))
        Completer(threads).run();
  }
};

} // namespace
