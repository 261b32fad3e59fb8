//===- PrefetchRows.cpp - Rows that the next turn loads -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefetching.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {
#define GEN_PASS_DEF_PREFETCHROWS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// What is fetched for a turn, at most.
constexpr int64_t mostLines = 64;
/// Processors look for what comes next in parts of memory of this size.
constexpr int64_t pageBytes = 4096;

/// Operations of a thread.
constexpr unsigned leastWork = 32;

/// How often a loop runs; 0 if that is not known.
int64_t getCount(Value lower, Value upper, Value step) {
  std::optional<int64_t> from = getConstantIntValue(lower),
                         to = getConstantIntValue(upper),
                         by = getConstantIntValue(step);
  if (!from || !to || !by || *by <= 0 || *to <= *from || *to - *from > 1 << 20)
    return 0;
  return (*to - *from + *by - 1) / *by;
}

/// What loops around threads load, and would load in the next turn.
class Prefetcher {
public:
  explicit Prefetcher(scf::ForOp loop)
      : loop(loop), addresses(loop), turns(loop.getInductionVar()) {}

  void run() {
    for (auto threads : loop.getBody()->getOps<scf::ParallelOp>())
      if (isOften(threads) && isBusy(threads))
        for (auto load : threads.getBody()->getOps<memref::LoadOp>())
          visit(threads, load);
    int64_t lines = 0;
    for (const Row &row : rows)
      lines += row.lines;
    if (lines <= mostLines)
      for (const Row &row : rows)
        fetch(row);
  }

private:
  /// Neighbours that the threads of a block load.
  struct Row {
    scf::ParallelOp threads;
    memref::LoadOp load;
    Value root;
    int64_t offset, lines;
  };

  static bool isOften(scf::ParallelOp threads) {
    return threads->hasAttr(par::blockAttr) &&
           llvm::none_of(
               ArrayRef<StringRef>{par::edgeAttr, par::fewAttr, par::rareAttr},
               [&](StringRef mark) { return threads->hasAttr(mark); });
  }

  /// Whether threads do so much that a fetch for a line of memory is little:
  /// one after the other, as with atomics, or in long vector code.
  static bool isBusy(scf::ParallelOp threads) {
    unsigned work = 0;
    threads.getBody()->walk([&](Operation *op) {
      if (isa<LLVM::AtomicRMWOp>(op))
        work += leastWork;
      else if (!isa<arith::ConstantOp, par::ViewOp, par::PointerOp>(op))
        ++work;
    });
    return work >= leastWork;
  }

  void visit(scf::ParallelOp threads, memref::LoadOp load) {
    std::optional<Access> access = getPlainAccess(load);
    if (!access || !access->base || !access->exact || access->orders ||
        isLocalObject(access->base) || load.getIndices().size() != 1 ||
        lineBytes % access->size != 0)
      return;
    int64_t bytes = getLength(threads, *access);
    if (bytes < lineBytes || bytes > mostLines * lineBytes)
      return;
    if (!isElsewhere(*access))
      return;
    SmallVector<Value> given(threads.getInductionVars());
    given.push_back(loop.getInductionVar());
    unsigned budget = 32;
    if (!addresses.isPlain(load.getMemRef(), given, budget) ||
        !addresses.isPlain(load.getIndices()[0], given, budget))
      return;
    // Neighbours of what is fetched are there too.
    auto [root, offset] = getRoot(load.getIndices()[0]);
    for (Row row : rows)
      if (row.load.getMemRef() == load.getMemRef() && row.root == root &&
          std::abs(row.offset - offset) * access->size <= lineBytes)
        return;
    rows.push_back(
        {threads, load, root, offset, (bytes + lineBytes - 1) / lineBytes});
  }

  /// Whether the next turn loads from where the processor does not expect it.
  bool isElsewhere(const Access &access) {
    std::optional<int64_t> stride = turns.of(access),
                           by = getConstantIntValue(loop.getStep());
    if (!stride || *stride == 0 || !by || *by <= 0)
      return stride != 0;
    return std::abs(*stride) >= (pageBytes + *by - 1) / *by;
  }

  /// How many bytes in a row all threads load together; 0 if not in a row.
  static int64_t getLength(scf::ParallelOp threads, const Access &access) {
    int64_t bytes = access.size;
    for (unsigned dim = threads.getNumLoops(); dim-- > 0;) {
      int64_t count =
          getCount(threads.getLowerBound()[dim], threads.getUpperBound()[dim],
                   threads.getStep()[dim]);
      if (count == 0 || getConstantIntValue(threads.getStep()[dim]) != 1)
        return 0;
      if (count > 1 &&
          Strides(threads.getInductionVars()[dim]).of(access) != bytes)
        return 0;
      bytes *= count;
    }
    return bytes;
  }

  void fetch(const Row &row) {
    scf::ParallelOp threads = row.threads;
    memref::LoadOp load = row.load;
    Location loc = load.getLoc();
    OpBuilder builder(threads);
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    IRMapping mapping;
    Value turn = loop.getInductionVar();
    mapping.map(turn,
                arith::AddIOp::create(builder, loc, turn, loop.getStep()));
    for (auto [index, lower] :
         llvm::zip_equal(threads.getInductionVars(), threads.getLowerBound()))
      mapping.map(index, lower);
    Value memory = addresses.copy(load.getMemRef(), builder, mapping);
    Value first = addresses.copy(load.getIndices()[0], builder, mapping);
    int64_t size = getPlainAccess(load)->size, elements = lineBytes / size;
    auto lines =
        scf::ForOp::create(builder, loc, constant(0),
                           constant(row.lines * elements), constant(elements));
    builder.setInsertionPointToStart(lines.getBody());
    Value place =
        arith::AddIOp::create(builder, loc, first, lines.getInductionVar());
    memref::PrefetchOp::create(builder, loc, memory, place, /*isWrite=*/false,
                               /*localityHint=*/2, /*isDataCache=*/true);
  }

  scf::ForOp loop;
  AddressCopy addresses;
  Strides turns;
  SmallVector<Row> rows;
};

struct PrefetchRows : public heddle::impl::PrefetchRowsBase<PrefetchRows> {
  void runOnOperation() override {
    getOperation().walk([](scf::ForOp loop) {
      scf::ParallelOp grid = par::getGridLoop(loop);
      if (grid && grid->hasAttr(par::shapeAttr) &&
          !grid->hasAttr(par::restAttr) && !par::getThreadLoop(loop) &&
          loop.getInductionVar().getType().isIndex())
        Prefetcher(loop).run();
    });
  }
};

} // namespace
