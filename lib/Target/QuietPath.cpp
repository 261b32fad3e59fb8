//===- QuietPath.cpp - Iterations without effects -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuietPath.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace heddle;

QuietPath::QuietPath(Loop &loop, LoopInfo &loops)
    : loop(loop), loops(loops), header(loop.getHeader()),
      latch(loop.getLoopLatch()), layout(header->getModule()->getDataLayout()) {
}

/// Whether only the users of its result can observe it.
static bool isPlain(const Instruction &inst) {
  return !inst.mayHaveSideEffects() && !inst.isVolatile() && !inst.isAtomic();
}

/// Whether LLVM's vectoriser cannot vectorise the loop.
bool QuietPath::isHard() {
  bool isHard = !loop.isInnermost();
  for (BasicBlock *block : loop.blocks()) {
    bool mayStop = !all_of(*block, [](const Instruction &inst) {
      return isGuaranteedToTransferExecutionToSuccessor(&inst);
    });
    hasOtherEnds |= mayStop || (block != latch && loop.isLoopExiting(block));
    isHard |= any_of(*block, [&](const Instruction &inst) {
      auto *store = dyn_cast<StoreInst>(&inst);
      // Later iterations read what one iteration stores.
      return (store && loop.isLoopInvariant(store->getPointerOperand())) ||
             (!isPlain(inst) && (isa<CallBase>(inst) || inst.isAtomic()));
    });
  }
  return isHard || hasOtherEnds;
}

/// The shortest path from the header to the latch without side effects.
bool QuietPath::findQuietPath() {
  DenseMap<BasicBlock *, BasicBlock *> before;
  auto isCandidate = [&](BasicBlock *block) {
    return loops.getLoopFor(block) == &loop && all_of(*block, isPlain) &&
           isa<BranchInst>(block->getTerminator());
  };
  if (!isCandidate(header))
    return false;
  SmallVector<BasicBlock *> queue = {header};
  before[header] = nullptr;
  for (size_t at = 0; at < queue.size() && !before.contains(latch); ++at)
    for (BasicBlock *next : successors(queue[at]))
      if (!before.contains(next) && isCandidate(next)) {
        before[next] = queue[at];
        queue.push_back(next);
      }
  if (!before.contains(latch))
    return false;
  for (BasicBlock *block = latch; block; block = before[block])
    path.push_back(block);
  std::reverse(path.begin(), path.end());
  return true;
}

/// The value of an instruction on the path.
Value *QuietPath::onPath(Value *value) const {
  while (auto *phi = dyn_cast<PHINode>(value)) {
    auto at = llvm::find(path, phi->getParent());
    if (at == path.end() || at == path.begin())
      break;
    value = phi->getIncomingValueForBlock(*std::prev(at));
  }
  return value;
}

bool QuietPath::findCarried() {
  for (PHINode &phi : header->phis()) {
    Value *next = onPath(phi.getIncomingValueForBlock(latch));
    carried[&phi] = nullptr;
    if (next == &phi)
      continue;
    auto *sum = dyn_cast<Instruction>(next);
    if (!sum || !is_contained(path, sum->getParent()))
      return false;
    auto *address = dyn_cast<GetElementPtrInst>(sum);
    APInt offset(64, 0);
    if (!match(sum, m_c_Add(m_Specific(&phi), m_ConstantInt())) &&
        !(address && address->getPointerOperand() == &phi &&
          phi.getType()->isPointerTy() &&
          address->accumulateConstantOffset(layout, offset)))
      return false;
    carried[&phi] = sum;
  }
  return true;
}

/// Finds the exit condition of the latch.
bool QuietPath::findBound() {
  auto *branch = dyn_cast<BranchInst>(latch->getTerminator());
  auto *compare = branch && branch->isConditional()
                      ? dyn_cast<ICmpInst>(onPath(branch->getCondition()))
                      : nullptr;
  if (!compare || !loop.isLoopExiting(latch))
    return false;
  order = loop.contains(branch->getSuccessor(0))
              ? compare->getPredicate()
              : compare->getInversePredicate();
  Value *lhs = onPath(compare->getOperand(0)),
        *rhs = onPath(compare->getOperand(1));
  // Before or after the step: one more iteration does not matter.
  auto counterOf = [&](Value *value) -> PHINode * {
    for (auto [phi, next] : carried)
      if (next && (value == phi || value == next))
        return phi;
    return nullptr;
  };
  counter = counterOf(lhs);
  bound = rhs;
  if (!counter) {
    counter = counterOf(rhs);
    bound = lhs;
    order = CmpInst::getSwappedPredicate(order);
  }
  if (!counter || stepOf(counter).value_or(0) <= 0 || stepOf(bound) != 0)
    return false;
  const APInt *from, *to;
  if (match(bound, m_APInt(to)) &&
      match(counter->getIncomingValueForBlock(loop.getLoopPreheader()),
            m_APInt(from)) &&
      (*to - *from).ult(shortestSearch))
    return false;
  return order == CmpInst::ICMP_NE || order == CmpInst::ICMP_SLT ||
         order == CmpInst::ICMP_ULT;
}

/// The distance by which a quiet iteration advances an address.
std::optional<int64_t> QuietPath::stepOfAddress(GetElementPtrInst &address) {
  SmallMapVector<Value *, APInt, 4> variables;
  unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  APInt constant(bits, 0);
  if (!address.collectOffset(layout, bits, variables, constant))
    return std::nullopt;
  std::optional<int64_t> step = stepOf(address.getPointerOperand());
  for (auto &[variable, scale] : variables) {
    std::optional<int64_t> more = stepOf(variable);
    if (!step || !more)
      return std::nullopt;
    *step += *more * scale.getSExtValue();
  }
  return step;
}

/// The constant by which a quiet iteration changes a value, if any.
std::optional<int64_t> QuietPath::stepOf(Value *value) {
  value = onPath(value);
  auto *inst = dyn_cast<Instruction>(value);
  if (!inst || !loop.contains(inst))
    return 0;
  auto known = steps.find(value);
  if (known != steps.end())
    return known->second;
  std::optional<int64_t> step = computeStep(*inst);
  steps[value] = step;
  return step;
}

std::optional<int64_t> QuietPath::computeStep(Instruction &inst) {
  const APInt *number;
  if (auto *phi = dyn_cast<PHINode>(&inst)) {
    auto *entry = carried.find(phi);
    if (entry == carried.end())
      return std::nullopt;
    Instruction *next = entry->second;
    if (!next)
      return 0;
    if (match(next, m_c_Add(m_Specific(phi), m_APInt(number))))
      return number->getSExtValue();
    APInt offset(layout.getIndexTypeSizeInBits(phi->getType()), 0);
    if (auto *address = dyn_cast<GetElementPtrInst>(next);
        address && address->accumulateConstantOffset(layout, offset))
      return offset.getSExtValue();
    return std::nullopt;
  }
  if (!is_contained(path, inst.getParent()))
    return std::nullopt;
  if (auto *address = dyn_cast<GetElementPtrInst>(&inst))
    return stepOfAddress(*address);
  if (auto *load = dyn_cast<LoadInst>(&inst))
    return load->isSimple() && load->getParent() == header &&
                   stepOf(load->getPointerOperand()) == 0
               ? std::optional<int64_t>(0)
               : std::nullopt;
  // Only the counter is known not to wrap within a strip, in the order of its
  // comparison.
  if ((order == CmpInst::ICMP_SLT && isa<SExtInst>(inst)) ||
      (order == CmpInst::ICMP_ULT && isa<ZExtInst>(inst)))
    if (Value *from = onPath(inst.getOperand(0));
        counter && (from == counter || from == carried.lookup(counter)))
      return stepOf(from);
  if (inst.getOpcode() == Instruction::Add && inst.getType()->isIntegerTy(64)) {
    std::optional<int64_t> lhs = stepOf(inst.getOperand(0)),
                           rhs = stepOf(inst.getOperand(1));
    return lhs && rhs ? std::optional(*lhs + *rhs) : std::nullopt;
  }
  // A value is invariant if its operands are.
  if (isSafeToSpeculativelyExecute(&inst) &&
      all_of(inst.operands(),
             [&](Value *operand) { return stepOf(operand) == 0; }))
    return 0;
  return std::nullopt;
}

/// Loads ahead of their iteration must not trap.
bool QuietPath::canAddLoad(LoadInst &load) {
  // Not all iterations execute what follows a test.
  if (load.getParent() != header || !load.isSimple())
    return false;
  std::optional<int64_t> step = stepOf(load.getPointerOperand());
  // Gathers are no faster than the loop.
  int64_t size = layout.getTypeStoreSize(load.getType());
  if (!step || std::abs(*step) > 4 * size)
    return false;
  if (*step != 0)
    places.push_back({&load, *step});
  return true;
}

bool QuietPath::addToTest(Value *value) {
  value = onPath(value);
  auto *inst = dyn_cast<Instruction>(value);
  if (!inst || !loop.contains(inst) || test.contains(inst))
    return true;
  if (auto *phi = dyn_cast<PHINode>(inst))
    return carried.contains(phi);
  if (test.size() >= 32 || !is_contained(path, inst->getParent()) ||
      inst->getType()->isVectorTy())
    return false;
  if (auto *load = dyn_cast<LoadInst>(inst)) {
    if (!canAddLoad(*load))
      return false;
  } else if (auto *call = dyn_cast<CallInst>(inst)) {
    if (!isTriviallyVectorizable(call->getIntrinsicID()))
      return false;
  } else if (!isSafeToSpeculativelyExecute(inst) ||
             !isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst,
                  GetElementPtrInst, FreezeInst>(inst)) {
    return false;
  }
  for (Value *operand : inst->operands())
    if (!addToTest(operand))
      return false;
  test.insert(inst);
  return true;
}

bool QuietPath::findTest() {
  for (BasicBlock *block : ArrayRef(path).drop_back()) {
    auto *branch = cast<BranchInst>(block->getTerminator());
    if (branch->isConditional() && !addToTest(branch->getCondition()))
      return false;
  }
  return !places.empty() && addToTest(bound);
}

bool QuietPath::find() {
  return latch && header != latch && loop.getLoopPreheader() && isHard() &&
         findQuietPath() && findCarried() && findBound() && findTest();
}
