//===- KernelParameters.cpp - From `void **args` to arguments -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelParameters.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace heddle;

using Place = std::pair<llvm::Value *, uint64_t>;

/// The variable a pointer is into, and how many bytes into it.
static Place placeOf(llvm::Value *pointer, const llvm::DataLayout &layout) {
  llvm::APInt offset(64, 0);
  llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(
      layout, offset, /*AllowNonInbounds=*/true);
  return {base, offset.getZExtValue()};
}

/// The array that the stub hands to cudaLaunchKernel as `args`.
static llvm::Value *findArgumentArray(llvm::Function &stub) {
  for (llvm::BasicBlock &block : stub)
    for (llvm::Instruction &inst : block)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (llvm::Function *callee = call->getCalledFunction())
          if (callee->getName().starts_with("cudaLaunchKernel"))
            for (llvm::Value *operand : call->args()) {
              auto *slot = llvm::dyn_cast<llvm::AllocaInst>(operand);
              if (slot && slot->getAllocatedType()->isPointerTy())
                return slot;
            }
  return nullptr;
}

KernelParameters heddle::readKernelParameters(llvm::Function &stub) {
  const llvm::DataLayout &layout = stub.getDataLayout();
  KernelParameters result;
  for (llvm::Argument &arg : stub.args())
    result.types.push_back(arg.getType());
  result.sources.resize(stub.arg_size());

  llvm::Value *array = findArgumentArray(stub);
  if (!array)
    llvm::report_fatal_error("kernel stub without a launch: " + stub.getName());

  llvm::DenseMap<llvm::Value *, unsigned> parameterOf;
  llvm::DenseMap<llvm::Value *, Place> copiedTo;
  for (llvm::BasicBlock &block : stub)
    for (llvm::Instruction &inst : block) {
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
        auto [base, offset] = placeOf(store->getPointerOperand(), layout);
        if (base == array) {
          unsigned index = offset / layout.getPointerSize();
          parameterOf[store->getValueOperand()] = index;
          result.count = std::max(result.count, index + 1);
        }
      } else if (auto *copy = llvm::dyn_cast<llvm::MemCpyInst>(&inst)) {
        copiedTo[placeOf(copy->getSource(), layout).first] =
            placeOf(copy->getDest(), layout);
      }
    }

  for (llvm::Argument &arg : stub.args()) {
    ArgumentSource &source = result.sources[arg.getArgNo()];
    if (auto it = parameterOf.find(&arg); it != parameterOf.end()) {
      source.parameter = it->second; // byval: the caller's copy itself
      continue;
    }
    // The argument is stored, perhaps widened (bool), into its parameter's
    // variable, or into a temporary that is then copied there.
    bool found = false;
    llvm::SmallVector<llvm::Value *> values = {&arg};
    for (llvm::User *user : arg.users())
      if (llvm::isa<llvm::CastInst>(user))
        values.push_back(user);
    for (llvm::Value *value : values)
      for (llvm::User *user : value->users()) {
        auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
        if (!store || store->getValueOperand() != value)
          continue;
        auto [base, offset] = placeOf(store->getPointerOperand(), layout);
        if (auto it = copiedTo.find(base);
            it != copiedTo.end() && !parameterOf.contains(base)) {
          base = it->second.first;
          offset += it->second.second;
        }
        auto it = parameterOf.find(base);
        if (it == parameterOf.end())
          continue;
        source = {it->second, offset, value->getType()};
        found = true;
      }
    if (!found)
      llvm::report_fatal_error("cannot follow argument " +
                               llvm::Twine(arg.getArgNo()) +
                               " of kernel stub " + stub.getName());
  }
  return result;
}

llvm::SmallVector<llvm::Value *>
heddle::loadKernelArguments(llvm::IRBuilder<> &builder,
                            const KernelParameters &parameters,
                            llvm::Value *args) {
  llvm::SmallVector<llvm::Value *> values;
  for (auto [type, source] : llvm::zip(parameters.types, parameters.sources)) {
    llvm::Value *slot = builder.CreateConstInBoundsGEP1_64(
        builder.getPtrTy(), args, source.parameter);
    llvm::Value *address = builder.CreateLoad(builder.getPtrTy(), slot);
    if (!source.stored) {
      values.push_back(address);
      continue;
    }
    address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address,
                                                 source.offset);
    // The parameter need not be aligned for the type it is passed in.
    llvm::Value *value =
        builder.CreateAlignedLoad(source.stored, address, llvm::Align(1));
    if (source.stored != type)
      value = builder.CreateTrunc(value, type);
    values.push_back(value);
  }
  return values;
}
