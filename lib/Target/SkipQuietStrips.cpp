//===- SkipQuietStrips.cpp - Searches with vectors ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkipQuietStrips.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// The iterations that are tested together.
static constexpr int64_t stripLength = 64;

/// After a strip in which something happened the loop runs for that long, and
/// each time for twice as long, before it is tested again, up to this.
static constexpr int64_t longestRun = 64 * stripLength;

/// What is sure to be readable where one byte is.
static constexpr int64_t pageSize = 4096;

namespace {

/// One loop, and the way through it on which nothing happens.
class Search {
public:
  Search(Loop &loop, LoopInfo &loops)
      : loop(loop), loops(loops), header(loop.getHeader()),
        latch(loop.getLoopLatch()),
        layout(header->getModule()->getDataLayout()) {}

  bool isWorthwhile();
  void transform();

private:
  using Copies = DenseMap<Value *, Value *>;

  bool isHard();
  bool findQuietPath();
  bool findCarried();
  bool findBound();
  bool findTest();
  bool addToTest(Value *value);
  bool canAddLoad(LoadInst &load);
  Value *onPath(Value *value);
  std::optional<int64_t> stepOf(Value *value);
  std::optional<int64_t> computeStep(Instruction &inst);
  std::optional<int64_t> stepOfAddress(GetElementPtrInst &address);
  Value *copy(IRBuilder<> &builder, Value *value, Copies &copies);
  Value *hasStrip(IRBuilder<> &builder, Copies &starts);
  Value *isOnOnePage(IRBuilder<> &builder, Copies copies);
  Value *leaves(IRBuilder<> &builder, Copies &copies);

  Loop &loop;
  LoopInfo &loops;
  BasicBlock *header, *latch;
  const DataLayout &layout;

  SmallVector<BasicBlock *> path;
  /// Whether an iteration may end the loop anywhere but in the latch.
  bool hasOtherEnds = false;
  /// Values that iterations hand on, with what a quiet one makes of them:
  /// themselves, or a sum with a constant.
  SmallMapVector<PHINode *, Instruction *, 4> carried;
  /// The loop goes on while `counter` is before `bound`.
  PHINode *counter = nullptr;
  Value *bound = nullptr;
  CmpInst::Predicate order = CmpInst::BAD_ICMP_PREDICATE;
  /// Values are used many times over, and each is looked at once.
  DenseMap<Value *, std::optional<int64_t>> steps;
  /// What the branches that leave the path need, in order.
  SmallSetVector<Instruction *, 16> test;
  /// Loads of which each iteration has its own, and the bytes between them.
  SmallVector<std::pair<LoadInst *, int64_t>> places;
};

} // namespace

/// Whether nothing but what uses its result could tell that it ran.
static bool isPlain(const Instruction &inst) {
  return !inst.mayHaveSideEffects() && !inst.isVolatile() && !inst.isAtomic();
}

/// Whether LLVM's vectoriser has to leave the loop alone.
bool Search::isHard() {
  bool isHard = !loop.isInnermost();
  for (BasicBlock *block : loop.blocks()) {
    bool mayStop = !all_of(*block, [](const Instruction &inst) {
      return isGuaranteedToTransferExecutionToSuccessor(&inst);
    });
    hasOtherEnds |= mayStop || (block != latch && loop.isLoopExiting(block));
    isHard |= any_of(*block, [&](const Instruction &inst) {
      auto *store = dyn_cast<StoreInst>(&inst);
      // What one iteration stores, the next ones ask for.
      return (store && loop.isLoopInvariant(store->getPointerOperand())) ||
             (!isPlain(inst) && (isa<CallBase>(inst) || inst.isAtomic()));
    });
  }
  return isHard || hasOtherEnds;
}

/// The shortest way from the header to the latch on which nothing happens.
bool Search::findQuietPath() {
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

/// What a value is if the iteration came along the path.
Value *Search::onPath(Value *value) {
  while (auto *phi = dyn_cast<PHINode>(value)) {
    auto at = find(path, phi->getParent());
    if (at == path.end() || at == path.begin())
      break;
    value = phi->getIncomingValueForBlock(*std::prev(at));
  }
  return value;
}

bool Search::findCarried() {
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

/// Reads when the latch ends the loop.
bool Search::findBound() {
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
  // Before or after the step: one iteration more is no matter.
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
      (*to - *from).ult(2 * stripLength))
    return false;
  return order == CmpInst::ICMP_NE || order == CmpInst::ICMP_SLT ||
         order == CmpInst::ICMP_ULT;
}

/// By how much a quiet iteration moves an address.
std::optional<int64_t> Search::stepOfAddress(GetElementPtrInst &address) {
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

/// By how much a quiet iteration changes a value, if that is a constant.
std::optional<int64_t> Search::stepOf(Value *value) {
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

std::optional<int64_t> Search::computeStep(Instruction &inst) {
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
  // Only the counter is known not to wrap around within a strip, in the order
  // in which it is compared.
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
  // Anything is the same if what it is made of is.
  if (isSafeToSpeculativelyExecute(&inst) &&
      all_of(inst.operands(),
             [&](Value *operand) { return stepOf(operand) == 0; }))
    return 0;
  return std::nullopt;
}

/// Loads ahead of the iteration that they belong to must not trap.
bool Search::canAddLoad(LoadInst &load) {
  // Not all iterations come to what is after a test.
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

bool Search::addToTest(Value *value) {
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

bool Search::findTest() {
  for (BasicBlock *block : ArrayRef(path).drop_back()) {
    auto *branch = cast<BranchInst>(block->getTerminator());
    if (branch->isConditional() && !addToTest(branch->getCondition()))
      return false;
  }
  return !places.empty() && addToTest(bound);
}

bool Search::isWorthwhile() {
  return latch && header != latch && loop.getLoopPreheader() && isHard() &&
         findQuietPath() && findCarried() && findBound() && findTest();
}

/// Computes what the test needs once more, from values that are handed on.
Value *Search::copy(IRBuilder<> &builder, Value *value, Copies &copies) {
  value = onPath(value);
  if (Value *known = copies.lookup(value))
    return known;
  auto *inst = dyn_cast<Instruction>(value);
  if (!inst || !loop.contains(inst))
    return value;
  SmallVector<Value *> operands;
  for (Value *operand : inst->operands())
    operands.push_back(copy(builder, operand, copies));
  Instruction *result = inst->clone();
  for (auto [at, operand] : enumerate(operands))
    result->setOperand(at, operand);
  // What it says of itself, it says of iterations that the program gets to.
  result->dropUnknownNonDebugMetadata();
  copies[value] = builder.Insert(result);
  return result;
}

/// Whether the latch would not end the loop in a strip that begins here.
Value *Search::hasStrip(IRBuilder<> &builder, Copies &starts) {
  Value *from = starts[counter], *to = copy(builder, bound, starts);
  Type *type = from->getType();
  if (type->isPointerTy()) {
    type = layout.getIntPtrType(type);
    from = builder.CreatePtrToInt(from, type);
    to = builder.CreatePtrToInt(to, type);
  }
  int64_t length = stripLength * *stepOf(counter);
  Value *isBefore = order == CmpInst::ICMP_NE
                        ? builder.getTrue()
                        : builder.CreateICmp(order, from, to);
  if (APInt(64, length).getActiveBits() >= type->getIntegerBitWidth())
    return builder.getFalse();
  return builder.CreateAnd(
      isBefore, builder.CreateICmpUGT(builder.CreateSub(to, from),
                                      ConstantInt::get(type, length)));
}

/// Whether all places of a strip are on the page of its first.
Value *Search::isOnOnePage(IRBuilder<> &builder, Copies copies) {
  Value *result = builder.getTrue();
  for (auto [load, step] : places) {
    Value *first = builder.CreatePtrToInt(
        copy(builder, load->getPointerOperand(), copies), builder.getInt64Ty());
    int64_t last = step * (stripLength - 1);
    int64_t bytes = layout.getTypeStoreSize(load->getType());
    Value *low =
        builder.CreateAdd(first, builder.getInt64(std::min<int64_t>(last, 0)));
    Value *high = builder.CreateAdd(
        first, builder.getInt64(std::max<int64_t>(last, 0) + bytes - 1));
    Value *isSame = builder.CreateICmpULT(builder.CreateXor(low, high),
                                          builder.getInt64(pageSize));
    result = builder.CreateAnd(result, isSame);
  }
  return builder.CreateFreeze(result);
}

/// Whether an iteration leaves the path.
Value *Search::leaves(IRBuilder<> &builder, Copies &copies) {
  Value *result = nullptr;
  for (auto [block, next] :
       zip(ArrayRef(path).drop_back(), ArrayRef(path).drop_front())) {
    auto *branch = cast<BranchInst>(block->getTerminator());
    if (!branch->isConditional())
      continue;
    Value *condition = copy(builder, branch->getCondition(), copies);
    if (branch->getSuccessor(0) == next)
      condition = builder.CreateNot(condition);
    // It may come from an iteration that the program never gets to.
    condition = builder.CreateFreeze(condition);
    result = result ? builder.CreateOr(result, condition) : condition;
  }
  return result;
}

/// A loop around the loop: each turn skips a strip or has the loop run for a
/// while, or to its end.
void Search::transform() {
  BasicBlock *preheader = loop.getLoopPreheader();
  auto *latchBranch = cast<BranchInst>(latch->getTerminator());
  auto makeBlock = [&](const char *name) {
    return BasicBlock::Create(header->getContext(), name, header->getParent(),
                              header);
  };
  BasicBlock *turn = makeBlock("strip"), *tested = makeBlock("strip.test"),
             *decide = makeBlock("strip.decide"), *run = makeBlock("strip.run"),
             *more = makeBlock("strip.more");
  IRBuilder<> builder(turn);
  builder.SetCurrentDebugLocation(latchBranch->getDebugLoc());
  Type *number = builder.getInt64Ty();
  auto constant = [&](int64_t value) { return builder.getInt64(value); };
  preheader->getTerminator()->replaceSuccessorWith(header, turn);

  PHINode *patience = builder.CreatePHI(number, 3);
  patience->addIncoming(constant(stripLength), preheader);
  Copies starts;
  for (auto [phi, next] : carried) {
    PHINode *start = builder.CreatePHI(phi->getType(), 3);
    start->addIncoming(phi->getIncomingValueForBlock(preheader), preheader);
    starts[phi] = start;
  }

  // What does not change in a strip is computed before its test.
  Copies before = starts;
  for (Instruction *inst : test)
    if (stepOf(inst) == 0)
      copy(builder, inst, before);
  Value *isTested = hasStrip(builder, before);
  if (hasOtherEnds)
    isTested = builder.CreateAnd(isTested, isOnOnePage(builder, before));
  builder.CreateCondBr(isTested, tested, run);

  builder.SetInsertPoint(tested);
  PHINode *at = builder.CreatePHI(number, 2),
          *any = builder.CreatePHI(builder.getInt1Ty(), 2);
  at->addIncoming(constant(0), turn);
  any->addIncoming(builder.getFalse(), turn);
  Copies copies = before, ends = starts;
  for (auto [phi, next] : carried)
    if (next) {
      PHINode *own = builder.CreatePHI(phi->getType(), 2);
      own->addIncoming(starts[phi], turn);
      copies[phi] = own;
    }
  Value *anyNext = builder.CreateOr(any, leaves(builder, copies));
  any->addIncoming(anyNext, tested);
  for (auto [phi, next] : carried)
    if (next) {
      ends[phi] = copy(builder, next, copies);
      cast<PHINode>(copies[phi])->addIncoming(ends[phi], tested);
    }
  Value *atNext = builder.CreateAdd(at, constant(1));
  at->addIncoming(atNext, tested);
  builder.CreateCondBr(builder.CreateICmpEQ(atNext, constant(stripLength)),
                       decide, tested);

  builder.SetInsertPoint(decide);
  Value *longer = builder.CreateBinaryIntrinsic(
      Intrinsic::umin, builder.CreateShl(patience, constant(1)),
      constant(longestRun));
  patience->addIncoming(constant(stripLength), decide);
  builder.CreateCondBr(anyNext, run, turn);

  // The loop itself, which counts in addition.
  builder.SetInsertPoint(run);
  PHINode *length = builder.CreatePHI(number, 2),
          *next = builder.CreatePHI(number, 2);
  length->addIncoming(constant(stripLength), turn);
  length->addIncoming(patience, decide);
  next->addIncoming(patience, turn);
  next->addIncoming(longer, decide);
  builder.CreateBr(header);
  builder.SetInsertPoint(header, header->begin());
  PHINode *count = builder.CreatePHI(number, 2);
  builder.SetInsertPoint(latchBranch);
  Value *countNext = builder.CreateAdd(count, constant(1));
  count->addIncoming(constant(0), run);
  for (auto [phi, next] : carried) {
    int incoming = phi->getBasicBlockIndex(preheader);
    phi->setIncomingBlock(incoming, run);
    phi->setIncomingValue(incoming, starts[phi]);
  }

  // The latch goes on to the next iteration by way of `more`.
  latchBranch->replaceSuccessorWith(header, more);
  builder.SetInsertPoint(more);
  Instruction *back = builder.CreateCondBr(
      builder.CreateICmpEQ(countNext, length), turn, header);
  back->copyMetadata(*latchBranch, {LLVMContext::MD_loop});
  latchBranch->setMetadata(LLVMContext::MD_loop, nullptr);
  count->addIncoming(countNext, more);
  patience->addIncoming(next, more);
  for (auto [phi, next] : carried) {
    int incoming = phi->getBasicBlockIndex(latch);
    auto *start = cast<PHINode>(starts[phi]);
    start->addIncoming(ends[phi], decide);
    start->addIncoming(phi->getIncomingValue(incoming), more);
    phi->setIncomingBlock(incoming, more);
  }
}

PreservedAnalyses
heddle::SkipQuietStrips::run(Function &function,
                             FunctionAnalysisManager &analyses) {
  // Sanitizers see what is read ahead.
  if (function.hasOptSize() ||
      function.hasFnAttribute(Attribute::SanitizeAddress) ||
      function.hasFnAttribute(Attribute::SanitizeThread))
    return PreservedAnalyses::all();
  SmallPtrSet<BasicBlock *, 8> seen;
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    SmallPtrSet<Loop *, 8> taken;
    for (Loop *loop : loops.getLoopsInPreorder()) {
      // The analysis is no longer true of what is inside of a loop that
      // changed: that has the next turn.
      Loop *outer = loop->getParentLoop();
      while (outer && !taken.contains(outer))
        outer = outer->getParentLoop();
      if (outer) {
        again = true;
        continue;
      }
      if (!seen.insert(loop->getHeader()).second)
        continue;
      Search search(*loop, loops);
      if (!search.isWorthwhile())
        continue;
      search.transform();
      taken.insert(loop);
    }
    changed |= !taken.empty();
    if (!taken.empty())
      analyses.invalidate(function, PreservedAnalyses::none());
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
