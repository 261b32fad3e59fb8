//===- PTXCompare.cpp - PTX comparisons -----------------------------------===//
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

static Value *compareFloats(Emitter &e, StringRef op, Value *a, Value *b) {
  using P = llvm::CmpInst::Predicate;
  auto predicate = llvm::StringSwitch<P>(op)
                       .Case("eq", P::FCMP_OEQ)
                       .Case("ne", P::FCMP_ONE)
                       .Case("lt", P::FCMP_OLT)
                       .Case("le", P::FCMP_OLE)
                       .Case("gt", P::FCMP_OGT)
                       .Case("ge", P::FCMP_OGE)
                       .Case("equ", P::FCMP_UEQ)
                       .Case("neu", P::FCMP_UNE)
                       .Case("ltu", P::FCMP_ULT)
                       .Case("leu", P::FCMP_ULE)
                       .Case("gtu", P::FCMP_UGT)
                       .Case("geu", P::FCMP_UGE)
                       .Case("num", P::FCMP_ORD)
                       .Case("nan", P::FCMP_UNO)
                       .Default(P::BAD_FCMP_PREDICATE);
  return predicate == P::BAD_FCMP_PREDICATE ? nullptr
                                            : e.b.CreateFCmp(predicate, a, b);
}

static Value *compareIntegers(Emitter &e, StringRef op, Value *a, Value *b,
                              bool isSigned) {
  using P = llvm::CmpInst::Predicate;
  auto predicate = llvm::StringSwitch<P>(op)
                       .Case("eq", P::ICMP_EQ)
                       .Case("ne", P::ICMP_NE)
                       .Case("lt", isSigned ? P::ICMP_SLT : P::ICMP_ULT)
                       .Case("le", isSigned ? P::ICMP_SLE : P::ICMP_ULE)
                       .Case("gt", isSigned ? P::ICMP_SGT : P::ICMP_UGT)
                       .Case("ge", isSigned ? P::ICMP_SGE : P::ICMP_UGE)
                       .Case("lo", P::ICMP_ULT)
                       .Case("ls", P::ICMP_ULE)
                       .Case("hi", P::ICMP_UGT)
                       .Case("hs", P::ICMP_UGE)
                       .Default(P::BAD_ICMP_PREDICATE);
  return predicate == P::BAD_ICMP_PREDICATE ? nullptr
                                            : e.b.CreateICmp(predicate, a, b);
}

/// One comparison, of a type's registers or of one half of them.
static Value *compare(Emitter &e, const Instruction &in, Type type, Value *a,
                      Value *b) {
  StringRef op = in.modifiers.front();
  if (!type.isFloat())
    return compareIntegers(e, op, a, b, type.isSigned());
  if (type.kind == 'f') {
    a = e.bitcast(a, e.llvmType(type));
    b = e.bitcast(b, e.llvmType(type));
  }
  a = e.widen(a, type);
  b = e.widen(b, type);
  if (in.has("ftz")) {
    a = e.flush(a);
    b = e.flush(b);
  }
  return compareFloats(e, op, a, b);
}

static Value *combine(Emitter &e, const Instruction &in, Value *result,
                      Value *with) {
  if (in.has("and"))
    return e.b.CreateAnd(result, with);
  if (in.has("or"))
    return e.b.CreateOr(result, with);
  if (in.has("xor"))
    return e.b.CreateXor(result, with);
  return result;
}

/// setp writes one predicate or two: the second is the result of the negated
/// comparison (for f16x2, that of the upper half).
static bool setPredicate(Emitter &e, const Instruction &in, Type type) {
  const std::vector<Operand> &ops = in.operands;
  bool pair = ops[0].kind == Operand::Pair;
  Value *with = ops.size() > 3 ? e.readPredicate(ops[3]) : nullptr;
  auto finish = [&](const Operand &to, Value *value) {
    e.writePredicate(to, with ? combine(e, in, value, with) : value);
  };
  if (type.packed) {
    Value *a = e.readBits(ops[1], 32), *b = e.readBits(ops[2], 32);
    for (unsigned half = 0; half < 2; ++half) {
      auto part = [&](Value *word) {
        return e.b.CreateTrunc(e.b.CreateLShr(word, 16 * half),
                               e.b.getInt16Ty());
      };
      Value *result = compare(e, in, type, part(a), part(b));
      if (!result || !pair)
        return false;
      finish(ops[0].elements[half], result);
    }
    return true;
  }
  Value *result =
      compare(e, in, type, e.read(ops[1], type), e.read(ops[2], type));
  if (!result)
    return false;
  finish(pair ? ops[0].elements[0] : ops[0], result);
  if (pair)
    finish(ops[0].elements[1], e.b.CreateNot(result));
  return true;
}

static Value *classify(Emitter &e, StringRef property, Value *value) {
  llvm::Type *type = value->getType();
  unsigned width = type->getScalarSizeInBits();
  llvm::Type *integer = e.intType(width);
  llvm::APInt mask = type->isDoubleTy() ? llvm::APInt(64, 0x7ffull << 52)
                                        : llvm::APInt(32, 0xffull << 23);
  Value *bits = e.bitcast(value, integer);
  Value *exponent = e.b.CreateAnd(bits, mask);
  Value *full =
      e.b.CreateICmpEQ(exponent, llvm::ConstantInt::get(integer, mask));
  Value *none = e.b.CreateIsNull(exponent);
  Value *zero = e.b.CreateIsNull(e.b.CreateShl(bits, 1));
  return llvm::StringSwitch<Value *>(property)
      .Case("finite", e.b.CreateNot(full))
      .Case("infinite", e.b.CreateAnd(full, e.b.CreateFCmpORD(value, value)))
      .Case("number", e.b.CreateFCmpORD(value, value))
      .Case("notanumber", e.b.CreateFCmpUNO(value, value))
      // Zero is a normal number here.
      .Case("normal",
            e.b.CreateOr(zero, e.b.CreateNot(e.b.CreateOr(full, none))))
      .Case("subnormal", e.b.CreateAnd(none, e.b.CreateNot(zero)))
      .Default(nullptr);
}

bool heddle::ptx::emitCompare(Emitter &e, const Instruction &in) {
  const std::vector<Operand> &ops = in.operands;
  llvm::SmallVector<Type, 4> types = in.types();
  StringRef opcode = in.opcode;
  if (types.empty() || ops.size() < 2)
    return false;
  if (opcode == "testp") {
    Value *result =
        classify(e, in.modifiers.front(), e.read(ops[1], types.back()));
    if (!result)
      return false;
    e.writePredicate(ops[0], result);
    return true;
  }
  if (ops.size() < 3)
    return false;
  if (opcode == "setp")
    return setPredicate(e, in, types.back());
  if (opcode == "set" && types.size() == 2 && !types[1].packed) {
    Value *result = compare(e, in, types[1], e.read(ops[1], types[1]),
                            e.read(ops[2], types[1]));
    if (!result)
      return false;
    if (ops.size() > 3)
      result = combine(e, in, result, e.readPredicate(ops[3]));
    if (types[0].kind == 'f')
      e.write(ops[0], e.b.CreateUIToFP(result, e.llvmType(types[0])), types[0]);
    else
      e.write(ops[0], e.b.CreateSExt(result, e.intType(types[0].bits)),
              types[0]);
    return true;
  }
  if (opcode == "selp" && ops.size() == 4) {
    unsigned bits = types.back().registerBits();
    e.write(ops[0],
            e.b.CreateSelect(e.readPredicate(ops[3]), e.readBits(ops[1], bits),
                             e.readBits(ops[2], bits)),
            types.back());
    return true;
  }
  if (opcode == "slct" && ops.size() == 4 && types.size() == 2) {
    Value *c = e.read(ops[3], types[1]);
    Value *first =
        types[1].isFloat()
            ? e.b.CreateFCmpOGE(in.has("ftz") ? e.flush(c) : c,
                                llvm::ConstantFP::getZero(c->getType()))
            : e.b.CreateICmpSGE(c, llvm::ConstantInt::get(c->getType(), 0));
    unsigned bits = types[0].bits;
    e.write(ops[0],
            e.b.CreateSelect(first, e.readBits(ops[1], bits),
                             e.readBits(ops[2], bits)),
            types[0]);
    return true;
  }
  return false;
}
