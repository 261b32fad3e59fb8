//===- SaturateCasts.cpp - Numbers that an integer cannot hold ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Target/SaturateCasts.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <cmath>

/// By comparisons: LLVM has intrinsics for this, of which it makes no vector
/// code on x86 (22). A select of what is right does not care that the other
/// value is poison.
static llvm::Value *saturate(llvm::CastInst &cast) {
  llvm::IRBuilder<> builder(&cast);
  llvm::Value *from = cast.getOperand(0);
  llvm::Type *type = from->getType(), *to = cast.getType();
  bool isSigned = llvm::isa<llvm::FPToSIInst>(cast);
  unsigned bits = std::max(32u, to->getScalarSizeInBits());
  llvm::Type *wide = to->getWithNewBitWidth(bits);
  auto integer = [&](const llvm::APInt &value) {
    return llvm::ConstantInt::get(wide, value);
  };
  llvm::APInt least =
      isSigned ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt(bits, 0);
  llvm::APInt most = isSigned ? llvm::APInt::getSignedMaxValue(bits)
                              : llvm::APInt::getMaxValue(bits);
  // What is not a number becomes 0, or, with 64 bits on either side, the
  // highest bit alone.
  bool hasWide = bits == 64 || type->getScalarType()->isDoubleTy();
  llvm::APInt none =
      hasWide ? llvm::APInt::getSignMask(bits) : llvm::APInt(bits, 0);

  // The first number that is too large; half and bfloat end before.
  llvm::Constant *limit =
      llvm::ConstantFP::get(type, std::ldexp(1.0, isSigned ? bits - 1 : bits));
  llvm::Constant *start =
      llvm::ConstantFP::get(type, isSigned ? -std::ldexp(1.0, bits - 1) : 0.0);
  llvm::Value *value = builder.CreateCast(cast.getOpcode(), from, wide);
  // Not a number is not above anything.
  value = builder.CreateSelect(builder.CreateFCmpOGE(from, start), value,
                               integer(least));
  value = builder.CreateSelect(builder.CreateFCmpOGE(from, limit),
                               integer(most), value);
  if (least != none)
    value = builder.CreateSelect(builder.CreateFCmpUNO(from, from),
                                 integer(none), value);
  return builder.CreateTrunc(value, to);
}

void heddle::saturateCasts(llvm::Module &device) {
  for (llvm::Function &function : device)
    for (llvm::Instruction &inst :
         llvm::make_early_inc_range(llvm::instructions(function)))
      if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(inst) &&
          inst.getType()->getScalarSizeInBits() <= 64) {
        inst.replaceAllUsesWith(saturate(llvm::cast<llvm::CastInst>(inst)));
        inst.eraseFromParent();
      }
}
