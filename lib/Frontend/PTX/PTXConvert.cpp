//===- PTXConvert.cpp - PTX conversions -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../SaturateCasts.h"
#include "PTXEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

static StringRef modeOf(const Instruction &in) {
  for (StringRef mode :
       {"rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi", "rn"})
    if (in.has(mode))
      return mode;
  return "";
}

static Value *toIntegralValue(Emitter &e, StringRef mode, Value *value) {
  llvm::Intrinsic::ID id = llvm::StringSwitch<llvm::Intrinsic::ID>(mode)
                               .Case("rni", llvm::Intrinsic::roundeven)
                               .Case("rmi", llvm::Intrinsic::floor)
                               .Case("rpi", llvm::Intrinsic::ceil)
                               .Default(llvm::Intrinsic::trunc);
  return e.intrinsic(id, value->getType(), value);
}

static Value *integerToInteger(Emitter &e, const Instruction &in, Value *value,
                               Type from, Type to) {
  if (in.has("sat")) {
    // Clamp in a width that can represent both ranges.
    unsigned wide = std::max(from.bits, to.bits) + 1;
    llvm::Type *type = e.intType(wide);
    Value *x = from.isSigned() ? e.b.CreateSExt(value, type)
                               : e.b.CreateZExt(value, type);
    llvm::APInt low = to.isSigned()
                          ? llvm::APInt::getSignedMinValue(to.bits).sext(wide)
                          : llvm::APInt(wide, 0);
    llvm::APInt high = to.isSigned()
                           ? llvm::APInt::getSignedMaxValue(to.bits).sext(wide)
                           : llvm::APInt::getMaxValue(to.bits).zext(wide);
    x = e.intrinsic(llvm::Intrinsic::smax, type,
                    {x, llvm::ConstantInt::get(type, low)});
    x = e.intrinsic(llvm::Intrinsic::smin, type,
                    {x, llvm::ConstantInt::get(type, high)});
    return e.b.CreateTrunc(x, e.intType(to.bits));
  }
  return from.isSigned() ? e.b.CreateSExtOrTrunc(value, e.intType(to.bits))
                         : e.b.CreateZExtOrTrunc(value, e.intType(to.bits));
}

/// cvt.pack: two clamped integers, the second in the lower bits, and above them
/// what fits of the third operand.
static bool packIntegers(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  bool third = in.operands.size() == 4;
  if (!in.has("sat") || types.size() != in.operands.size() - 1 ||
      in.operands.size() < 3 || types[0].isFloat() || types[0].bits > 16 ||
      third != (types[0].bits < 16) || types[1].bits != 32 ||
      !types[1].isSigned())
    return false;
  unsigned bits = types[0].bits;
  auto part = [&](const Operand &operand) {
    return e.b.CreateZExt(
        integerToInteger(e, in, e.read(operand, types[1]), types[1], types[0]),
        e.b.getInt32Ty());
  };
  Value *word = e.b.CreateOr(e.b.CreateShl(part(in.operands[1]), bits),
                             part(in.operands[2]));
  if (third)
    word = e.b.CreateOr(
        word, e.b.CreateShl(e.readBits(in.operands[3], 32), 2 * bits));
  e.write(in.operands[0], word, Type{'b', 32});
  return true;
}

static Value *floatToInteger(Emitter &e, Value *value, Type to,
                             StringRef mode) {
  return heddle::castSaturated(e.b, toIntegralValue(e, mode, value),
                               e.intType(to.bits), to.isSigned());
}

static Value *integerToFloat(Emitter &e, Value *value, Type from,
                             llvm::Type *type, StringRef mode) {
  auto convert = [&](Value *x, llvm::Type *to) {
    return from.isSigned() ? e.b.CreateSIToFP(x, to) : e.b.CreateUIToFP(x, to);
  };
  Value *nearest = convert(value, type);
  if (mode == "rn" || mode.empty())
    return nearest;
  // The conversion back is exact in a type that can represent both.
  llvm::Type *wide = e.intType(128);
  Value *exact = from.isSigned() ? e.b.CreateSExt(value, wide)
                                 : e.b.CreateZExt(value, wide);
  Value *back = e.b.CreateFPToSI(nearest, wide);
  return e.direct(mode, nearest, e.b.CreateICmpSLT(back, exact),
                  e.b.CreateICmpSGT(back, exact));
}

static Value *floatToFloat(Emitter &e, const Instruction &in, Value *value,
                           Type to, StringRef mode) {
  llvm::Type *type =
      to.kind == 'B' || to.kind == 'T' ? e.b.getFloatTy() : e.llvmType(to);
  llvm::Type *from = value->getType();
  if (mode.size() == 3 && mode != "rna")
    value = toIntegralValue(e, mode, value);
  unsigned width = type->getScalarSizeInBits();
  if (width > from->getScalarSizeInBits()) {
    value = e.b.CreateFPExt(value, type);
  } else if (width < from->getScalarSizeInBits()) {
    Value *nearest = e.b.CreateFPTrunc(value, type);
    if (mode == "rz" || mode == "rm" || mode == "rp") {
      Value *back = e.b.CreateFPExt(nearest, from);
      nearest = e.direct(mode, nearest, e.b.CreateFCmpOLT(back, value),
                         e.b.CreateFCmpOGT(back, value));
    }
    value = nearest;
  }
  if (in.has("ftz"))
    value = e.flush(value);
  if (in.has("sat"))
    value = e.saturateToUnit(value);
  if (in.has("relu")) {
    Value *zero = llvm::ConstantFP::getZero(type);
    value = e.b.CreateSelect(e.b.CreateFCmpOLE(value, zero), zero, value);
  }
  if (to.kind == 'B')
    return e.toBfloat(value, mode);
  if (to.kind == 'T') {
    // Ten bits of the fraction are kept. NaN and infinity have no others.
    Value *bits = e.bitcast(value, e.b.getInt32Ty());
    Value *rounded = bits;
    if (mode == "rna")
      rounded = e.b.CreateAdd(bits, e.i32(0x1000));
    else if (mode == "rn")
      rounded = e.b.CreateAdd(
          bits, e.b.CreateAdd(e.i32(0xfff),
                              e.b.CreateAnd(e.b.CreateLShr(bits, 13), 1)));
    rounded = e.b.CreateAnd(rounded, ~0x1fffu);
    Value *special =
        e.b.CreateICmpEQ(e.b.CreateAnd(bits, 0x7f800000), e.i32(0x7f800000));
    return e.b.CreateSelect(special, bits, rounded);
  }
  return value;
}

/// Packs two values into halves of a word: the first goes to the upper half.
static bool convertPair(Emitter &e, const Instruction &in, Type to, Type from) {
  Value *whole = e.i32(0);
  Type half = to;
  half.packed = false;
  for (unsigned i = 0; i < 2; ++i) {
    Value *value = e.read(in.operands[2 - i], from);
    if (in.has("ftz"))
      value = e.flush(value);
    value = floatToFloat(e, in, value, half, modeOf(in));
    value = e.bitcast(value, e.b.getInt16Ty());
    value = e.b.CreateZExt(value, e.b.getInt32Ty());
    whole = e.b.CreateOr(whole, e.b.CreateShl(value, 16 * i));
  }
  e.write(in.operands[0], whole, Type{'b', 32});
  return true;
}

static bool convert(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  if (types.size() != 2)
    return false;
  Type to = types[0], from = types[1];
  const std::vector<Operand> &ops = in.operands;
  if (to.packed)
    return ops.size() == 3 && from.kind == 'f' && from.bits == 32 &&
           to.isFloat() && convertPair(e, in, to, from);
  if (ops.size() != 2 || from.packed)
    return false;
  StringRef mode = modeOf(in);
  Value *value = e.read(ops[1], from);
  if (from.isFloat()) {
    value = e.widen(value, from);
    if (in.has("ftz"))
      value = e.flush(value);
    e.write(ops[0],
            to.isFloat() ? floatToFloat(e, in, value, to, mode)
                         : floatToInteger(e, value, to, mode),
            to);
    return true;
  }
  if (!to.isFloat()) {
    e.write(ops[0], integerToInteger(e, in, value, from, to), to);
    return true;
  }
  if (to.kind == 'T')
    return false;
  llvm::Type *type = to.kind == 'B' ? e.b.getFloatTy() : e.llvmType(to);
  Value *result = integerToFloat(e, value, from, type, mode);
  if (in.has("sat"))
    result = e.saturateToUnit(result);
  e.write(ops[0], e.narrow(result, to), to);
  return true;
}

/// `isspacep.global p, a`
static bool askForSpace(Emitter &e, const Instruction &in) {
  if (in.operands.size() != 2)
    return false;
  Value *pointer =
      e.b.CreateIntToPtr(e.readBits(in.operands[1], 64), e.b.getPtrTy());
  auto ask = [&](auto function) {
    Value *answer = e.call(function, {pointer}, /*pure=*/true);
    e.writePredicate(in.operands[0], e.b.CreateIsNotNull(answer));
    return true;
  };
  if (in.has("global"))
    return ask(HEDDLE_ABI(__heddle_is_global));
  // A cluster is one block.
  if (in.has("shared") || in.has("shared::cta") || in.has("shared::cluster"))
    return ask(HEDDLE_ABI(__heddle_is_shared));
  if (in.has("const"))
    return ask(HEDDLE_ABI(__heddle_is_constant));
  if (in.has("local"))
    return ask(HEDDLE_ABI(__heddle_is_local));
  return false;
}

bool heddle::ptx::emitConvert(Emitter &e, const Instruction &in) {
  if (in.opcode == "cvt")
    return in.has("pack") ? packIntegers(e, in) : convert(e, in);
  // All address spaces are one. A 32-bit shared address is the lower half of a
  // pointer.
  if (in.opcode == "cvta" && in.operands.size() == 2) {
    const Operand &from = in.operands[1];
    llvm::SmallVector<Type, 4> types = in.types();
    if (types.empty())
      return false;
    if (!in.has("to") && in.has("shared") && e.width(from) == 32) {
      Operand memory;
      memory.kind = Operand::Memory;
      memory.elements = {from};
      Value *pointer = e.address(memory, /*shared=*/true);
      e.write(in.operands[0], e.b.CreatePtrToInt(pointer, e.b.getInt64Ty()),
              Type{'u', 64});
      return true;
    }
    e.write(in.operands[0], e.readBits(from, types.back().bits), types.back());
    return true;
  }
  return in.opcode == "isspacep" && askForSpace(e, in);
}
