//===- SelectStores.cpp - Stores in branches become stores after them -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `p = a; if (c) p = b;` stores to one place, whichever way the branch goes. It
// becomes `p = c ? b : a`, which vectors store without a mask, and together
// with the members next to it. A store is never added where the thread might
// not have stored to that place: other threads may.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {
#define GEN_PASS_DEF_SELECTSTORES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

static Value valueOf(Operation *store) {
  return isa<memref::StoreOp>(store)
             ? cast<memref::StoreOp>(store).getValueToStore()
             : cast<LLVM::StoreOp>(store).getValue();
}

/// 0 where it is that of the type.
static int64_t alignmentOf(Operation *store) {
  auto alignment = store->getAttrOfType<IntegerAttr>(par::alignmentAttr);
  if (!alignment)
    alignment = store->getAttrOfType<IntegerAttr>("alignment");
  return alignment ? alignment.getInt() : 0;
}

namespace {
class Selector {
public:
  explicit Selector(scf::ParallelOp threads) : threads(threads) {}

  void run() {
    SmallVector<scf::IfOp> branches;
    // Inner ones first: what they store then is stored by the outer ones.
    threads.walk([&](scf::IfOp branch) { branches.push_back(branch); });
    for (scf::IfOp branch : branches)
      if (!par::holdsBarrier(branch))
        select(branch);
  }

private:
  /// The last store to a place in one of the sides, and where that is.
  struct Candidate {
    Operation *store;
    Access access;
  };

  void select(scf::IfOp branch) {
    SmallVector<Candidate> candidates;
    for (Region &region : branch->getRegions())
      if (!region.empty())
        findStores(region.front(), candidates);
    // From the last one on, so that no later store is in the way.
    for (Candidate &candidate : llvm::reverse(candidates))
      if (std::optional<Values> values = findValues(branch, candidate.access))
        branch = replace(branch, *values);
  }

  /// Stores to places that are computed before the branch.
  void findStores(Block &side, SmallVectorImpl<Candidate> &candidates) {
    auto branch = cast<scf::IfOp>(side.getParentOp());
    for (Operation &op : side) {
      std::optional<Access> access = getPlainAccess(&op);
      if (!access || !access->writes || !access->exact || !access->base ||
          !hasPlaceBefore(&op, branch))
        continue;
      llvm::erase_if(candidates, [&](const Candidate &other) {
        return other.access.isSamePlace(*access);
      });
      candidates.push_back({&op, *access});
    }
  }

  /// Whether the place of a store is computed before a branch.
  static bool hasPlaceBefore(Operation *store, scf::IfOp branch) {
    return llvm::none_of(store->getOperands().drop_front(), [&](Value operand) {
      return branch->isAncestor(operand.getParentBlock()->getParentOp());
    });
  }

  /// What is stored at a place when the branch is over, by the sides or before
  /// the branch.
  struct Values {
    Operation *stores[2] = {};
    Operation *before = nullptr;
    Value values[2];
  };

  std::optional<Values> findValues(scf::IfOp branch, const Access &place) {
    Values found;
    for (auto [i, region] : llvm::enumerate(branch->getRegions())) {
      Block *side = region.empty() ? nullptr : &region.front();
      Operation *end = side ? side->getTerminator() : nullptr;
      Operation *store = side ? findBefore(end, place) : nullptr;
      if (store) {
        found.stores[i] = store;
        found.values[i] = valueOf(store);
        continue;
      }
      if (side && llvm::any_of(*side, [&](Operation &op) {
            return mayTouch(&op, place, /*orReads=*/false);
          }))
        return std::nullopt;
      found.before = findBefore(branch, place);
      if (!found.before)
        return std::nullopt;
      found.values[i] = valueOf(found.before);
    }
    if ((!found.stores[0] && !found.stores[1]) ||
        found.values[0].getType() != found.values[1].getType())
      return std::nullopt;
    SmallVector<int64_t> alignments;
    for (Operation *store : {found.stores[0], found.stores[1], found.before})
      if (store)
        alignments.push_back(alignmentOf(store));
    // One of them moves.
    for (Operation *store : {found.stores[0], found.stores[1]})
      if (store && !hasPlaceBefore(store, branch))
        return std::nullopt;
    if (!llvm::all_equal(alignments))
      return std::nullopt;
    return found;
  }

  /// The store to a place that comes before an operation, if nothing in between
  /// reads or writes it: in the same block if that is at a side's end, where a
  /// read would have seen what is stored only later.
  Operation *findBefore(Operation *end, const Access &place) {
    bool isEnd = end->hasTrait<OpTrait::IsTerminator>();
    unsigned budget = 200;
    for (Operation *from = end; from; from = from->getParentOp()) {
      for (Operation *op = from->getPrevNode(); op; op = op->getPrevNode()) {
        std::optional<Access> access = getPlainAccess(op);
        if (access && access->writes && access->isSamePlace(place))
          return op;
        if (!--budget || par::isBarrier(op) || par::holdsBarrier(op) ||
            mayTouch(op, place, /*orReads=*/isEnd))
          return nullptr;
      }
      if (isEnd || !isa<scf::IfOp>(from->getParentOp()))
        return nullptr;
    }
    return nullptr;
  }

  bool mayTouch(Operation *op, const Access &place, bool orReads) {
    if (isMemoryEffectFree(op) && op->getNumRegions() == 0)
      return false;
    SmallVector<Access> accesses;
    collectAccesses(op, nullptr, accesses);
    return llvm::any_of(accesses, [&](const Access &other) {
      return other.orders || other.fences ||
             ((other.writes || orReads) && mayAlias(other.base, place.base) &&
              !other.isElsewhere(place));
    });
  }

  /// Of what is known about the memory that a store accesses, keeps what holds
  /// for another one too.
  static void keepCommonFacts(Operation *store, Operation *other) {
    for (auto [name, raisedName] : par::accessAttrs)
      for (StringRef each : {name, raisedName})
        // Without one, an access is aligned to its size.
        if (each != "alignment" && each != par::alignmentAttr &&
            store->getAttr(each) != other->getAttr(each))
          store->removeAttr(each);
  }

  scf::IfOp replace(scf::IfOp branch, const Values &values) {
    OpBuilder builder(branch);
    SmallVector<Type> types(branch.getResultTypes());
    types.push_back(values.values[0].getType());
    auto created =
        scf::IfOp::create(builder, branch.getLoc(), types,
                          branch.getCondition(), /*withElseRegion=*/true);
    created->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
    for (unsigned i : {0, 1}) {
      Block &to = created->getRegion(i).front();
      SmallVector<Value> yielded;
      if (!to.empty())
        to.back().erase();
      if (!branch->getRegion(i).empty()) {
        Block &from = branch->getRegion(i).front();
        llvm::append_range(yielded, from.getTerminator()->getOperands());
        from.getTerminator()->erase();
        to.getOperations().splice(to.end(), from.getOperations());
      }
      yielded.push_back(values.values[i]);
      builder.setInsertionPointToEnd(&to);
      scf::YieldOp::create(builder, branch.getLoc(), yielded);
    }
    for (auto [from, to] : llvm::zip(branch.getResults(), created.getResults()))
      from.replaceAllUsesWith(to);
    branch.erase();
    Operation *store = values.stores[0] ? values.stores[0] : values.stores[1];
    store->moveAfter(created);
    store->setOperand(0, created->getResults().back());
    for (Operation *other : {values.stores[1], values.before})
      if (other && other != store)
        keepCommonFacts(store, other);
    if (values.stores[0] && values.stores[1])
      values.stores[1]->erase();
    return created;
  }

  scf::ParallelOp threads;
};

struct SelectStores : public heddle::impl::SelectStoresBase<SelectStores> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      Selector(threads).run();
  }
};
} // namespace
