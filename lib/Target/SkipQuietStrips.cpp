//===- SkipQuietStrips.cpp - Strip-mines search loops ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SkipQuietStrips.h"
#include "QuietPath.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace heddle;

/// After a strip with an effect, the loop runs untested for this many
/// iterations, doubled each time, up to the maximum.
static constexpr int64_t longestRun = 64 * stripLength;

/// If one byte is readable, this range around it is.
static constexpr int64_t pageSize = 4096;

namespace {

/// Inserts the test before a loop.
class Stripper {
public:
  explicit Stripper(QuietPath &quiet) : quiet(quiet), loop(quiet.loop) {}

  void run();

private:
  using Copies = DenseMap<Value *, Value *>;

  Value *copy(IRBuilder<> &builder, Value *value, Copies &copies);
  Value *hasStrip(IRBuilder<> &builder, Copies &starts);
  Value *isOnOnePage(IRBuilder<> &builder, Copies copies);
  Value *leaves(IRBuilder<> &builder, Copies &copies);

  QuietPath &quiet;
  Loop &loop;
};

} // namespace

/// Copies the computations of the test, from loop-carried values.
Value *Stripper::copy(IRBuilder<> &builder, Value *value, Copies &copies) {
  value = quiet.onPath(value);
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
  // Its flags hold only for iterations that the program executes.
  result->dropUnknownNonDebugMetadata();
  copies[value] = builder.Insert(result);
  return result;
}

/// Whether the latch would not end the loop in a strip that starts here.
Value *Stripper::hasStrip(IRBuilder<> &builder, Copies &starts) {
  Value *from = starts[quiet.counter], *to = copy(builder, quiet.bound, starts);
  Type *type = from->getType();
  if (type->isPointerTy()) {
    type = quiet.layout.getIntPtrType(type);
    from = builder.CreatePtrToInt(from, type);
    to = builder.CreatePtrToInt(to, type);
  }
  int64_t length = stripLength * *quiet.stepOf(quiet.counter);
  Value *isBefore = quiet.order == CmpInst::ICMP_NE
                        ? builder.getTrue()
                        : builder.CreateICmp(quiet.order, from, to);
  if (APInt(64, length).getActiveBits() >= type->getIntegerBitWidth())
    return builder.getFalse();
  return builder.CreateAnd(
      isBefore, builder.CreateICmpUGT(builder.CreateSub(to, from),
                                      ConstantInt::get(type, length)));
}

/// Whether all addresses of a strip are on the page of the first.
Value *Stripper::isOnOnePage(IRBuilder<> &builder, Copies copies) {
  Value *result = builder.getTrue();
  for (auto [load, step] : quiet.places) {
    Value *first = builder.CreatePtrToInt(
        copy(builder, load->getPointerOperand(), copies), builder.getInt64Ty());
    int64_t last = step * (stripLength - 1);
    int64_t bytes = quiet.layout.getTypeStoreSize(load->getType());
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
Value *Stripper::leaves(IRBuilder<> &builder, Copies &copies) {
  Value *result = nullptr;
  for (auto [block, next] : zip(ArrayRef(quiet.path).drop_back(),
                                ArrayRef(quiet.path).drop_front())) {
    auto *branch = cast<BranchInst>(block->getTerminator());
    if (!branch->isConditional())
      continue;
    Value *condition = copy(builder, branch->getCondition(), copies);
    if (branch->getSuccessor(0) == next)
      condition = builder.CreateNot(condition);
    // It may come from an iteration that the program never executes.
    condition = builder.CreateFreeze(condition);
    result = result ? builder.CreateOr(result, condition) : condition;
  }
  return result;
}

/// A loop around the loop: each iteration skips a strip, or runs the loop for a
/// while or to its end.
void Stripper::run() {
  BasicBlock *preheader = loop.getLoopPreheader();
  BasicBlock *header = quiet.header, *latch = quiet.latch;
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
  for (auto [phi, next] : quiet.carried) {
    PHINode *start = builder.CreatePHI(phi->getType(), 3);
    start->addIncoming(phi->getIncomingValueForBlock(preheader), preheader);
    starts[phi] = start;
  }

  // Strip-invariant values are computed before the test.
  Copies before = starts;
  for (Instruction *inst : quiet.test)
    if (quiet.stepOf(inst) == 0)
      copy(builder, inst, before);
  Value *isTested = hasStrip(builder, before);
  if (quiet.hasOtherEnds)
    isTested = builder.CreateAnd(isTested, isOnOnePage(builder, before));
  builder.CreateCondBr(isTested, tested, run);

  builder.SetInsertPoint(tested);
  PHINode *at = builder.CreatePHI(number, 2),
          *any = builder.CreatePHI(builder.getInt1Ty(), 2);
  at->addIncoming(constant(0), turn);
  any->addIncoming(builder.getFalse(), turn);
  Copies copies = before, ends = starts;
  for (auto [phi, next] : quiet.carried)
    if (next) {
      PHINode *own = builder.CreatePHI(phi->getType(), 2);
      own->addIncoming(starts[phi], turn);
      copies[phi] = own;
    }
  Value *anyNext = builder.CreateOr(any, leaves(builder, copies));
  any->addIncoming(anyNext, tested);
  for (auto [phi, next] : quiet.carried)
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

  // The loop itself, with an additional counter.
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
  for (auto [phi, next] : quiet.carried) {
    int incoming = phi->getBasicBlockIndex(preheader);
    phi->setIncomingBlock(incoming, run);
    phi->setIncomingValue(incoming, starts[phi]);
  }

  // The latch continues with the next iteration through `more`.
  latchBranch->replaceSuccessorWith(header, more);
  builder.SetInsertPoint(more);
  Instruction *back = builder.CreateCondBr(
      builder.CreateICmpEQ(countNext, length), turn, header);
  back->copyMetadata(*latchBranch, {LLVMContext::MD_loop});
  latchBranch->setMetadata(LLVMContext::MD_loop, nullptr);
  count->addIncoming(countNext, more);
  patience->addIncoming(next, more);
  for (auto [phi, next] : quiet.carried) {
    int incoming = phi->getBasicBlockIndex(latch);
    auto *start = cast<PHINode>(starts[phi]);
    start->addIncoming(ends[phi], decide);
    start->addIncoming(phi->getIncomingValue(incoming), more);
    phi->setIncomingBlock(incoming, more);
  }
}

PreservedAnalyses SkipQuietStrips::run(Function &function,
                                       FunctionAnalysisManager &analyses) {
  // Sanitizers would report speculative loads.
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
      // The analyses are invalid inside of a loop that changed: inner loops are
      // handled in the next round.
      Loop *outer = loop->getParentLoop();
      while (outer && !taken.contains(outer))
        outer = outer->getParentLoop();
      if (outer) {
        again = true;
        continue;
      }
      if (!seen.insert(loop->getHeader()).second)
        continue;
      QuietPath quiet(*loop, loops);
      if (!quiet.find())
        continue;
      Stripper(quiet).run();
      taken.insert(loop);
    }
    changed |= !taken.empty();
    if (!taken.empty())
      analyses.invalidate(function, PreservedAnalyses::none());
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
