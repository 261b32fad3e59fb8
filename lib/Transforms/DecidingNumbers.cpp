//===- DecidingNumbers.cpp - What numbers decide in a nest ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecidingNumbers.h"
#include "Folder.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace heddle;

namespace {

/// Elements further apart are gathered one by one, whether or not the distance
/// is known.
constexpr uint64_t farthest = 8;

bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

/// Whether an index is computed from a value by sums.
bool reachesIndex(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallDenseSet<Value> seen;
  while (!worklist.empty() && seen.size() < 32) {
    Value current = worklist.pop_back_val();
    if (!seen.insert(current).second)
      continue;
    for (OpOperand &use : current.getUses()) {
      Operation *user = use.getOwner();
      if (isa<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
              LLVM::GEPOp>(user)) {
        // Not what is stored.
        if (use.getOperandNumber() > 0)
          return true;
      } else if (isa<arith::AddIOp, arith::SubIOp, arith::IndexCastOp,
                     arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp,
                     arith::TruncIOp>(user)) {
        worklist.push_back(user->getResult(0));
      }
    }
  }
  return false;
}

/// One search.
class Search {
public:
  Search(scf::ParallelOp threads, LLVM::LLVMFuncOp function,
         const Uniformity &uniformity, const Numbers &numbers)
      : threads(threads), function(function), uniformity(uniformity),
        numbers(numbers), found(numbers.size()) {
    for (auto [i, number] : llvm::enumerate(numbers))
      if (number)
        folder.set(function.getArgument(i), number);
  }

  Numbers run() {
    threads->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (dead.contains(op->getBlock()))
        return WalkResult::skip();
      visit(op);
      return WalkResult::advance();
    });
    return found;
  }

private:
  void visit(Operation *op) {
    if (isDivision(op)) {
      if (!uniformity.isUniform(op->getOperand(0)) || isInLoop(op))
        decide(op->getOperand(1));
    } else if (isa<arith::MulIOp, arith::ShLIOp>(op)) {
      visitFactor(op, op->getOperand(0), op->getOperand(1));
      if (isa<arith::MulIOp>(op))
        visitFactor(op, op->getOperand(1), op->getOperand(0));
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      visitBranch(branch, branch.getCondition());
    } else if (auto branch = dyn_cast<scf::IndexSwitchOp>(op)) {
      visitBranch(branch, branch.getArg());
    } else if (isa<scf::ForOp, scf::WhileOp>(op)) {
      visitLoop(op);
    }
  }

  void visitLoop(Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (par::holdsBarrier(op)) {
      if (!loop)
        for (Value init : cast<scf::WhileOp>(op).getInits())
          decide(init);
    } else if (loop && countWrittenOut(loop) <= mostWrittenOut) {
      decide(loop.getLowerBound());
      decide(loop.getUpperBound());
      decide(loop.getStep());
    }
  }

  /// How many operations there are without the loops here and around it.
  uint64_t countWrittenOut(scf::ForOp loop) {
    uint64_t turns = 1;
    for (Operation *up = loop->getParentOp(); up != threads;
         up = up->getParentOp())
      if (isa<LoopLikeOpInterface>(up))
        turns = llvm::SaturatingMultiply(turns, countTurns(up));
    return llvm::SaturatingMultiply(turns,
                                    countWrittenOut(loop.getOperation()));
  }

  uint64_t countWrittenOut(Operation *op) {
    uint64_t count = 1;
    for (Region &region : op->getRegions())
      for (Operation &inside : region.getOps())
        count = llvm::SaturatingAdd(count, countWrittenOut(&inside));
    return isa<LoopLikeOpInterface>(op)
               ? llvm::SaturatingMultiply(count, countTurns(op))
               : count;
  }

  /// How often a loop runs, or very often if that cannot be told.
  uint64_t countTurns(Operation *op) {
    constexpr int64_t often = 1 << 20;
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop)
      return often;
    std::optional<int64_t> start = getNumber(loop.getLowerBound()),
                           end = getNumber(loop.getUpperBound()),
                           step = getNumber(loop.getStep());
    if (!start || !end || step.value_or(0) <= 0 || std::abs(*start) > often ||
        std::abs(*end) > often)
      return often;
    return *end <= *start ? 0 : llvm::divideCeil(*end - *start, *step);
  }

  std::optional<int64_t> getNumber(Value value) {
    auto number = dyn_cast_or_null<IntegerAttr>(folder.get(value));
    return number ? number.getValue().trySExtValue() : std::nullopt;
  }

  void visitFactor(Operation *op, Value index, Value factor) {
    std::optional<uint64_t> by = getFactor(op, factor);
    if (!by || uniformity.isUniform(index))
      return;
    // `x * 16 * s` is as far apart as the product of both.
    uint64_t distance = *by;
    while (Operation *inner = stripWidening(index).getDefiningOp()) {
      if (!isa<arith::MulIOp, arith::ShLIOp>(inner))
        break;
      std::optional<uint64_t> more = getFactor(inner, inner->getOperand(1));
      if (!more)
        break;
      distance = llvm::SaturatingMultiply(distance, *more);
      index = inner->getOperand(0);
    }
    if (distance <= farthest && reachesIndex(op->getResult(0)))
      decide(factor);
  }

  /// By how much an operation multiplies, whatever the sign.
  std::optional<uint64_t> getFactor(Operation *op, Value value) {
    std::optional<int64_t> number = getNumber(value);
    if (!number)
      return std::nullopt;
    if (isa<arith::ShLIOp>(op))
      return *number >= 0 && *number < 32
                 ? std::optional(uint64_t(1) << *number)
                 : std::nullopt;
    return llvm::AbsoluteValue(*number);
  }

  void visitBranch(Operation *branch, Value condition) {
    auto number = dyn_cast_or_null<IntegerAttr>(folder.get(condition));
    if (!number)
      return;
    // LLVM takes what is in no loop out of that over threads.
    if (isInLoop(branch) || par::holdsBarrier(branch))
      decide(condition);
    if (auto ifOp = dyn_cast<scf::IfOp>(branch))
      if (Block *other =
              number.getValue().isZero() ? ifOp.thenBlock() : ifOp.elseBlock())
        dead.insert(other);
  }

  bool isInLoop(Operation *op) const {
    for (Operation *up = op->getParentOp(); up != threads;
         up = up->getParentOp())
      if (isa<LoopLikeOpInterface>(up))
        return true;
    return false;
  }

  /// Notes the numbers that a value comes from, if they are all it needs.
  void decide(Value value) {
    if (folder.get(value))
      note(value);
  }

  void note(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == &function.front())
        found[argument.getArgNumber()] = numbers[argument.getArgNumber()];
      return;
    }
    if (seen.insert(value).second)
      for (Value operand : value.getDefiningOp()->getOperands())
        note(operand);
  }

  scf::ParallelOp threads;
  LLVM::LLVMFuncOp function;
  const Uniformity &uniformity;
  const Numbers &numbers;
  Numbers found;
  Folder folder;
  llvm::SmallPtrSet<Block *, 4> dead;
  llvm::DenseSet<Value> seen;
};

} // namespace

DecidingNumbers::DecidingNumbers(scf::ParallelOp grid,
                                 LLVM::LLVMFuncOp function)
    : threads(par::getThreadLoopOf(grid)), function(function),
      uniformity(threads) {}

Numbers DecidingNumbers::find(const Numbers &numbers) const {
  return Search(threads, function, uniformity, numbers).run();
}
