//===- WantedLanes.cpp - Demanded lanes of vectors ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WantedLanes.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace heddle;

/// The maximum depth of the search.
static constexpr unsigned mostDepth = 48;

unsigned heddle::countLanes(llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

std::optional<llvm::APInt> heddle::constantMask(llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  if (!constant)
    return std::nullopt;
  llvm::APInt bits(countLanes(mask->getType()), 0);
  for (unsigned lane = 0; lane < bits.getBitWidth(); ++lane) {
    auto *bit = llvm::dyn_cast_or_null<llvm::ConstantInt>(
        constant->getAggregateElement(lane));
    if (!bit)
      return std::nullopt;
    bits.setBitVal(lane, bit->isOne());
  }
  return bits;
}

/// Whether each lane of the result depends only on the same lane of the
/// operands.
static bool isByLane(llvm::Instruction &inst) {
  if (inst.isIntDivRem())
    return false;
  if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst,
                llvm::SelectInst, llvm::CastInst>(inst))
    return true;
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  return call && llvm::isTriviallyVectorizable(call->getIntrinsicID());
}

llvm::APInt WantedLanes::of(llvm::Value *value, unsigned depth) {
  unsigned lanes = countLanes(value->getType());
  if (depth == mostDepth)
    return llvm::APInt::getAllOnes(lanes);
  if (auto it = known.find(value); it != known.end())
    return it->second;
  llvm::APInt wanted(lanes, 0);
  for (llvm::Use &use : value->uses())
    wanted |= ofUse(use, lanes, depth);
  known.try_emplace(value, wanted);
  return wanted;
}

llvm::APInt WantedLanes::ofUse(llvm::Use &use, unsigned lanes, unsigned depth) {
  auto *user = llvm::cast<llvm::Instruction>(use.getUser());
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      call && call->getIntrinsicID() == llvm::Intrinsic::masked_store &&
      use.getOperandNo() == 0) {
    if (std::optional<llvm::APInt> mask = constantMask(call->getArgOperand(2)))
      return *mask;
  } else if (isByLane(*user) && countLanes(user->getType()) == lanes) {
    return of(user, depth + 1);
  }
  return llvm::APInt::getAllOnes(lanes);
}
