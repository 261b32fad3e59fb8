//===- VectorizeThreads.cpp - Threads become the lanes of vectors ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JamRows.h"
#include "LaneEmitter.h"
#include "MappingCost.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

namespace heddle {
#define GEN_PASS_DEF_VECTORIZETHREADS
#include "heddle/Transforms/Vectorize/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using par::ForOp;
using par::Level;

bool heddle::isUnseen(ForOp threads) {
  auto grid = threads->getParentOfType<ForOp>();
  return grid && grid->hasAttr(par::unseenAttr);
}

namespace {

/// Replaces one loop over the threads of a block.
class ThreadVectorizer {
public:
  ThreadVectorizer(ForOp threads, int64_t mostLanes, bool checks)
      : threads(threads), lanes(getLanesOf(threads, mostLanes)), checks(checks),
        builder(threads), loc(threads.getLoc()) {}

  /// Rows of threads that are a multiple of the lanes have whole vectors only.
  /// Other rows have half as many lanes, and end with a vector of which some
  /// lanes are masked off. Very short rows run thread by thread.
  void run() {
    emitVersions();
    threads.erase();
  }

private:
  void emitVersions() {
    Value size = threads.getSizes().back();
    if (isUnseen(threads))
      return emitOneByOne();
    Value rest =
        builder.createOrFold<arith::RemUIOp>(loc, size, constant(lanes));
    Value isMultiple = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, rest, constant(0));
    int64_t half = std::max<int64_t>(lanes / 2, 2);
    Value isShort = builder.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::ult, size, constant(half / 2));
    choose(
        isMultiple, [&] { emitRows(lanes, /*isMultiple=*/true); },
        [&] {
          choose(
              isShort, [&] { emitOneByOne(); },
              [&] {
                emitRows(isLong(size) ? lanes : half, /*isMultiple=*/false);
              });
        });
  }

  /// Rows of several blocks, or of a number of threads that is known.
  bool isLong(Value size) {
    if (std::optional<int64_t> known = getConstantIntValue(size))
      return *known >= lanes;
    auto grid = threads->getParentOfType<ForOp>();
    return grid && grid->isAncestor(size.getParentRegion()->getParentOp());
  }

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  void choose(Value condition, llvm::function_ref<void()> emitThen,
              llvm::function_ref<void()> emitElse) {
    APInt known;
    if (matchPattern(condition, m_ConstantInt(&known)))
      return known.isZero() ? emitElse() : emitThen();
    auto versions = scf::IfOp::create(builder, loc, condition,
                                      /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(versions.thenBlock());
    emitThen();
    builder.setInsertionPointToStart(versions.elseBlock());
    emitElse();
  }

  /// Opens a loop and continues in it.
  Value openLoop(Value end, int64_t step = 1) {
    auto loop =
        scf::ForOp::create(builder, loc, constant(0), end, constant(step));
    builder.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  }

  SmallVector<Value> openLoops(ValueRange sizes) {
    return llvm::map_to_vector(sizes,
                               [&](Value size) { return openLoop(size); });
  }

  void emitRows(int64_t width, bool isMultiple) {
    unsigned last = threads.getNumDimensions() - 1;
    Shapes shapes({threads, last, width, isMultiple});
    LaneMapping guessed{threads, last, width, isMultiple};
    guessed.guesses = true;
    Shapes guesses(guessed);
    OpBuilder::InsertionGuard guard(builder);
    Value size = threads.getSizes().back();
    Value rest, whole = size;
    if (!isMultiple) {
      rest = arith::RemUIOp::create(builder, loc, size, constant(width));
      whole = arith::SubIOp::create(builder, loc, size, rest);
    }
    SmallVector<Value> outer = openLoops(threads.getSizes().drop_back());
    {
      OpBuilder::InsertionGuard guard(builder);
      emitVector(shapes, guesses, outer, openLoop(whole, width), {});
    }
    if (isMultiple && threads->hasAttr(par::unrolledAttr)) {
      // Inner ones first.
      for (Value row : llvm::reverse(outer))
        (void)loopUnrollFull(
            cast<scf::ForOp>(row.getParentBlock()->getParentOp()));
      return;
    }
    if (isMultiple) {
      if (!outer.empty() && threads.getRaceFree())
        jamRows(cast<scf::ForOp>(outer.back().getParentBlock()->getParentOp()));
      return;
    }
    Value hasRest = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, rest, constant(0));
    auto tail = scf::IfOp::create(builder, loc, hasRest,
                                  /*withElseRegion=*/false);
    builder.setInsertionPointToStart(tail.thenBlock());
    Value numbers = arith::ConstantOp::create(
        builder, loc,
        builder.getIndexVectorAttr(llvm::to_vector(llvm::seq<int64_t>(width))));
    Value active = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, numbers,
        vector::BroadcastOp::create(builder, loc, numbers.getType(), rest));
    emitVector(shapes, guesses, outer, whole, active);
  }

  void emitVector(const Shapes &shapes, const Shapes &guesses, ValueRange outer,
                  Value first, Value mask) {
    LaneEmitter emitter(builder, shapes, guesses, checks);
    for (auto [iv, value] :
         llvm::zip(threads.getInductionVars().drop_back(), outer))
      emitter.setScalar(iv, value);
    emitter.setScalar(threads.getInductionVars().back(), first);
    emitter.setMask(mask);
    emitter.emitBody(*threads.getBody());
  }

  void emitOneByOne() {
    OpBuilder::InsertionGuard guard(builder);
    IRMapping values;
    values.map(threads.getInductionVars(), openLoops(threads.getSizes()));
    for (Operation &op : threads.getBody()->without_terminator())
      builder.clone(op, values);
  }

  ForOp threads;
  int64_t lanes;
  bool checks;
  OpBuilder builder;
  Location loc;
};

struct VectorizeThreads
    : public heddle::impl::VectorizeThreadsBase<VectorizeThreads> {
  using VectorizeThreadsBase::VectorizeThreadsBase;

  void runOnOperation() override {
    SmallVector<ForOp> loops;
    getOperation()->walk([&](ForOp loop) {
      if (loop.getLevel() == Level::Block)
        loops.push_back(loop);
    });
    for (ForOp loop : loops)
      ThreadVectorizer(loop, lanes, checksShapes).run();
  }
};

} // namespace

int64_t heddle::getNativeLanes(Operation *inModule) {
  auto module = dyn_cast<ModuleOp>(inModule);
  if (!module)
    module = inModule->getParentOfType<ModuleOp>();
  return module && module->hasAttr(par::packsLanesAttr) ? 16 : 8;
}
