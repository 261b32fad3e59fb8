//===- PTXBarrier.cpp - mbarrier objects ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mbarrier is an opaque 64-bit word. Here it holds the number of arrivals
// that the current phase waits for (20 bits), the number that each phase
// expects (20 bits) and the number of the phase (24 bits). The state that an
// arrival returns is the word before it.
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

static constexpr uint64_t oneExpected = 1ull << 20;
static constexpr uint64_t onePhase = 1ull << 40;
static constexpr uint64_t countMask = oneExpected - 1;
static constexpr auto ordering = llvm::AtomicOrdering::AcquireRelease;

static Value *phaseOf(Emitter &e, Value *word) {
  return e.b.CreateLShr(word, 40);
}

/// The last arrival starts the next phase. No thread arrives between the two
/// updates: all that the phase expects have.
static Value *arrive(Emitter &e, Value *barrier, Value *count, bool drops,
                     bool completes) {
  Value *change =
      drops ? e.b.CreateAdd(count,
                            e.b.CreateMul(count, e.b.getInt64(oneExpected)))
            : count;
  Value *old = e.b.CreateAtomicRMW(llvm::AtomicRMWInst::Sub, barrier, change,
                                   llvm::MaybeAlign(8), ordering);
  if (!completes)
    return old;
  Value *isLast =
      e.b.CreateICmpEQ(e.b.CreateAnd(old, e.b.getInt64(countMask)), count);
  Value *after = e.b.CreateSub(old, change);
  Value *expected =
      e.b.CreateAnd(e.b.CreateLShr(after, 20), e.b.getInt64(countMask));
  Value *next = e.b.CreateAdd(expected, e.b.getInt64(onePhase));
  e.b.CreateAtomicRMW(llvm::AtomicRMWInst::Add, barrier,
                      e.b.CreateSelect(isLast, next, e.b.getInt64(0)),
                      llvm::MaybeAlign(8), ordering);
  return old;
}

/// Whether the phase of a state, or the one of a parity, is over.
static Value *isOver(Emitter &e, const Instruction &in, Value *barrier) {
  llvm::LoadInst *word =
      e.b.CreateAlignedLoad(e.b.getInt64Ty(), barrier, llvm::MaybeAlign(8));
  word->setAtomic(llvm::AtomicOrdering::Acquire);
  Value *phase = phaseOf(e, word);
  if (!in.has("parity"))
    return e.b.CreateICmpNE(phase, phaseOf(e, e.readBits(in.operands[2], 64)));
  Value *parity =
      e.b.CreateZExt(e.readBits(in.operands[2], 32), e.b.getInt64Ty());
  return e.b.CreateICmpNE(e.b.CreateAnd(phase, 1), e.b.CreateAnd(parity, 1));
}

static Value *countOf(Emitter &e, const Instruction &in, size_t operand) {
  if (in.operands.size() <= operand)
    return e.b.getInt64(1);
  return e.b.CreateZExt(e.readBits(in.operands[operand], 32), e.b.getInt64Ty());
}

bool heddle::ptx::emitBarrier(Emitter &e, const Instruction &in) {
  size_t operands = in.operands.size();
  auto barrier = [&](size_t operand) {
    return e.address(in.operands[operand], /*shared=*/true);
  };
  // Asynchronous copies are complete when they return. Without `.noinc` the
  // arrival is one that the barrier does not expect yet.
  if (in.opcode == "cp" && in.has("async") && in.has("mbarrier") &&
      !in.has("bulk") && operands == 1) {
    if (in.has("noinc"))
      arrive(e, barrier(0), e.b.getInt64(1), /*drops=*/false,
             /*completes=*/true);
    return true;
  }
  if (in.opcode != "mbarrier" || in.has("expect_tx") || in.has("complete_tx"))
    return false;
  if (in.has("init") && operands == 2) {
    Value *count = countOf(e, in, 1);
    Value *word =
        e.b.CreateAdd(count, e.b.CreateMul(count, e.b.getInt64(oneExpected)));
    llvm::StoreInst *store =
        e.b.CreateAlignedStore(word, barrier(0), llvm::MaybeAlign(8));
    store->setAtomic(llvm::AtomicOrdering::Release);
    return true;
  }
  if (in.has("inval") && operands == 1)
    return true;
  bool drops = in.has("arrive_drop");
  if ((drops || in.has("arrive")) && operands >= 2 && operands <= 3) {
    Value *state =
        arrive(e, barrier(1), countOf(e, in, 2), drops, !in.has("noComplete"));
    e.write(in.operands[0], state, Type{'b', 64});
    return true;
  }
  // Programs wait with it in a loop, in which the others have to go on.
  if ((in.has("test_wait") || in.has("try_wait")) && operands >= 3) {
    Value *over = isOver(e, in, barrier(1));
    e.writePredicate(in.operands[0], over);
    e.runGuarded(e.b.CreateNot(over),
                 [&] { e.call(HEDDLE_ABI(__heddle_yield), {}); });
    return true;
  }
  if (in.has("pending_count") && operands == 2) {
    Value *state = e.readBits(in.operands[1], 64);
    e.write(in.operands[0],
            e.b.CreateTrunc(e.b.CreateAnd(state, e.b.getInt64(countMask)),
                            e.b.getInt32Ty()),
            Type{'b', 32});
    return true;
  }
  return false;
}
