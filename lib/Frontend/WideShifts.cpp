//===- WideShifts.cpp - Shifts by at least the width ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideShifts.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// Whether the amount is known to be less than the width: constants (Clang
/// warns about others) and masked amounts.
static bool isSmall(const Value *amount, unsigned width) {
  const APInt *mask;
  while (match(amount, m_ZExt(m_Value(amount))))
    ;
  return isa<Constant>(amount) ||
         (match(amount, m_And(m_Value(), m_APInt(mask))) && mask->ult(width)) ||
         (match(amount, m_URem(m_Value(), m_APInt(mask))) && mask->ule(width));
}

void heddle::defineWideShifts(Module &device) {
  SmallVector<BinaryOperator *> shifts;
  for (Function &function : device)
    for (BasicBlock &block : function)
      for (Instruction &inst : block)
        if (inst.isShift() &&
            !isSmall(inst.getOperand(1), inst.getType()->getScalarSizeInBits()))
          shifts.push_back(cast<BinaryOperator>(&inst));

  for (BinaryOperator *shift : shifts) {
    Type *type = shift->getType();
    unsigned width = type->getScalarSizeInBits();
    Value *amount = shift->getOperand(1);
    IRBuilder<> builder(shift);
    Value *fits = builder.CreateICmpULT(amount, ConstantInt::get(type, width));
    if (shift->getOpcode() == Instruction::AShr) {
      // The sign bit remains.
      shift->setOperand(
          1, builder.CreateSelect(fits, amount,
                                  ConstantInt::get(type, width - 1)));
      continue;
    }
    builder.SetInsertPoint(shift->getNextNode());
    auto *result = cast<Instruction>(
        builder.CreateSelect(fits, shift, Constant::getNullValue(type)));
    shift->replaceUsesWithIf(result,
                             [&](Use &use) { return use.getUser() != result; });
  }
}
