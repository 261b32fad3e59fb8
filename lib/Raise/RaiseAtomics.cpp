//===- RaiseAtomics.cpp - LLVM's atomic updates to those of par -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Passes.h"

namespace heddle {
#define GEN_PASS_DEF_RAISEATOMICS
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using namespace heddle::par;

static std::optional<Ordering> raiseOrdering(LLVM::AtomicOrdering ordering) {
  switch (ordering) {
  case LLVM::AtomicOrdering::monotonic:
    return Ordering::Relaxed;
  case LLVM::AtomicOrdering::acquire:
    return Ordering::Acquire;
  case LLVM::AtomicOrdering::release:
    return Ordering::Release;
  case LLVM::AtomicOrdering::acq_rel:
    return Ordering::AcquireRelease;
  case LLVM::AtomicOrdering::seq_cst:
    return Ordering::SequentiallyConsistent;
  default:
    return std::nullopt;
  }
}

static std::optional<AtomicKind> raiseKind(LLVM::AtomicBinOp kind) {
  // Those of par are the first ones of LLVM, with the same numbers.
  static_assert(
      uint32_t(AtomicKind::Exchange) == uint32_t(LLVM::AtomicBinOp::xchg) &&
      uint32_t(AtomicKind::UDecWrap) == uint32_t(LLVM::AtomicBinOp::udec_wrap));
  return symbolizeAtomicKind(static_cast<uint32_t>(kind));
}

/// Alias information is restored when the access is lowered.
static void copyHints(Operation *from, Operation *to) {
  for (auto [name, raisedName] : accessAttrs)
    if (raisedName != alignmentAttr)
      if (Attribute attribute = from->getAttr(name))
        to->setAttr(raisedName, attribute);
}

static void raise(LLVM::AtomicRMWOp op) {
  std::optional<AtomicKind> kind = raiseKind(op.getBinOp());
  std::optional<Ordering> ordering = raiseOrdering(op.getOrdering());
  if (!kind || !ordering || op.getVolatile_() || op.getSyncscope())
    return;
  OpBuilder builder(op);
  auto raised = AtomicRMWOp::create(builder, op.getLoc(), op.getType(), *kind,
                                    *ordering, Observer::Device, op.getPtr(),
                                    op.getVal(), op.getAlignmentAttr());
  copyHints(op, raised);
  op.replaceAllUsesWith(raised.getResult());
  op.erase();
}

/// The result is the old value and whether it was replaced.
static bool isTakenApart(LLVM::AtomicCmpXchgOp op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    return isa<LLVM::ExtractValueOp>(user);
  });
}

static void raise(LLVM::AtomicCmpXchgOp op) {
  std::optional<Ordering> success = raiseOrdering(op.getSuccessOrdering());
  std::optional<Ordering> failure = raiseOrdering(op.getFailureOrdering());
  if (!success || !failure || op.getVolatile_() || op.getSyncscope() ||
      !isTakenApart(op))
    return;
  OpBuilder builder(op);
  auto raised = AtomicCompareExchangeOp::create(
      builder, op.getLoc(), op.getVal().getType(), builder.getI1Type(),
      *success, *failure, Observer::Device, op.getPtr(), op.getCmp(),
      op.getVal(), op.getWeak(), op.getAlignmentAttr());
  copyHints(op, raised);
  for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
    int64_t position = cast<LLVM::ExtractValueOp>(user).getPosition().front();
    user->getResult(0).replaceAllUsesWith(raised->getResult(position));
    user->erase();
  }
  op.erase();
}

namespace {
struct RaiseAtomics : public heddle::impl::RaiseAtomicsBase<RaiseAtomics> {
  void runOnOperation() override {
    SmallVector<LLVM::AtomicRMWOp> updates;
    SmallVector<LLVM::AtomicCmpXchgOp> exchanges;
    getOperation()->walk([&](Operation *op) {
      if (!op->getParentOfType<ForOp>())
        return;
      if (auto update = dyn_cast<LLVM::AtomicRMWOp>(op))
        updates.push_back(update);
      else if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(op))
        exchanges.push_back(exchange);
    });
    for (LLVM::AtomicRMWOp update : updates)
      raise(update);
    for (LLVM::AtomicCmpXchgOp exchange : exchanges)
      raise(exchange);
  }
};
} // namespace
