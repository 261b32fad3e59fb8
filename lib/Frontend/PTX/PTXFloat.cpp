//===- PTXFloat.cpp - PTX floating-point arithmetic -----------------------===//
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

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

Value *Emitter::fromBfloat(Value *bits) {
  Value *wide = b.CreateShl(b.CreateZExt(bits, b.getInt32Ty()), 16);
  return bitcast(wide, b.getFloatTy());
}

/// The upper half of a float, rounded. NaN must not become infinity.
Value *Emitter::toBfloat(Value *value, StringRef mode) {
  Value *bits = bitcast(value, b.getInt32Ty());
  Value *rounded = bits;
  if (mode == "rna") {
    rounded = b.CreateAdd(bits, i32(0x8000));
  } else if (mode != "rz") {
    Value *odd = b.CreateAnd(b.CreateLShr(bits, 16), 1);
    rounded = b.CreateAdd(bits, b.CreateAdd(odd, i32(0x7fff)));
  }
  rounded = b.CreateLShr(rounded, 16);
  Value *isNan = b.CreateFCmpUNO(value, value);
  return b.CreateTrunc(b.CreateSelect(isNan, i32(0x7fff), rounded),
                       b.getInt16Ty());
}

Value *Emitter::widen(Value *value, Type type) {
  return type.kind == 'B' ? fromBfloat(value) : value;
}

Value *Emitter::narrow(Value *value, Type type) {
  return type.kind == 'B' ? toBfloat(value, "rn") : value;
}

Value *Emitter::flush(Value *value) {
  if (!value->getType()->isFloatTy())
    return value;
  Value *bits = bitcast(value, b.getInt32Ty());
  Value *zero = b.CreateIsNull(b.CreateAnd(bits, 0x7f800000));
  Value *sign = bitcast(b.CreateAnd(bits, 0x80000000), b.getFloatTy());
  return b.CreateSelect(zero, sign, value);
}

/// Converts NaN to 0.
Value *Emitter::saturateToUnit(Value *value) {
  llvm::Type *type = value->getType();
  Value *zero = llvm::ConstantFP::get(type, 0);
  Value *one = llvm::ConstantFP::get(type, 1);
  value = b.CreateSelect(b.CreateFCmpOGT(value, zero), value, zero);
  return b.CreateSelect(b.CreateFCmpOLT(value, one), value, one);
}

//===----------------------------------------------------------------------===//
// Directed rounding
//===----------------------------------------------------------------------===//

/// The next value away from zero, or towards it.
static Value *nextNumber(Emitter &e, Value *value, bool up) {
  llvm::Type *type = value->getType();
  unsigned width = type->getScalarSizeInBits();
  llvm::Type *integer = e.intType(width);
  Value *bits = e.bitcast(value, integer);
  Value *negative = e.b.CreateICmpSLT(bits, llvm::ConstantInt::get(integer, 0));
  Value *one = llvm::ConstantInt::get(integer, 1);
  Value *away = e.b.CreateAdd(bits, one), *back = e.b.CreateSub(bits, one);
  Value *next = up ? e.b.CreateSelect(negative, back, away)
                   : e.b.CreateSelect(negative, away, back);
  // From zero to the smallest subnormal of the right sign.
  llvm::APInt smallest(width, 1);
  if (!up)
    smallest.setSignBit();
  Value *zero = e.b.CreateFCmpOEQ(value, llvm::ConstantFP::getZero(type));
  next =
      e.b.CreateSelect(zero, llvm::ConstantInt::get(integer, smallest), next);
  return e.bitcast(next, type);
}

Value *Emitter::direct(StringRef mode, Value *nearest, Value *exactIsAbove,
                       Value *exactIsBelow) {
  Value *up =
      b.CreateSelect(exactIsAbove, nextNumber(*this, nearest, true), nearest);
  Value *down =
      b.CreateSelect(exactIsBelow, nextNumber(*this, nearest, false), nearest);
  if (mode == "rp")
    return up;
  if (mode == "rm")
    return down;
  // Towards zero: down for positive values. If the nearest value is zero, the
  // exact one may be on either side, and zero stays.
  llvm::Type *type = nearest->getType();
  Value *positive = b.CreateFCmpOGT(nearest, llvm::ConstantFP::getZero(type));
  Value *negative = b.CreateFCmpOLT(nearest, llvm::ConstantFP::getZero(type));
  return b.CreateSelect(positive, down, b.CreateSelect(negative, up, nearest));
}

static StringRef roundingOf(const Instruction &in) {
  for (StringRef mode : {"rz", "rm", "rp"})
    if (in.has(mode))
      return mode;
  return "rn";
}

/// One float operation in double precision, where its error is known, rounded
/// once with the mode. For doubles, the runtime uses the processor's rounding
/// mode.
static Value *directed(Emitter &e, StringRef operation, StringRef mode,
                       llvm::ArrayRef<Value *> args) {
  llvm::Type *type = args[0]->getType();
  if (type->isDoubleTy()) {
    StringRef suffix = mode == "rp" ? "ru" : mode == "rm" ? "rd" : "rz";
    return e.call(("__heddle_d" + operation + "_" + suffix).str(), type, args,
                  /*pure=*/true);
  }
  llvm::Type *wide = e.b.getDoubleTy();
  auto extend = [&](Value *value) { return e.b.CreateFPExt(value, wide); };
  auto fma = [&](Value *x, Value *y, Value *z) {
    return e.intrinsic(llvm::Intrinsic::fma, wide, {x, y, z});
  };
  Value *exact, *error = llvm::ConstantFP::getZero(wide);
  bool isSum = operation == "add" || operation == "fma";
  Value *a = extend(args[0]), *b = nullptr;
  if (isSum) {
    b = extend(args.back());
    if (operation == "fma")
      a = e.b.CreateFMul(a, extend(args[1]));
    // Knuth's two-sum.
    exact = e.b.CreateFAdd(a, b);
    Value *bPart = e.b.CreateFSub(exact, a);
    Value *aPart = e.b.CreateFSub(exact, bPart);
    error = e.b.CreateFAdd(e.b.CreateFSub(a, aPart), e.b.CreateFSub(b, bPart));
  } else if (operation == "mul") {
    exact = e.b.CreateFMul(a, extend(args[1]));
  } else if (operation == "div") {
    b = extend(args[1]);
    exact = e.b.CreateFDiv(a, b);
    error = fma(e.b.CreateFNeg(exact), b, a);
    Value *negative = e.b.CreateFCmpOLT(b, llvm::ConstantFP::getZero(wide));
    error = e.b.CreateSelect(negative, e.b.CreateFNeg(error), error);
  } else { // sqrt
    exact = e.intrinsic(llvm::Intrinsic::sqrt, wide, a);
    error = fma(e.b.CreateFNeg(exact), exact, a);
  }
  Value *zero = llvm::ConstantFP::getZero(wide);
  Value *nearest = e.b.CreateFPTrunc(exact, type);
  Value *back = extend(nearest);
  Value *same = e.b.CreateFCmpOEQ(back, exact);
  Value *above =
      e.b.CreateOr(e.b.CreateFCmpOLT(back, exact),
                   e.b.CreateAnd(same, e.b.CreateFCmpOGT(error, zero)));
  Value *below =
      e.b.CreateOr(e.b.CreateFCmpOGT(back, exact),
                   e.b.CreateAnd(same, e.b.CreateFCmpOLT(error, zero)));
  Value *result = e.direct(mode, nearest, above, below);
  // A sum of opposite values is -0 when rounding down.
  if (isSum && mode == "rm") {
    Value *isZero = e.b.CreateAnd(e.b.CreateFCmpOEQ(exact, zero),
                                  e.b.CreateFCmpOEQ(error, zero));
    llvm::Type *i64 = e.b.getInt64Ty();
    Value *either = e.b.CreateOr(e.bitcast(a, i64), e.bitcast(b, i64));
    Value *sign = e.b.CreateICmpSLT(either, llvm::ConstantInt::get(i64, 0));
    result = e.b.CreateSelect(e.b.CreateAnd(isZero, sign),
                              llvm::ConstantFP::getNegativeZero(type), result);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static Value *smallest(Emitter &e, const Instruction &in, bool minimum,
                       Value *a, Value *b) {
  llvm::Intrinsic::ID id =
      in.has("NaN")
          ? (minimum ? llvm::Intrinsic::minimum : llvm::Intrinsic::maximum)
          : (minimum ? llvm::Intrinsic::minnum : llvm::Intrinsic::maxnum);
  if (in.has("abs")) {
    a = e.intrinsic(llvm::Intrinsic::fabs, a->getType(), a);
    b = e.intrinsic(llvm::Intrinsic::fabs, b->getType(), b);
  }
  return e.intrinsic(id, a->getType(), {a, b});
}

/// The result of an instruction on values of one type, or null.
static Value *compute(Emitter &e, const Instruction &in,
                      llvm::ArrayRef<Value *> x) {
  StringRef opcode = in.opcode;
  llvm::Type *type = x[0]->getType();
  StringRef mode = roundingOf(in);
  auto apply = [&](llvm::Intrinsic::ID id) {
    return e.intrinsic(id, type, x[0]);
  };
  if (x.size() == 1) {
    Value *one = llvm::ConstantFP::get(type, 1);
    if (opcode == "abs")
      return apply(llvm::Intrinsic::fabs);
    if (opcode == "neg")
      return e.b.CreateFNeg(x[0]);
    if (opcode == "rcp")
      return mode == "rn" ? e.b.CreateFDiv(one, x[0])
                          : directed(e, "div", mode, {one, x[0]});
    if (opcode == "sqrt")
      return mode == "rn" ? apply(llvm::Intrinsic::sqrt)
                          : directed(e, "sqrt", mode, x[0]);
    if (opcode == "rsqrt")
      return e.b.CreateFDiv(one, apply(llvm::Intrinsic::sqrt));
    if (opcode == "sin")
      return apply(llvm::Intrinsic::sin);
    if (opcode == "cos")
      return apply(llvm::Intrinsic::cos);
    if (opcode == "lg2")
      return apply(llvm::Intrinsic::log2);
    if (opcode == "ex2")
      return apply(llvm::Intrinsic::exp2);
    if (opcode == "tanh")
      return e.call("tanhf", type, x[0], /*pure=*/true);
    return nullptr;
  }
  if (x.size() == 2) {
    if (opcode == "add")
      return mode == "rn" ? e.b.CreateFAdd(x[0], x[1])
                          : directed(e, "add", mode, x);
    if (opcode == "sub")
      return mode == "rn"
                 ? e.b.CreateFSub(x[0], x[1])
                 : directed(e, "add", mode, {x[0], e.b.CreateFNeg(x[1])});
    if (opcode == "mul")
      return mode == "rn" ? e.b.CreateFMul(x[0], x[1])
                          : directed(e, "mul", mode, x);
    if (opcode == "div")
      return mode == "rn" ? e.b.CreateFDiv(x[0], x[1])
                          : directed(e, "div", mode, x);
    if (opcode == "min" || opcode == "max")
      return smallest(e, in, opcode == "min", x[0], x[1]);
    // The sign of the first operand with the magnitude of the second.
    if (opcode == "copysign")
      return e.intrinsic(llvm::Intrinsic::copysign, type, {x[1], x[0]});
    return nullptr;
  }
  if (opcode == "fma" || opcode == "mad")
    return mode == "rn" ? e.intrinsic(llvm::Intrinsic::fma, type, x)
                        : directed(e, "fma", mode, x);
  if (opcode == "min" || opcode == "max")
    return smallest(e, in, opcode == "min",
                    smallest(e, in, opcode == "min", x[0], x[1]), x[2]);
  return nullptr;
}

/// Functions without a half-precision form, and those whose result would be
/// rounded twice, are computed in single precision and rounded.
static bool inSingle(const Instruction &in, Type type) {
  return type.bits == 16 &&
         llvm::is_contained({"ex2", "tanh", "lg2", "sin", "cos"}, in.opcode);
}

static Value *computeOne(Emitter &e, const Instruction &in, Type type,
                         llvm::ArrayRef<Value *> values) {
  llvm::SmallVector<Value *, 3> x;
  bool single = inSingle(in, type);
  for (Value *value : values) {
    if (type.kind == 'f')
      value = e.bitcast(value, e.llvmType(type));
    value = e.widen(value, type);
    if (single && value->getType()->isHalfTy())
      value = e.b.CreateFPExt(value, e.b.getFloatTy());
    if (in.has("ftz"))
      value = e.flush(value);
    x.push_back(value);
  }
  Value *result = compute(e, in, x);
  if (!result)
    return nullptr;
  if (in.has("ftz"))
    result = e.flush(result);
  if (in.has("sat"))
    result = e.saturateToUnit(result);
  if (in.has("relu"))
    result = e.b.CreateSelect(
        e.b.CreateFCmpOLE(result, llvm::ConstantFP::getZero(result->getType())),
        llvm::ConstantFP::getZero(result->getType()), result);
  if (single && type.kind == 'f')
    result = e.b.CreateFPTrunc(result, e.b.getHalfTy());
  return e.narrow(result, type);
}

bool heddle::ptx::emitFloat(Emitter &e, const Instruction &in) {
  StringRef opcode = in.opcode;
  if (!llvm::StringSwitch<bool>(opcode)
           .Cases({"add", "sub", "mul", "div", "fma", "mad"}, true)
           .Cases({"abs", "neg", "min", "max", "rcp", "sqrt"}, true)
           .Cases({"rsqrt", "sin", "cos", "lg2", "ex2"}, true)
           .Cases({"tanh", "copysign"}, true)
           .Default(false))
    return false;
  llvm::SmallVector<Type, 4> types = in.types();
  if (types.empty() || !types.back().isFloat() || in.operands.size() < 2 ||
      in.operands.size() > 4)
    return false;
  // A second type modifier only gives the type of the addend (add.f32.bf16).
  if (types.size() > 1 || in.has("xorsign"))
    return false;
  Type type = types.back();
  // Programs cannot distinguish NaNs or observe an intermediate product, but
  // they can observe that a plain multiplication is fused into an FMA: nothing
  // is contracted.
  llvm::IRBuilder<>::FastMathFlagGuard guard(e.b);
  e.b.clearFastMathFlags();

  llvm::SmallVector<Value *, 3> args;
  for (size_t i = 1; i < in.operands.size(); ++i)
    args.push_back(e.readBits(in.operands[i], type.registerBits()));
  if (!type.packed) {
    Value *result = nullptr;
    llvm::SmallVector<Value *, 3> typed;
    for (size_t i = 0; i < args.size(); ++i)
      typed.push_back(e.read(in.operands[i + 1], type));
    result = computeOne(e, in, type, typed);
    if (!result)
      return false;
    e.write(in.operands[0], result, type);
    return true;
  }
  Value *whole = e.i32(0);
  for (unsigned half = 0; half < 2; ++half) {
    llvm::SmallVector<Value *, 3> parts;
    for (Value *arg : args)
      parts.push_back(
          e.b.CreateTrunc(e.b.CreateLShr(arg, 16 * half), e.b.getInt16Ty()));
    Value *result = computeOne(e, in, type, parts);
    if (!result)
      return false;
    result =
        e.b.CreateZExt(e.bitcast(result, e.b.getInt16Ty()), e.b.getInt32Ty());
    whole = e.b.CreateOr(whole, e.b.CreateShl(result, 16 * half));
  }
  e.write(in.operands[0], whole, Type{'b', 32});
  return true;
}
