//===- ThreadParts.cpp - Parts of a block for several cores ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadParts.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace heddle;

/// The threads of a part, two warps.
static constexpr int64_t partThreads = 64;

std::optional<ThreadParts> ThreadParts::find(scf::ParallelOp threads) {
  SmallVector<int64_t, 3> sizes;
  for (auto [lower, upper, step] :
       llvm::zip(threads.getLowerBound(), threads.getUpperBound(),
                 threads.getStep())) {
    auto size = getConstantIntValue(upper);
    if (getConstantIntValue(lower) != 0 || getConstantIntValue(step) != 1 ||
        !size)
      return std::nullopt;
    sizes.push_back(*size);
  }
  if (sizes.size() != 3 || sizes[0] != 1)
    return std::nullopt;
  // Rows stay whole if there are several.
  unsigned dim = sizes[1] > 1 ? 1 : 2;
  int64_t row = dim == 1 ? sizes[2] : 1;
  int64_t length = std::max<int64_t>(partThreads / row, 1);
  if (sizes[dim] <= length || sizes[dim] % length != 0 ||
      length * row % partThreads != 0)
    return std::nullopt;
  return ThreadParts{dim, length, sizes[dim] / length};
}

void ThreadParts::restrictTo(scf::ParallelOp threads, Value part) const {
  OpBuilder builder(threads);
  Location loc = threads.getLoc();
  auto flags =
      arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  Value size = arith::ConstantIndexOp::create(builder, loc, length);
  Value first = arith::MulIOp::create(builder, loc, part, size, flags);
  threads.getUpperBoundMutable()[dim].set(size);
  // The index fits into 32 bits, so that it can be computed in them: what is
  // known of sums is not lost in a cast.
  Value own = threads.getInductionVars()[dim];
  llvm::SmallSetVector<Operation *, 4> casts;
  for (Operation *user : own.getUsers())
    if (auto cast = dyn_cast<arith::IndexCastUIOp>(user))
      if (cast.getType().getIntOrFloatBitWidth() >= 32)
        casts.insert(cast);
  for (Operation *user : casts) {
    auto cast = llvm::cast<arith::IndexCastUIOp>(user);
    builder.setInsertionPoint(threads);
    Value narrow =
        arith::IndexCastUIOp::create(builder, loc, cast.getType(), first);
    builder.setInsertionPointAfter(cast);
    auto sum = arith::AddIOp::create(builder, loc, narrow, cast, flags);
    cast.getResult().replaceAllUsesExcept(sum, sum);
  }
  builder.setInsertionPointToStart(threads.getBody());
  auto index = arith::AddIOp::create(builder, loc, first, own, flags);
  own.replaceUsesWithIf(index, [&](OpOperand &use) {
    // Lanes are those of the loop that there is, as parts are whole warps.
    return use.getOwner() != index && !casts.contains(use.getOwner()) &&
           !isa<par::LaneOp, par::WarpOp>(use.getOwner());
  });
}
