//===- PrefetchFar.cpp - What the next block touches elsewhere ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefetching.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_PREFETCHFAR
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Blocks that are no further apart go on in memory, as processors expect.
constexpr int64_t farBytes = 1 << 16;
/// What is fetched for a block, at most.
constexpr int64_t mostLines = 128;

class Prefetcher {
public:
  explicit Prefetcher(scf::ParallelOp grid)
      : grid(grid), addresses(grid), blocks(grid.getInductionVars().back()) {}

  void run() {
    SmallVector<Place> places;
    grid.walk([&](Operation *op) {
      if (auto load = dyn_cast<memref::LoadOp>(op))
        places.push_back({op, load.getMemRef(), load.getIndices()});
      else if (auto store = dyn_cast<memref::StoreOp>(op))
        places.push_back({op, store.getMemRef(), store.getIndices()});
    });
    for (const Place &place : places)
      if (int64_t lines = countLines(place); lines && lines <= budget) {
        budget -= lines;
        fetch(place);
      }
  }

private:
  /// Of a load or store.
  struct Place {
    Operation *op;
    Value memory;
    OperandRange indices;
  };

  /// The loop over threads right around an access, if all loops around that one
  /// are short.
  scf::ParallelOp getThreads(Operation *op) {
    auto threads = dyn_cast<scf::ParallelOp>(op->getParentOp());
    if (!threads || !threads->hasAttr(par::blockAttr) ||
        threads->hasAttr(par::edgeAttr) || threads->hasAttr(par::fewAttr))
      return nullptr;
    // Blocks with rows are for `prefetch-blocks`.
    for (Value size : threads.getUpperBound().drop_back())
      if (getConstantIntValue(size) != 1)
        return nullptr;
    for (op = threads->getParentOp(); op != grid; op = op->getParentOp())
      if (!op || !isa<scf::IfOp, scf::ForOp>(op))
        return nullptr;
    return threads;
  }

  static int64_t getCount(Value lower, Value upper, Value step) {
    std::optional<int64_t> from = getConstantIntValue(lower),
                           to = getConstantIntValue(upper),
                           by = getConstantIntValue(step);
    if (!from || !to || !by || *by <= 0 || *to - *from > (1 << 20))
      return 0;
    return std::max<int64_t>((*to - *from + *by - 1) / *by, 0);
  }

  /// How far the fetches of an access are apart, in threads of a row.
  int64_t getStep(Operation *op, scf::ParallelOp threads) {
    std::optional<Access> access = getPlainAccess(op);
    std::optional<int64_t> stride =
        Strides(threads.getInductionVars().back()).of(*access);
    if (stride == 0)
      return mostLines * lineBytes;
    return stride && std::abs(*stride) < lineBytes
               ? lineBytes / std::abs(*stride)
               : 1;
  }

  /// How many fetches it takes if the next block touches memory elsewhere; none
  /// if it does not or nobody knows where.
  int64_t countLines(const Place &place) {
    scf::ParallelOp threads = getThreads(place.op);
    std::optional<Access> access = getPlainAccess(place.op);
    if (!threads || !access || !access->base || !access->exact ||
        access->orders || isLocalObject(access->base))
      return 0;
    if (!isFar(place, *access))
      return 0;
    int64_t lines = 1;
    for (unsigned dim = 0; dim < threads.getNumLoops(); ++dim) {
      int64_t count =
          getCount(threads.getLowerBound()[dim], threads.getUpperBound()[dim],
                   threads.getStep()[dim]);
      if (count && dim + 1 == threads.getNumLoops())
        count = countSteps(count, getStep(place.op, threads));
      lines *= count;
    }
    for (Operation *op = threads->getParentOp(); op != grid;
         op = op->getParentOp())
      if (auto loop = dyn_cast<scf::ForOp>(op))
        lines *= getCount(loop.getLowerBound(), loop.getUpperBound(),
                          loop.getStep());
    if (lines == 0 || lines > mostLines)
      return 0;
    unsigned operations = 48;
    SmallVector<Value> given = getIndices(threads);
    auto can = [&](Value value) {
      return addresses.isPlain(value, given, operations);
    };
    return can(place.memory) && llvm::all_of(place.indices, can) ? lines : 0;
  }

  /// Whether the next block touches another part of memory: a multiple of
  /// something that is not known.
  bool isFar(const Place &place, const Access &access) {
    if (std::optional<int64_t> stride = blocks.of(access))
      return std::abs(*stride) >= farBytes;
    return blocks.of(access.base) == 0 && place.indices.size() == 1 &&
           compare(place.indices[0]) == Change::far;
  }

  /// How a value changes from block to block.
  enum class Change { none, near, far, unknown };

  /// Values are used more than once, and looked at once.
  Change compare(Value value) {
    auto [it, isNew] = changes.try_emplace(value, Change::unknown);
    if (!isNew)
      return it->second;
    Change change = compute(value);
    changes[value] = change;
    return change;
  }

  Change compute(Value value) {
    if (std::optional<int64_t> stride = blocks.of(value))
      return *stride == 0 ? Change::none : Change::near;
    Operation *op = value.getDefiningOp();
    if (!op)
      return Change::unknown;
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp>(op))
      return compare(op->getOperand(0));
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      return Change::unknown;
    Change a = compare(op->getOperand(0)), b = compare(op->getOperand(1));
    if (a < b)
      std::swap(a, b);
    if (!isa<arith::MulIOp>(op) || a == Change::unknown)
      return a;
    return b == Change::none ? Change::far : Change::unknown;
  }

  /// The variables of all loops around an access.
  SmallVector<Value> getIndices(scf::ParallelOp threads) {
    SmallVector<Value> indices(threads.getInductionVars());
    llvm::append_range(indices, grid.getInductionVars());
    for (Operation *op = threads->getParentOp(); op != grid;
         op = op->getParentOp())
      if (auto loop = dyn_cast<scf::ForOp>(op))
        indices.push_back(loop.getInductionVar());
    return indices;
  }

  /// A row of threads may begin in the middle of a line.
  static int64_t countSteps(int64_t count, int64_t step) {
    return step > mostLines ? 1 : (count + 2 * (step - 1)) / step;
  }

  void fetch(const Place &place) {
    scf::ParallelOp threads = getThreads(place.op);
    Location loc = place.op->getLoc();
    OpBuilder builder(threads->getContext());
    builder.setInsertionPointAfter(threads);
    IRMapping mapping;
    for (Value index : getIndices(threads))
      mapping.map(index, index);
    Value block = grid.getInductionVars().back();
    mapping.map(block, arith::AddIOp::create(builder, loc, block,
                                             grid.getStep().back()));
    unsigned last = threads.getNumLoops() - 1;
    for (unsigned dim = 0; dim <= last; ++dim) {
      Value lower = threads.getLowerBound()[dim];
      Value upper = threads.getUpperBound()[dim], step = threads.getStep()[dim];
      if (dim == last) {
        int64_t by = getStep(place.op, threads);
        int64_t steps = countSteps(getCount(lower, upper, step), by);
        step = arith::ConstantIndexOp::create(builder, loc, by);
        upper = arith::ConstantIndexOp::create(
            builder, loc, *getConstantIntValue(lower) + steps * by);
      }
      auto rows = scf::ForOp::create(builder, loc, lower, upper, step);
      builder.setInsertionPointToStart(rows.getBody());
      mapping.map(threads.getInductionVars()[dim], rows.getInductionVar());
    }
    Value memory = addresses.copy(place.memory, builder, mapping);
    SmallVector<Value> indices;
    for (Value index : place.indices)
      indices.push_back(addresses.copy(index, builder, mapping));
    // To the second level: rows far apart may be in each other's way in the
    // first.
    memref::PrefetchOp::create(builder, loc, memory, indices,
                               /*isWrite=*/isa<memref::StoreOp>(place.op),
                               /*localityHint=*/2,
                               /*isDataCache=*/true);
  }

  scf::ParallelOp grid;
  AddressCopy addresses;
  llvm::DenseMap<Value, Change> changes;
  Strides blocks;
  int64_t budget = mostLines;
};

struct PrefetchFar : public heddle::impl::PrefetchFarBase<PrefetchFar> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      if (grid->hasAttr(par::shapeAttr) && !grid->hasAttr(par::restAttr))
        Prefetcher(grid).run();
  }
};

} // namespace
