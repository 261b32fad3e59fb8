//===- NarrowGathers.cpp - Narrow indices of scattered accesses -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {
#define GEN_PASS_DEF_NARROWGATHERS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The index of an access to a row of values whose size is known, and small.
static OpOperand *getIndex(Operation *op) {
  OpOperand *index = nullptr;
  Value memory;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    memory = load.getMemRef();
    if (load.getIndices().size() == 1)
      index = &load.getIndicesMutable()[0];
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    memory = store.getMemRef();
    if (store.getIndices().size() == 1)
      index = &store.getIndicesMutable()[0];
  }
  if (!index || !memory.getDefiningOp<memref::AllocaOp>())
    return nullptr;
  auto type = cast<MemRefType>(memory.getType());
  bool isSmall = type.hasStaticShape() && type.getNumElements() < (1 << 28);
  return isSmall ? index : nullptr;
}

static void narrow(scf::ParallelOp threads) {
  Strides strides(threads.getInductionVars().back());
  SmallVector<OpOperand *> found;
  threads.walk([&](Operation *op) {
    OpOperand *index = getIndex(op);
    if (index && !strides.of(*getPlainAccess(op)))
      found.push_back(index);
  });
  for (OpOperand *index : found) {
    Operation *op = index->getOwner();
    OpBuilder builder(op);
    Value narrow = arith::IndexCastOp::create(
        builder, op->getLoc(), builder.getI32Type(), index->get());
    index->set(arith::IndexCastOp::create(builder, op->getLoc(),
                                          builder.getIndexType(), narrow));
  }
}

namespace {
struct NarrowGathers : public heddle::impl::NarrowGathersBase<NarrowGathers> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      narrow(threads);
  }
};
} // namespace
