//===- PrefetchBlocks.cpp - The next block's rows while this one runs -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefetching.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <map>

namespace heddle {
#define GEN_PASS_DEF_PREFETCHBLOCKS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Rows that are nearer to each other are found by the machine.
static constexpr int64_t leastBetweenRows = 512;
/// Rows of less are fetched with their neighbours, and fetching them for each
/// block costs as much as waiting for some.
static constexpr int64_t leastRowBytes = 128;
/// After so many loops over threads the machine has forgotten what the first
/// one of the last block loaded.
static constexpr unsigned leastLoops = 8;
/// Then the accesses are asked for so many loops apart.
static constexpr unsigned spreadBy = 3;
/// What one access may ask for: it is to stay in a cache until the next block.
static constexpr int64_t mostBytes = 16384;

namespace {

/// A place in memory as a sum of products. What is computed from it is advice,
/// so that it need not hold where numbers wrap.
class Sum {
public:
  using Product = std::vector<void *>;

  static std::optional<Sum> of(const Access &access) {
    Sum sum;
    sum.add({}, access.offset);
    for (const Term &term : access.terms) {
      Sum part = expand(term.value, 0);
      for (auto &[product, factor] : part.products)
        sum.add(product, factor * term.bytes);
    }
    if (sum.products.size() > mostProducts)
      return std::nullopt;
    return sum;
  }

  /// What it changes by with each step of a variable; none if that is not
  /// always the same.
  std::optional<Sum> stepOf(Value variable) const {
    Sum step;
    for (auto &[product, factor] : products) {
      int64_t times = llvm::count(product, variable.getAsOpaquePointer());
      if (times > 1)
        return std::nullopt;
      if (times == 0)
        continue;
      Product rest = product;
      llvm::erase(rest, variable.getAsOpaquePointer());
      step.add(rest, factor);
    }
    return step;
  }

  Sum plus(const Sum &other, int64_t times) const {
    Sum sum = *this;
    for (auto &[product, factor] : other.products)
      sum.add(product, factor * times);
    return sum;
  }

  bool isZero() const { return products.empty(); }

  std::optional<int64_t> constant() const {
    if (products.empty())
      return 0;
    if (products.size() > 1 || !products.begin()->first.empty())
      return std::nullopt;
    return products.begin()->second;
  }

private:
  static constexpr size_t mostProducts = 24;
  static constexpr unsigned mostDepth = 12;

  void add(const Product &product, int64_t factor) {
    auto [it, isNew] = products.try_emplace(product, factor);
    if (!isNew)
      it->second += factor;
    if (it->second == 0)
      products.erase(it);
  }

  static Sum expand(Value value, unsigned depth) {
    Sum sum;
    if (std::optional<int64_t> number = getConstantIntValue(value)) {
      sum.add({}, *number);
      return sum;
    }
    Operation *op = value.getDefiningOp();
    if (op && depth < mostDepth) {
      if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
              arith::ExtUIOp, arith::TruncIOp>(op))
        return expand(op->getOperand(0), depth + 1);
      if (isa<arith::AddIOp, arith::SubIOp>(op))
        return expand(op->getOperand(0), depth + 1)
            .plus(expand(op->getOperand(1), depth + 1),
                  isa<arith::AddIOp>(op) ? 1 : -1);
      if (isa<arith::MulIOp>(op)) {
        Sum a = expand(op->getOperand(0), depth + 1);
        Sum b = expand(op->getOperand(1), depth + 1);
        if (a.products.size() * b.products.size() <= mostProducts)
          return times(a, b);
      }
    }
    sum.add({value.getAsOpaquePointer()}, 1);
    return sum;
  }

  static Sum times(const Sum &a, const Sum &b) {
    Sum sum;
    for (auto &[left, factor] : a.products)
      for (auto &[right, otherFactor] : b.products) {
        Product product = left;
        product.insert(product.end(), right.begin(), right.end());
        llvm::sort(product);
        sum.add(product, factor * otherFactor);
      }
    return sum;
  }

  std::map<Product, int64_t> products;
};

class Prefetcher {
public:
  Prefetcher(scf::ParallelOp grid, scf::ParallelOp threads, unsigned &numSpread)
      : grid(grid), threads(threads), addresses(grid),
        block(grid.getInductionVars().back()),
        row(threads.getNumLoops() > 1
                ? threads.getInductionVars()[threads.getNumLoops() - 2]
                : Value()),
        lane(threads.getInductionVars().back()), builder(threads),
        loc(threads.getLoc()), numSpread(numSpread), isAny(isLong(threads)) {}

  void run() {
    if (!countThreads())
      return;
    // Not what is in loops of the threads' own: there it may be any number.
    for (Operation &op : *threads.getBody())
      if (auto condition = dyn_cast<scf::IfOp>(&op)) {
        condition.walk([&](Operation *nested) {
          if (nested->getParentOp() == condition)
            add(nested);
        });
      } else {
        add(&op);
      }
    if (!found.empty())
      fetch();
  }

private:
  struct Rows {
    Operation *op;
    Value base;
    Sum place, step;
    int64_t bytes;
  };

  /// Whether it is a whole block with rows, all of known size.
  bool countThreads() {
    unsigned last = threads.getNumLoops() - 1;
    for (unsigned dim = 0; dim <= last; ++dim) {
      auto first = getConstantIntValue(threads.getLowerBound()[dim]);
      auto end = getConstantIntValue(threads.getUpperBound()[dim]);
      auto step = getConstantIntValue(threads.getStep()[dim]);
      if (!first || !end || step != 1 || *first >= *end)
        return false;
      if (dim + 1 < last && *end - *first > 1)
        return false;
      (dim == last ? lanes : rows) = *end - *first;
    }
    return rows > 1 || isAny;
  }

  /// Whether a block does so much else that the machine loses sight of rows
  /// that follow each other, too.
  static bool isLong(scf::ParallelOp threads) {
    unsigned count = 0;
    for (Operation &op : *threads->getBlock())
      count += isa<scf::ParallelOp>(op);
    return count >= leastLoops;
  }

  void add(Operation *op) {
    std::optional<Access> access;
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      access = getPlainAccess(op);
    if (!access || !access->base || !access->exact ||
        isLocalObject(access->base) || access->size == 0 ||
        lanes * access->size < leastRowBytes ||
        rows * lanes * access->size > mostBytes)
      return;
    std::optional<Sum> place = Sum::of(*access);
    if (!place)
      return;
    std::optional<Sum> along = place->stepOf(lane),
                       step = rows > 1 ? place->stepOf(row) : Sum(),
                       next = place->stepOf(block);
    if (!along || !step || !next || along->constant() != access->size ||
        next->isZero())
      return;
    if (rows > 1) {
      std::optional<int64_t> bytes = step->constant();
      if (step->isZero() ||
          (!isAny && bytes && std::abs(*bytes) < leastBetweenRows))
        return;
    }
    SmallVector<Value> given(threads.getInductionVars());
    llvm::append_range(given, grid.getInductionVars());
    unsigned budget = 32;
    for (Value operand : addressOf(op))
      if (!addresses.isPlain(operand, given, budget))
        return;
    Rows candidate{op, access->base, *place, *step, access->size};
    if (llvm::none_of(found, [&](const Rows &other) {
          return areSame(candidate, other);
        }))
      found.push_back(candidate);
  }

  static SmallVector<Value> addressOf(Operation *op) {
    SmallVector<Value> values;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      values.push_back(load.getMemRef());
      llvm::append_range(values, load.getIndices());
    } else {
      auto store = cast<memref::StoreOp>(op);
      values.push_back(store.getMemRef());
      llvm::append_range(values, store.getIndices());
    }
    return values;
  }

  /// Whether most rows of two accesses are the same.
  bool areSame(const Rows &a, const Rows &b) const {
    if (a.base != b.base)
      return false;
    Sum between = a.place.plus(b.place, -1);
    for (int64_t apart = 1 - rows; apart < rows; ++apart)
      if (std::optional<int64_t> bytes =
              between.plus(a.step, -apart).constant())
        if (std::abs(*bytes) < lineBytes)
          return true;
    return false;
  }

  void fetch() {
    if (!isAny)
      return fetch(found);
    // All at once would be waited for.
    SmallVector<scf::ParallelOp> loops(
        threads->getBlock()->getOps<scf::ParallelOp>());
    for (const Rows &access : found) {
      builder.setInsertionPoint(loops[numSpread++ * spreadBy % loops.size()]);
      fetch(access);
    }
  }

  /// Asks for some rows where the builder is.
  void fetch(ArrayRef<Rows> some) {
    IRMapping mapping;
    mapping.map(grid.getInductionVars(), grid.getInductionVars());
    mapping.map(block, arith::AddIOp::create(builder, loc, block, constant(1)));
    unsigned last = threads.getNumLoops() - 1;
    for (unsigned dim = 0; dim < last; ++dim)
      if (dim + 1 == last)
        enter(dim, 1, mapping);
      else
        mapping.map(
            threads.getInductionVars()[dim],
            constant(*getConstantIntValue(threads.getLowerBound()[dim])));
    for (const Rows &access : some) {
      OpBuilder::InsertionGuard guard(builder);
      IRMapping ownMapping = mapping;
      enter(last, std::max<int64_t>(lineBytes / access.bytes, 1), ownMapping);
      SmallVector<Value> address;
      for (Value value : addressOf(access.op))
        address.push_back(addresses.copy(value, builder, ownMapping));
      memref::PrefetchOp::create(builder, loc, address.front(),
                                 ArrayRef(address).drop_front(),
                                 isa<memref::StoreOp>(access.op),
                                 /*localityHint=*/3, /*isDataCache=*/true);
    }
  }

  /// Goes into a loop over one dimension of the threads. Their own bounds may
  /// come later.
  void enter(unsigned dim, int64_t step, IRMapping &mapping) {
    auto loop = scf::ForOp::create(
        builder, loc,
        constant(*getConstantIntValue(threads.getLowerBound()[dim])),
        constant(*getConstantIntValue(threads.getUpperBound()[dim])),
        constant(step));
    builder.setInsertionPointToStart(loop.getBody());
    mapping.map(threads.getInductionVars()[dim], loop.getInductionVar());
  }

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  scf::ParallelOp grid, threads;
  AddressCopy addresses;
  Value block, row, lane;
  OpBuilder builder;
  Location loc;
  unsigned &numSpread;
  bool isAny; ///< Rows may be near to each other, or one.
  int64_t rows = 1, lanes = 0;
  SmallVector<Rows> found;
};

struct PrefetchBlocks
    : public heddle::impl::PrefetchBlocksBase<PrefetchBlocks> {
  void runOnOperation() override {
    llvm::DenseMap<Block *, unsigned> numSpread;
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      scf::ParallelOp grid = par::getGridLoop(threads);
      if (grid && !grid->hasAttr(par::mergedBlocksAttr) &&
          !threads->hasAttr(par::edgeAttr) && isOnceInBlock(grid, threads))
        Prefetcher(grid, threads, numSpread[threads->getBlock()]).run();
    }
  }

private:
  /// What loops of the block would ask for, all turns together, would not stay
  /// in a cache.
  static bool isOnceInBlock(scf::ParallelOp grid, scf::ParallelOp threads) {
    Operation *parent = threads->getParentOp();
    while (isa<scf::IfOp>(parent))
      parent = parent->getParentOp();
    return parent == grid;
  }
};

} // namespace
