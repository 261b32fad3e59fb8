//===- PTXAtomic.cpp - PTX atomics and fences -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

static llvm::AtomicOrdering orderingOf(const Instruction &in) {
  if (in.has("acq_rel"))
    return llvm::AtomicOrdering::AcquireRelease;
  if (in.has("acquire"))
    return llvm::AtomicOrdering::Acquire;
  if (in.has("release"))
    return llvm::AtomicOrdering::Release;
  return llvm::AtomicOrdering::Monotonic;
}

static std::optional<llvm::AtomicRMWInst::BinOp>
operationOf(const Instruction &in, Type type) {
  using Op = llvm::AtomicRMWInst::BinOp;
  bool isFloat = type.isFloat();
  for (StringRef modifier : in.modifiers) {
    auto op = llvm::StringSwitch<std::optional<Op>>(modifier)
                  .Case("exch", Op::Xchg)
                  .Case("add", isFloat ? Op::FAdd : Op::Add)
                  .Case("and", Op::And)
                  .Case("or", Op::Or)
                  .Case("xor", Op::Xor)
                  .Case("inc", Op::UIncWrap)
                  .Case("dec", Op::UDecWrap)
                  .Case("min", isFloat           ? Op::FMin
                               : type.isSigned() ? Op::Min
                                                 : Op::UMin)
                  .Case("max", isFloat           ? Op::FMax
                               : type.isSigned() ? Op::Max
                                                 : Op::UMax)
                  .Default(std::nullopt);
    if (op)
      return op;
  }
  return std::nullopt;
}

/// Operations without an LLVM instruction: a compare-and-swap loop.
static Value *exchangeLoop(Emitter &e, Value *pointer, unsigned bits,
                           llvm::AtomicOrdering ordering,
                           llvm::function_ref<Value *(Value *)> change) {
  llvm::Type *integer = e.intType(bits);
  llvm::BasicBlock *before = e.b.GetInsertBlock();
  llvm::Function *function = before->getParent();
  Value *first = e.b.CreateAlignedLoad(integer, pointer, llvm::Align(bits / 8));
  before = e.b.GetInsertBlock();
  auto *loop = llvm::BasicBlock::Create(e.b.getContext(), "", function);
  auto *after = llvm::BasicBlock::Create(e.b.getContext(), "", function);
  e.b.CreateBr(loop);
  e.b.SetInsertPoint(loop);
  llvm::PHINode *old = e.b.CreatePHI(integer, 2);
  old->addIncoming(first, before);
  Value *wanted = change(old);
  Value *result = e.b.CreateAtomicCmpXchg(
      pointer, old, wanted, llvm::MaybeAlign(), ordering,
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(ordering));
  old->addIncoming(e.b.CreateExtractValue(result, 0), e.b.GetInsertBlock());
  e.b.CreateCondBr(e.b.CreateExtractValue(result, 1), after, loop);
  e.b.SetInsertPoint(after);
  return old;
}

/// Bfloat16, and pairs of 16-bit values: each half is added separately.
static Value *addHalves(Emitter &e, Value *old, Value *addend, Type type) {
  unsigned bits = type.registerBits();
  Value *whole = llvm::ConstantInt::get(old->getType(), 0);
  for (unsigned at = 0; at < bits; at += 16) {
    auto part = [&](Value *word) {
      Value *half = e.b.CreateTrunc(e.b.CreateLShr(word, at), e.b.getInt16Ty());
      return type.kind == 'B' ? e.fromBfloat(half)
                              : e.bitcast(half, e.b.getHalfTy());
    };
    Value *sum = e.b.CreateFAdd(part(old), part(addend));
    sum = type.kind == 'B' ? e.toBfloat(sum, "rn")
                           : e.bitcast(sum, e.b.getInt16Ty());
    sum = e.b.CreateZExt(sum, old->getType());
    whole = e.b.CreateOr(whole, e.b.CreateShl(sum, at));
  }
  return whole;
}

bool heddle::ptx::emitAtomic(Emitter &e, const Instruction &in) {
  StringRef opcode = in.opcode;
  if (opcode == "membar" || opcode == "fence") {
    if (in.has("proxy") || in.has("mbarrier_init"))
      return in.has("proxy");
    e.b.CreateFence(in.has("acq_rel")
                        ? llvm::AtomicOrdering::AcquireRelease
                        : llvm::AtomicOrdering::SequentiallyConsistent);
    return true;
  }
  bool returns = opcode == "atom";
  if (!returns && opcode != "red")
    return false;
  llvm::SmallVector<Type, 4> types = in.types();
  size_t first = returns ? 1 : 0;
  if (types.size() != 1 || in.operands.size() < first + 2 || in.has("v2") ||
      in.has("v4") || in.has("async"))
    return false;
  Type type = types[0];
  Value *pointer =
      e.address(in.operands[first], in.has("shared") || in.has("shared::cta"));
  llvm::AtomicOrdering ordering = orderingOf(in);
  Value *old;
  if (in.has("cas")) {
    if (in.operands.size() < first + 3)
      return false;
    Value *pair = e.b.CreateAtomicCmpXchg(
        pointer, e.readBits(in.operands[first + 1], type.bits),
        e.readBits(in.operands[first + 2], type.bits), llvm::MaybeAlign(),
        ordering,
        llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(ordering));
    old = e.b.CreateExtractValue(pair, 0);
  } else {
    std::optional<llvm::AtomicRMWInst::BinOp> op = operationOf(in, type);
    if (!op)
      return false;
    const Operand &operand = in.operands[first + 1];
    if (type.isFloat() && type.bits == 16) {
      if (*op != llvm::AtomicRMWInst::FAdd)
        return false;
      Value *addend = e.readBits(operand, type.registerBits());
      old = exchangeLoop(
          e, pointer, type.registerBits(), ordering,
          [&](Value *value) { return addHalves(e, value, addend, type); });
    } else {
      old = e.b.CreateAtomicRMW(*op, pointer, e.read(operand, type),
                                llvm::MaybeAlign(), ordering);
    }
  }
  if (returns)
    e.write(in.operands[0], old, type);
  return true;
}
