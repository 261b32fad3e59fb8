//===- ForwardMemory.cpp - Forwards values through memory -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between a store and a load of the same thread at the same address, other
// threads may run. Since all threads run the same code, their accesses between
// two barriers come from operations that are also between the store and the
// load. If none of these operations, in any thread, can write to the address,
// the load returns what was stored. There is one exception: several threads may
// store to one address before they synchronise, to find out which one was last.
// A load after the barrier then returns the value of that thread. Without a
// barrier in between, a thread may still see its own value.
//
// A value that is kept in a register across a barrier ends up in memory anyway:
// fission stores it in a buffer. So a load after a barrier is replaced only if
// that saves something: if the store can be removed too, or if the value is
// free.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/ThreadConflicts.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {
#define GEN_PASS_DEF_FORWARDMEMORY
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

using Accesses = SmallVector<Access>;

/// The known contents of an address.
struct Known {
  Access access;
  Value value;
  bool crossedBarrier = false;
  /// The addresses that threads wrote between the same barriers as the store.
  std::shared_ptr<const Accesses> rivals = {};
};

/// The maximum number of addresses that are tracked.
constexpr size_t mostKnown = 64;

/// Removes stores whose value is never read.
class DeadStores {
public:
  explicit DeadStores(scf::ParallelOp threads)
      : threads(threads), conflicts(threads),
        isOrdered(reachSameBarriers(threads)) {}

  void run() {
    threads.walk([&](Block *block) { visit(*block); });
    for (Operation *op : dead)
      op->erase();
  }

  /// Whether the stored value would be unused without these loads.
  bool isDeadWithout(Operation &store, const Access &access,
                     const llvm::SmallPtrSetImpl<Operation *> &loads) {
    ignored = &loads;
    bool result = isOverwritten(store, access) || isUnread(access.base);
    ignored = nullptr;
    return result;
  }

private:
  bool isUnread(Value base) {
    return isLocalObject(base) &&
           llvm::all_of(base.getUsers(), [&](Operation *user) {
             return isa<memref::StoreOp>(user) || ignored->contains(user);
           });
  }

  void visit(Block &block) {
    for (Operation &op : block) {
      std::optional<Access> access = getPlainAccess(&op);
      if (access && access->writes && access->exact && access->base &&
          isOverwritten(op, *access))
        dead.push_back(&op);
    }
  }

  /// Whether another store comes before any read.
  bool isOverwritten(Operation &store, const Access &access) {
    unsigned budget = 200;
    for (Operation *op = store.getNextNode(); op && --budget;
         op = op->getNextNode()) {
      // Lanes may synchronise from different positions in the code.
      if (isa<par::WarpOp>(op) && !isOwn(access.base, threads))
        return false;
      if (isMemoryEffectFree(op) && op->getNumRegions() == 0)
        continue;
      if (isa<par::GridSyncOp>(op) ||
          (par::holdsBarrier(op) && (op->getNumRegions() > 0 || !isOrdered)))
        return false;
      if (ignored && ignored->contains(op))
        continue;
      std::optional<Access> plain = getPlainAccess(op);
      if (plain && plain->writes && plain->isSamePlace(access))
        return true;
      SmallVector<Access> accesses;
      collectAccesses(op, nullptr, accesses);
      for (const Access &other : accesses) {
        if (other.orders && !isLocalObject(access.base))
          return false;
        if (other.reads && mayRead(other, access))
          return false;
      }
    }
    return false;
  }

  bool mayRead(const Access &read, const Access &write) {
    if (isOwn(write.base, threads))
      return mayAlias(read.base, write.base);
    return conflicts.overlap(read, write);
  }

  scf::ParallelOp threads;
  ThreadConflicts conflicts;
  bool isOrdered; ///< Ordered by the barriers.
  SmallVector<Operation *> dead;
  const llvm::SmallPtrSetImpl<Operation *> *ignored = nullptr;
};

class Forwarder {
public:
  explicit Forwarder(scf::ParallelOp threads)
      : threads(threads), conflicts(threads),
        isOrdered(reachSameBarriers(threads)) {}

  void run() {
    Accesses phase;
    visit(*threads.getBody(), {},
          par::holdsBarrier(threads) ? &phase : nullptr);
    // Only now, since facts about other accesses may refer to their values.
    for (Operation *load : replaced)
      load->erase();
    DeadStores stores(threads);
    for (auto &[store, loads] : behindBarriers) {
      Access access = *getPlainAccess(store);
      llvm::SmallPtrSet<Operation *, 8> set(loads.begin(), loads.end());
      if (!isFree(valueOf(*store)) &&
          !stores.isDeadWithout(*store, access, set))
        continue;
      for (Operation *load : loads) {
        load->getResult(0).replaceAllUsesWith(valueOf(*store));
        load->erase();
      }
    }
  }

private:
  /// `phase` holds what may be written between the last barrier and the next;
  /// null if there is no barrier.
  void visit(Block &block, SmallVector<Known> known, Accesses *phase) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (isa<par::WarpOp>(op))
        forgetShared(known);
      if (isMemoryEffectFree(&op) && op.getNumRegions() == 0)
        continue;
      if (isa<par::GridSyncOp>(op))
        forgetGlobal(known);
      if (par::isBarrier(&op)) {
        crossBarrier(known, *phase);
        phase->clear();
        continue;
      }
      if (op.getNumRegions()) {
        visitRegions(op, known, phase);
        continue;
      }
      if (phase)
        addWrites(op, *phase);
      std::optional<Access> access = getPlainAccess(&op);
      if (!access) {
        forget(op, known);
        continue;
      }
      if (access->reads)
        visitLoad(op, *access, known);
      else
        visitStore(op, *access, known);
    }
  }

  void visitRegions(Operation &op, SmallVector<Known> &known, Accesses *phase) {
    // Values that a loop writes may be there in the next iteration.
    if (!isa<scf::IfOp, scf::IndexSwitchOp>(op))
      forget(op, known);
    bool holdsBarrier = par::holdsBarrier(&op);
    Accesses before;
    if (holdsBarrier)
      before = *phase;
    if (phase)
      addWrites(op, *phase);
    if (holdsBarrier && isa<LoopLikeOpInterface>(op)) {
      // The last barrier may be one of the previous iteration.
      before = *phase;
      crossBarrier(known, *phase);
    }
    for (Region &region : op.getRegions())
      if (!region.empty()) {
        Accesses inner = before;
        visit(region.front(), known, holdsBarrier ? &inner : nullptr);
      }
    if (holdsBarrier)
      crossBarrier(known, *phase);
    forget(op, known);
  }

  /// Lanes synchronise, possibly from different positions in the code: forgets
  /// everything that any other thread may write.
  void forgetShared(SmallVector<Known> &known) {
    if (!allWrites) {
      allWrites.emplace();
      for (Operation &op : *threads.getBody())
        addWrites(op, *allWrites);
    }
    llvm::erase_if(known, [&](const Known &entry) {
      return isWritten(entry, *allWrites);
    });
  }

  /// Whether one of these, in another thread, may write to the address.
  bool isWritten(const Known &entry, ArrayRef<Access> writes) {
    return !planted(Fault::OthersStores) &&
           !isOwn(entry.access.base, threads) &&
           llvm::any_of(writes, [&](const Access &write) {
             return conflicts.conflict(write, entry.access);
           });
  }

  /// Adds the writes of an operation to memory that is not private to the
  /// thread.
  void addWrites(Operation &op, Accesses &phase) {
    Accesses accesses;
    collectAccesses(&op, nullptr, accesses);
    for (Access &access : accesses)
      if (access.writes && !isOwn(access.base, threads))
        phase.push_back(access);
  }

  void crossBarrier(SmallVector<Known> &known, const Accesses &phase) {
    // Threads elsewhere may have written to any memory that is not private to
    // the thread.
    if (!isOrdered)
      llvm::erase_if(known, [&](const Known &entry) {
        return !isOwn(entry.access.base, threads);
      });
    std::shared_ptr<const Accesses> rivals;
    for (Known &entry : known) {
      if (entry.access.writes && !entry.crossedBarrier) {
        if (!rivals)
          rivals = std::make_shared<const Accesses>(phase);
        entry.rivals = rivals;
      }
      entry.crossedBarrier = true;
    }
  }

  static Value valueOf(Operation &store) {
    return isa<memref::StoreOp>(store) ? cast<memref::StoreOp>(store).getValue()
                                       : cast<LLVM::StoreOp>(store).getValue();
  }

  /// Whether a value is available in all pieces of a loop over threads.
  bool isFree(Value value) {
    Operation *op = value.getDefiningOp();
    return matchPattern(value, m_Constant()) ||
           (op && !threads->isProperAncestor(op));
  }

  void visitLoad(Operation &op, const Access &access,
                 SmallVector<Known> &known) {
    for (Known &entry : known) {
      if (!entry.access.isSamePlace(access) ||
          entry.value.getType() != op.getResult(0).getType())
        continue;
      if (!entry.crossedBarrier) {
        op.getResult(0).replaceAllUsesWith(entry.value);
        replaced.push_back(&op);
        return;
      }
      // The last of several threads that stored may be another one.
      if (entry.access.writes && !isWritten(entry, *entry.rivals))
        behindBarriers[entry.access.op].push_back(&op);
      // Later loads can use this one.
      entry.value = op.getResult(0);
      entry.crossedBarrier = false;
      entry.access.op = &op;
      entry.access.writes = false;
      entry.access.reads = true;
      return;
    }
    remember({access, op.getResult(0)}, known);
  }

  void visitStore(Operation &op, const Access &access,
                  SmallVector<Known> &known) {
    forget(op, known);
    remember({access, valueOf(op)}, known);
  }

  void remember(Known entry, SmallVector<Known> &known) {
    if (!entry.access.exact || !entry.access.base)
      return;
    if (known.size() == mostKnown)
      known.erase(known.begin());
    known.push_back(entry);
  }

  /// Forgets what an operation, in this or another thread, may change.
  void forget(Operation &op, SmallVector<Known> &known) {
    if (known.empty())
      return;
    SmallVector<Access> accesses;
    collectAccesses(&op, nullptr, accesses);
    if (llvm::any_of(accesses, [](const Access &a) { return a.orders; }) ||
        op.walk([](par::GridSyncOp) {
            return WalkResult::interrupt();
          }).wasInterrupted())
      forgetGlobal(known);
    for (const Access &access : accesses)
      if (access.writes)
        llvm::erase_if(known, [&](const Known &entry) {
          return changes(access, entry.access);
        });
  }

  bool changes(const Access &write, const Access &entry) {
    // Only the thread itself changes its private memory.
    if (isOwn(entry.base, threads))
      return mayAlias(write.base, entry.base) && !write.isElsewhere(entry);
    return conflicts.overlap(write, entry);
  }

  /// Forgets memory that is not private to the block: the block may have waited
  /// for another one.
  void forgetGlobal(SmallVector<Known> &known) {
    llvm::erase_if(known, [](const Known &entry) {
      return !isLocalObject(entry.access.base);
    });
  }

  scf::ParallelOp threads;
  ThreadConflicts conflicts;
  bool isOrdered; ///< Ordered by the barriers.
  std::optional<Accesses> allWrites;
  SmallVector<Operation *> replaced;
  /// Loads that return what a store before a barrier wrote.
  llvm::MapVector<Operation *, SmallVector<Operation *>> behindBarriers;
};

/// Removes memory that is written and never read.
void eraseUnread(Operation *root) {
  SmallVector<memref::AllocaOp> allocations;
  root->walk([&](memref::AllocaOp op) { allocations.push_back(op); });
  for (memref::AllocaOp op : allocations) {
    SmallVector<Operation *> users(op->getUsers().begin(),
                                   op->getUsers().end());
    if (llvm::all_of(users, [&](Operation *user) {
          auto store = dyn_cast<memref::StoreOp>(user);
          return store && store.getMemRef() == op.getResult();
        })) {
      for (Operation *user : users)
        user->erase();
      op.erase();
    }
  }
}

class ForwardMemory : public heddle::impl::ForwardMemoryBase<ForwardMemory> {
public:
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      Forwarder(threads).run();
      DeadStores(threads).run();
    }
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      eraseUnread(grid);
  }
};

} // namespace
