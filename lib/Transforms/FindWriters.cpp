//===- FindWriters.cpp - The thread that stores, found by a search --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

namespace heddle {
#define GEN_PASS_DEF_FINDWRITERS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Threads of the longest vectors there are, and a multiple of the shorter
/// ones.
static constexpr int64_t wholeVector = 16;

namespace {

/// A condition, and how it comes out.
struct Guard {
  Value condition;
  bool holds;
};

/// Code under conditions, one in the other, that stores to places that are the
/// same for all threads.
struct Write {
  SmallVector<Guard> guards;
  Block *body;
};

class Searcher {
public:
  explicit Searcher(scf::ParallelOp threads) : threads(threads) {}

  void run() {
    if (!isRow() || !collect() || writes.empty())
      return;
    OpBuilder builder(threads);
    for (const Write &write : writes)
      replace(builder, write);
    threads.erase();
  }

private:
  /// All dimensions but the last have one iteration.
  bool isRow() {
    for (auto [lower, upper] : llvm::zip(threads.getLowerBound().drop_back(),
                                         threads.getUpperBound().drop_back()))
      if (getConstantIntValue(lower) != 0 || getConstantIntValue(upper) != 1)
        return false;
    // A short loop needs no search.
    auto upper = getConstantIntValue(threads.getUpperBound().back());
    return !par::holdsBarrier(threads) && threads.getInitVals().empty() &&
           (!upper || *upper >= 8);
  }

  static bool onlyReads(Operation *op) {
    return !op->walk([](Operation *inner) {
                std::optional<Access> access = getPlainAccess(inner);
                bool fine =
                    access ? !access->writes
                           : isMemoryEffectFree(inner) || isa<scf::IfOp>(inner);
                return fine ? WalkResult::advance() : WalkResult::interrupt();
              }).wasInterrupted();
  }

  /// Whether all threads have one and the same value.
  bool isCommon(Value value) {
    SmallVector<Value> worklist = {value};
    llvm::SmallPtrSet<Operation *, 8> seen;
    while (!worklist.empty()) {
      Value next = worklist.pop_back_val();
      if (threads.isDefinedOutsideOfLoop(next))
        continue;
      Operation *op = next.getDefiningOp();
      if (!op || op->getNumRegions() || !isPure(op))
        return false;
      if (seen.insert(op).second)
        llvm::append_range(worklist, op->getOperands());
    }
    return true;
  }

  bool match(scf::IfOp branch, Write &write) {
    bool holds = isEmpty(branch.elseBlock());
    if (branch.getNumResults() || (!holds && !isEmpty(branch.thenBlock())))
      return false;
    write.guards.push_back({branch.getCondition(), holds});
    write.body = holds ? branch.thenBlock() : branch.elseBlock();
    scf::IfOp inner;
    bool stores = false;
    for (Operation &op : write.body->without_terminator()) {
      if (onlyReads(&op))
        continue;
      auto store = dyn_cast<memref::StoreOp>(op);
      if (!store) {
        if (inner || !isa<scf::IfOp>(op))
          return false;
        inner = cast<scf::IfOp>(op);
        continue;
      }
      stores = true;
      if (!llvm::all_of(store.getOperands().drop_front(),
                        [&](Value value) { return isCommon(value); }))
        return false;
    }
    if (inner)
      return !stores && match(inner, write);
    return stores;
  }

  /// Everything in the loop is a write of this kind, or only reads what is not
  /// written.
  bool collect() {
    SmallVector<Access> reads, stores;
    for (Operation &op : threads.getBody()->without_terminator()) {
      if (onlyReads(&op)) {
        collectAccesses(&op, /*threads=*/{}, reads);
        continue;
      }
      auto branch = dyn_cast<scf::IfOp>(op);
      Write write;
      if (!branch || !match(branch, write))
        return false;
      writes.push_back(write);
      collectAccesses(branch, /*threads=*/{}, stores);
    }
    for (const Access &access : stores)
      (access.writes ? written : reads).push_back(access);
    return llvm::none_of(written, [&](const Access &write) {
      return llvm::any_of(reads, [&](const Access &read) {
        return mayAlias(read.base, write.base);
      });
    });
  }

  /// A value of the loop's body, for the thread that the mapping is about.
  Value get(OpBuilder &builder, Value value, IRMapping &mapping) {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    if (threads.isDefinedOutsideOfLoop(value))
      return value;
    Operation *op = value.getDefiningOp();
    prepare(builder, op, mapping);
    builder.clone(*op, mapping);
    return mapping.lookup(value);
  }

  /// Sees to what an operation, with all in it, uses from outside of it.
  void prepare(OpBuilder &builder, Operation *op, IRMapping &mapping) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used)
      mapping.map(value, get(builder, value, mapping));
  }

  IRMapping mapThread(OpBuilder &builder, Value thread) {
    IRMapping mapping;
    Value zero = arith::ConstantIndexOp::create(builder, threads.getLoc(), 0);
    SmallVector<Value> ivs = threads.getInductionVars();
    for (Value iv : ArrayRef(ivs).drop_back())
      mapping.map(iv, zero);
    mapping.map(ivs.back(), thread);
    return mapping;
  }

  /// The thread's number if it is one that stores, else -1.
  Value createTest(OpBuilder &builder, ArrayRef<Guard> guards,
                   IRMapping mapping, Value self, Value none) {
    Location loc = threads.getLoc();
    auto [condition, holds] = guards.front();
    Value is = get(builder, condition, mapping);
    if (guards.size() == 1)
      return arith::SelectOp::create(builder, loc, is, holds ? self : none,
                                     holds ? none : self);
    auto branch = scf::IfOp::create(builder, loc, self.getType(), is,
                                    /*withElseRegion=*/true);
    OpBuilder inside =
        OpBuilder::atBlockEnd(holds ? branch.thenBlock() : branch.elseBlock());
    Value result = createTest(inside, guards.drop_front(), mapping, self, none);
    scf::YieldOp::create(inside, loc, result);
    inside.setInsertionPointToEnd(holds ? branch.elseBlock()
                                        : branch.thenBlock());
    scf::YieldOp::create(inside, loc, none);
    return branch.getResult(0);
  }

  /// The larger of a number and that of one more thread, if it stores.
  Value createStep(OpBuilder &builder, const Write &write, Value thread,
                   Value before, Value none) {
    Location loc = threads.getLoc();
    Value self =
        arith::IndexCastOp::create(builder, loc, builder.getI32Type(), thread);
    Value mine = createTest(builder, write.guards, mapThread(builder, thread),
                            self, none);
    return arith::MaxSIOp::create(builder, loc, before, mine);
  }

  /// The number of `thread == number`, through casts.
  static std::optional<int64_t> askedFor(arith::CmpIOp compare, Value thread) {
    Value side = compare.getLhs();
    while (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(
               side.getDefiningOp()) &&
           (side.getType().isIndex() ||
            side.getType().getIntOrFloatBitWidth() >= 32))
      side = side.getDefiningOp()->getOperand(0);
    if (compare.getPredicate() != arith::CmpIPredicate::eq || side != thread)
      return std::nullopt;
    return getConstantIntValue(compare.getRhs());
  }

  /// Whether the loop asks for a thread by its number.
  bool asksFor(int64_t number) {
    return threads
        .walk([&](arith::CmpIOp compare) {
          return askedFor(compare, threads.getInductionVars().back()) == number
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// The largest number of the threads that store, of some of them and `who`.
  scf::ForOp createSearch(OpBuilder &builder, const Write &write, Value lower,
                          Value upper, Value who, Value none) {
    Location loc = threads.getLoc();
    auto search = scf::ForOp::create(builder, loc, lower, upper,
                                     threads.getStep().back(), who);
    // That it names a group says that it is a loop over threads.
    MLIRContext *context = builder.getContext();
    LoopAnnotation annotation;
    annotation.unroll = noUnroll(context);
    annotation.parallel = LLVM::AccessGroupAttr::get(
        context, DistinctAttr::create(UnitAttr::get(context)));
    search->setAttr(loopAnnotationAttr, annotation.get(context));
    OpBuilder inside = OpBuilder::atBlockEnd(search.getBody());
    Value step = createStep(inside, write, search.getInductionVar(),
                            search.getRegionIterArgs()[0], none);
    scf::YieldOp::create(inside, loc, step);
    return search;
  }

  void replace(OpBuilder &builder, const Write &write) {
    Location loc = threads.getLoc();
    Value none = arith::ConstantIntOp::create(builder, loc, -1, 32);
    Value lower = threads.getLowerBound().back();
    Value upper = threads.getUpperBound().back();
    // The first and the last are often others than the rest: they are asked
    // before and after, and not at all in the loop.
    auto low = getConstantIntValue(lower), high = getConstantIntValue(upper);
    bool isKnown = low && high && *low < *high;
    bool peelsFirst = isKnown && asksFor(*low);
    bool peelsLast = isKnown && asksFor(*high - 1);
    Value who = none, last;
    if (peelsFirst) {
      who = createStep(builder, write, lower, who, none);
      lower = arith::ConstantIndexOp::create(builder, loc, *low + 1);
    }
    if (peelsLast)
      last = upper = arith::ConstantIndexOp::create(builder, loc, *high - 1);
    auto search = [&](Value from, Value to) {
      scf::ForOp loop = createSearch(builder, write, from, to, who, none);
      forget(loop, peelsFirst ? low : std::nullopt,
             peelsLast ? std::optional(*high - 1) : std::nullopt);
      who = loop.getResult(0);
    };
    // What is left over by the vectors is searched with the last whole one:
    // who is asked twice gives the same answer.
    int64_t count = isKnown ? *high - *low - peelsFirst - peelsLast : 0;
    int64_t rest = count % wholeVector;
    if (rest != 0 && count > wholeVector) {
      auto before = [&](int64_t number) {
        int64_t end = *high - peelsLast;
        return arith::ConstantIndexOp::create(builder, loc, end - number);
      };
      search(lower, before(rest));
      search(before(wholeVector), upper);
    } else {
      search(lower, upper);
    }
    if (peelsLast)
      who = createStep(builder, write, last, who, none);

    Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
    Value found = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        who, zero);
    auto branch = scf::IfOp::create(builder, loc, found, /*withElse=*/false);
    OpBuilder then = branch.getThenBodyBuilder();
    Value thread =
        arith::IndexCastOp::create(then, loc, builder.getIndexType(), who);
    IRMapping mapping = mapThread(then, thread);
    for (Operation &op : write.body->without_terminator()) {
      prepare(then, &op, mapping);
      then.clone(op, mapping);
    }
  }

  /// In the search, no thread has these numbers.
  void forget(scf::ForOp search, std::optional<int64_t> first,
              std::optional<int64_t> last) {
    search.walk([&](arith::CmpIOp compare) {
      auto number = askedFor(compare, search.getInductionVar());
      if (!number || (number != first && number != last))
        return;
      OpBuilder builder(compare);
      Value no = arith::ConstantIntOp::create(builder, compare.getLoc(), 0, 1);
      compare.getResult().replaceAllUsesWith(no);
    });
  }

  scf::ParallelOp threads;
  SmallVector<Write> writes;
  SmallVector<Access> written;
};

struct FindWriters : public heddle::impl::FindWritersBase<FindWriters> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      Searcher(threads).run();
  }
};

} // namespace
