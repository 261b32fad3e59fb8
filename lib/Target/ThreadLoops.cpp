//===- ThreadLoops.cpp - Loops over threads to parallel serial loops ------===//
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

/// Whether the address of private memory may be anywhere but in the address
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

/// Private memory is one place that every iteration uses again, so accesses to
/// it are not parallel; all others are, as threads between two barriers have
/// no order.
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
      // Only what lies outside the loop is surely another object.
      Operation *def = base.getDefiningOp();
      if (def && threads->isProperAncestor(def) && !isa<LLVM::AddressOfOp>(def))
        return;
    }
    // A pointer that a loop in the body carries may be to private memory.
    if (auto arg = dyn_cast<BlockArgument>(base))
      if (threads->isProperAncestor(arg.getOwner()->getParentOp()) && anyLocal)
        return;
    access.setAccessGroups(ArrayAttr::get(op->getContext(), {group}));
  });
}

/// A local variable's memory is taken once, not in every iteration, where the
/// stack would grow.
static void hoistAllocas(scf::ParallelOp threads) {
  Block *entry =
      &threads->getParentOfType<LLVM::LLVMFuncOp>().getBody().front();
  threads.walk([&](LLVM::AllocaOp local) {
    OpBuilder builder = OpBuilder::atBlockBegin(entry);
    Attribute count;
    if (!matchPattern(local.getArraySize(), m_Constant(&count)))
      return;
    Value size = LLVM::ConstantOp::create(
        builder, local.getLoc(), local.getArraySize().getType(), count);
    local.getArraySizeMutable().assign(size);
    local->moveAfter(size.getDefiningOp());
  });
}

/// Loops of a thread that are as long as its data says have another length in
/// each thread, often a short one. Written out, they would be two loops, each
/// with an end that the processor guesses wrong.
static void keepUnevenLoops(scf::ParallelOp threads) {
  // What depends on something that was loaded.
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

/// Below this a loop over threads is better unrolled than vectorised.
static constexpr int64_t shortestVectorLoop = 4;

/// Below that its vectors may all be in registers.
static constexpr int64_t longestTile = 64;

static void lower(scf::ParallelOp threads) {
  MLIRContext *context = threads.getContext();
  auto group = LLVM::AccessGroupAttr::get(
      context, DistinctAttr::create(UnitAttr::get(context)));
  groupAccesses(threads, group);
  hoistAllocas(threads);
  keepUnevenLoops(threads);

  OpBuilder builder(threads);
  Location loc = threads.getLoc();
  // Many rows that were one loop would be a lot of code.
  bool isRare =
      threads->hasAttr(par::rareAttr) || threads->hasAttr(par::edgeAttr);
  bool hasRows = isRare || threads->hasAttr(par::rowsAttr);
  bool isUnrolled = threads->hasAttr(par::unrolledAttr);
  auto once = LLVM::LoopInterleaveAttr::get(
      context, IntegerAttr::get(IntegerType::get(context, 32), 1));
  // Vectors do not pay for a few threads.
  bool isScattered = threads->hasAttr(par::scatteredAttr);
  bool isForFew = isScattered || threads->hasAttr(par::fewAttr);
  auto noVectors = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/BoolAttr::get(context, true),
      /*predicateEnable=*/{}, /*scalableEnable=*/{}, /*width=*/{},
      /*followupVectorized=*/{}, /*followupEpilogue=*/{}, /*followupAll=*/{});
  // Once it is vectorised, it may be: then what it keeps for lanes in memory
  // becomes registers.
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
