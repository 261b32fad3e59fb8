//===- PTXVideo.cpp - PTX video instructions ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vadd and similar instructions take a byte, a 16-bit half or the whole word of
// each operand, compute with one more bit than a word, saturate or truncate the
// result, and then insert it into a part of a third operand or combine it with
// that operand. vadd2 and vadd4 do the same for each half or byte of their
// operands.
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

namespace {

/// Bits starting at `at`.
struct Part {
  unsigned at = 0, bits = 32;
};

std::optional<Part> partOf(StringRef selector) {
  return llvm::StringSwitch<std::optional<Part>>(selector)
      .Case("", Part{0, 32})
      .Case("b0", Part{0, 8})
      .Case("b1", Part{8, 8})
      .Case("b2", Part{16, 8})
      .Case("b3", Part{24, 8})
      .Case("h0", Part{0, 16})
      .Case("h1", Part{16, 16})
      .Default(std::nullopt);
}

/// A part of a word, extended to 64 bits.
Value *extract(Emitter &e, Value *word, Part part, bool isSigned) {
  Value *bits =
      e.b.CreateTrunc(e.b.CreateLShr(word, part.at), e.intType(part.bits));
  return isSigned ? e.b.CreateSExt(bits, e.b.getInt64Ty())
                  : e.b.CreateZExt(bits, e.b.getInt64Ty());
}

Value *clampTo(Emitter &e, Value *value, unsigned bits, bool isSigned) {
  llvm::Type *i64 = e.b.getInt64Ty();
  int64_t low = isSigned ? -(int64_t(1) << (bits - 1)) : 0;
  int64_t high =
      isSigned ? (int64_t(1) << (bits - 1)) - 1 : (int64_t(1) << bits) - 1;
  value = e.intrinsic(llvm::Intrinsic::smax, i64,
                      {value, llvm::ConstantInt::getSigned(i64, low)});
  return e.intrinsic(llvm::Intrinsic::smin, i64,
                     {value, llvm::ConstantInt::getSigned(i64, high)});
}

std::optional<llvm::CmpInst::Predicate> comparisonOf(const Instruction &in) {
  using P = llvm::CmpInst::Predicate;
  for (StringRef modifier : in.modifiers) {
    auto predicate = llvm::StringSwitch<std::optional<P>>(modifier)
                         .Case("eq", P::ICMP_EQ)
                         .Case("ne", P::ICMP_NE)
                         .Case("lt", P::ICMP_SLT)
                         .Case("le", P::ICMP_SLE)
                         .Case("gt", P::ICMP_SGT)
                         .Case("ge", P::ICMP_SGE)
                         .Default(std::nullopt);
    if (predicate)
      return predicate;
  }
  return std::nullopt;
}

/// The operation itself. Operands have at most 32 bits, so there is no
/// overflow.
Value *operate(Emitter &e, const Instruction &in, StringRef operation, Value *a,
               Value *b) {
  llvm::Type *i64 = e.b.getInt64Ty();
  auto choose = [&](llvm::Intrinsic::ID id) {
    return e.intrinsic(id, i64, {a, b});
  };
  if (operation == "add")
    return e.b.CreateAdd(a, b);
  if (operation == "sub")
    return e.b.CreateSub(a, b);
  if (operation == "absdiff")
    return e.b.CreateIntrinsic(llvm::Intrinsic::abs, {i64},
                               {e.b.CreateSub(a, b), e.b.getFalse()});
  if (operation == "min")
    return choose(llvm::Intrinsic::smin);
  if (operation == "max")
    return choose(llvm::Intrinsic::smax);
  if (operation == "avrg") {
    // Rounded away from zero.
    Value *sum = e.b.CreateAdd(a, b);
    Value *negative = e.b.CreateICmpSLT(sum, e.b.getInt64(0));
    return e.b.CreateAShr(
        e.b.CreateAdd(
            sum, e.b.CreateSelect(negative, e.b.getInt64(0), e.b.getInt64(1))),
        1);
  }
  if (operation == "shl" || operation == "shr") {
    // By 32 at most, or by the lower five bits.
    Value *amount = e.b.CreateAnd(b, 0xffffffff);
    amount = in.has("wrap") ? e.b.CreateAnd(amount, 31)
                            : e.intrinsic(llvm::Intrinsic::umin, i64,
                                          {amount, e.b.getInt64(32)});
    return operation == "shl" ? e.b.CreateShl(a, amount)
                              : e.b.CreateAShr(a, amount);
  }
  if (operation == "set")
    if (std::optional<llvm::CmpInst::Predicate> predicate = comparisonOf(in))
      return e.b.CreateZExt(e.b.CreateICmp(*predicate, a, b), i64);
  return nullptr;
}

bool emitScalar(Emitter &e, const Instruction &in, StringRef operation) {
  llvm::SmallVector<Type, 4> types = in.types();
  const std::vector<Operand> &ops = in.operands;
  // vset has no type for its result, which is 0 or 1.
  if (operation == "set" && types.size() == 2)
    types.insert(types.begin(), Type{'u', 32});
  if (types.size() != 3 || ops.size() < 3)
    return false;
  std::optional<Part> toPart = partOf(ops[0].selector);
  std::optional<Part> aPart = partOf(ops[1].selector);
  std::optional<Part> bPart = partOf(ops[2].selector);
  if (!toPart || !aPart || !bPart)
    return false;
  Value *a = extract(e, e.readBits(ops[1], 32), *aPart, types[1].isSigned());
  Value *b = extract(e, e.readBits(ops[2], 32), *bPart, types[2].isSigned());
  Value *result = operate(e, in, operation, a, b);
  if (!result)
    return false;
  // The written part determines the range for saturation.
  if (in.has("sat"))
    result = clampTo(e, result, toPart->bits, types[0].isSigned());
  Value *word = e.b.CreateTrunc(result, e.b.getInt32Ty());
  if (ops.size() > 3) {
    Value *c = e.readBits(ops[3], 32);
    if (!ops[0].selector.empty()) {
      uint32_t mask = uint32_t(((1ull << toPart->bits) - 1) << toPart->at);
      word = e.b.CreateOr(e.b.CreateAnd(e.b.CreateShl(word, toPart->at), mask),
                          e.b.CreateAnd(c, ~mask));
    } else if (in.has("add")) {
      word = e.b.CreateAdd(word, c);
    } else if (in.has("min") || in.has("max")) {
      bool isSigned = types[0].isSigned();
      llvm::Intrinsic::ID id =
          in.has("min")
              ? (isSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin)
              : (isSigned ? llvm::Intrinsic::smax : llvm::Intrinsic::umax);
      word = e.intrinsic(id, e.b.getInt32Ty(), {word, c});
    } else {
      return false;
    }
  }
  Operand to = ops[0];
  to.selector.clear();
  e.write(to, word, Type{'b', 32});
  return true;
}

bool emitVector(Emitter &e, const Instruction &in, StringRef operation,
                unsigned lanes) {
  llvm::SmallVector<Type, 4> types = in.types();
  const std::vector<Operand> &ops = in.operands;
  if (operation == "set" && types.size() == 2)
    types.insert(types.begin(), Type{'u', 32});
  if (types.size() != 3 || ops.size() < 3 || !ops[0].selector.empty() ||
      !ops[1].selector.empty() || !ops[2].selector.empty())
    return false;
  Value *a = e.readBits(ops[1], 32), *b = e.readBits(ops[2], 32);
  bool accumulate = in.has("add") && ops.size() > 3;
  Value *word = accumulate ? e.readBits(ops[3], 32) : e.i32(0);
  unsigned bits = 32 / lanes;
  for (unsigned i = 0; i < lanes; ++i) {
    Part part{i * bits, bits};
    Value *result =
        operate(e, in, operation, extract(e, a, part, types[1].isSigned()),
                extract(e, b, part, types[2].isSigned()));
    if (!result)
      return false;
    if (in.has("sat"))
      result = clampTo(e, result, bits, types[0].isSigned());
    result = e.b.CreateTrunc(result, e.b.getInt32Ty());
    if (accumulate) {
      word = e.b.CreateAdd(word, result);
    } else {
      uint32_t mask = (1u << bits) - 1;
      word = e.b.CreateOr(word,
                          e.b.CreateShl(e.b.CreateAnd(result, mask), part.at));
    }
  }
  e.write(ops[0], word, Type{'b', 32});
  return true;
}

} // namespace

bool heddle::ptx::emitVideo(Emitter &e, const Instruction &in) {
  StringRef operation = in.opcode;
  if (!operation.consume_front("v"))
    return false;
  unsigned lanes = operation.consume_back("4")   ? 4
                   : operation.consume_back("2") ? 2
                                                 : 1;
  return lanes == 1 ? emitScalar(e, in, operation)
                    : emitVector(e, in, operation, lanes);
}
