//===- PTXInteger.cpp - PTX integer arithmetic ----------------------------===//
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

static Value *widenTo(Emitter &e, Value *value, unsigned bits, bool isSigned) {
  return isSigned ? e.b.CreateSExt(value, e.intType(bits))
                  : e.b.CreateZExt(value, e.intType(bits));
}

/// The product in twice the width.
static Value *wideProduct(Emitter &e, Value *a, Value *b, Type type) {
  return e.b.CreateMul(widenTo(e, a, 2 * type.bits, type.isSigned()),
                       widenTo(e, b, 2 * type.bits, type.isSigned()));
}

/// The part of a product that `.lo`, `.hi` or `.wide` selects.
static Value *product(Emitter &e, const Instruction &in, Type type) {
  Value *a = e.read(in.operands[1], type);
  Value *b = e.read(in.operands[2], type);
  if (in.has("wide"))
    return wideProduct(e, a, b, type);
  if (in.has("hi"))
    return e.b.CreateTrunc(
        e.b.CreateLShr(wideProduct(e, a, b, type), type.bits),
        e.intType(type.bits));
  return e.b.CreateMul(a, b);
}

/// The product of the lower 24 bits of each factor.
static Value *product24(Emitter &e, const Instruction &in, Type type) {
  auto low = [&](const Operand &operand) {
    Value *value = e.read(operand, type);
    value = e.b.CreateShl(value, 8);
    value =
        type.isSigned() ? e.b.CreateAShr(value, 8) : e.b.CreateLShr(value, 8);
    return widenTo(e, value, 64, type.isSigned());
  };
  Value *whole = e.b.CreateMul(low(in.operands[1]), low(in.operands[2]));
  if (in.has("hi"))
    whole = e.b.CreateLShr(whole, 16);
  return e.b.CreateTrunc(whole, e.b.getInt32Ty());
}

/// a + b + carry-in, with the carry-out. `.cc` writes the carry-out, and
/// instructions that end in c read the carry-in.
static void addWithCarry(Emitter &e, const Instruction &in, Type type, Value *a,
                         Value *b, bool carryIn) {
  unsigned wide = type.bits + 1;
  Value *sum =
      e.b.CreateAdd(widenTo(e, a, wide, false), widenTo(e, b, wide, false));
  if (carryIn)
    sum = e.b.CreateAdd(sum,
                        e.b.CreateZExtOrTrunc(e.readCarry(), e.intType(wide)));
  e.write(in.operands[0], e.b.CreateTrunc(sum, e.intType(type.bits)), type);
  if (in.has("cc"))
    e.writeCarry(
        e.b.CreateTrunc(e.b.CreateLShr(sum, type.bits), e.b.getInt1Ty()));
}

/// a - b - borrow; the flag holds the borrow.
static void subtractWithCarry(Emitter &e, const Instruction &in, Type type,
                              bool carryIn) {
  unsigned wide = type.bits + 1;
  Value *a = e.read(in.operands[1], type);
  Value *b = e.read(in.operands[2], type);
  Value *difference =
      e.b.CreateSub(widenTo(e, a, wide, false), widenTo(e, b, wide, false));
  if (carryIn)
    difference = e.b.CreateSub(
        difference, e.b.CreateZExtOrTrunc(e.readCarry(), e.intType(wide)));
  e.write(in.operands[0], e.b.CreateTrunc(difference, e.intType(type.bits)),
          type);
  if (in.has("cc"))
    e.writeCarry(e.b.CreateTrunc(e.b.CreateLShr(difference, type.bits),
                                 e.b.getInt1Ty()));
}

/// The CPU traps where the GPU returns a value: all bits set for a division by
/// zero, the dividend for the smallest integer divided by -1.
static Value *divide(Emitter &e, Value *a, Value *b, Type type,
                     bool remainder) {
  llvm::Type *integer = e.intType(type.bits);
  Value *zero = llvm::ConstantInt::get(integer, 0);
  Value *one = llvm::ConstantInt::get(integer, 1);
  Value *ones = llvm::ConstantInt::getAllOnesValue(integer);
  Value *byZero = e.b.CreateICmpEQ(b, zero);
  if (!type.isSigned()) {
    Value *safe = e.b.CreateSelect(byZero, one, b);
    return remainder ? e.b.CreateSelect(byZero, a, e.b.CreateURem(a, safe))
                     : e.b.CreateSelect(byZero, ones, e.b.CreateUDiv(a, safe));
  }
  Value *byMinusOne = e.b.CreateICmpEQ(b, ones);
  Value *safe = e.b.CreateSelect(e.b.CreateOr(byZero, byMinusOne), one, b);
  if (remainder)
    return e.b.CreateSelect(
        byZero, a, e.b.CreateSelect(byMinusOne, zero, e.b.CreateSRem(a, safe)));
  return e.b.CreateSelect(
      byZero, ones,
      e.b.CreateSelect(byMinusOne, e.b.CreateNeg(a), e.b.CreateSDiv(a, safe)));
}

bool heddle::ptx::emitInteger(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  if (types.empty() || types.back().isFloat() || types.back().packed ||
      in.operands.size() < 2)
    return false;
  Type type = types.back();
  const std::vector<Operand> &ops = in.operands;
  StringRef opcode = in.opcode;
  llvm::Type *integer = e.intType(type.bits);
  auto a = [&] { return e.read(ops[1], type); };
  auto second = [&] { return e.read(ops[2], type); };

  if (opcode == "abs" || opcode == "neg") {
    Value *value = a();
    e.write(ops[0],
            opcode == "neg"
                ? e.b.CreateNeg(value)
                : e.b.CreateIntrinsic(llvm::Intrinsic::abs, {integer},
                                      {value, e.b.getFalse()}),
            type);
    return true;
  }
  if (ops.size() < 3)
    return false;
  if (opcode == "add" || opcode == "sub") {
    if (in.has("cc")) {
      if (opcode == "add")
        addWithCarry(e, in, type, a(), second(), /*carryIn=*/false);
      else
        subtractWithCarry(e, in, type, /*carryIn=*/false);
      return true;
    }
    bool add = opcode == "add";
    if (in.has("sat"))
      e.write(ops[0],
              e.intrinsic(add ? llvm::Intrinsic::sadd_sat
                              : llvm::Intrinsic::ssub_sat,
                          integer, {a(), second()}),
              type);
    else
      e.write(ops[0],
              add ? e.b.CreateAdd(a(), second()) : e.b.CreateSub(a(), second()),
              type);
    return true;
  }
  if (opcode == "addc") {
    addWithCarry(e, in, type, a(), second(), /*carryIn=*/true);
    return true;
  }
  if (opcode == "subc") {
    subtractWithCarry(e, in, type, /*carryIn=*/true);
    return true;
  }
  Type wide = type;
  if (in.has("wide"))
    wide.bits *= 2;
  if (opcode == "mul") {
    e.write(ops[0], product(e, in, type), wide);
    return true;
  }
  if (opcode == "mul24") {
    e.write(ops[0], product24(e, in, type), type);
    return true;
  }
  if (opcode == "min" || opcode == "max") {
    llvm::Intrinsic::ID id =
        opcode == "min"
            ? (type.isSigned() ? llvm::Intrinsic::smin : llvm::Intrinsic::umin)
            : (type.isSigned() ? llvm::Intrinsic::smax : llvm::Intrinsic::umax);
    e.write(ops[0], e.intrinsic(id, integer, {a(), second()}), type);
    return true;
  }
  if (opcode == "div" || opcode == "rem") {
    e.write(ops[0], divide(e, a(), second(), type, opcode == "rem"), type);
    return true;
  }
  if (ops.size() < 4)
    return false;
  if (opcode == "mad" || opcode == "madc") {
    Value *addend = e.read(ops[3], wide);
    if (in.has("cc") || opcode == "madc")
      addWithCarry(e, in, type, product(e, in, type), addend,
                   /*carryIn=*/opcode == "madc");
    else if (in.has("sat"))
      e.write(ops[0],
              e.intrinsic(llvm::Intrinsic::sadd_sat, integer,
                          {product(e, in, type), addend}),
              type);
    else
      e.write(ops[0], e.b.CreateAdd(product(e, in, type), addend), wide);
    return true;
  }
  if (opcode == "mad24") {
    Value *addend = e.read(ops[3], type);
    Value *factor = product24(e, in, type);
    e.write(ops[0],
            in.has("sat") ? e.intrinsic(llvm::Intrinsic::sadd_sat, integer,
                                        {factor, addend})
                          : e.b.CreateAdd(factor, addend),
            type);
    return true;
  }
  if (opcode == "sad") {
    Value *x = a(), *y = second();
    bool isSigned = type.isSigned();
    Value *less = isSigned ? e.b.CreateICmpSLT(x, y) : e.b.CreateICmpULT(x, y);
    Value *distance =
        e.b.CreateSelect(less, e.b.CreateSub(y, x), e.b.CreateSub(x, y));
    e.write(ops[0], e.b.CreateAdd(e.read(ops[3], type), distance), type);
    return true;
  }
  return false;
}
