//===- ScatteredLoops.cpp - Threads that touch places far apart -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatteredLoops.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {
#define GEN_PASS_DEF_SCATTEREDLOOPS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Adds what a value is computed from.
static void addSlice(Value value, Block *body,
                     llvm::SmallPtrSetImpl<Operation *> &slice) {
  Operation *op = value.getDefiningOp();
  if (op && op->getBlock() == body && slice.insert(op).second)
    for (Value operand : op->getOperands())
      addSlice(operand, body, slice);
}

bool heddle::isScattered(scf::ParallelOp threads, Strides &strides) {
  // What places are computed from is no work: it goes into addresses.
  llvm::SmallPtrSet<Operation *, 16> places, values;
  Block *body = threads.getBody();
  unsigned far = 0, near = 0, work = 0;
  for (Operation &op : body->without_terminator()) {
    if (op.getNumRegions() != 0)
      return false;
    ValueRange indices;
    if (auto load = dyn_cast<memref::LoadOp>(op))
      indices = load.getIndices();
    else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      indices = store.getIndices();
      addSlice(store.getValue(), body, values);
    } else if (isMemoryEffectFree(&op))
      continue;
    else
      return false;
    std::optional<Access> access = getPlainAccess(&op);
    std::optional<int64_t> stride = access ? strides.of(*access) : std::nullopt;
    if (!stride)
      return false;
    for (Value index : indices)
      addSlice(index, body, places);
    if (std::abs(*stride) > longestGroup * access->size)
      ++far;
    else if (*stride != 0)
      ++near;
  }
  for (Operation *op : values) {
    if (!isMemoryEffectFree(op) || places.contains(op) ||
        matchPattern(op, m_Constant()))
      continue;
    // What takes long is worth vectors.
    if (!isa<arith::ArithDialect>(op->getDialect()) ||
        isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
            arith::RemUIOp>(op))
      return false;
    ++work;
  }
  // In quarters of a cycle for a thread, about: an access of a vector's lane
  // takes longer by one than that of a thread, all else is faster.
  return 4 * far > 3 * work + 12 * near;
}

namespace {
struct ScatteredLoops
    : public heddle::impl::ScatteredLoopsBase<ScatteredLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      Strides strides(threads.getInductionVars().back());
      if (isScattered(threads, strides))
        threads->setAttr(par::scatteredAttr, UnitAttr::get(&getContext()));
    }
  }
};
} // namespace
