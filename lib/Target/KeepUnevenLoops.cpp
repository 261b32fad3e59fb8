//===- KeepUnevenLoops.cpp - Loops of uneven trip counts ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Target/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_KEEPUNEVENLOOPS
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

static void keepUnevenLoops(scf::ParallelOp threads) {
  // A value that depends on a load.
  llvm::DenseSet<Value> loaded;
  MLIRContext *context = threads.getContext();
  threads.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto isLoaded = [&](Value value) { return loaded.contains(value); };
    if (isa<LLVM::LoadOp>(op) || llvm::any_of(op->getOperands(), isLoaded))
      loaded.insert_range(op->getResults());
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && !loop->hasAttr(loopAnnotationAttr) &&
        (isLoaded(loop.getLowerBound()) || isLoaded(loop.getUpperBound())))
      loop->setAttr(
          loopAnnotationAttr,
          LoopAnnotation{.unroll = noRuntimeUnroll(context)}.get(context));
  });
}

namespace {
struct KeepUnevenLoops
    : public heddle::impl::KeepUnevenLoopsBase<KeepUnevenLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      keepUnevenLoops(threads);
  }
};
} // namespace
