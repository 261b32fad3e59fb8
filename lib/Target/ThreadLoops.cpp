//===- ThreadLoops.cpp - Thread loops to serial parallel loops ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Support/AddressTerms.h"
#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_THREADLOOPS
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Whether the address of private memory is used other than as the address
/// operand of an access.
static bool escapes(LLVM::AllocaOp local) {
  SmallVector<Value> worklist = {local.getResult()};
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<LLVM::GEPOp>(user))
        worklist.push_back(user->getResult(0));
      else if (isa<LLVM::LoadOp>(user))
        continue;
      else if (auto store = dyn_cast<LLVM::StoreOp>(user);
               store && store.getValue() != use.get())
        continue;
      else
        return true;
    }
  return false;
}

/// Every iteration reuses private memory, so accesses to it are not parallel.
/// All others are, since threads are unordered between two barriers.
static void groupAccesses(scf::ParallelOp threads,
                          LLVM::AccessGroupAttr group) {
  bool unknownMayBePrivate = false, anyLocal = false;
  threads.walk([&](LLVM::AllocaOp local) {
    anyLocal = true;
    unknownMayBePrivate |= escapes(local);
  });
  threads.walk([&](LLVM::AccessGroupOpInterface access) {
    Operation *op = access;
    Value address;
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      address = load.getAddr();
    else if (auto store = dyn_cast<LLVM::StoreOp>(op))
      address = store.getAddr();
    else
      return;
    Value base = baseOf(address);
    if (base.getDefiningOp<LLVM::AllocaOp>() &&
        threads->isProperAncestor(base.getDefiningOp()))
      return;
    if (unknownMayBePrivate) {
      // Only memory outside of the loop is certainly another object.
      Operation *def = base.getDefiningOp();
      if (def && threads->isProperAncestor(def) && !isa<LLVM::AddressOfOp>(def))
        return;
    }
    // A loop-carried pointer in the body may point to private memory.
    if (auto arg = dyn_cast<BlockArgument>(base))
      if (threads->isProperAncestor(arg.getOwner()->getParentOp()) && anyLocal)
        return;
    access.setAccessGroups(ArrayAttr::get(op->getContext(), {group}));
  });
}

/// Local variables are allocated once, not in every iteration, which would grow
/// the stack. Memory of a size that is not constant (alloca) is freed when the
/// thread ends.
static void hoistAllocas(scf::ParallelOp threads) {
  bool restoresStack = false;
  Block *entry =
      &threads->getParentOfType<LLVM::LLVMFuncOp>().getBody().front();
  threads.walk([&](LLVM::AllocaOp local) {
    OpBuilder builder = OpBuilder::atBlockBegin(entry);
    Attribute count;
    if (!matchPattern(local.getArraySize(), m_Constant(&count))) {
      restoresStack = true;
      return;
    }
    Value size = LLVM::ConstantOp::create(
        builder, local.getLoc(), local.getArraySize().getType(), count);
    local.getArraySizeMutable().assign(size);
    local->moveAfter(size.getDefiningOp());
  });
  if (!restoresStack)
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(threads.getBody());
  Location loc = threads.getLoc();
  Value top = LLVM::StackSaveOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
  builder.setInsertionPoint(threads.getBody()->getTerminator());
  LLVM::StackRestoreOp::create(builder, loc, top);
}

/// Below this trip count, a loop over threads is better unrolled than
/// vectorised.
static constexpr int64_t shortestVectorLoop = 4;

/// Below this one, its vectors may all fit in registers.
static constexpr int64_t longestTile = 64;

static void lower(scf::ParallelOp threads) {
  MLIRContext *context = threads.getContext();
  auto group = LLVM::AccessGroupAttr::get(
      context, DistinctAttr::create(UnitAttr::get(context)));
  groupAccesses(threads, group);
  hoistAllocas(threads);

  OpBuilder builder(threads);
  Location loc = threads.getLoc();
  // Unrolling many rows would create much code.
  bool isRare =
      threads->hasAttr(par::rareAttr) || threads->hasAttr(par::edgeAttr);
  bool hasRows = isRare || threads->hasAttr(par::rowsAttr);
  bool isUnrolled = threads->hasAttr(par::unrolledAttr);
  auto once = LLVM::LoopInterleaveAttr::get(
      context, IntegerAttr::get(IntegerType::get(context, 32), 1));
  // Vectorisation does not pay for a few threads.
  bool isScattered = threads->hasAttr(par::scatteredAttr);
  bool isForFew = isScattered || threads->hasAttr(par::fewAttr);
  auto noVectors = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/BoolAttr::get(context, true),
      /*predicateEnable=*/{}, /*scalableEnable=*/{}, /*width=*/{},
      /*followupVectorized=*/{}, /*followupEpilogue=*/{}, /*followupAll=*/{});
  // After vectorisation it may be unrolled: values that it keeps for lanes in
  // memory then become registers.
  auto unrollVectors = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/{},
      /*predicateEnable=*/{}, /*scalableEnable=*/{}, /*width=*/{},
      /*followupVectorized=*/{}, /*followupEpilogue=*/{},
      /*followupAll=*/
      LoopAnnotation{.isVectorized = BoolAttr::get(context, true)}.get(
          context));
  SmallVector<Value> ivs;
  for (auto [lower, upper, step] :
       llvm::zip(threads.getLowerBound(), threads.getUpperBound(),
                 threads.getStep())) {
    auto loop = scf::ForOp::create(builder, loc, lower, upper, step);
    bool innermost = ivs.size() + 1 == threads.getNumLoops();
    bool isShort = false, isTile = false;
    if (std::optional<int64_t> from = getConstantIntValue(lower))
      if (std::optional<int64_t> to = getConstantIntValue(upper)) {
        isShort = *to - *from < shortestVectorLoop;
        isTile = *to - *from <= longestTile;
      }
    LoopAnnotation annotation{.parallel = group};
    if (isRare)
      annotation.interleave = once;
    if ((innermost ? !isScattered : hasRows) && !isShort)
      annotation.unroll = noUnroll(context);
    if (!innermost && isUnrolled)
      annotation.unroll = fullUnroll(context);
    if (isForFew)
      annotation.vectorize = noVectors;
    else if (innermost && isTile && !isShort)
      annotation.vectorize = unrollVectors;
    loop->setAttr(loopAnnotationAttr, annotation.get(context));
    ivs.push_back(loop.getInductionVar());
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  }
  Block *body = threads.getBody();
  for (auto [from, to] : llvm::zip(threads.getInductionVars(), ivs))
    from.replaceAllUsesWith(to);
  body->getTerminator()->erase();
  builder.getInsertionBlock()->getOperations().splice(
      builder.getInsertionPoint(), body->getOperations());
  threads.erase();
}

namespace {
struct ThreadLoops : public heddle::impl::ThreadLoopsBase<ThreadLoops> {
  void runOnOperation() override {
    for (scf::ParallelOp loop :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      if (par::holdsBarrier(loop)) {
        loop.emitError("a loop over threads still holds a barrier");
        return signalPassFailure();
      }
      lower(loop);
    }
  }
};
} // namespace
