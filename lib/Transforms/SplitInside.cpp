//===- SplitInside.cpp - One block on several cores -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstIteration.h"
#include "LaunchWidth.h"
#include "ThreadParts.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/InvariantReads.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

namespace heddle {
#define GEN_PASS_DEF_SPLITINSIDE
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Nests that are written twice have no more operations than that.
static constexpr unsigned mostCopied = 1000;

namespace {

/// Whether the threads of a loop may run on several cores at once. What the
/// program does between two barriers has no order among threads, so this is
/// about what has been made of it for one core: updates without locks, and
/// memory that a thread passes on to the next.
class Independence {
public:
  explicit Independence(scf::ParallelOp threads)
      : threads(threads), uniformity(threads) {}

  bool holds() {
    if (threads->getNumResults() || !canPassAll())
      return false;
    return !threads.getBody()
                ->walk([&](Operation *op) {
                  return isHarmless(op) ? WalkResult::advance()
                                        : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

private:
  /// Memory goes to other cores as a pointer.
  bool canPassAll() {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(threads.getRegion(), captured);
    return llvm::all_of(captured, [](Value value) {
      return !isa<MemRefType>(value.getType()) ||
             isa_and_nonnull<memref::AllocaOp, par::ViewOp>(
                 value.getDefiningOp());
    });
  }

  bool isHarmless(Operation *op) {
    // Warps stay on one core.
    if (isa<par::ParDialect>(op->getDialect()))
      return isa<par::ViewOp, par::PointerOp, par::LaneOp, par::WarpOp>(op);
    if (isa<CallOpInterface>(op))
      return isReadOnlyCall(op);
    if (std::optional<Access> access = getPlainAccess(op))
      return !access->orders && (!access->writes || isForThread(op, *access));
    return isMemoryEffectFree(op) ||
           isa<LLVM::AllocaOp, memref::AllocaOp>(op) ||
           op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
  }

  /// Whether a store goes to a place that depends on the thread. One that does
  /// not may be a sum over all threads.
  bool isForThread(Operation *op, const Access &access) {
    if (isOwn(access.base, threads))
      return true;
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return !uniformity.isUniform(store.getMemRef()) ||
             llvm::any_of(store.getIndices(), [&](Value index) {
               return !uniformity.isUniform(index);
             });
    auto store = dyn_cast<LLVM::StoreOp>(op);
    return store && !uniformity.isUniform(store.getAddr());
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
};

} // namespace

namespace {

/// A guess of how many operations all threads of a loop do in loops of their
/// own. How often those go round may be known at run time only.
class Work {
public:
  explicit Work(scf::ParallelOp threads) : threads(threads), first(threads) {
    for (Value size : threads.getUpperBound())
      count *= *getConstantIntValue(size);
    threads.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      return isa<LoopLikeOpInterface>(op) ? (add(op), WalkResult::skip())
                                          : WalkResult::advance();
    });
  }

  /// Whether it may be worth a second core.
  bool mayBeMuch() const {
    return isUnknown || !counted.empty() || known * count >= leastWork;
  }

  /// Whether it is, before the loop; nothing if that is to be assumed.
  Value createTest(OpBuilder &builder) {
    if (isUnknown || known * count >= leastWork)
      return {};
    Location loc = threads.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value sum = constant(known);
    for (auto [loop, perTurn] : counted) {
      Value turns = arith::MulIOp::create(
          builder, loc, createTurns(builder, loop), constant(perTurn));
      sum = arith::AddIOp::create(builder, loc, sum, turns);
    }
    return arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, sum,
        constant(leastWork / std::max<int64_t>(count, 1)));
  }

private:
  /// What a core does in three microseconds, if with vectors of 16 lanes. Two
  /// are faster from there on: measured with a sum of square roots by one block
  /// of 1024 threads, 2.0 and 2.2 us for 8 turns a thread, 3.8 and 3.1 for 16.
  static constexpr int64_t leastWork = 1 << 17;

  void add(Operation *op) {
    int64_t perTurn = countTurn(op);
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<APInt> turns;
    if (loop)
      turns = loop.getStaticTripCount();
    if (turns)
      known +=
          std::min<int64_t>(turns->getLimitedValue(1 << 20), 1 << 20) * perTurn;
    else if (loop && first.isComputable(loop.getLowerBound()) &&
             first.isComputable(loop.getUpperBound()) &&
             first.isComputable(loop.getStep()))
      counted.push_back({loop, perTurn});
    else
      isUnknown = true;
  }

  /// As `outline-grid` counts.
  static int64_t countTurn(Operation *loop) {
    int64_t sum = 0;
    loop->walk([&](Operation *op) {
      int64_t weight = isa<CallOpInterface>(op) ? 20 : 1;
      for (Operation *up = op->getParentOp(); op != loop && up != loop;
           up = up->getParentOp())
        if (isa<LoopLikeOpInterface>(up))
          weight = std::min<int64_t>(weight * 8, 1 << 12);
      sum += weight;
    });
    return sum;
  }

  /// How often a loop of the first thread goes round.
  Value createTurns(OpBuilder &builder, scf::ForOp loop) {
    Location loc = threads.getLoc();
    IRMapping mapping;
    auto get = [&](Value value) {
      // The first thread may not come to the loop.
      Value known = first.compute(builder, value, mapping);
      return asIndex(builder, loc, freezeOverflow(builder, loc, known));
    };
    Value lower = get(loop.getLowerBound()), upper = get(loop.getUpperBound());
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value step = arith::MaxSIOp::create(builder, loc, get(loop.getStep()), one);
    Value length = arith::SubIOp::create(builder, loc, upper, lower);
    // Not below what the numbers are, nor so many that products would wrap.
    Value most = arith::ConstantIndexOp::create(builder, loc, 1 << 20);
    Value turns = arith::DivSIOp::create(builder, loc, length, step);
    return arith::MinSIOp::create(builder, loc, turns, most);
  }

  scf::ParallelOp threads;
  FirstIteration first;
  int64_t count = 1, known = 0;
  SmallVector<std::pair<scf::ForOp, int64_t>> counted;
  bool isUnknown = false;
};

} // namespace

/// The loops over threads that are work for several cores.
static SmallVector<scf::ParallelOp> findHeavyLoops(scf::ParallelOp grid) {
  SmallVector<scf::ParallelOp> loops;
  grid.walk([&](scf::ParallelOp threads) {
    if (threads->hasAttr(par::blockAttr) &&
        threads->getParentOfType<scf::ParallelOp>() == grid &&
        ThreadParts::find(threads) && Work(threads).mayBeMuch() &&
        Independence(threads).holds())
      loops.push_back(threads);
  });
  return loops;
}

/// The parts of the loop's threads become blocks of a grid in the block.
static void split(scf::ParallelOp threads, Attribute shape) {
  ThreadParts parts = *ThreadParts::find(threads);
  OpBuilder builder(threads);
  Location loc = threads.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (Value isMuch = Work(threads).createTest(builder)) {
    auto branch = scf::IfOp::create(builder, loc, isMuch, /*withElse=*/true);
    branch.getElseBodyBuilder().clone(*threads);
    threads->moveBefore(branch.thenBlock()->getTerminator());
    builder.setInsertionPoint(threads);
  }
  Value zero = constant(0), one = constant(1);
  auto inner = scf::ParallelOp::create(
      builder, loc, ValueRange{zero, zero, zero},
      ValueRange{one, one, constant(parts.count)}, ValueRange{one, one, one});
  inner->setAttr(par::gridAttr, builder.getUnitAttr());
  inner->setAttr(par::shapeAttr, shape);
  inner->setAttr(par::partsAttr, builder.getIndexAttr(parts.count));
  threads->moveBefore(inner.getBody()->getTerminator());
  parts.restrictTo(threads, inner.getInductionVars()[2]);
}

/// Puts a copy of the nest in front of it for grids of one block.
static void copyAndSplit(scf::ParallelOp grid,
                         ArrayRef<scf::ParallelOp> loops) {
  OpBuilder builder(grid);
  Location loc = grid.getLoc();
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value blocks = countBlocks(builder, grid);
  Value isSingle = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         blocks, one);
  Value cores = countCores(builder, grid);
  Value areSeveral = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, one, cores);
  IRMapping mapping;
  copyNest(builder, grid,
           arith::AndIOp::create(builder, loc, isSingle, areSeveral), mapping);
  for (scf::ParallelOp loop : loops)
    split(cast<scf::ParallelOp>(mapping.lookup(loop.getOperation())),
          grid->getAttr(par::shapeAttr));
}

namespace {
struct SplitInside : public heddle::impl::SplitInsideBase<SplitInside> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr)) {
      auto function = grid->getParentOfType<LLVM::LLVMFuncOp>();
      if (!function || !function->hasAttr(singleBlockAttr) ||
          !grid->hasAttr(par::shapeAttr) || grid->hasAttr(par::restAttr) ||
          grid->hasAttr(par::mergedBlocksAttr) || par::holdsBarrier(grid) ||
          countOperations(grid) > mostCopied)
        continue;
      SmallVector<scf::ParallelOp> loops = findHeavyLoops(grid);
      if (!loops.empty())
        copyAndSplit(grid, loops);
    }
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      function->removeAttr(singleBlockAttr);
  }
};
} // namespace
