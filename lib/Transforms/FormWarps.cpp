//===- FormWarps.cpp - Thread loops to warps and lanes --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpIndex.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_FORMWARPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

static bool holdsWarpOp(scf::ParallelOp threads) {
  return threads
      .walk([](par::WarpOp op) {
        return op.getIvs().empty() ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// Converts a loop over a block's threads to a loop over its warps around a
/// loop over the lanes of a warp, which becomes the loop over threads.
class WarpFormer {
public:
  WarpFormer(scf::ParallelOp threads)
      : threads(threads), builder(threads), loc(threads.getLoc()) {}

  /// `isRow`: y and z have size 1, whatever their bounds are.
  void run(bool isRow) {
    Value sizeX = threads.getUpperBound()[2],
          sizeY = threads.getUpperBound()[1];
    Value total = sizeX;
    if (!isRow) {
      total = mul(total, sizeY);
      total = mul(total, threads.getUpperBound()[0]);
    }
    std::optional<int64_t> known = getConstantIntValue(total);
    Value zero = index(0), one = index(1), size = index(par::warpSize);
    Value warps = div(add(total, index(par::warpSize - 1)), size);
    auto loop = scf::ForOp::create(builder, loc, zero, warps, one);
    builder.setInsertionPointToStart(loop.getBody());
    Value warp = loop.getInductionVar();
    Value first = mul(warp, size);
    Value upper = size;
    // The last warp may be partial.
    if (!known || *known % par::warpSize != 0)
      upper = arith::MinSIOp::create(
          builder, loc, arith::SubIOp::create(builder, loc, total, first),
          size);
    auto lanes = scf::ParallelOp::create(builder, loc, zero, upper, one);
    lanes->setAttr(par::blockAttr, builder.getUnitAttr());
    lanes->setAttr(par::capacityAttr, builder.getI64IntegerAttr(par::warpSize));
    Value lane = lanes.getInductionVars()[0];

    builder.setInsertionPointToStart(lanes.getBody());
    replaceIndices(warp, lane, isRow);
    threads.getBody()->getTerminator()->erase();
    Block *body = lanes.getBody();
    body->getOperations().splice(std::prev(body->end()),
                                 threads.getBody()->getOperations());
    threads.erase();
    for (auto [position, hi] : positions)
      splitUses(position, hi, lane);
    bindOperations(lanes, lane);
  }

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  static std::optional<int64_t> constant(Value value) {
    return getConstantIntValue(value);
  }
  Value add(Value a, Value b) {
    if (constant(a) && constant(b))
      return index(*constant(a) + *constant(b));
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value mul(Value a, Value b) {
    if (constant(a) && constant(b))
      return index(*constant(a) * *constant(b));
    return arith::MulIOp::create(builder, loc, a, b);
  }
  Value div(Value a, Value b) {
    if (constant(a) && constant(b))
      return index(*constant(a) / *constant(b));
    return arith::DivUIOp::create(builder, loc, a, b);
  }
  Value rem(Value a, Value b) {
    if (constant(b) == 1)
      return index(0);
    return arith::RemUIOp::create(builder, loc, a, b);
  }

  /// The thread's indices, from its warp and lane. If a row of threads consists
  /// of whole warps, y and z are the same in all lanes.
  void replaceIndices(Value warp, Value lane, bool isRow) {
    Value size = index(par::warpSize);
    Value sizeX = threads.getUpperBound()[2],
          sizeY = threads.getUpperBound()[1];
    Value x, y, z;
    std::optional<int64_t> knownX = constant(sizeX);
    if (isRow) {
      x = add(mul(warp, size), lane);
      positions.push_back({x, warp});
      y = z = index(0);
    } else if (knownX && *knownX % par::warpSize == 0) {
      Value perRow = index(*knownX / par::warpSize);
      Value column = rem(warp, perRow);
      Value row = div(warp, perRow);
      x = add(mul(column, size), lane);
      positions.push_back({x, column});
      y = rem(row, sizeY);
      z = div(row, sizeY);
    } else {
      Value linear = add(mul(warp, size), lane);
      x = rem(linear, sizeX);
      Value row = div(linear, sizeX);
      y = rem(row, sizeY);
      z = div(row, sizeY);
    }
    // A list in the loop's head would end before the loop begins.
    SmallVector<Value> indices = {z, y, x};
    for (auto [iv, value] : llvm::zip(threads.getInductionVars(), indices))
      iv.replaceAllUsesWith(value);
  }

  /// From here on, their loop is the loop over lanes.
  void bindOperations(scf::ParallelOp lanes, Value lane) {
    lanes.walk([&](par::LaneOp op) {
      builder.setInsertionPoint(op);
      op.getResult().replaceAllUsesWith(
          arith::IndexCastUIOp::create(builder, loc, op.getType(), lane));
      op.erase();
    });
    lanes.walk([&](par::WarpOp op) {
      op.getIvsMutable().assign(lane);
      // The result of a vote is uniform before each lane applies its mask.
      if (op.getKind() != par::WarpKind::Ballot ||
          getConstantIntValue(op.getMask()) == -1)
        return;
      builder.setInsertionPointAfter(op);
      Value masked = arith::AndIOp::create(builder, op.getLoc(), op.getResult(),
                                           op.getMask());
      op.getResult().replaceAllUsesExcept(masked, masked.getDefiningOp());
      builder.setInsertionPoint(op);
      op.getMaskMutable().assign(
          arith::ConstantIntOp::create(builder, op.getLoc(), -1, 32));
    });
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  Location loc;
  /// Indices of the form 32 * value + lane.
  SmallVector<std::pair<Value, Value>> positions;
};

/// The index in a warp, where no warp is formed.
LogicalResult lowerLane(par::LaneOp op) {
  scf::ParallelOp threads = par::getThreadLoop(op);
  if (!threads)
    return op.emitError("is not inside a loop over threads");
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value linear =
      par::linearIndex(builder, loc, op.getIvs(), threads.getUpperBound());
  Value mask = arith::ConstantIndexOp::create(builder, loc, par::warpSize - 1);
  Value lane = arith::AndIOp::create(builder, loc, linear, mask);
  op.getResult().replaceAllUsesWith(
      arith::IndexCastUIOp::create(builder, loc, op.getType(), lane));
  op.erase();
  return success();
}

struct FormWarps : public heddle::impl::FormWarpsBase<FormWarps> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      if (!holdsWarpOp(threads))
        continue;
      if (par::holdsBarrier(threads)) {
        threads.emitError("a loop over threads still holds a barrier");
        return signalPassFailure();
      }
      form(threads);
    }
    getOperation().walk([&](par::LaneOp op) {
      if (failed(lowerLane(op)))
        signalPassFailure();
    });
  }

private:
  static void form(scf::ParallelOp threads) {
    std::optional<int64_t> sizeZ =
        getConstantIntValue(threads.getUpperBound()[0]);
    std::optional<int64_t> sizeY =
        getConstantIntValue(threads.getUpperBound()[1]);
    if (sizeZ && sizeY)
      return WarpFormer(threads).run(*sizeZ == 1 && *sizeY == 1);
    // Most blocks have a single row and need no division to find a thread's
    // index.
    OpBuilder builder(threads);
    Location loc = threads.getLoc();
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value rows = arith::MulIOp::create(builder, loc, threads.getUpperBound()[0],
                                       threads.getUpperBound()[1]);
    Value isRow = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        rows, one);
    auto branch = scf::IfOp::create(builder, loc, isRow, /*withElse=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    auto copy = cast<scf::ParallelOp>(builder.clone(*threads));
    threads->moveBefore(branch.elseBlock()->getTerminator());
    WarpFormer(copy).run(/*isRow=*/true);
    WarpFormer(threads).run(/*isRow=*/false);
  }
};

} // namespace
