//===- FissionCollectives.cpp - Expands collective operations -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread stores its value in a buffer. After a barrier, the result is
// computed from the buffer: at block level if it is the same for all threads,
// otherwise by each thread.
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;
using par::WarpKind;

namespace {

class Expander {
public:
  Expander(scf::ParallelOp threads) : threads(threads), builder(threads) {}

  void expand(Operation *op) {
    loc = op->getLoc();
    builder.setInsertionPoint(op);
    Value result;
    if (auto any = dyn_cast<par::AnyOp>(op))
      result = expandAny(any);
    else if (auto count = dyn_cast<par::CountOp>(op))
      result = expandCount(count);
    else
      result = expandWarp(cast<par::WarpOp>(op));
    if (result)
      op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }

private:
  using Step = llvm::function_ref<Value(ValueRange indices, Value total)>;

  /// Combines a value of each thread, in order. At block level only the
  /// outermost loop is marked: it moves as a whole.
  Value combine(Value init, bool blockLevel, Step step,
                ArrayRef<Value> outer = {}) {
    unsigned depth = outer.size();
    bool marked = blockLevel && depth == 0;
    // Threads that the loop excludes have stored nothing.
    auto loop = scf::ForOp::create(builder, loc, threads.getLowerBound()[depth],
                                   threads.getUpperBound()[depth],
                                   threads.getStep()[depth], init);
    if (marked)
      loop->setAttr(blockLevelAttr, builder.getUnitAttr());
    OpBuilder::InsertionGuard guard(builder);
    Block *body = loop.getBody();
    if (!body->empty() && body->back().hasTrait<OpTrait::IsTerminator>())
      body->back().erase();
    builder.setInsertionPointToEnd(body);
    SmallVector<Value> indices(outer);
    indices.push_back(loop.getInductionVar());
    Value total = loop.getRegionIterArgs()[0];
    total = indices.size() == threads.getNumLoops()
                ? step(indices, total)
                : combine(total, blockLevel, step, indices);
    scf::YieldOp::create(builder, loc, total);
    return loop.getResult(0);
  }

  Value mark(Value value, bool blockLevel) {
    if (blockLevel)
      value.getDefiningOp()->setAttr(blockLevelAttr, builder.getUnitAttr());
    return value;
  }
  Value integer(int64_t value, Type type, bool blockLevel = false) {
    return mark(arith::ConstantOp::create(builder, loc,
                                          builder.getIntegerAttr(type, value)),
                blockLevel);
  }

  /// Stores every thread's value for all threads to read.
  Value publish(Value value) {
    Buffer buffer = createBuffer(threads, value.getType());
    storeOwn(builder, loc, value, buffer, threads);
    return buffer.memory;
  }
  Value publishFlag(Value condition) {
    return publish(
        arith::ExtUIOp::create(builder, loc, builder.getI8Type(), condition));
  }
  void meet() {
    par::BarrierOp::create(builder, loc, threads.getInductionVars());
  }
  Value load(Value memory, ValueRange indices) {
    return memref::LoadOp::create(builder, loc, memory, indices);
  }
  Value isSet(Value flag) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, flag,
                                 integer(0, flag.getType()));
  }

  Value expandAny(par::AnyOp op) {
    Value flags = publishFlag(op.getCondition());
    meet();
    Value init = integer(0, builder.getI8Type(), true);
    Value total = combine(init, true, [&](ValueRange indices, Value total) {
      return arith::OrIOp::create(builder, loc, total, load(flags, indices));
    });
    Value zero = integer(0, builder.getI8Type(), true);
    return mark(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      total, zero),
                true);
  }

  Value expandCount(par::CountOp op) {
    Value flags = publishFlag(op.getCondition());
    meet();
    Type i32 = builder.getI32Type();
    Value init = integer(0, i32, true);
    return combine(init, true, [&](ValueRange indices, Value total) {
      Value one =
          arith::ExtUIOp::create(builder, loc, i32, load(flags, indices));
      return arith::AddIOp::create(builder, loc, total, one);
    });
  }

  //===--------------------------------------------------------------------===//
  // Warps
  //===--------------------------------------------------------------------===//

  Value expandWarp(par::WarpOp op) {
    switch (op.getKind()) {
    case WarpKind::Sync:
      meet();
      return {};
    case WarpKind::Active:
      return collect(op.getActive());
    case WarpKind::Ballot:
      return collect(arith::SelectOp::create(
          builder, loc, op.getActive(), isSet(op.getValue()),
          arith::ConstantIntOp::create(builder, loc, 0, 1)));
    case WarpKind::Shuffle:
      return exchange(op, &Expander::shuffle);
    case WarpKind::Match:
      return exchange(op, &Expander::match);
    case WarpKind::Add:
    case WarpKind::UMin:
    case WarpKind::UMax:
    case WarpKind::SMin:
    case WarpKind::SMax:
    case WarpKind::And:
    case WarpKind::Or:
    case WarpKind::Xor:
      return exchange(op, &Expander::reduce);
    }
    llvm_unreachable("unknown kind of warp operation");
  }

  /// Stores every lane's value and computes this lane's result from them.
  Value exchange(par::WarpOp op,
                 Value (Expander::*compute)(par::WarpOp, Value, Value)) {
    Value values = publish(op.getValue());
    Value flags;
    if (!matchPattern(op.getActive(), m_One()))
      flags = publishFlag(op.getActive());
    meet();
    Value result = (this->*compute)(op, values, flags);
    // In a loop, no lane may store its next value before all have read this
    // one.
    if (isInLoop(op))
      meet();
    return result;
  }

  bool isInLoop(Operation *op) {
    for (Operation *up = op->getParentOp(); up != threads;
         up = up->getParentOp())
      if (isa<scf::ForOp, scf::WhileOp>(up))
        return true;
    return false;
  }

  /// The set of lanes for which a condition holds.
  Value collect(Value condition) {
    Value flags = publishFlag(condition);
    meet();
    Type i32 = builder.getI32Type();
    Value init = integer(0, i32, true);
    return combine(init, true, [&](ValueRange indices, Value total) {
      return addLane(indices, total, load(flags, indices));
    });
  }

  /// Inserts a lane's flag, 0 or 1, into a set.
  Value addLane(ValueRange indices, Value total, Value flag) {
    Type i32 = builder.getI32Type();
    Value bit = arith::ExtUIOp::create(builder, loc, i32, flag);
    Value place = arith::IndexCastUIOp::create(builder, loc, i32, indices[0]);
    bit = arith::ShLIOp::create(builder, loc, bit, place);
    return arith::OrIOp::create(builder, loc, total, bit);
  }

  Value both(Value a, Value b) {
    return a && b ? arith::AndIOp::create(builder, loc, a, b) : a ? a : b;
  }

  Value shuffle(par::WarpOp op, Value values, Value flags) {
    Value last =
        integer(par::warpSize / (planted(Fault::HalfShuffle) ? 2 : 1) - 1,
                builder.getI32Type());
    Value lane = op.getLane();
    // In a thread that takes no part, it may be poison, which is not a valid
    // address.
    if (!matchPattern(op.getActive(), m_One()))
      lane = arith::SelectOp::create(builder, loc, op.getActive(), lane,
                                     integer(0, builder.getI32Type()));
    lane = arith::AndIOp::create(builder, loc, lane, last);
    Value from = arith::IndexCastUIOp::create(builder, loc,
                                              builder.getIndexType(), lane);
    Value isHere;
    Value upper = threads.getUpperBound()[0];
    if (getConstantIntValue(upper) != par::warpSize)
      isHere = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     from, upper);
    if (flags)
      isHere = both(isHere, isSet(load(flags, from)));
    Value value = load(values, from);
    return isHere ? arith::SelectOp::create(builder, loc, isHere, value,
                                            op.getValue())
                  : value;
  }

  Value match(par::WarpOp op, Value values, Value flags) {
    Value init = integer(0, builder.getI32Type());
    Value set = combine(init, false, [&](ValueRange indices, Value total) {
      Value same = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         load(values, indices), op.getValue());
      if (flags)
        same = both(same, isSet(load(flags, indices)));
      return addLane(indices, total, same);
    });
    return arith::AndIOp::create(builder, loc, set, op.getMask());
  }

  Value reduce(par::WarpOp op, Value values, Value flags) {
    WarpKind kind = op.getKind();
    Type type = op.getValue().getType();
    // If the mask is uniform, so is the result.
    Operation *origin = op.getMask().getDefiningOp();
    bool full = getConstantIntValue(op.getMask()) == -1;
    bool blockLevel = full || (origin && !threads->isAncestor(origin));
    return combine(
        integer(neutral(kind), type, blockLevel), blockLevel,
        [&](ValueRange indices, Value total) {
          Value next = apply(kind, total, load(values, indices));
          Value counts = flags ? isSet(load(flags, indices)) : Value();
          if (!full && !planted(Fault::ReduceUnmasked)) {
            Value place =
                arith::IndexCastUIOp::create(builder, loc, type, indices[0]);
            Value bit =
                arith::ShRUIOp::create(builder, loc, op.getMask(), place);
            bit =
                arith::TruncIOp::create(builder, loc, builder.getI1Type(), bit);
            counts = both(counts, bit);
          }
          return counts ? arith::SelectOp::create(builder, loc, counts, next,
                                                  total)
                        : next;
        });
  }

  /// The neutral element of a reduction.
  static int64_t neutral(WarpKind kind) {
    switch (kind) {
    case WarpKind::Add:
    case WarpKind::UMax:
    case WarpKind::Or:
    case WarpKind::Xor:
      return 0;
    case WarpKind::UMin:
    case WarpKind::And:
      return -1;
    case WarpKind::SMin:
      return std::numeric_limits<int32_t>::max();
    case WarpKind::SMax:
      return planted(Fault::MaxOfNegatives)
                 ? 0
                 : std::numeric_limits<int32_t>::min();
    case WarpKind::Sync:
    case WarpKind::Active:
    case WarpKind::Ballot:
    case WarpKind::Shuffle:
    case WarpKind::Match:
      break;
    }
    llvm_unreachable("not a reduction");
  }

  Value apply(WarpKind kind, Value a, Value b) {
    switch (kind) {
    case WarpKind::Add:
      return arith::AddIOp::create(builder, loc, a, b);
    case WarpKind::UMin:
      return arith::MinUIOp::create(builder, loc, a, b);
    case WarpKind::UMax:
      return arith::MaxUIOp::create(builder, loc, a, b);
    case WarpKind::SMin:
      return arith::MinSIOp::create(builder, loc, a, b);
    case WarpKind::SMax:
      return arith::MaxSIOp::create(builder, loc, a, b);
    case WarpKind::And:
      return arith::AndIOp::create(builder, loc, a, b);
    case WarpKind::Or:
      return arith::OrIOp::create(builder, loc, a, b);
    case WarpKind::Xor:
      return arith::XOrIOp::create(builder, loc, a, b);
    case WarpKind::Sync:
    case WarpKind::Active:
    case WarpKind::Ballot:
    case WarpKind::Shuffle:
    case WarpKind::Match:
      break;
    }
    llvm_unreachable("not a reduction");
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
};

} // namespace

void fission::expandCollectives(scf::ParallelOp threads) {
  SmallVector<Operation *> ops;
  threads.walk([&](Operation *op) {
    if (par::isBarrier(op) && !isa<par::BarrierOp, par::GridSyncOp>(op))
      ops.push_back(op);
  });
  Expander expander(threads);
  for (Operation *op : ops)
    expander.expand(op);
}
