//===- Arrivals.cpp - Threads that wait at different barriers -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Arrivals.h"
#include "Paths.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstrTypes.h"

using namespace mlir;
using namespace heddle;

bool heddle::isBlockBarrier(Operation *op) {
  return isa<par::BarrierOp, par::CountOp, par::GridSyncOp>(op);
}

/// Whether lanes of a warp wait here for those in the mask. `__activemask` does
/// not wait: it returns the lanes that are here.
static bool waitsForLanes(par::WarpOp op) {
  return op.getKind() != par::WarpKind::Active;
}

/// Whether threads wait here, for those of the warp or of the block.
static bool isWait(Operation *op, bool warps) {
  auto warp = dyn_cast<par::WarpOp>(op);
  return warps ? warp && waitsForLanes(warp) : isBlockBarrier(op);
}

/// The value of a variable that is written only once. Without optimization,
/// arguments of inlined functions are such variables.
static Value lookThroughVariable(Value value) {
  while (auto load = value.getDefiningOp<memref::LoadOp>()) {
    Value base = par::getBase(load.getMemRef());
    if (!base.getDefiningOp<LLVM::AllocaOp>())
      break;
    SmallVector<Value> worklist = {base};
    SmallVector<Value> stored;
    while (!worklist.empty())
      for (Operation *user : worklist.pop_back_val().getUsers())
        if (isa<par::ViewOp>(user))
          worklist.push_back(user->getResult(0));
        else if (auto store = dyn_cast<memref::StoreOp>(user))
          stored.push_back(store.getValueToStore());
        else if (!isa<memref::LoadOp>(user))
          return value;
    if (stored.size() != 1)
      break;
    value = stored[0];
  }
  return value;
}

/// Whether lanes at two operations, in different branches or iterations, may
/// wait for each other: their masks may be the same. Masks that a program
/// computes are those of the lanes that come to one operation, unless both
/// branches use one mask.
static bool mayPair(par::WarpOp a, par::WarpOp b, bool inBranches) {
  Value first = lookThroughVariable(a.getMask());
  Value second = lookThroughVariable(b.getMask());
  std::optional<int64_t> x = getConstantIntValue(first);
  std::optional<int64_t> y = getConstantIntValue(second);
  if (x && y)
    return (*x & *y & 0xffffffff) != 0;
  auto isLoaded = [](Value mask) {
    return mask.getDefiningOp<memref::LoadOp>() ||
           mask.getDefiningOp<LLVM::LoadOp>();
  };
  return inBranches &&
         (first == second || x || y || isLoaded(first) || isLoaded(second));
}

static llvm::CmpInst::Predicate toLLVM(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return llvm::CmpInst::ICMP_EQ;
  case arith::CmpIPredicate::ne:
    return llvm::CmpInst::ICMP_NE;
  case arith::CmpIPredicate::slt:
    return llvm::CmpInst::ICMP_SLT;
  case arith::CmpIPredicate::sle:
    return llvm::CmpInst::ICMP_SLE;
  case arith::CmpIPredicate::sgt:
    return llvm::CmpInst::ICMP_SGT;
  case arith::CmpIPredicate::sge:
    return llvm::CmpInst::ICMP_SGE;
  case arith::CmpIPredicate::ult:
    return llvm::CmpInst::ICMP_ULT;
  case arith::CmpIPredicate::ule:
    return llvm::CmpInst::ICMP_ULE;
  case arith::CmpIPredicate::ugt:
    return llvm::CmpInst::ICMP_UGT;
  case arith::CmpIPredicate::uge:
    return llvm::CmpInst::ICMP_UGE;
  }
  llvm_unreachable("unknown predicate");
}

/// Whether two values are equal, if nothing is written in between. Without
/// optimization, each use of a variable loads it.
static bool areSame(Value a, Value b) {
  if (a == b)
    return true;
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  return first && second && isa<memref::LoadOp, LLVM::LoadOp>(first) &&
         first->getName() == second->getName() &&
         first->getOperands() == second->getOperands();
}

/// Whether a condition holds only where the other one does not.
static bool areExclusive(Value a, Value b) {
  auto isNot = [](Value value, Value of) {
    auto inverse = value.getDefiningOp<arith::XOrIOp>();
    return inverse && inverse.getLhs() == of &&
           matchPattern(inverse.getRhs(), m_One());
  };
  if (isNot(a, b) || isNot(b, a))
    return true;
  auto first = a.getDefiningOp<arith::CmpIOp>();
  auto second = b.getDefiningOp<arith::CmpIOp>();
  if (!first || !second || !areSame(first.getLhs(), second.getLhs()))
    return false;
  if (areSame(first.getRhs(), second.getRhs()))
    return second.getPredicate() ==
           arith::invertPredicate(first.getPredicate());
  APInt x, y;
  if (!matchPattern(first.getRhs(), m_ConstantInt(&x)) ||
      !matchPattern(second.getRhs(), m_ConstantInt(&y)))
    return false;
  auto toRange = [](arith::CmpIOp compare, const APInt &limit) {
    return llvm::ConstantRange::makeExactICmpRegion(
        toLLVM(compare.getPredicate()), limit);
  };
  return toRange(first, x).intersectWith(toRange(second, y)).isEmptySet();
}

/// Whether a condition is one that a thread may satisfy again after it did not:
/// an equation. Of inequalities it is assumed that threads drop out for good,
/// as they do where fewer and fewer take part.
static bool isEquation(Value condition) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && (compare.getPredicate() == arith::CmpIPredicate::eq ||
                     compare.getPredicate() == arith::CmpIPredicate::ne);
}

/// Whether two conditions may hold for different threads that wait.
static bool mayAlternate(Value a, Value b) {
  return a != b && (areExclusive(a, b) || (isEquation(a) && isEquation(b)));
}

/// Whether threads satisfy a condition in different iterations of a loop around
/// it.
static bool alternates(Value condition) {
  if (!isEquation(condition))
    return false;
  Operation *compare = condition.getDefiningOp();
  auto loop = compare->getParentOfType<LoopLikeOpInterface>();
  if (!loop || isa<scf::ParallelOp>(loop))
    return false;
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) { return loop->isProperAncestor(op); };
  (void)getBackwardSlice(compare, &slice, options);
  return llvm::any_of(slice, [&](Operation *op) {
    return isa<memref::LoadOp, LLVM::LoadOp>(op) ||
           llvm::any_of(op->getOperands(), [&](Value operand) {
             auto argument = dyn_cast<BlockArgument>(operand);
             return argument && argument.getOwner()->getParentOp() == loop;
           });
  });
}

//===----------------------------------------------------------------------===//
// Branches that wait for each other
//===----------------------------------------------------------------------===//

namespace {

class ArrivalFinder {
public:
  explicit ArrivalFinder(scf::ParallelOp threads)
      : threads(threads), inBlock(threads) {}

  std::optional<FiberNeed> run() {
    std::optional<FiberNeed> need;
    if (planted(Fault::OneBarrier))
      return need;
    threads.getBody()->walk([&](Operation *op) {
      if (!Paths::isBranch(op))
        return WalkResult::advance();
      if (pairs(op, /*warps=*/false))
        need = {FiberConstruct::DifferentBarriers, op};
      else if (pairs(op, /*warps=*/true))
        need = {FiberConstruct::DifferentWarpSyncs, op};
      return need ? WalkResult::interrupt() : WalkResult::advance();
    });
    return need;
  }

private:
  using Waits = SmallVector<Operation *>;

  static Waits collect(Region &region, bool warps) {
    Waits waits;
    region.walk([&](Operation *op) {
      if (isWait(op, warps))
        waits.push_back(op);
    });
    return waits;
  }

  /// Whether threads that wait at one of these let those at another one go on.
  static bool canPair(const Waits &some, const Waits &others,
                      bool inBranches = false) {
    return llvm::any_of(some, [&](Operation *a) {
      return llvm::any_of(others, [&](Operation *b) {
        auto first = dyn_cast<par::WarpOp>(a);
        return !first || mayPair(first, cast<par::WarpOp>(b), inBranches);
      });
    });
  }

  bool isUniform(Value condition, bool warps) {
    if (inBlock.isUniform(condition))
      return true;
    if (!warps)
      return false;
    if (!inWarp)
      inWarp.emplace(threads, Uniformity::Scope::Warp);
    return inWarp->isUniform(condition);
  }

  /// Whether threads that take different branches wait for each other.
  bool pairs(Operation *branch, bool warps) {
    SmallVector<Waits> waits;
    for (Region &region : branch->getRegions())
      waits.push_back(collect(region, warps));
    Value condition = branch->getOperand(0);
    for (unsigned i = 0; i < waits.size(); ++i)
      for (unsigned k = i + 1; k < waits.size(); ++k)
        if (canPair(waits[i], waits[k], /*inBranches=*/true))
          return !isUniform(condition, warps);
    if (pairsByResult(branch, warps))
      return true;
    auto single = dyn_cast<scf::IfOp>(branch);
    if (!single || waits[0].empty())
      return false;
    if (alternates(condition) && canPair(waits[0], waits[0]))
      return !isUniform(condition, warps);
    return pairsWithLater(single, waits[0], warps);
  }

  /// The same for a later `if` that threads take if they skip this one.
  bool pairsWithLater(scf::IfOp branch, const Waits &waits, bool warps) {
    for (Operation *next = branch->getNextNode(); next;
         next = next->getNextNode()) {
      auto later = dyn_cast<scf::IfOp>(next);
      if (later && !dependsOnResult(later.getCondition(), branch) &&
          mayAlternate(branch.getCondition(), later.getCondition()) &&
          canPair(waits, collect(later.getThenRegion(), warps)))
        return !isUniform(branch.getCondition(), warps) &&
               !isUniform(later.getCondition(), warps);
    }
    return false;
  }

  /// Whether a value is computed from a result of `op`, in the same block.
  static bool dependsOnResult(Value value, Operation *op) {
    SmallVector<Value> worklist = {value};
    llvm::SmallPtrSet<Operation *, 16> seen;
    while (!worklist.empty()) {
      Operation *source = worklist.pop_back_val().getDefiningOp();
      if (source == op)
        return true;
      if (!source || source->getBlock() != op->getBlock() ||
          !seen.insert(source).second)
        continue;
      source->walk([&](Operation *nested) {
        llvm::append_range(worklist, nested->getOperands());
      });
    }
    return false;
  }

  /// Whether a thread that does not wait in one branch waits in a later one,
  /// which the result of the first selects.
  bool pairsByResult(Operation *branch, bool warps) {
    if (!branch->getNumResults())
      return false;
    // The outermost branches in it that threads take different ways in, and the
    // waits in these.
    llvm::MapVector<Operation *, Waits> parted;
    for (Region &region : branch->getRegions())
      for (Operation *wait : collect(region, warps))
        if (Operation *outermost = getOutermostParted(wait, branch, warps))
          parted[outermost].push_back(wait);
    for (Operation *next = branch->getNextNode(); next && !parted.empty();
         next = next->getNextNode()) {
      if (!Paths::isBranch(next) ||
          !dependsOnResult(next->getOperand(0), branch) ||
          isUniform(next->getOperand(0), warps))
        continue;
      for (auto &[outermost, waits] : parted) {
        SmallVector<bool> pairing;
        for (Region &region : next->getRegions())
          pairing.push_back(
              canPair(waits, collect(region, warps), /*inBranches=*/true));
        if (llvm::is_contained(pairing, true) &&
            mayArriveWithoutWaiting(outermost, next, pairing, warps))
          return true;
      }
    }
    return false;
  }

  /// Whether a thread that does not wait in a branch may come to a region of
  /// the later branch `to` that is marked.
  static bool mayArriveWithoutWaiting(Operation *from, Operation *to,
                                      ArrayRef<bool> marked, bool warps) {
    auto waits = [&](Operation *op) { return isWait(op, warps); };
    Paths paths(from, waits);
    bool isFound = false;
    paths.follow(*to->getBlock(), to, [&](const Paths::Path &path) {
      std::optional<int64_t> selector = path.evaluate(to->getOperand(0));
      isFound |= !selector || marked[Paths::getSelected(to, *selector)];
    });
    return isFound || paths.areTooMany();
  }

  /// The outermost branch around `wait`, not outside of `within`, that threads
  /// take different ways in.
  Operation *getOutermostParted(Operation *wait, Operation *within,
                                bool warps) {
    Operation *outermost = nullptr;
    for (Operation *op = wait; op != within;) {
      op = op->getParentOp();
      if (Paths::isBranch(op) && !isUniform(op->getOperand(0), warps))
        outermost = op;
    }
    return outermost;
  }

  scf::ParallelOp threads;
  Uniformity inBlock;
  std::optional<Uniformity> inWarp;
};

} // namespace

std::optional<FiberNeed> heddle::findArrivals(scf::ParallelOp threads) {
  return ArrivalFinder(threads).run();
}
