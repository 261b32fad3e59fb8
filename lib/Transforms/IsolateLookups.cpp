//===- IsolateLookups.cpp - Lookups of bytes in loops of their own --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainRow.h"
#include "heddle/Analysis/IndexRanges.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_ISOLATELOOKUPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Values of rows of threads have to stay in the first cache.
constexpr int64_t longestRow = 1024, shortestRow = 32;
/// So much work before and after a lookup is worth vectors.
constexpr unsigned leastWork = 4;
/// Values that are kept for what follows a lookup.
constexpr unsigned mostKept = 3;
/// What is computed again instead of kept.
constexpr unsigned mostAgain = 4;
/// Lookups of a thread, each of which is a loop.
constexpr unsigned mostLookups = 4;

bool isWork(Operation &op) {
  return !isa<arith::ConstantOp, arith::IndexCastOp, arith::IndexCastUIOp,
              par::ViewOp, par::PointerOp, memref::LoadOp, memref::StoreOp,
              scf::ReduceOp>(op);
}

/// `if (c) a[i] else a[j]` is `a[c ? i : j]`.
void mergeLoads(scf::IfOp branch) {
  if (branch.getNumResults() == 0 || branch.getElseRegion().empty())
    return;
  auto isPlain = [](Block *block) {
    unsigned count = 0;
    for (Operation &op : block->without_terminator()) {
      bool isYielded = isa<memref::LoadOp>(op) &&
                       llvm::all_of(op.getUsers(), llvm::IsaPred<scf::YieldOp>);
      if ((!isYielded && !isPure(&op)) || op.getNumRegions() || ++count > 8)
        return false;
    }
    return true;
  };
  if (!isPlain(branch.thenBlock()) || !isPlain(branch.elseBlock()))
    return;
  auto isLoad = [](Value value, Block *block) {
    auto load = value.getDefiningOp<memref::LoadOp>();
    return load && load->getBlock() == block;
  };
  scf::YieldOp yields[] = {branch.thenYield(), branch.elseYield()};
  bool any = false;
  for (auto [a, b] :
       llvm::zip_equal(yields[0].getResults(), yields[1].getResults())) {
    bool isLoaded = isLoad(a, branch.thenBlock());
    if (isLoaded != isLoad(b, branch.elseBlock()))
      return;
    if (!isLoaded)
      continue;
    auto one = a.getDefiningOp<memref::LoadOp>(),
         other = b.getDefiningOp<memref::LoadOp>();
    if (one.getMemRef() != other.getMemRef() || one.getIndices().size() != 1 ||
        one->getAttrDictionary() != other->getAttrDictionary())
      return;
    any = true;
  }
  if (!any)
    return;
  OpBuilder builder(branch);
  Location loc = branch.getLoc();
  for (Block *block : {branch.thenBlock(), branch.elseBlock()})
    for (Operation &op :
         llvm::make_early_inc_range(block->without_terminator()))
      if (!isa<memref::LoadOp>(op))
        op.moveBefore(branch);
  auto select = [&](Value a, Value b) -> Value {
    if (a == b)
      return a;
    return arith::SelectOp::create(builder, loc, branch.getCondition(), a, b);
  };
  for (auto [result, a, b] :
       llvm::zip_equal(branch.getResults(), yields[0].getResults(),
                       yields[1].getResults())) {
    if (!isLoad(a, branch.thenBlock())) {
      result.replaceAllUsesWith(select(a, b));
      continue;
    }
    auto one = a.getDefiningOp<memref::LoadOp>(),
         other = b.getDefiningOp<memref::LoadOp>();
    Value index = select(one.getIndices()[0], other.getIndices()[0]);
    auto merged = cast<memref::LoadOp>(builder.clone(*one));
    merged.getIndicesMutable().assign(index);
    result.replaceAllUsesWith(merged);
  }
  branch.erase();
}

class Isolator {
public:
  explicit Isolator(scf::ParallelOp threads) : threads(threads) {}

  void run() {
    if (!isFit())
      return;
    for (auto branch :
         llvm::make_early_inc_range(threads.getBody()->getOps<scf::IfOp>()))
      if (llvm::any_of(branch.getResultTypes(), isNarrow))
        mergeLoads(branch);
    for (unsigned i = 0; i < mostLookups; ++i) {
      memref::LoadOp lookup = find();
      if (!lookup || !split(lookup))
        return;
    }
  }

private:
  static bool isNarrow(Type type) {
    return type.isInteger(8) || type.isInteger(16);
  }

  /// Whether it is a single row of threads that may become vectors.
  bool isFit() {
    if (!isPlainRow(threads))
      return false;
    std::optional<int64_t> length =
        getConstantIntValue(threads.getUpperBound().back());
    if (auto capacity = threads->getAttrOfType<IntegerAttr>(par::capacityAttr);
        capacity && !length)
      length = capacity.getInt();
    if (!length || *length < shortestRow || *length > longestRow)
      return false;
    size = *length;
    // A loop in a thread, or an atomic, is not for vectors.
    return !threads.getBody()
                ->walk([](Operation *op) {
                  return isMemoryEffectFree(op) || getPlainAccess(op) ||
                                 isa<scf::IfOp, scf::YieldOp>(op)
                             ? WalkResult::advance()
                             : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  /// A load of a byte, or two, from anywhere near, with work around it.
  memref::LoadOp find() {
    Strides strides(threads.getInductionVars().back());
    memref::LoadOp lookup;
    unsigned before = 0, after = 0;
    for (Operation &op : *threads.getBody()) {
      (lookup ? after : before) += isWork(op);
      auto load = dyn_cast<memref::LoadOp>(op);
      if (!load || lookup || !isNarrow(load.getType()) ||
          load.getIndices().size() != 1)
        continue;
      std::optional<Access> access = getPlainAccess(load);
      if (access && !access->orders && !strides.of(*access) &&
          fitsInt32(load.getIndices()[0]))
        lookup = load;
    }
    return before >= leastWork && after >= leastWork ? lookup : nullptr;
  }

  bool isInside(Value value) {
    return threads->isAncestor(value.getParentBlock()->getParentOp());
  }

  /// Whether a value can be computed from what is outside and the thread's
  /// number, without memory.
  bool isPlain(Value value, unsigned &budget) {
    if (!isInside(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op)
      return llvm::is_contained(threads.getInductionVars(), value);
    if (!isPure(op) || op->getNumRegions())
      return false;
    if (isWork(*op) && budget-- == 0)
      return false;
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return isPlain(operand, budget);
    });
  }

  bool isPlain(Value value) {
    unsigned budget = mostAgain;
    return isPlain(value, budget);
  }

  /// Computes a value of a thread again.
  Value copy(Value value, OpBuilder &builder, IRMapping &mapping) {
    Operation *op = value.getDefiningOp();
    if (mapping.contains(value) || !op || !isInside(value))
      return mapping.lookupOrDefault(value);
    for (Value operand : op->getOperands())
      copy(operand, builder, mapping);
    builder.clone(*op, mapping);
    return mapping.lookup(value);
  }

  /// A loop over the same threads.
  scf::ParallelOp makeLoop(OpBuilder &builder, IRMapping &mapping) {
    auto loop = scf::ParallelOp::create(
        builder, threads.getLoc(), threads.getLowerBound(),
        threads.getUpperBound(), threads.getStep());
    loop->setDiscardableAttrs(threads->getDiscardableAttrDictionary());
    for (auto [from, to] :
         llvm::zip_equal(threads.getInductionVars(), loop.getInductionVars()))
      mapping.map(from, to);
    return loop;
  }

  /// An element for each thread.
  Value makeRow(Type type, Location loc) {
    OpBuilder builder(threads);
    if (scf::ParallelOp grid = par::getGridLoop(threads))
      builder.setInsertionPointToStart(grid.getBody());
    return memref::AllocaOp::create(builder, loc, MemRefType::get(size, type),
                                    builder.getI64IntegerAttr(64));
  }

  /// What comes before, the lookup, and what follows.
  bool split(memref::LoadOp lookup) {
    // What follows needs; a value that cannot be kept has to be computed again.
    llvm::SetVector<Value> needed, kept;
    for (Operation *op = lookup->getNextNode(); op; op = op->getNextNode())
      op->walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (Operation *def = operand.getDefiningOp())
            if (def->getBlock() == threads.getBody() && def != lookup &&
                def->isBeforeInBlock(lookup))
              needed.insert(operand);
      });
    for (Value value : needed) {
      if (isPlain(value))
        continue;
      if (!value.getType().isIntOrIndexOrFloat())
        return false;
      kept.insert(value);
    }
    if (kept.size() > mostKept || !isPlain(lookup.getMemRef()))
      return false;

    Location loc = lookup.getLoc();
    Value thread = threads.getInductionVars().back();
    OpBuilder builder(threads);
    builder.setInsertionPointAfter(threads);
    IRMapping inLookup, inRest;
    scf::ParallelOp lookups = makeLoop(builder, inLookup);
    lookups->setAttr(par::scatteredAttr, builder.getUnitAttr());
    scf::ParallelOp rest = makeLoop(builder, inRest);
    // As wide as a float, so that vectors are of as many.
    Value places = makeRow(builder.getI32Type(), loc);
    Value found = makeRow(lookup.getType(), loc);

    OpBuilder body(lookup);
    Value narrow = arith::IndexCastOp::create(body, loc, builder.getI32Type(),
                                              lookup.getIndices()[0]);
    memref::StoreOp::create(body, loc, narrow, places, thread);
    builder.setInsertionPointToStart(lookups.getBody());
    Value own = inLookup.lookup(thread);
    Value memory = copy(lookup.getMemRef(), builder, inLookup);
    Value place = memref::LoadOp::create(builder, loc, places, own);
    place =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), place);
    auto load = cast<memref::LoadOp>(builder.clone(*lookup, inLookup));
    load.getMemrefMutable().assign(memory);
    load.getIndicesMutable().assign(place);
    memref::StoreOp::create(builder, loc, load, found, own);

    builder.setInsertionPointToStart(rest.getBody());
    own = inRest.lookup(thread);
    inRest.map(lookup.getResult(),
               memref::LoadOp::create(builder, loc, found, own).getResult());
    for (Value value : kept) {
      Value row = makeRow(value.getType(), loc);
      memref::StoreOp::create(body, loc, value, row, thread);
      inRest.map(value,
                 memref::LoadOp::create(builder, loc, row, own).getResult());
    }
    for (Value value : needed)
      copy(value, builder, inRest);
    Operation *end = threads.getBody()->getTerminator();
    for (Operation *op = lookup->getNextNode(), *next; op != end; op = next) {
      next = op->getNextNode();
      op->moveBefore(rest.getBody()->getTerminator());
      op->walk([&](Operation *nested) {
        for (OpOperand &operand : nested->getOpOperands())
          if (Value other = inRest.lookupOrNull(operand.get()))
            operand.set(other);
      });
    }
    lookup.erase();
    threads = rest;
    return true;
  }

  scf::ParallelOp threads;
  int64_t size = 0;
};

struct IsolateLookups
    : public heddle::impl::IsolateLookupsBase<IsolateLookups> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      Isolator(threads).run();
  }
};

} // namespace
