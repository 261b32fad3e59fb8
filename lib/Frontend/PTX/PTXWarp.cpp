//===- PTXWarp.cpp - Inline PTX: warp operations and barriers -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"
#include "heddle/Frontend/DeviceModule.h"

#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

static Value *ballot(Emitter &e, Value *mask, Value *predicate) {
  return e.call(HEDDLE_ABI(__heddle_warp_ballot),
                {mask, e.b.CreateZExt(predicate, e.b.getInt32Ty())});
}

static Value *active(Emitter &e) {
  return e.call(HEDDLE_ABI(__heddle_warp_active), {});
}

/// The last operand is `c`: a clamp in its lower five bits and, from bit 8 on,
/// a mask that divides the warp into segments.
static bool shuffle(Emitter &e, const Instruction &in) {
  bool sync = in.has("sync");
  const std::vector<Operand> &ops = in.operands;
  if (ops.size() != (sync ? 5u : 4u))
    return false;
  bool pair = ops[0].kind == Operand::Pair;
  Value *value = e.readBits(ops[1], 32);
  Value *offset = e.b.CreateAnd(e.readBits(ops[2], 32), 31);
  Value *c = e.readBits(ops[3], 32);
  Value *mask = sync ? e.readBits(ops[4], 32) : active(e);
  Value *clamp = e.b.CreateAnd(c, 31);
  Value *segment = e.b.CreateAnd(e.b.CreateLShr(c, 8), 31);
  Value *lane = e.laneId();
  Value *start = e.b.CreateAnd(lane, segment);
  Value *last =
      e.b.CreateOr(start, e.b.CreateAnd(clamp, e.b.CreateNot(segment)));
  Value *source, *inside;
  if (in.has("up")) {
    source = e.b.CreateSub(lane, offset);
    inside = e.b.CreateICmpSGE(source, last);
  } else if (in.has("down")) {
    source = e.b.CreateAdd(lane, offset);
    inside = e.b.CreateICmpSLE(source, last);
  } else if (in.has("bfly")) {
    source = e.b.CreateXor(lane, offset);
    inside = e.b.CreateICmpSLE(source, last);
  } else if (in.has("idx")) {
    source = e.b.CreateOr(start, e.b.CreateAnd(offset, e.b.CreateNot(segment)));
    inside = e.b.CreateICmpSLE(source, last);
  } else {
    return false;
  }
  source = e.b.CreateSelect(inside, source, lane);
  Value *result =
      e.call(HEDDLE_ABI(__heddle_warp_shuffle32), {mask, value, source});
  e.write(pair ? ops[0].elements[0] : ops[0], result, Type{'b', 32});
  if (pair)
    e.writePredicate(ops[0].elements[1], inside);
  return true;
}

static bool vote(Emitter &e, const Instruction &in) {
  bool sync = in.has("sync");
  const std::vector<Operand> &ops = in.operands;
  if (ops.size() != (sync ? 3u : 2u))
    return false;
  Value *predicate = e.readPredicate(ops[1]);
  Value *mask = sync ? e.readBits(ops[2], 32) : active(e);
  if (in.has("ballot")) {
    e.write(ops[0], ballot(e, mask, predicate), Type{'b', 32});
    return true;
  }
  if (in.has("any")) {
    e.writePredicate(ops[0], e.b.CreateIsNotNull(ballot(e, mask, predicate)));
    return true;
  }
  Value *fails = ballot(e, mask, e.b.CreateNot(predicate));
  if (in.has("all")) {
    e.writePredicate(ops[0], e.b.CreateIsNull(fails));
    return true;
  }
  if (in.has("uni")) {
    Value *holds = ballot(e, mask, predicate);
    e.writePredicate(
        ops[0], e.b.CreateOr(e.b.CreateIsNull(fails), e.b.CreateIsNull(holds)));
    return true;
  }
  return false;
}

static bool match(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  if (in.operands.size() != 3 || types.empty())
    return false;
  bool wide = types[0].bits == 64;
  Value *mask = e.readBits(in.operands[2], 32);
  Value *value = e.readBits(in.operands[1], types[0].bits);
  Value *same = wide ? e.call(HEDDLE_ABI(__heddle_warp_match64), {mask, value})
                     : e.call(HEDDLE_ABI(__heddle_warp_match32), {mask, value});
  const Operand &to = in.operands[0];
  if (in.has("any")) {
    e.write(to, same, Type{'b', 32});
    return true;
  }
  // If the values of all lanes are equal, their mask, otherwise 0.
  bool pair = to.kind == Operand::Pair;
  Value *members = ballot(e, mask, e.b.getTrue());
  Value *all = e.b.CreateICmpEQ(same, members);
  e.write(pair ? to.elements[0] : to, e.b.CreateSelect(all, same, e.i32(0)),
          Type{'b', 32});
  if (pair)
    e.writePredicate(to.elements[1], all);
  return true;
}

static bool reduce(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  if (in.operands.size() != 3 || types.empty() || types[0].bits != 32 ||
      types[0].isFloat())
    return false;
  bool isSigned = types[0].isSigned();
  int kind = -1;
  for (StringRef modifier : in.modifiers)
    kind = std::max(kind, llvm::StringSwitch<int>(modifier)
                              .Case("add", HeddleReduceAdd)
                              .Case("min", isSigned ? HeddleReduceMinSigned
                                                    : HeddleReduceMinUnsigned)
                              .Case("max", isSigned ? HeddleReduceMaxSigned
                                                    : HeddleReduceMaxUnsigned)
                              .Case("and", HeddleReduceAnd)
                              .Case("or", HeddleReduceOr)
                              .Case("xor", HeddleReduceXor)
                              .Default(-1));
  if (kind < 0)
    return false;
  e.write(in.operands[0],
          e.call(HEDDLE_ABI(__heddle_warp_reduce),
                 {e.readBits(in.operands[2], 32),
                  e.readBits(in.operands[1], 32), e.i32(kind)}),
          types[0]);
  return true;
}

/// `bar.sync a {, b}`: synchronises all threads of the block, for any barrier
/// index, unless `b` gives a number of threads.
static bool barrier(Emitter &e, const Instruction &in) {
  const std::vector<Operand> &ops = in.operands;
  llvm::Type *none = e.b.getVoidTy();
  if (in.has("warp")) {
    if (ops.size() != 1)
      return false;
    e.call(HEDDLE_ABI(__heddle_warp_sync), {e.readBits(ops[0], 32)});
    return true;
  }
  if (in.has("cluster"))
    return false;
  if (in.has("red")) {
    llvm::SmallVector<Type, 4> types = in.types();
    if (ops.size() != 3 || types.empty())
      return false;
    Value *predicate = e.readPredicate(ops[2]);
    if (in.has("and"))
      predicate = e.b.CreateNot(predicate);
    Value *count = e.call(HEDDLE_ABI(__heddle_block_count),
                          {e.b.CreateZExt(predicate, e.b.getInt32Ty())});
    if (in.has("popc"))
      e.write(ops[0], count, Type{'u', 32});
    else
      e.writePredicate(ops[0], in.has("and") ? e.b.CreateIsNull(count)
                                             : e.b.CreateIsNotNull(count));
    return true;
  }
  if (in.has("arrive")) {
    if (ops.size() != 2)
      return false;
    e.call(HEDDLE_ABI(__heddle_named_arrive),
           {e.readBits(ops[0], 32), e.readBits(ops[1], 32)});
    return true;
  }
  if (ops.size() == 2) {
    e.call(HEDDLE_ABI(__heddle_named_barrier),
           {e.readBits(ops[0], 32), e.readBits(ops[1], 32)});
    return true;
  }
  if (ops.size() > 2)
    return false;
  e.call(heddle::barrierName, none, {});
  return true;
}

bool heddle::ptx::emitWarp(Emitter &e, const Instruction &in) {
  StringRef opcode = in.opcode;
  llvm::Type *none = e.b.getVoidTy();
  if (opcode == "shfl")
    return shuffle(e, in);
  if (opcode == "vote")
    return vote(e, in);
  if (opcode == "match")
    return match(e, in);
  if (opcode == "redux")
    return reduce(e, in);
  if (opcode == "bar" || opcode == "barrier")
    return barrier(e, in);
  if (opcode == "activemask" && in.operands.size() == 1) {
    e.write(in.operands[0], active(e), Type{'b', 32});
    return true;
  }
  if (opcode == "elect" && in.operands.size() == 2 &&
      in.operands[0].kind == Operand::Pair) {
    // Any lane is allowed; the first one is elected.
    Value *members = ballot(e, e.readBits(in.operands[1], 32), e.b.getTrue());
    Value *leader = e.intrinsic(llvm::Intrinsic::cttz, e.b.getInt32Ty(),
                                {members, e.b.getFalse()});
    e.write(in.operands[0].elements[0], leader, Type{'b', 32});
    e.writePredicate(in.operands[0].elements[1],
                     e.b.CreateICmpEQ(e.laneId(), leader));
    return true;
  }
  if (opcode == "nanosleep" && in.operands.size() == 1) {
    e.call(HEDDLE_ABI(__heddle_yield), {});
    return true;
  }
  if (opcode == "trap") {
    e.call(HEDDLE_ABI(__heddle_trap), {});
    return true;
  }
  if (opcode == "brkpt") {
    e.b.CreateIntrinsic(none, llvm::Intrinsic::debugtrap, {});
    return true;
  }
  if (opcode == "exit") {
    auto *call = llvm::cast<llvm::CallInst>(e.call(exitName, none, {}));
    call->setDoesNotReturn();
    e.b.CreateUnreachable();
    auto *after = llvm::BasicBlock::Create(e.b.getContext(), "",
                                           e.b.GetInsertBlock()->getParent());
    e.b.SetInsertPoint(after);
    return true;
  }
  // There are no performance monitor events.
  return opcode == "pmevent";
}
