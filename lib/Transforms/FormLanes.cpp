//===- FormLanes.cpp - Serial loops of threads, vectors at a time ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneArrays.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

namespace heddle {
#define GEN_PASS_DEF_FORMLANES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// What an iteration of a serial loop costs, for one thread: as it is, and if
/// a vector of threads runs it at a time.
class Cost {
public:
  Cost(Operation *loop, Value thread, const LaneArrays &arrays)
      : loop(loop), threads(thread), arrays(arrays) {
    if (auto plain = dyn_cast<scf::ForOp>(loop))
      iterations.emplace(plain.getInductionVar());
  }

  bool isWorthIt() {
    WalkResult result = loop->walk([&](Operation *op) {
      return op == loop || add(op) ? WalkResult::advance()
                                   : WalkResult::interrupt();
    });
    if (result.wasInterrupted() || work == 0)
      return false;
    if (holdsAtomic)
      vector = serial;
    else if (isVectorizable())
      serial /= vectorGain;
    else if (!isEven())
      vector = (vector + gathered) * waitingCost;
    return vector < 0.6 * (serial + far);
  }

  /// Whether all that is touched lies evenly along the threads, and is not the
  /// block's own memory, which rows of a tile may share.
  bool isStreamed() const { return streams; }

private:
  static constexpr double vectorGain = 8;
  /// Of a place that is not beside the neighbour's. Under a mask it is twice
  /// that.
  static constexpr double gatherCost = 1.5;
  /// Lanes that are done wait for the last one.
  static constexpr double waitingCost = 1.5;
  /// What it costs to fetch a line of memory for a single value.
  static constexpr double lineCost = 32;

  bool add(Operation *op) {
    if (isa<scf::IfOp, scf::YieldOp, scf::ConditionOp>(op))
      return true;
    if (op->getNumRegions())
      return false;
    if (std::optional<Access> access = getPlainAccess(op)) {
      std::optional<int64_t> stride = threads.of(*access);
      streams &= stride && !isShared(*access);
      bool isGood = stride && (*stride == 0 || *stride == access->size);
      if (access->base && arrays.contains(access->base)) {
        serial += 1;
        vector += 1 / vectorGain;
        work += 1;
        isContiguous = false;
        return true;
      }
      // Many threads that store to one place would be a race, unless only one
      // of them does.
      if (access->writes && stride == 0)
        isGood = false;
      serial += 1;
      vector += isGood ? 1 / vectorGain : gatherCost;
      gathered += isGood ? 0 : gatherCost;
      std::optional<int64_t> along =
          iterations ? iterations->of(*access) : std::nullopt;
      if (isSamePlace(*access))
        along = 0;
      isContiguous &= along && (*along == 0 || *along == access->size);
      // Threads that run one after the other come back to a line of memory
      // when it has long gone.
      if (isGood && *stride != 0 && !along && !isShared(*access))
        far += lineCost;
      work += 1;
      return true;
    }
    // Threads may take turns in any order, as long as none waits for another:
    // in a loop that ends by itself. The lanes run one after the other then.
    if (isa<LLVM::AtomicRMWOp>(op) && isa<scf::ForOp>(loop)) {
      holdsAtomic = true;
      serial += 2;
      work += 1;
      return true;
    }
    if (!isMemoryEffectFree(op))
      return false;
    double cost = 1;
    if (isa<arith::ConstantOp, par::ViewOp, par::PointerOp>(op))
      cost = 0;
    else if (isa<arith::DivFOp, arith::RemFOp>(op) ||
             isa<math::MathDialect>(op->getDialect()))
      cost = 8;
    else if (isa<CallOpInterface>(op))
      cost = 20;
    bool isScalar =
        isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
            op) &&
        !getConstantIntValue(op->getOperand(1));
    if (isScalar)
      cost = 8;
    serial += cost;
    vector += isScalar || (isa<CallOpInterface>(op)) ? cost : cost / vectorGain;
    work += cost;
    return true;
  }

  /// Whether neighbouring threads run the loop equally often.
  bool isEven() {
    auto plain = dyn_cast<scf::ForOp>(loop);
    return plain && threads.isEven(plain);
  }

  /// Whether it is to one place in all iterations.
  bool isSamePlace(const Access &access) {
    auto isOutside = [&](Value value) {
      return !loop->isAncestor(value.getParentBlock()->getParentOp());
    };
    return access.exact && access.base && isOutside(access.base) &&
           llvm::all_of(access.terms, [&](const Term &term) {
             return isOutside(term.value);
           });
  }

  /// Memory of the block, which stays near.
  static bool isShared(const Access &access) {
    return access.base && isa_and_nonnull<memref::AllocaOp, LLVM::AllocaOp>(
                              access.base.getDefiningOp());
  }

  /// Whether LLVM can make vectors of the loop's own iterations.
  bool isVectorizable() {
    auto plain = dyn_cast<scf::ForOp>(loop);
    return plain && isContiguous &&
           llvm::none_of(plain.getRegionIterArgs(), [](Value value) {
             return isa<FloatType>(value.getType());
           });
  }

  Operation *loop;
  Strides threads;
  const LaneArrays &arrays;
  std::optional<Strides> iterations;
  double serial = 0, vector = 0, gathered = 0, work = 0;
  double far = 0; ///< What a thread waits for memory if it runs alone.
  bool isContiguous = true, holdsAtomic = false, streams = true;
};

bool isInnermost(Operation *loop) {
  return !loop->walk([&](LoopLikeOpInterface other) {
                return other != loop ? WalkResult::interrupt()
                                     : WalkResult::advance();
              })
              .wasInterrupted();
}

class Former {
public:
  /// Rows of so many threads can run together.
  static constexpr int64_t longestRow = 64;

  explicit Former(scf::ParallelOp threads) : threads(threads) {}

  void run() {
    unsigned dims = threads.getNumLoops();
    if (par::holdsBarrier(threads) || dims == 0)
      return;
    Value x = threads.getInductionVars()[dims - 1];
    SmallVector<Operation *> loops;
    bool areStreamed = true;
    WalkResult result = threads.getBody()->walk([&](Operation *op) {
      if (isa<memref::AllocaOp>(op))
        return WalkResult::interrupt();
      if (auto local = dyn_cast<LLVM::AllocaOp>(op))
        return arrays.add(local, threads) ? WalkResult::advance()
                                          : WalkResult::interrupt();
      if (!isa<scf::ForOp, scf::WhileOp>(op) || !isInnermost(op))
        return WalkResult::advance();
      Cost cost(op, x, arrays);
      if (cost.isWorthIt())
        loops.push_back(op);
      areStreamed &= cost.isStreamed();
      return WalkResult::advance();
    });
    if (result.wasInterrupted() || loops.empty() || !holdsKnownForms())
      return;
    if (canUnrollAll() && (!arrays.empty() || (areStreamed && writeOut())))
      return;
    if (!threads->hasAttr(par::capacityAttr) && !split(loops))
      return;
    arrays.spread(threads);
    for (Operation *loop : loops)
      addBarrier(loop);
  }

private:
  /// Everything around the loops must be something that fission can take apart.
  bool holdsKnownForms() {
    return !threads.getBody()
                ->walk([](Operation *op) {
                  return op->getNumRegions() &&
                                 !isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op)
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                })
                .wasInterrupted();
  }

  /// Has no loops any more if that makes little code: what they carry stays in
  /// registers then, where rows of lanes would go through memory.
  bool writeOut() {
    // Of several rows, some run together.
    for (unsigned dim = 0; dim + 1 < threads.getNumLoops(); ++dim)
      if (getSize(dim) != 1)
        return false;
    uint64_t count = 0;
    SmallVector<scf::ForOp> loops;
    threads.getBody()->walk([&](Operation *op) {
      uint64_t times = 1;
      for (auto up = op->getParentOfType<scf::ForOp>();
           up && threads->isAncestor(up);
           up = up->getParentOfType<scf::ForOp>())
        times = llvm::SaturatingMultiply(times, countIterations(up));
      count = llvm::SaturatingAdd(count, times);
      if (auto loop = dyn_cast<scf::ForOp>(op))
        loops.push_back(loop);
    });
    if (count > mostWrittenOut)
      return false;
    for (scf::ForOp loop : loops)
      (void)loopUnrollFull(loop);
    return true;
  }

  static uint64_t countIterations(scf::ForOp loop) {
    std::optional<APInt> count = loop.getStaticTripCount();
    return count ? std::min<uint64_t>(count->getZExtValue(), 1 << 20) : 1 << 20;
  }

  /// Whether LLVM may make straight code of all loops, and have arrays in
  /// registers.
  bool canUnrollAll() {
    constexpr int64_t mostIterations = 32;
    return !threads.getBody()
                ->walk([](LoopLikeOpInterface op) {
                  auto loop = dyn_cast<scf::ForOp>(op.getOperation());
                  if (!loop)
                    return WalkResult::interrupt();
                  auto lower = getConstantIntValue(loop.getLowerBound());
                  auto upper = getConstantIntValue(loop.getUpperBound());
                  return lower && upper && *upper - *lower <= mostIterations
                             ? WalkResult::advance()
                             : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  /// How many values of a lane are in use in a loop at once, at least.
  unsigned countLive(Operation *loop) {
    llvm::SmallPtrSet<Value, 16> live;
    for (Region &region : loop->getRegions())
      for (BlockArgument arg : region.getArguments())
        if (isa<FloatType>(arg.getType()))
          live.insert(arg);
    unsigned carried = isa<scf::WhileOp>(loop) ? live.size() / 2 : live.size();
    live.clear();
    loop->walk([&](Operation *op) {
      // What the loop starts with is what it carries.
      if (op == loop)
        return;
      for (Value operand : op->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (isa<FloatType>(operand.getType()) && !loop->isAncestor(def) &&
              threads->isProperAncestor(def))
            live.insert(operand);
    });
    return carried + live.size();
  }

  /// Whether all threads, also of other rows, run a loop equally often.
  bool isUniform(Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    return loop && llvm::all_of(threads.getInductionVars(), [&](Value iv) {
             return Strides(iv).isEven(loop);
           });
  }

  /// How many threads there are along a dimension, if all run and that is
  /// known.
  std::optional<int64_t> getSize(unsigned dim) {
    if (!matchPattern(threads.getLowerBound()[dim], m_Zero()))
      return std::nullopt;
    return getConstantIntValue(threads.getUpperBound()[dim]);
  }

  /// How many rows, and how many threads of a row, run together: so many that
  /// their values fill the registers, as operations on one vector have to wait
  /// for each other.
  std::pair<int64_t, int64_t> chooseTile(ArrayRef<Operation *> loops) {
    unsigned last = threads.getNumLoops() - 1;
    std::optional<int64_t> size = getSize(last);
    if (!size)
      return {1, 32};
    int64_t vectors = 2;
    if (llvm::all_of(loops, [&](Operation *op) { return isUniform(op); })) {
      unsigned live = 1;
      for (Operation *loop : loops)
        live = std::max(live, countLive(loop));
      vectors = std::clamp<int64_t>(16 / live, 1, 16);
    }
    int64_t width = 8;
    while (width * 2 <= 16 * std::min<int64_t>(vectors, 16) &&
           *size % (width * 2) == 0)
      width *= 2;
    // A short row in one piece has a rest of a known size.
    if (*size > width && *size % width != 0)
      width = *size <= longestRow ? *size : 16;
    int64_t rows = 1;
    std::optional<int64_t> height;
    if (last > 0)
      height = getSize(last - 1);
    if (height && *size % width == 0) {
      // A row that is not a number of whole vectors takes some more.
      int64_t taken = width % 16 == 0 ? width : llvm::alignTo(width + 8, 16);
      for (int64_t next = 2; next * taken <= 16 * vectors; ++next)
        if (*height % next == 0)
          rows = next;
    }
    return {rows, width};
  }

  /// The loop over threads becomes one over tiles of them around one over the
  /// lanes of a tile.
  bool split(ArrayRef<Operation *> loops) {
    unsigned last = threads.getNumLoops() - 1;
    std::optional<int64_t> size = getSize(last);
    if (size && *size < 8)
      return false;
    auto [rows, width] = chooseTile(loops);
    bool isWhole = size && *size % width == 0;
    OpBuilder builder(threads);
    Location loc = threads.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value zero = constant(0), one = constant(1);
    SmallVector<Value> ivs;
    for (unsigned dim = 0; dim <= last; ++dim) {
      int64_t step = dim == last ? width : dim + 1 == last ? rows : 1;
      auto loop =
          scf::ForOp::create(builder, loc, threads.getLowerBound()[dim],
                             threads.getUpperBound()[dim], constant(step));
      builder.setInsertionPointToStart(loop.getBody());
      ivs.push_back(loop.getInductionVar());
    }
    SmallVector<Value> uppers;
    if (rows > 1)
      uppers.push_back(constant(rows));
    uppers.push_back(constant(width));
    if (!isWhole) {
      Value left = arith::SubIOp::create(
          builder, loc, threads.getUpperBound()[last], ivs[last]);
      uppers.back() = arith::MinSIOp::create(builder, loc, left, uppers.back());
    }
    auto lanes = scf::ParallelOp::create(
        builder, loc, SmallVector<Value>(uppers.size(), zero), uppers,
        SmallVector<Value>(uppers.size(), one));
    lanes->setDiscardableAttrs(threads->getDiscardableAttrDictionary());
    lanes->removeAttr(par::rowsAttr);
    if (rows == 1)
      lanes->setAttr(par::capacityAttr, builder.getI64IntegerAttr(width));
    Operation *terminator = lanes.getBody()->getTerminator();
    builder.setInsertionPointToStart(lanes.getBody());
    // A copy: `reverse` keeps a reference, and what it is given here is a
    // temporary.
    SmallVector<Value> laneIvs = lanes.getInductionVars();
    for (auto [i, lane] : llvm::enumerate(llvm::reverse(laneIvs))) {
      Value &iv = ivs[last - i];
      iv = arith::AddIOp::create(builder, loc, iv, lane,
                                 arith::IntegerOverflowFlags::nsw |
                                     arith::IntegerOverflowFlags::nuw);
    }
    for (Operation &op :
         llvm::make_early_inc_range(threads.getBody()->without_terminator()))
      op.moveBefore(terminator);
    for (auto [from, to] : llvm::zip(threads.getInductionVars(), ivs))
      from.replaceAllUsesWith(to);
    threads.erase();
    threads = lanes;
    return true;
  }

  /// A place where the lanes wait for each other, so that fission puts the loop
  /// over lanes into the body. Threads have no order, so it changes nothing.
  void addBarrier(Operation *loop) {
    Block *body = isa<scf::ForOp>(loop)
                      ? cast<scf::ForOp>(loop).getBody()
                      : cast<scf::WhileOp>(loop).getAfterBody();
    OpBuilder builder = OpBuilder::atBlockBegin(body);
    par::BarrierOp::create(builder, loop->getLoc(), threads.getInductionVars());
  }

  scf::ParallelOp threads;
  LaneArrays arrays;
};

bool isFallback(scf::ParallelOp threads) {
  scf::ParallelOp grid = par::getGridLoop(threads);
  return grid && grid->hasAttr(par::fallbackAttr);
}

struct FormLanes : public heddle::impl::FormLanesBase<FormLanes> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (!isFallback(threads) && !threads->hasAttr(par::fewAttr))
        Former(threads).run();
  }
};

} // namespace
