//===- SaturateCasts.cpp - Out-of-range casts to integers -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SaturateCasts.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cmath>

using namespace llvm;

/// Uses comparisons, because LLVM 22 does not vectorise its saturating
/// intrinsics on x86. A select does not propagate poison from the value that it
/// does not select.
Value *heddle::castSaturated(IRBuilder<> &builder, Value *value, Type *to,
                             bool isSigned) {
  Type *from = value->getType();
  unsigned bits = to->getScalarSizeInBits();
  auto integer = [&](const APInt &number) {
    return ConstantInt::get(to, number);
  };
  APInt least = isSigned ? APInt::getSignedMinValue(bits) : APInt(bits, 0);
  APInt most =
      isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  bool hasWide = bits == 64 || from->getScalarType()->isDoubleTy();
  APInt none = hasWide ? APInt::getSignMask(bits) : APInt(bits, 0);

  // The smallest value that is too large. The range of half and bfloat ends
  // before it.
  Constant *limit =
      ConstantFP::get(from, std::ldexp(1.0, isSigned ? bits - 1 : bits));
  Constant *start =
      ConstantFP::get(from, isSigned ? -std::ldexp(1.0, bits - 1) : 0.0);
  Value *result = isSigned ? builder.CreateFPToSI(value, to)
                           : builder.CreateFPToUI(value, to);
  // All ordered comparisons with NaN are false.
  result = builder.CreateSelect(builder.CreateFCmpOGE(value, start), result,
                                integer(least));
  result = builder.CreateSelect(builder.CreateFCmpOGE(value, limit),
                                integer(most), result);
  if (least != none)
    result = builder.CreateSelect(builder.CreateFCmpUNO(value, value),
                                  integer(none), result);
  return result;
}

void heddle::saturateCasts(Module &device) {
  for (Function &function : device)
    for (Instruction &inst : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&inst);
      if (!call)
        continue;
      bool isSigned = call->getIntrinsicID() == Intrinsic::fptosi_sat;
      if (!isSigned && call->getIntrinsicID() != Intrinsic::fptoui_sat)
        continue;
      Type *type = call->getType();
      unsigned bits = type->getScalarSizeInBits();
      if (bits > 64)
        continue;
      IRBuilder<> builder(call);
      Value *wide = castSaturated(builder, call->getArgOperand(0),
                                  type->getWithNewBitWidth(std::max(32u, bits)),
                                  isSigned);
      call->replaceAllUsesWith(builder.CreateTrunc(wide, type));
      call->eraseFromParent();
    }
}
