//===- ScalarizeSingleLanes.cpp - Masked stores of one lane ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarizeSingleLanes.h"
#include "PreservedControlFlow.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace heddle;

/// The only lane of a constant mask that is not zero. Lanes that are undefined
/// may be taken for zero.
static std::optional<unsigned> getSingleLane(llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> lane;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    llvm::Constant *element = constant->getAggregateElement(i);
    if (!element)
      return std::nullopt;
    if (llvm::isa<llvm::UndefValue>(element) || element->isNullValue())
      continue;
    if (lane)
      return std::nullopt;
    lane = i;
  }
  return lane;
}

llvm::PreservedAnalyses
ScalarizeSingleLanes::run(llvm::Function &function,
                          llvm::FunctionAnalysisManager &) {
  bool changed = false;
  for (llvm::Instruction &inst :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *store = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (!store || store->getIntrinsicID() != llvm::Intrinsic::masked_store)
      continue;
    std::optional<unsigned> lane = getSingleLane(store->getArgOperand(2));
    if (!lane)
      continue;
    llvm::Value *vector = store->getArgOperand(0);
    llvm::Type *element = vector->getType()->getScalarType();
    uint64_t offset =
        *lane * function.getDataLayout().getTypeStoreSize(element);
    llvm::IRBuilder<> builder(store);
    llvm::Value *address = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), store->getArgOperand(1), offset);
    llvm::StoreInst *scalar = builder.CreateAlignedStore(
        builder.CreateExtractElement(vector, *lane), address,
        llvm::commonAlignment(store->getParamAlign(1).valueOrOne(), offset));
    scalar->copyMetadata(*store);
    store->eraseFromParent();
    changed = true;
  }
  return preserveControlFlow(changed);
}
