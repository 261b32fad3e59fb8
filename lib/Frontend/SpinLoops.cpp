//===- SpinLoops.cpp - Loops that wait for another thread -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpinLoops.h"
#include "PromotedCopy.h"
#include "heddle/Frontend/DeviceModule.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace heddle;

namespace {

class SpinFinder {
public:
  SpinFinder(llvm::Function &function)
      : function(function), dominators(function), loops(dominators) {}

  void run() {
    for (llvm::Instruction &inst : llvm::instructions(function))
      synchronises |= isSynchronisation(inst);
    for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
      if (holds(*loop, isSynchronisation)) {
        // The threads of a block go through it together, unless only warps do.
        // They may still wait for other blocks.
        bool waits = holds(*loop, isBlockSynchronisation)
                         ? advancesWhenReady(*loop)
                         : waitsForWarps(*loop) && !planted(Fault::WarpsWait);
        if (waits)
          loop->getLoopLatches(latches);
        continue;
      }
      if (llvm::Instruction *wait = findWait(*loop))
        waits.push_back(wait);
      else if (triesAgain(*loop) || advancesWhenReady(*loop))
        loop->getLoopLatches(latches);
    }
  }

  /// The instructions that a thread waits on.
  llvm::SmallVector<llvm::Instruction *> waits;
  /// The latches of loops that repeat until other threads have made progress.
  llvm::SmallVector<llvm::BasicBlock *> latches;

private:
  static bool holds(const llvm::Loop &loop,
                    llvm::function_ref<bool(const llvm::Instruction &)> is) {
    return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock *block) {
      return llvm::any_of(*block, is);
    });
  }

  /// Whether the lanes of a warp repeat a loop, in which they synchronise,
  /// until they read what another warp writes.
  bool waitsForWarps(const llvm::Loop &loop) {
    for (llvm::BasicBlock *block : loop.blocks())
      for (llvm::Instruction &inst : *block)
        if ((isLock(inst, loop) || isForeignRead(inst, loop)) &&
            decidesExit(inst, loop))
          return true;
    return false;
  }

  static const llvm::Value *getWrittenPointer(const llvm::Instruction &inst) {
    if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
      return update->getPointerOperand();
    if (auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
      return swap->getPointerOperand();
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
      return store->getPointerOperand();
    return nullptr;
  }

  /// Reads, in each iteration, memory that the thread does not write itself.
  bool isForeignRead(llvm::Instruction &inst, const llvm::Loop &loop) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
    if (!load || (!load->isVolatile() && !load->isAtomic()))
      return false;
    if (!isFixed(load->getPointerOperand(), loop))
      return repeatsItself(loop);
    return !holds(loop, [&](const llvm::Instruction &other) {
      auto *store = llvm::dyn_cast<llvm::StoreInst>(&other);
      return store &&
             isSame(store->getPointerOperand(), load->getPointerOperand());
    });
  }

  /// Whether two values are computed in the same way from the same values.
  static bool isSame(const llvm::Value *a, const llvm::Value *b) {
    if (a == b)
      return true;
    auto *first = llvm::dyn_cast<llvm::Instruction>(a);
    auto *second = llvm::dyn_cast<llvm::Instruction>(b);
    return first && second && !llvm::isa<llvm::PHINode>(first) &&
           !first->mayReadFromMemory() && !first->mayHaveSideEffects() &&
           first->isSameOperationAs(second) &&
           llvm::all_of(llvm::zip(first->operands(), second->operands()),
                        [](auto pair) {
                          return isSame(std::get<0>(pair), std::get<1>(pair));
                        });
  }

  /// Whether it depends on a value if the loop goes on, also through
  /// collectives, through variables that one thread writes for the others, and
  /// through the branches that the value decides.
  bool decidesExit(llvm::Instruction &inst, const llvm::Loop &loop) {
    llvm::SmallVector<llvm::Instruction *> worklist = {&inst};
    llvm::SmallPtrSet<llvm::Instruction *, 16> seen;
    auto add = [&](llvm::Instruction *next) {
      if (loop.contains(next) && seen.insert(next).second)
        worklist.push_back(next);
    };
    while (!worklist.empty()) {
      llvm::Instruction *current = worklist.pop_back_val();
      if (!current->isTerminator()) {
        for (llvm::User *user : current->users()) {
          auto *next = llvm::cast<llvm::Instruction>(user);
          if (auto *store = llvm::dyn_cast<llvm::StoreInst>(next);
              store && store->getValueOperand() == current)
            addReaders(*store, loop, add);
          else if (!next->mayHaveSideEffects() || isSynchronisation(*next) ||
                   next->isTerminator() || next->isVolatile())
            add(next);
        }
        continue;
      }
      llvm::BasicBlock *block = current->getParent();
      if (loop.isLoopExiting(block))
        return true;
      for (llvm::BasicBlock *member : loop.blocks())
        for (llvm::PHINode &phi : member->phis())
          if (isChosenBy(phi, *block))
            add(&phi);
    }
    return false;
  }

  /// What reads the variable that is stored to.
  static void addReaders(const llvm::StoreInst &store, const llvm::Loop &loop,
                         llvm::function_ref<void(llvm::Instruction *)> add) {
    const llvm::Value *object =
        llvm::getUnderlyingObject(store.getPointerOperand());
    for (llvm::BasicBlock *block : loop.blocks())
      for (llvm::Instruction &inst : *block)
        if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
            load && loop.contains(store.getParent()) &&
            llvm::getUnderlyingObject(load->getPointerOperand()) == object)
          add(load);
  }

  /// Whether the branch at the end of a block decides which value a phi has.
  bool isChosenBy(const llvm::PHINode &phi, llvm::BasicBlock &block) {
    llvm::SmallPtrSet<const llvm::Value *, 4> values;
    bool isUnknown = false;
    for (llvm::BasicBlock *next : llvm::successors(&block)) {
      bool leadsHere = false;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        const llvm::BasicBlock *incoming = phi.getIncomingBlock(i);
        if ((incoming == &block && phi.getParent() == next) ||
            dominators.dominates(llvm::BasicBlockEdge(&block, next),
                                 incoming)) {
          values.insert(phi.getIncomingValue(i));
          leadsHere = true;
        }
      }
      isUnknown |= !leadsHere;
    }
    return values.size() > 1 || (values.size() == 1 && isUnknown);
  }

  /// The instruction that the loop waits on, if any.
  llvm::Instruction *findWait(const llvm::Loop &loop) {
    for (llvm::BasicBlock *block : loop.blocks()) {
      // An inner loop is handled separately.
      if (loops.getLoopFor(block) != &loop)
        continue;
      for (llvm::Instruction &inst : *block)
        if ((isLock(inst, loop) && decides(inst, loop)) || isFlag(inst, loop))
          return &inst;
    }
    return nullptr;
  }

  /// Whether a value is the same in every iteration. Nothing has been hoisted
  /// yet.
  bool isFixed(const llvm::Value *value, const llvm::Loop &loop) {
    auto *inst = llvm::dyn_cast<llvm::Instruction>(value);
    if (!inst || !loop.contains(inst))
      return true;
    return !llvm::isa<llvm::PHINode>(inst) && !inst->mayHaveSideEffects() &&
           !inst->mayReadFromMemory() &&
           llvm::all_of(inst->operands(), [&](const llvm::Use &operand) {
             return isFixed(operand, loop);
           });
  }

  /// Acquires something that is not available yet: compare-and-swap with a
  /// fixed value, or an exchange, in a retry loop.
  bool isLock(llvm::Instruction &inst, const llvm::Loop &loop) {
    llvm::Value *address = nullptr;
    if (auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
      // A loop that computes a new value from the old one makes progress by
      // itself: its expected value changes.
      if (isFixed(swap->getCompareOperand(), loop) &&
          isFixed(swap->getNewValOperand(), loop))
        address = swap->getPointerOperand();
    } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst)) {
      if (isRepeatable(*update) && isFixed(update->getValOperand(), loop))
        address = update->getPointerOperand();
    }
    if (!address || !isFixed(address, loop))
      return false;
    return synchronises || !isReleased(address, inst);
  }

  /// Whether the instruction is idempotent.
  static bool isRepeatable(const llvm::AtomicRMWInst &update) {
    switch (update.getOperation()) {
    case llvm::AtomicRMWInst::Xchg:
    case llvm::AtomicRMWInst::And:
    case llvm::AtomicRMWInst::Or:
    case llvm::AtomicRMWInst::Max:
    case llvm::AtomicRMWInst::Min:
    case llvm::AtomicRMWInst::UMax:
    case llvm::AtomicRMWInst::UMin:
      return true;
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub:
    case llvm::AtomicRMWInst::Xor: {
      auto *value = llvm::dyn_cast<llvm::ConstantInt>(update.getValOperand());
      return value && value->isZero();
    }
    default:
      return false;
    }
  }

  /// Reads an address that only other threads can have changed.
  bool isFlag(llvm::Instruction &inst, const llvm::Loop &loop) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
    if (!load || (!load->isVolatile() && !load->isAtomic()) ||
        !isFixed(load->getPointerOperand(), loop))
      return false;
    for (const llvm::BasicBlock *block : loop.blocks())
      for (const llvm::Instruction &other : *block)
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&other);
            store && !llvm::isa<llvm::AllocaInst>(
                         llvm::getUnderlyingObject(store->getPointerOperand())))
          return false;
    return decides(inst, loop);
  }

  /// Whether all iterations do the same, except for what they read from memory
  /// that others write: a thread that repeats its work because some inputs were
  /// not ready. (At a fixed address it can only wait for its own store to be
  /// the last.)
  bool triesAgain(const llvm::Loop &loop) {
    if (!repeatsItself(loop))
      return false;
    for (llvm::BasicBlock *block : loop.blocks())
      for (llvm::Instruction &inst : *block)
        if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
            load && (load->isVolatile() || load->isAtomic()) &&
            !isFixed(load->getPointerOperand(), loop) && decides(inst, loop))
          return true;
    return false;
  }

  /// Whether an iteration may leave all that the loop's end depends on as it
  /// was, because memory that others write says so: a thread goes on to the
  /// next element only when the inputs of this one are ready.
  bool advancesWhenReady(const llvm::Loop &loop) {
    llvm::SmallPtrSet<llvm::PHINode *, 4> counters = findCounters(loop);
    if (counters.empty() ||
        !llvm::all_of(counters, [&](const llvm::PHINode *phi) {
          return mayKeepValue(*phi, loop);
        }))
      return false;
    for (llvm::BasicBlock *block : loop.blocks())
      for (llvm::Instruction &inst : *block)
        if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
            load && (load->isVolatile() || load->isAtomic()) &&
            decidesExit(inst, loop))
          return true;
    return false;
  }

  /// The values that the conditions of a loop's exits carry over from the
  /// iteration before.
  static llvm::SmallPtrSet<llvm::PHINode *, 4>
  findCounters(const llvm::Loop &loop) {
    llvm::SmallVector<llvm::BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    llvm::SmallVector<llvm::Instruction *> worklist;
    llvm::SmallPtrSet<llvm::Instruction *, 16> seen;
    for (llvm::BasicBlock *block : exiting)
      worklist.push_back(block->getTerminator());
    llvm::SmallPtrSet<llvm::PHINode *, 4> counters;
    while (!worklist.empty()) {
      llvm::Instruction *inst = worklist.pop_back_val();
      if (!loop.contains(inst) || !seen.insert(inst).second ||
          inst->mayReadOrWriteMemory())
        continue;
      if (auto *phi = llvm::dyn_cast<llvm::PHINode>(inst);
          phi && phi->getParent() == loop.getHeader()) {
        counters.insert(phi);
        continue;
      }
      for (llvm::Value *operand : inst->operands())
        if (auto *next = llvm::dyn_cast<llvm::Instruction>(operand))
          worklist.push_back(next);
    }
    return counters;
  }

  /// Whether the next iteration may start with the same value.
  static bool mayKeepValue(const llvm::PHINode &counter,
                           const llvm::Loop &loop) {
    llvm::SmallVector<const llvm::Value *> worklist;
    llvm::SmallPtrSet<const llvm::Value *, 8> seen;
    for (unsigned i = 0; i < counter.getNumIncomingValues(); ++i)
      if (loop.contains(counter.getIncomingBlock(i)))
        worklist.push_back(counter.getIncomingValue(i));
    while (!worklist.empty()) {
      const llvm::Value *value = worklist.pop_back_val();
      if (value == &counter)
        return true;
      if (!seen.insert(value).second)
        continue;
      if (auto *phi = llvm::dyn_cast<llvm::PHINode>(value);
          phi && loop.contains(phi))
        worklist.append(phi->op_begin(), phi->op_end());
      else if (auto *select = llvm::dyn_cast<llvm::SelectInst>(value))
        worklist.append({select->getTrueValue(), select->getFalseValue()});
    }
    return false;
  }

  /// Whether only the loop's condition depends on earlier iterations.
  static bool repeatsItself(const llvm::Loop &loop) {
    return llvm::all_of(
        loop.getHeader()->phis(), [&](const llvm::PHINode &phi) {
          return llvm::all_of(phi.users(), [&](const llvm::User *user) {
            return isCondition(user, loop);
          });
        });
  }

  /// Whether its only use is a branch out of the loop.
  static bool isCondition(const llvm::User *user, const llvm::Loop &loop) {
    auto *inst = llvm::dyn_cast<llvm::Instruction>(user);
    if (!inst || !loop.contains(inst))
      return false;
    if (inst->isTerminator())
      return loop.isLoopExiting(inst->getParent());
    return llvm::isa<llvm::CmpInst, llvm::CastInst>(inst) &&
           llvm::all_of(inst->users(), [&](const llvm::User *next) {
             return isCondition(next, loop);
           });
  }

  /// Whether the loop's exit condition, or a branch in the loop, depends on
  /// this value.
  static bool decides(llvm::Instruction &inst, const llvm::Loop &loop) {
    llvm::SmallVector<llvm::Value *> worklist = {&inst};
    llvm::SmallPtrSet<llvm::Value *, 16> seen;
    while (!worklist.empty())
      for (llvm::User *user : worklist.pop_back_val()->users()) {
        auto *next = llvm::dyn_cast<llvm::Instruction>(user);
        if (!next || !loop.contains(next) || !seen.insert(next).second)
          continue;
        if (next->isTerminator())
          return true;
        if (!next->mayHaveSideEffects())
          worklist.push_back(next);
      }
    return false;
  }

  bool isReleased(llvm::Value *address, llvm::Instruction &taken) {
    const llvm::Value *object = llvm::getUnderlyingObject(address);
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      if (&inst == &taken)
        continue;
      const llvm::Value *pointer = getWrittenPointer(inst);
      if (pointer && llvm::getUnderlyingObject(pointer) == object)
        return true;
    }
    return false;
  }

  llvm::Function &function;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  bool synchronises = false;
};

} // namespace

bool heddle::yieldInSpinLoops(llvm::Function &function) {
  PromotedCopy copy(function);
  SpinFinder finder(copy.get());
  finder.run();
  auto yieldBefore = [&](llvm::Instruction *inst) {
    llvm::IRBuilder<> builder(inst);
    llvm::FunctionCallee yield =
        abi::declare(*function.getParent(), HEDDLE_ABI(__heddle_yield));
    builder.CreateCall(yield);
  };
  for (llvm::Instruction *wait : finder.waits)
    yieldBefore(copy.original(wait)->getNextNode());
  for (llvm::BasicBlock *latch : finder.latches)
    yieldBefore(copy.original(latch)->getTerminator());
  return !finder.waits.empty() || !finder.latches.empty();
}
