//===- EarlyLeaves.cpp - Threads that leave a loop early ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/EarlyLeaves.h"
#include "Paths.h"
#include "heddle/Analysis/Arrivals.h"
#include "heddle/Analysis/ThreadConflicts.h"
#include "heddle/Analysis/Uniformity.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <set>

using namespace mlir;
using namespace heddle;

static bool holdsBlockBarrier(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        return isBlockBarrier(nested) ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

class EarlyLeaveFinder {
public:
  explicit EarlyLeaveFinder(scf::ParallelOp threads)
      : threads(threads), uniformity(threads), threadConflicts(threads) {}

  std::optional<FiberNeed> run() {
    std::optional<FiberNeed> need;
    threads.getBody()->walk([&](Operation *op) {
      if (!isa<LoopLikeOpInterface, scf::IfOp, scf::IndexSwitchOp>(op) ||
          !isLeftEarly(op))
        return WalkResult::advance();
      need = {FiberConstruct::EarlyLeave, op};
      return WalkResult::interrupt();
    });
    return need;
  }

private:
  /// Whether all threads repeat a loop equally often, or take the same branch.
  bool isUniform(Operation *op) {
    return isa<scf::IndexSwitchOp>(op) ? uniformity.isUniform(op->getOperand(0))
                                       : uniformity.isUniformControl(op);
  }

  /// `loop` may also be a branch.
  bool isLeftEarly(Operation *loop) {
    if (!holdsBlockBarrier(loop) || isUniform(loop) || isLastWait(loop))
      return false;
    Tail tail;
    collectTail(loop, {}, tail);
    if (tail.isUnknown)
      return true;
    if (tail.operations.empty() && tail.later.empty())
      return false;
    SmallVector<Access> inLoop, after, later;
    collectAccesses(loop, threads, inLoop);
    for (Operation *op : tail.operations)
      collectAccesses(op, threads, after);
    for (Operation *op : tail.later)
      collectAccesses(op, threads, later);
    auto conflicts = [&](const Access &access, const Access &other,
                         bool inLater) {
      if ((!access.writes && !other.writes) ||
          (isUpdate(access) && isUpdate(other)) ||
          (isOwnElement(access, inLoop) && access.isSamePlace(other)))
        return false;
      // Values of another iteration are others.
      return inLater ? mayAlias(access.base, other.base)
                     : threadConflicts.conflict(access, other);
    };
    return llvm::any_of(inLoop, [&](const Access &other) {
      auto conflictsWithOther = [&](bool inLater) {
        return [&, inLater](const Access &access) {
          return conflicts(access, other, inLater);
        };
      };
      return llvm::any_of(after, conflictsWithOther(false)) ||
             llvm::any_of(later, conflictsWithOther(true));
    });
  }

  /// Whether it commutes with others.
  static bool isUpdate(const Access &access) {
    return isa<memref::AtomicRMWOp, LLVM::AtomicRMWOp>(access.op) &&
           access.op->use_empty();
  }

  /// Whether each thread accesses an element of its own, the same one in all
  /// iterations: threads write to it in the loop, and would race there if it
  /// were not theirs.
  bool isOwnElement(const Access &access, ArrayRef<Access> inLoop) {
    auto isInvariant = [&](Term term) {
      Operation *around = term.value.getParentBlock()->getParentOp();
      while (Paths::isBranch(around))
        around = around->getParentOp();
      return around == threads || around->isAncestor(threads);
    };
    return access.exact && llvm::all_of(access.terms, isInvariant) &&
           llvm::any_of(inLoop, [&](const Access &other) {
             return other.writes && !other.orders && access.isSamePlace(other);
           });
  }

  /// Results of an operation, by number, that are known.
  using Constants = std::vector<std::pair<unsigned, int64_t>>;

  /// What a thread executes after it has left a loop, unless it waits again.
  /// (Threads that wait again all leave it in one iteration, or the program
  /// would be invalid.)
  struct Tail {
    llvm::SetVector<Operation *> operations;
    /// Those in a later iteration of a loop around it.
    llvm::SetVector<Operation *> later;
    /// There are too many paths.
    bool isUnknown = false;
    /// Loops that were left, with the results that are known, so that paths
    /// which differ in nothing else are followed once.
    std::set<std::pair<Operation *, Constants>> left;
    /// Loops of which another iteration was added.
    llvm::SmallPtrSet<Operation *, 4> repeated;
  };

  /// Adds what follows `from`, of whose results some are known.
  void collectTail(Operation *from, const Constants &known, Tail &tail) {
    Block *root = from->getBlock();
    while (Paths::isBranch(root->getParentOp()))
      root = root->getParentOp()->getBlock();
    Paths paths(from, isBlockBarrier);
    for (auto [result, value] : known)
      paths.bind(from->getResult(result), value);
    paths.follow(*root, root->getTerminator(), [&](const Paths::Path &path) {
      // Fission runs what is in it in time.
      for (Operation *op : path.operations)
        if (!from->isProperAncestor(op))
          tail.operations.insert(op);
      if (root->getParentOp() != threads)
        leaveLoop(*root, path, tail);
    });
    tail.isUnknown |= paths.areTooMany();
  }

  /// Adds what follows at the end of a loop's body: another iteration, or what
  /// comes after the loop.
  void leaveLoop(Block &body, const Paths::Path &path, Tail &tail) {
    Operation *loop = body.getParentOp();
    Constants known;
    std::optional<int64_t> goesOn;
    auto condition = dyn_cast<scf::ConditionOp>(body.getTerminator());
    if (condition) {
      goesOn = path.evaluate(condition.getCondition());
      for (auto [result, value] : llvm::enumerate(condition.getArgs()))
        if (std::optional<int64_t> constant = path.evaluate(value))
          known.emplace_back(result, *constant);
    }
    if (goesOn != 0 && tail.repeated.insert(loop).second)
      for (Region &region : loop->getRegions()) {
        Paths paths(/*from=*/nullptr, isBlockBarrier);
        paths.follow(region.front(), region.front().getTerminator(),
                     [&](const Paths::Path &again) {
                       for (Operation *op : again.operations)
                         tail.later.insert(op);
                     });
        tail.isUnknown |= paths.areTooMany();
      }
    if (goesOn != 1 && tail.left.insert({loop, known}).second)
      collectTail(loop, known, tail);
  }

  /// Whether no thread waits after the loop. Then `leave-early` moves what
  /// follows it into the loop.
  bool isLastWait(Operation *loop) {
    for (Operation *op = loop; op != threads; op = op->getParentOp()) {
      for (Operation *next = op->getNextNode(); next;
           next = next->getNextNode())
        if (holdsBlockBarrier(next))
          return false;
      Operation *parent = op->getParentOp();
      if (auto outer = dyn_cast<scf::WhileOp>(parent)) {
        if (op->getBlock() != outer.getBeforeBody() ||
            llvm::any_of(*outer.getAfterBody(),
                         [](Operation &op) { return holdsBlockBarrier(&op); }))
          return false;
      } else if (parent != threads &&
                 !isa<scf::IfOp, scf::IndexSwitchOp>(parent)) {
        return false;
      }
    }
    return true;
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
  ThreadConflicts threadConflicts;
};

} // namespace

std::optional<FiberNeed> heddle::findEarlyLeave(scf::ParallelOp threads) {
  return EarlyLeaveFinder(threads).run();
}
