//===- InvariantReads.cpp - Reads a parallel loop does not change ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/InvariantReads.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"

using namespace mlir;
using namespace heddle;

static Attribute tagOf(Operation *op) {
  auto tags = op->getAttrOfType<ArrayAttr>(par::tbaaAttr);
  if (auto access = dyn_cast<LLVM::AliasAnalysisOpInterface>(op))
    tags = access.getTBAATagsOrNull();
  return tags && tags.size() == 1 ? tags[0] : Attribute();
}

/// Operations that declare side effects but access no memory.
static bool isHint(Operation *op) {
  return isa<LLVM::LifetimeStartOp, LLVM::LifetimeEndOp, LLVM::AssumeOp,
             par::DynamicSharedOp>(op);
}

/// The memory that an intrinsic writes, or null.
static Value filledAddress(Operation *op) {
  if (auto copy = dyn_cast<LLVM::MemcpyOp>(op))
    return copy.getIsVolatile() ? Value() : copy.getDst();
  if (auto copy = dyn_cast<LLVM::MemmoveOp>(op))
    return copy.getIsVolatile() ? Value() : copy.getDst();
  if (auto fill = dyn_cast<LLVM::MemsetOp>(op))
    return fill.getIsVolatile() ? Value() : fill.getDst();
  return nullptr;
}

static bool isAlloca(Operation *op) {
  return isa_and_nonnull<memref::AllocaOp, LLVM::AllocaOp>(op);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static bool isReadOnly(LLVM::LLVMFuncOp function,
                       SmallVectorImpl<Operation *> &callers);

static bool isReadOnly(LLVM::CallOp call,
                       SmallVectorImpl<Operation *> &callers) {
  if (!call.getCallee())
    return false;
  auto function = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      call, call.getCalleeAttr().getAttr());
  return function && isReadOnly(function, callers);
}

static bool isReadOnly(LLVM::LLVMFuncOp function,
                       SmallVectorImpl<Operation *> &callers) {
  if (function.isExternal()) {
    // Functions of the runtime depend on the calling thread.
    if (function.getName().starts_with("__heddle"))
      return false;
    LLVM::MemoryEffectsAttr effects = function.getMemoryEffectsAttr();
    auto reads = [](LLVM::ModRefInfo info) {
      return info == LLVM::ModRefInfo::NoModRef ||
             info == LLVM::ModRefInfo::Ref;
    };
    return effects && reads(effects.getOther()) && reads(effects.getArgMem()) &&
           effects.getInaccessibleMem() == LLVM::ModRefInfo::NoModRef &&
           effects.getErrnoMem() == LLVM::ModRefInfo::NoModRef;
  }
  // A weak definition may be replaced at link time.
  if (llvm::is_contained(callers, function) ||
      function.getLinkage() == LLVM::Linkage::Weak ||
      function.getLinkage() == LLVM::Linkage::Linkonce)
    return false;
  callers.push_back(function);
  bool result =
      !function
           ->walk([&](Operation *op) {
             std::optional<heddle::Access> access = getPlainAccess(op);
             bool fine = op == function || (access && !access->writes) ||
                         (access && isAlloca(access->base.getDefiningOp())) ||
                         isAlloca(op) || isMemoryEffectFree(op) || isHint(op);
             if (auto call = dyn_cast<LLVM::CallOp>(op))
               fine = isReadOnly(call, callers);
             return fine ? WalkResult::advance() : WalkResult::interrupt();
           })
           .wasInterrupted();
  callers.pop_back();
  return result;
}

bool heddle::isReadOnlyCall(Operation *op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  SmallVector<Operation *> callers;
  return call && isReadOnly(call, callers);
}

//===----------------------------------------------------------------------===//
// The loop's accesses
//===----------------------------------------------------------------------===//

InvariantReads::InvariantReads(scf::ParallelOp loop) : loop(loop) {
  // Other blocks' stores count if a thread may have waited for them.
  scf::ParallelOp root = loop;
  while (auto outer = root->getParentOfType<scf::ParallelOp>())
    root = outer;
  number(root, root == loop);
}

/// Whether the operation contains a barrier.
bool InvariantReads::number(Operation *op, bool inLoop) {
  unsigned self = count++;
  std::optional<heddle::Access> plain = getPlainAccess(op);
  // Only the order of barriers matters, which is program order.
  bool hasEffects = !par::isBarrier(op) && !isa<par::WarpOp>(op) &&
                    !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                    !isAlloca(op) && !isHint(op) && !isMemoryEffectFree(op);
  if (plain) {
    if (plain->writes)
      writes.push_back({self, plain->base, tagOf(op)});
  } else if (Value filled = filledAddress(op)) {
    writes.push_back({self, par::getBase(filled), nullptr});
  } else if (hasEffects && !isReadOnlyCall(op)) {
    Access access = {self, nullptr, nullptr};
    bool isCall = false;
    if (auto rmw = dyn_cast<LLVM::AtomicRMWOp>(op))
      access.base = par::getBase(rmw.getPtr());
    else if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(op))
      access.base = par::getBase(exchange.getPtr());
    else if (auto store = dyn_cast<LLVM::StoreOp>(op))
      access.base = par::getBase(store.getAddr());
    else
      isCall = !isa<LLVM::LoadOp, LLVM::FenceOp>(op);
    if (!isa<LLVM::LoadOp, LLVM::FenceOp>(op))
      writes.push_back(access);
    if (inLoop) {
      orders.push_back(self);
      if (isCall)
        calls.push_back(self);
    }
  }
  bool holdsBarrier = par::isBarrier(op) || isa<par::WarpOp>(op);
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      holdsBarrier |= number(&nested, inLoop || &nested == loop);
  ranges[op] = {self, count - 1, holdsBarrier};
  return holdsBarrier;
}

/// The operations that may precede an operation of the loop in the same
/// iteration, or precede a barrier before it.
SmallVector<InvariantReads::Range> InvariantReads::rangesBefore(Operation *op) {
  SmallVector<Range> before = {{ranges[loop].first, ranges[op].first}};
  for (Operation *up = op->getParentOp(); up != loop; up = up->getParentOp()) {
    // A serial loop may run again.
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(up))
      before.push_back(ranges[up]);
    // Threads in different branches may synchronise at different barriers.
    else if (ranges[up].holdsBarrier)
      for (Region &region : up->getRegions())
        if (!region.empty() && !region.isAncestor(op->getParentRegion()))
          before.push_back({ranges[&region.front().front()].first,
                            ranges[&region.front().back()].last});
  }
  return before;
}

bool InvariantReads::mayNotArrive(Operation *op) {
  SmallVector<Range> before = rangesBefore(op);
  return llvm::any_of(calls, [&](unsigned call) {
    return llvm::any_of(
        before, [&](const Range &range) { return range.contains(call); });
  });
}

bool InvariantReads::collectReads(Operation *op,
                                  SmallVectorImpl<Access> &reads) {
  if (par::isBarrier(op) || isa<par::WarpOp>(op))
    return false;
  if (std::optional<heddle::Access> plain = getPlainAccess(op)) {
    if (plain->writes)
      return false;
    auto load = dyn_cast<LLVM::LoadOp>(op);
    if (!load || !load.getInvariant())
      reads.push_back({0, plain->base, tagOf(op)});
    return true;
  }
  if (isReadOnlyCall(op)) {
    reads.push_back({0, nullptr, nullptr});
    return true;
  }
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
    for (Region &region : op->getRegions())
      for (Operation &nested : region.getOps())
        if (!collectReads(&nested, reads))
          return false;
    return true;
  }
  return isMemoryEffectFree(op);
}

bool InvariantReads::mayLeave(Operation *op) {
  SmallVector<Access> reads;
  if (!collectReads(op, reads))
    return false;
  if (reads.empty())
    return true;
  SmallVector<Range> before = rangesBefore(op);
  auto isBefore = [&](unsigned number) {
    return llvm::any_of(
        before, [&](const Range &range) { return range.contains(number); });
  };
  bool ordered = llvm::any_of(orders, isBefore);
  return llvm::none_of(writes, [&](const Access &write) {
    return (ordered || isBefore(write.number)) &&
           llvm::any_of(reads, [&](const Access &read) {
             return mayAlias(read, write);
           });
  });
}

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

/// A scalar type and its parents: `int`, `char` and the root.
static SmallVector<Attribute> withParents(LLVM::TBAATypeDescriptorAttr type) {
  SmallVector<Attribute> chain;
  Attribute node = type;
  while (auto scalar = dyn_cast<LLVM::TBAATypeDescriptorAttr>(node)) {
    chain.push_back(scalar);
    if (scalar.getMembers().size() != 1)
      return {};
    node = scalar.getMembers()[0].getTypeDesc();
  }
  chain.push_back(node);
  return chain;
}

/// Whether two types never alias according to the language.
static bool areDistinctTypes(Attribute a, Attribute b) {
  auto tagA = dyn_cast_or_null<LLVM::TBAATagAttr>(a);
  auto tagB = dyn_cast_or_null<LLVM::TBAATagAttr>(b);
  if (!tagA || !tagB)
    return false;
  SmallVector<Attribute> chainA = withParents(tagA.getAccessType());
  SmallVector<Attribute> chainB = withParents(tagB.getAccessType());
  return !chainA.empty() && !chainB.empty() && chainA.back() == chainB.back() &&
         !llvm::is_contained(chainA, chainB.front()) &&
         !llvm::is_contained(chainB, chainA.front());
}

bool InvariantReads::mayAlias(const Access &read, const Access &write) {
  if (areDistinctTypes(read.tag, write.tag))
    return false;
  // Memory that an iteration allocates did not exist before the loop.
  if (write.base && isAlloca(write.base.getDefiningOp()) &&
      loop->isProperAncestor(write.base.getDefiningOp()))
    return false;
  return heddle::mayAlias(read.base, write.base);
}
