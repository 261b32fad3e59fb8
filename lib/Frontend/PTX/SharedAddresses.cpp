//===- SharedAddresses.cpp - 32-bit shared addresses ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a GPU a shared address has 32 bits, and programs truncate the result of
// __cvta_generic_to_shared to 32 bits. Here it is the lower half of a pointer.
// The upper half is that of any pointer into the same memory, which is
// available if the address was computed from one.
//
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "PTXEmitter.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"

using namespace heddle;
using llvm::Value;

namespace {

/// Finds the one pointer that an integer is computed from.
class PointerSearch {
public:
  Value *find(Value *value) {
    visit(value);
    return several ? nullptr : pointer;
  }

private:
  void visit(Value *value) {
    if (several || !seen.insert(value).second)
      return;
    if (auto *cast = llvm::dyn_cast<llvm::PtrToIntOperator>(value)) {
      Value *base = llvm::getUnderlyingObject(cast->getPointerOperand());
      if (!llvm::isa<llvm::GlobalVariable>(base))
        base = cast->getPointerOperand();
      several |= pointer && pointer != base;
      pointer = base;
      return;
    }
    auto *user = llvm::dyn_cast<llvm::Operator>(value);
    if (!user)
      return;
    switch (user->getOpcode()) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::Sub:
      return visit(user->getOperand(0));
    case llvm::Instruction::Add:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::And:
    case llvm::Instruction::PHI:
      for (Value *operand : user->operands())
        visit(operand);
      return;
    case llvm::Instruction::Select:
      visit(user->getOperand(1));
      return visit(user->getOperand(2));
    default:
      return;
    }
  }

  llvm::SmallPtrSet<Value *, 16> seen;
  Value *pointer = nullptr;
  bool several = false;
};

/// The offset from `base`, in 64 bits, or null if the address is not a plain
/// sum.
Value *offsetFrom(llvm::IRBuilder<> &b, Value *value, Value *base) {
  if (auto *cast = llvm::dyn_cast<llvm::PtrToIntOperator>(value)) {
    llvm::APInt offset(64, 0);
    const llvm::DataLayout &layout =
        b.GetInsertBlock()->getModule()->getDataLayout();
    Value *stripped =
        cast->getPointerOperand()->stripAndAccumulateConstantOffsets(
            layout, offset, /*AllowNonInbounds=*/true);
    if (stripped == base)
      return b.getInt64(offset.getSExtValue());
    return nullptr;
  }
  auto *user = llvm::dyn_cast<llvm::Operator>(value);
  if (!user)
    return nullptr;
  switch (user->getOpcode()) {
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
    return offsetFrom(b, user->getOperand(0), base);
  case llvm::Instruction::Add:
    for (unsigned i = 0; i < 2; ++i)
      if (Value *offset = offsetFrom(b, user->getOperand(i), base)) {
        Value *more = b.CreateSExtOrTrunc(
            b.CreateTrunc(user->getOperand(1 - i), b.getInt32Ty()),
            b.getInt64Ty());
        return b.CreateAdd(offset, more);
      }
    return nullptr;
  default:
    return nullptr;
  }
}

} // namespace

void heddle::resolveSharedAddresses(llvm::Module &device) {
  llvm::Function *resolver = device.getFunction(ptx::sharedPointerName);
  if (!resolver)
    return;
  for (llvm::User *user : llvm::make_early_inc_range(resolver->users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledFunction() != resolver)
      continue;
    Value *address = call->getArgOperand(0);
    Value *base = PointerSearch().find(address);
    if (!base)
      continue;
    if (auto *inst = llvm::dyn_cast<llvm::Instruction>(base)) {
      llvm::DominatorTree dominators(*call->getFunction());
      if (!dominators.dominates(inst, call))
        continue;
    }
    llvm::IRBuilder<> b(call);
    Value *offset = offsetFrom(b, address, base);
    if (!offset) {
      // Both are in one block's memory, less than 2 GiB apart.
      Value *low = b.CreatePtrToInt(base, b.getInt32Ty());
      offset = b.CreateSExt(b.CreateSub(address, low), b.getInt64Ty());
    }
    call->replaceAllUsesWith(b.CreateGEP(b.getInt8Ty(), base, offset));
    call->eraseFromParent();
  }
  if (resolver->use_empty())
    resolver->eraseFromParent();
}
