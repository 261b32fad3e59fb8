//===- PTXBits.cpp - PTX bit operations, moves and selections -------------===//
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

/// Each bit of the table is the result for one combination of the three inputs:
/// 0xF0, 0xCC and 0xAA are the inputs themselves.
static Value *lookUp3(Emitter &e, Value *a, Value *b, Value *c,
                      unsigned table) {
  Value *result = llvm::ConstantInt::get(a->getType(), 0);
  for (unsigned row = 0; row < 8; ++row) {
    if (!(table >> row & 1))
      continue;
    Value *term = row & 4 ? a : e.b.CreateNot(a);
    term = e.b.CreateAnd(term, row & 2 ? b : e.b.CreateNot(b));
    term = e.b.CreateAnd(term, row & 1 ? c : e.b.CreateNot(c));
    result = e.b.CreateOr(result, term);
  }
  return result;
}

/// Shifts by 32 or more give 0 or the sign; in LLVM they would be poison.
static Value *shift(Emitter &e, StringRef opcode, Value *value, Value *amount,
                    Type type) {
  llvm::Type *integer = value->getType();
  Value *width = e.i32(type.bits);
  Value *past = e.b.CreateICmpUGE(amount, width);
  bool arithmetic = opcode == "shr" && type.isSigned();
  Value *limit = arithmetic ? e.i32(type.bits - 1) : e.i32(0);
  Value *count =
      e.b.CreateZExtOrTrunc(e.b.CreateSelect(past, limit, amount), integer);
  if (opcode == "shl")
    return e.b.CreateSelect(past, llvm::ConstantInt::get(integer, 0),
                            e.b.CreateShl(value, count));
  if (arithmetic)
    return e.b.CreateAShr(value, count);
  return e.b.CreateSelect(past, llvm::ConstantInt::get(integer, 0),
                          e.b.CreateLShr(value, count));
}

/// `length` bits, starting at `position`, of a value that is sign- or
/// zero-extended without limit.
static Value *extractField(Emitter &e, Value *value, Value *position,
                           Value *length, Type type) {
  llvm::Type *wide = e.intType(128);
  Value *x = type.isSigned() ? e.b.CreateSExt(value, wide)
                             : e.b.CreateZExt(value, wide);
  position = e.b.CreateZExt(e.b.CreateAnd(position, 255), wide);
  length = e.b.CreateZExt(e.b.CreateAnd(length, 255), wide);
  Value *bits = llvm::ConstantInt::get(wide, type.bits);
  position = e.intrinsic(llvm::Intrinsic::umin, wide, {position, bits});
  length = e.intrinsic(llvm::Intrinsic::umin, wide, {length, bits});
  // A signed field is filled with its own top bit, or with that of the value if
  // the field extends past it.
  Value *up = e.b.CreateSub(llvm::ConstantInt::get(wide, 127), length);
  Value *field = e.b.CreateLShr(x, position);
  if (type.isSigned())
    field = e.b.CreateAShr(x, position);
  field = e.b.CreateShl(e.b.CreateShl(field, up), 1);
  field = type.isSigned() ? e.b.CreateAShr(e.b.CreateAShr(field, up), 1)
                          : e.b.CreateLShr(e.b.CreateLShr(field, up), 1);
  return e.b.CreateTrunc(field, e.intType(type.bits));
}

static Value *insertField(Emitter &e, Value *field, Value *into,
                          Value *position, Value *length, Type type) {
  llvm::Type *wide = e.intType(128);
  position = e.b.CreateZExt(e.b.CreateAnd(position, 255), wide);
  length = e.b.CreateZExt(e.b.CreateAnd(length, 255), wide);
  Value *bits = llvm::ConstantInt::get(wide, type.bits);
  position = e.intrinsic(llvm::Intrinsic::umin, wide, {position, bits});
  length = e.intrinsic(llvm::Intrinsic::umin, wide, {length, bits});
  Value *one = llvm::ConstantInt::get(wide, 1);
  Value *mask = e.b.CreateSub(e.b.CreateShl(one, length), one);
  mask = e.b.CreateShl(mask, position);
  Value *shifted = e.b.CreateShl(e.b.CreateZExt(field, wide), position);
  Value *rest = e.b.CreateAnd(e.b.CreateZExt(into, wide), e.b.CreateNot(mask));
  return e.b.CreateTrunc(e.b.CreateOr(rest, e.b.CreateAnd(shifted, mask)),
                         e.intType(type.bits));
}

/// The position of the highest bit that differs from the sign, or all ones.
static Value *findTopBit(Emitter &e, Value *value, Type type, bool shift) {
  llvm::Type *integer = value->getType();
  if (type.isSigned())
    value = e.b.CreateXor(value, e.b.CreateAShr(value, type.bits - 1));
  Value *zeros = e.b.CreateIntrinsic(llvm::Intrinsic::ctlz, {integer},
                                     {value, e.b.getFalse()});
  zeros = e.b.CreateZExtOrTrunc(zeros, e.b.getInt32Ty());
  Value *found = shift ? zeros : e.b.CreateSub(e.i32(type.bits - 1), zeros);
  return e.b.CreateSelect(e.b.CreateIsNull(value), e.i32(~0u), found);
}

/// Selects bytes of `b:a`. Each of four selectors names a byte; its top bit
/// selects the byte's sign instead.
static Value *permute(Emitter &e, const Instruction &in, Value *a, Value *b,
                      Value *selector) {
  llvm::Type *i64 = e.b.getInt64Ty();
  Value *bytes = e.b.CreateOr(e.b.CreateZExt(a, i64),
                              e.b.CreateShl(e.b.CreateZExt(b, i64), 32));
  StringRef mode = in.modifiers.empty() ? "" : StringRef(in.modifiers.back());
  bool plain = mode == "b32" || mode.empty();
  Value *result = e.i32(0);
  Value *low = e.b.CreateAnd(selector, 3);
  for (unsigned i = 0; i < 4; ++i) {
    Value *index, *sign = nullptr;
    if (plain) {
      Value *nibble = e.b.CreateAnd(e.b.CreateLShr(selector, 4 * i), 15);
      index = e.b.CreateAnd(nibble, 7);
      sign = e.b.CreateICmpUGE(nibble, e.i32(8));
    } else if (mode == "f4e") {
      index = e.b.CreateAdd(low, e.i32(i));
    } else if (mode == "b4e") {
      index = e.b.CreateAnd(e.b.CreateSub(low, e.i32(i)), 7);
    } else if (mode == "rc8") {
      index = low;
    } else if (mode == "ecl") {
      index =
          e.intrinsic(llvm::Intrinsic::umax, e.b.getInt32Ty(), {low, e.i32(i)});
    } else if (mode == "ecr") {
      index =
          e.intrinsic(llvm::Intrinsic::umin, e.b.getInt32Ty(), {low, e.i32(i)});
    } else { // rc16
      index =
          e.b.CreateOr(e.b.CreateShl(e.b.CreateAnd(low, 1), 1), e.i32(i & 1));
    }
    Value *amount = e.b.CreateShl(e.b.CreateZExt(index, i64), 3);
    Value *byte =
        e.b.CreateTrunc(e.b.CreateLShr(bytes, amount), e.b.getInt8Ty());
    if (sign)
      byte = e.b.CreateSelect(sign, e.b.CreateAShr(byte, 7), byte);
    byte = e.b.CreateZExt(byte, e.b.getInt32Ty());
    result = e.b.CreateOr(result, e.b.CreateShl(byte, 8 * i));
  }
  return result;
}

/// A dot product of four pairs of bytes, or of two pairs of a 16-bit value and
/// a byte, plus an addend.
static Value *dotProduct(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  bool four = in.opcode == "dp4a";
  Value *a = e.readBits(in.operands[1], 32);
  Value *b = e.readBits(in.operands[2], 32);
  Value *sum = e.readBits(in.operands[3], 32);
  auto part = [&](Value *word, unsigned at, unsigned bits, Type type) {
    Value *value = e.b.CreateTrunc(e.b.CreateLShr(word, at), e.intType(bits));
    return type.isSigned() ? e.b.CreateSExt(value, e.b.getInt32Ty())
                           : e.b.CreateZExt(value, e.b.getInt32Ty());
  };
  unsigned start = !four && in.has("hi") ? 16 : 0;
  for (unsigned i = 0; i < (four ? 4 : 2); ++i) {
    Value *x = part(a, i * (four ? 8 : 16), four ? 8 : 16, types[0]);
    Value *y = part(b, start + 8 * i, 8, types[1]);
    sum = e.b.CreateAdd(sum, e.b.CreateMul(x, y));
  }
  return sum;
}

bool heddle::ptx::emitBits(Emitter &e, const Instruction &in) {
  const std::vector<Operand> &ops = in.operands;
  llvm::SmallVector<Type, 4> types = in.types();
  StringRef opcode = in.opcode;
  if (ops.size() < 2)
    return false;
  if (types.empty() && opcode != "prmt")
    return false;
  Type type = types.empty() ? Type{'b', 32} : types.back();
  const Type word{'u', 32};

  if (opcode == "mov") {
    if (type.isPredicate()) {
      e.writePredicate(ops[0], e.readPredicate(ops[1]));
      return true;
    }
    // A pointer stays a pointer, for the benefit of alias analysis.
    e.write(ops[0], e.readBits(ops[1], type.registerBits()),
            Type{'b', type.registerBits()});
    return true;
  }
  if (opcode == "not" || opcode == "cnot") {
    if (type.isPredicate()) {
      e.writePredicate(ops[0], e.b.CreateNot(e.readPredicate(ops[1])));
      return true;
    }
    Value *value = e.read(ops[1], type);
    e.write(ops[0],
            opcode == "not"
                ? e.b.CreateNot(value)
                : e.b.CreateZExt(e.b.CreateIsNull(value), e.intType(type.bits)),
            type);
    return true;
  }
  if (opcode == "popc" || opcode == "clz" || opcode == "brev") {
    Value *value = e.readBits(ops[1], type.bits);
    llvm::Type *integer = value->getType();
    if (opcode == "brev") {
      e.write(ops[0], e.intrinsic(llvm::Intrinsic::bitreverse, integer, value),
              type);
      return true;
    }
    Value *count = opcode == "popc"
                       ? e.intrinsic(llvm::Intrinsic::ctpop, integer, value)
                       : e.intrinsic(llvm::Intrinsic::ctlz, integer,
                                     {value, e.b.getFalse()});
    e.write(ops[0], e.b.CreateZExtOrTrunc(count, e.b.getInt32Ty()), word);
    return true;
  }
  if (opcode == "bfind") {
    e.write(ops[0],
            findTopBit(e, e.read(ops[1], type), type, in.has("shiftamt")),
            word);
    return true;
  }
  if (ops.size() < 3)
    return false;
  if (opcode == "and" || opcode == "or" || opcode == "xor") {
    Value *a = e.read(ops[1], type), *b = e.read(ops[2], type);
    Value *result = opcode == "and"  ? e.b.CreateAnd(a, b)
                    : opcode == "or" ? e.b.CreateOr(a, b)
                                     : e.b.CreateXor(a, b);
    e.write(ops[0], result, type);
    return true;
  }
  if (opcode == "shl" || opcode == "shr") {
    e.write(
        ops[0],
        shift(e, opcode, e.read(ops[1], type), e.readBits(ops[2], 32), type),
        type);
    return true;
  }
  if (opcode == "bmsk") {
    Type wide{'u', 64};
    Value *amount = e.readBits(ops[2], 32);
    Value *start = e.readBits(ops[1], 32);
    if (in.has("wrap")) {
      amount = e.b.CreateAnd(amount, 31);
      start = e.b.CreateAnd(start, 31);
    }
    Value *ones = e.b.CreateNot(
        shift(e, "shl", llvm::ConstantInt::getSigned(e.b.getInt64Ty(), -1),
              amount, wide));
    e.write(
        ops[0],
        e.b.CreateTrunc(shift(e, "shl", ones, start, wide), e.b.getInt32Ty()),
        word);
    return true;
  }
  if (opcode == "szext") {
    Value *amount = e.readBits(ops[2], 32);
    if (in.has("wrap"))
      amount = e.b.CreateAnd(amount, 31);
    amount = e.intrinsic(llvm::Intrinsic::umin, e.b.getInt32Ty(),
                         {amount, e.i32(32)});
    e.write(ops[0],
            extractField(e, e.read(ops[1], type), e.i32(0), amount, type),
            type);
    return true;
  }
  if (opcode == "bfe" && ops.size() >= 4) {
    e.write(ops[0],
            extractField(e, e.read(ops[1], type), e.readBits(ops[2], 32),
                         e.readBits(ops[3], 32), type),
            type);
    return true;
  }
  if (opcode == "bfi" && ops.size() >= 5) {
    e.write(ops[0],
            insertField(e, e.readBits(ops[1], type.bits),
                        e.readBits(ops[2], type.bits), e.readBits(ops[3], 32),
                        e.readBits(ops[4], 32), type),
            type);
    return true;
  }
  if (opcode == "shf" && ops.size() >= 4) {
    Value *amount = e.readBits(ops[3], 32);
    Value *wide = e.b.CreateOr(
        e.b.CreateZExt(e.readBits(ops[1], 32), e.b.getInt64Ty()),
        e.b.CreateShl(e.b.CreateZExt(e.readBits(ops[2], 32), e.b.getInt64Ty()),
                      32));
    amount = in.has("clamp")
                 ? e.intrinsic(llvm::Intrinsic::umin, e.b.getInt32Ty(),
                               {amount, e.i32(32)})
                 : e.b.CreateAnd(amount, 31);
    amount = e.b.CreateZExt(amount, e.b.getInt64Ty());
    Value *result = in.has("l")
                        ? e.b.CreateLShr(e.b.CreateShl(wide, amount), 32)
                        : e.b.CreateLShr(wide, amount);
    e.write(ops[0], e.b.CreateTrunc(result, e.b.getInt32Ty()), word);
    return true;
  }
  if (opcode == "lop3" && ops.size() == 5) {
    std::optional<uint64_t> table = e.constant(ops[4]);
    if (!table)
      return e.fail("a table that is not a constant");
    e.write(ops[0],
            lookUp3(e, e.readBits(ops[1], 32), e.readBits(ops[2], 32),
                    e.readBits(ops[3], 32), *table),
            word);
    return true;
  }
  if (opcode == "prmt" && ops.size() >= 4) {
    e.write(ops[0],
            permute(e, in, e.readBits(ops[1], 32), e.readBits(ops[2], 32),
                    e.readBits(ops[3], 32)),
            word);
    return true;
  }
  if ((opcode == "dp4a" || opcode == "dp2a") && ops.size() >= 4 &&
      types.size() == 2) {
    e.write(ops[0], dotProduct(e, in), word);
    return true;
  }
  return false;
}
