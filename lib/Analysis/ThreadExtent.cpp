//===- ThreadExtent.cpp - The iterations of a loop over threads -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadExtent.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace heddle;

/// CUDA's limits: threads of a block, and blocks of a grid in one dimension.
static constexpr int64_t largestBlock = 1024;
static constexpr int64_t largestGrid = std::numeric_limits<int32_t>::max();
static constexpr int64_t unlimited = int64_t(1) << 60;

/// The field of HeddleLaunchConfig, the function's first argument, that a value
/// is loaded from: 0 to 2 are sizes of the grid, 3 to 5 of the block.
static std::optional<int64_t> launchField(Value value) {
  auto cast = value.getDefiningOp<arith::IndexCastUIOp>();
  auto load = cast ? cast.getIn().getDefiningOp<LLVM::LoadOp>() : nullptr;
  if (!load || !load.getType().isInteger(32))
    return std::nullopt;
  Value address = load.getAddr();
  int64_t field = 0;
  if (auto gep = address.getDefiningOp<LLVM::GEPOp>()) {
    if (!gep.getDynamicIndices().empty() ||
        gep.getRawConstantIndices().size() != 1 ||
        !gep.getElemType().isInteger(32))
      return std::nullopt;
    field = gep.getRawConstantIndices()[0];
    address = gep.getBase();
  }
  auto arg = dyn_cast<BlockArgument>(address);
  bool isConfig = arg && arg.getArgNumber() == 0 &&
                  isa<LLVM::LLVMFuncOp>(arg.getOwner()->getParentOp());
  return isConfig && field >= 0 && field < 6 ? std::optional(field)
                                             : std::nullopt;
}

bool heddle::isLaunchSize(Value value) {
  // No parameter of a kernel is an index; one that is stands for a size.
  auto arg = dyn_cast<BlockArgument>(value);
  return launchField(value) ||
         (arg && value.getType().isIndex() &&
          isa<FunctionOpInterface>(arg.getOwner()->getParentOp()));
}

/// An upper bound on a size.
static int64_t largestSize(Value size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return *known;
  if (std::optional<int64_t> field = launchField(size))
    return *field < 3 ? largestGrid : largestBlock;
  if (isLaunchSize(size))
    return largestGrid;
  if (auto least = size.getDefiningOp<arith::MinSIOp>())
    return std::min(largestSize(least.getLhs()), largestSize(least.getRhs()));
  return unlimited;
}

int64_t heddle::largestIndex(scf::ParallelOp loop, unsigned dim) {
  int64_t size = largestSize(loop.getUpperBound()[dim]);
  for (StringRef name : {par::mergedAttr, par::capacityAttr})
    if (auto most = loop->getAttrOfType<IntegerAttr>(name))
      size = std::min(size, most.getInt());
  return size - 1;
}

/// Whether a size is at least 1.
static bool isPositive(Value size) {
  if (std::optional<int64_t> known = getConstantIntValue(size))
    return *known > 0;
  if (isLaunchSize(size))
    return true;
  if (auto least = size.getDefiningOp<arith::MinSIOp>())
    return isPositive(least.getLhs()) && isPositive(least.getRhs());
  auto rest = size.getDefiningOp<arith::SubIOp>();
  if (!rest)
    return false;
  // What a loop in steps of a tile has left of `total`: `total - iv`, or
  // `total - iv * tile` for `iv` below `ceil(total / tile)`.
  Value total = rest.getLhs(), done = rest.getRhs();
  auto loopOf = [](Value iv) {
    auto arg = dyn_cast<BlockArgument>(iv);
    auto loop = arg ? dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp())
                    : scf::ForOp();
    return loop && iv == loop.getInductionVar() && !loop.getUnsignedCmp()
               ? loop
               : scf::ForOp();
  };
  if (scf::ForOp loop = loopOf(done))
    return loop.getUpperBound() == total;
  auto product = done.getDefiningOp<arith::MulIOp>();
  scf::ForOp loop = product ? loopOf(product.getLhs()) : scf::ForOp();
  std::optional<int64_t> tile =
      product ? getConstantIntValue(product.getRhs()) : std::nullopt;
  auto quotient =
      loop ? loop.getUpperBound().getDefiningOp<arith::DivUIOp>() : nullptr;
  auto sum =
      quotient ? quotient.getLhs().getDefiningOp<arith::AddIOp>() : nullptr;
  return sum && tile && *tile > 0 && sum.getLhs() == total &&
         getConstantIntValue(sum.getRhs()) == *tile - 1 &&
         getConstantIntValue(quotient.getRhs()) == tile;
}

bool heddle::isNeverEmpty(scf::ParallelOp loop, unsigned dim) {
  Value lower = loop.getLowerBound()[dim], upper = loop.getUpperBound()[dim];
  std::optional<int64_t> first = getConstantIntValue(lower);
  std::optional<int64_t> end = getConstantIntValue(upper);
  if (first && end)
    return *first < *end;
  return first == 0 && isPositive(upper);
}

bool heddle::isNeverEmpty(scf::ParallelOp loop) {
  return llvm::all_of(llvm::seq<unsigned>(0, loop.getNumLoops()),
                      [&](unsigned dim) { return isNeverEmpty(loop, dim); });
}
