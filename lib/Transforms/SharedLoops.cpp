//===- SharedLoops.cpp - Loops that a block's threads share out -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLoops.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace heddle;

namespace {

/// Takes a sum apart into what is uniform and the thread's indices.
class Sum {
public:
  Sum(scf::ParallelOp threads, llvm::function_ref<bool(Value)> isUniform)
      : factors(threads.getNumLoops()), threads(threads), isUniform(isUniform) {
  }

  bool add(Value value, int64_t by = 1) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    if (constant == 0)
      return true;
    if (isUniform(value)) {
      start.push_back(value);
      return by == 1;
    }
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (arg.getOwner() != threads.getBody())
        return false;
      factors[arg.getArgNumber()] += by;
      return true;
    }
    Operation *op = value.getDefiningOp();
    // Numbers of threads alone are below 1024, and 16 bits hold them all.
    size_t before = start.size();
    auto isSmall = [&] { return start.size() == before; };
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp>(op))
      return !value.getType().isInteger(8) && add(op->getOperand(0), by) &&
             isSmall();
    if (auto sum = dyn_cast<arith::AddIOp>(op))
      return add(sum.getLhs(), by) && add(sum.getRhs(), by) &&
             (isSmall() || value.getType().isIndex() ||
              bitEnumContainsAll(sum.getOverflowFlags(),
                                 arith::IntegerOverflowFlags::nsw));
    if (isa<arith::MulIOp, arith::ShLIOp>(op)) {
      std::optional<int64_t> factor = getConstantIntValue(op->getOperand(1));
      if (!factor || *factor < 0 || *factor > 1024)
        return false;
      if (isa<arith::ShLIOp>(op)) {
        if (*factor > 10)
          return false;
        factor = int64_t(1) << *factor;
      }
      return add(op->getOperand(0), by * *factor) && isSmall();
    }
    return false;
  }

  SmallVector<int64_t> factors; ///< For each of the thread's indices.
  SmallVector<Value> start;

private:
  scf::ParallelOp threads;
  llvm::function_ref<bool(Value)> isUniform;
};

} // namespace

std::optional<SmallVector<Value>>
heddle::matchSharedLoop(scf::ForOp loop, scf::ParallelOp threads,
                        llvm::function_ref<bool(Value)> isUniform) {
  // In 32 bits, so that in 64 nothing wraps, or numbers that do not wrap there.
  Type type = loop.getInductionVar().getType();
  if (loop.getUnsignedCmp() || !(type.isInteger(32) || type.isIndex()))
    return std::nullopt;
  Sum sum(threads, isUniform);
  if (!isUniform(loop.getUpperBound()) || !sum.add(loop.getLowerBound()))
    return std::nullopt;
  int64_t count = 1;
  for (unsigned dim = threads.getNumLoops(); dim-- > 0;) {
    std::optional<int64_t> size =
        getConstantIntValue(threads.getUpperBound()[dim]);
    if (!size || !matchPattern(threads.getLowerBound()[dim], m_Zero()) ||
        !matchPattern(threads.getStep()[dim], m_One()))
      return std::nullopt;
    if (*size != 1 && sum.factors[dim] != count)
      return std::nullopt;
    count *= *size;
  }
  if (getConstantIntValue(loop.getStep()) != count)
    return std::nullopt;
  return sum.start;
}

scf::ParallelOp heddle::createMergedLoop(OpBuilder &builder, scf::ForOp loop,
                                         ArrayRef<Value> start) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = loop.getLoc();
  auto wide = [&](Value value) { return asIndex(builder, loc, value); };
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value count = wide(loop.getUpperBound()), first;
  for (Value part : start)
    first = first ? builder.createOrFold<arith::AddIOp>(loc, first, wide(part))
                  : wide(part);
  if (first)
    count = builder.createOrFold<arith::SubIOp>(loc, count, first);
  count = builder.createOrFold<arith::MaxSIOp>(loc, count, zero);
  auto merged = scf::ParallelOp::create(builder, loc, ValueRange{zero},
                                        ValueRange{count}, ValueRange{one});
  Value iv = loop.getInductionVar();
  int64_t most = iv.getType().isIndex() ? int64_t(1) << 60
                 : first                ? std::numeric_limits<uint32_t>::max()
                                        : std::numeric_limits<int32_t>::max();
  if (std::optional<int64_t> known = getConstantIntValue(count))
    most = *known;
  merged->setAttr(par::blockAttr, builder.getUnitAttr());
  merged->setAttr(par::mergedAttr, builder.getI64IntegerAttr(most));

  builder.setInsertionPointToStart(merged.getBody());
  Value at = merged.getInductionVars()[0];
  if (first)
    at = arith::AddIOp::create(builder, loc, first, at,
                               arith::IntegerOverflowFlags::nsw);
  IRMapping mapping;
  if (iv.getType().isIndex())
    mapping.map(iv, at);
  else
    mapping.map(iv, arith::IndexCastOp::create(builder, loc, iv.getType(), at));
  for (Operation &op : loop.getBody()->without_terminator()) {
    // What is in full width anyway need not be narrowed.
    if (auto cast = dyn_cast<arith::IndexCastOp>(op))
      if (cast.getIn() == iv && cast.getType().isIndex()) {
        mapping.map(cast.getResult(), at);
        continue;
      }
    builder.clone(op, mapping);
  }
  return merged;
}
