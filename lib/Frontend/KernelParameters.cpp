//===- KernelParameters.cpp - From `void **args` to arguments -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/KernelParameters.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace heddle;

using Place = std::pair<llvm::Value *, uint64_t>;

/// The variable that a pointer points into, and the offset in bytes.
static Place placeOf(llvm::Value *pointer, const llvm::DataLayout &layout) {
  llvm::APInt offset(64, 0);
  llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(
      layout, offset, /*AllowNonInbounds=*/true);
  return {base, offset.getZExtValue()};
}

llvm::Type *heddle::typeInMemory(const llvm::Argument &arg) {
  if (llvm::Type *type = arg.getParamByValType())
    return type;
  llvm::Attribute noted = arg.getParent()->getAttributes().getParamAttr(
      arg.getArgNo(), parameterSizeAttr);
  uint64_t size;
  if (!noted.isValid() || noted.getValueAsString().getAsInteger(10, size))
    return nullptr;
  return llvm::ArrayType::get(llvm::Type::getInt8Ty(arg.getContext()), size);
}

/// The size of the object at `variable`: a local variable of the stub, or an
/// argument that is passed by value in memory.
static uint32_t sizeOf(llvm::Value *variable, const llvm::DataLayout &layout) {
  if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(variable))
    return layout.getTypeAllocSize(slot->getAllocatedType());
  if (auto *arg = llvm::dyn_cast<llvm::Argument>(variable))
    if (llvm::Type *type = typeInMemory(*arg))
      return layout.getTypeAllocSize(type);
  llvm::report_fatal_error("a kernel parameter of unknown size");
}

/// The alignment of its type in C. One that is passed in memory is aligned to 8
/// bytes there, also if its type is not.
static uint32_t alignmentOf(llvm::Value *variable,
                            const llvm::DataLayout &layout) {
  if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(variable))
    return slot->getAlign().value();
  auto *arg = llvm::cast<llvm::Argument>(variable);
  uint64_t given = arg->getParamAlign().valueOrOne().value();
  llvm::Type *type = arg->getParamByValType();
  if (!type)
    return given;
  return std::max(layout.getABITypeAlign(type).value(), given > 8 ? given : 1);
}

/// The array that the stub passes to cudaLaunchKernel as `args`.
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
          result.sizes.resize(result.count);
          result.sizes[index] = sizeOf(store->getValueOperand(), layout);
          result.alignments.resize(result.count);
          result.alignments[index] =
              alignmentOf(store->getValueOperand(), layout);
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
    // The argument is stored, possibly widened (bool), to its parameter's
    // variable, or to a temporary that is then copied there.
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

/// Converts between the type of an argument and that of its variable: a bool is
/// wider in memory, and a struct that holds a pointer may be passed as a
/// number.
static llvm::Value *convertArgument(llvm::IRBuilder<> &builder,
                                    llvm::Value *value, llvm::Type *type) {
  if (value->getType()->isIntegerTy() && type->isIntegerTy())
    return builder.CreateZExtOrTrunc(value, type);
  return builder.CreateBitOrPointerCast(value, type);
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
    // The parameter may be less aligned than the type that it is passed in.
    llvm::Value *value =
        builder.CreateAlignedLoad(source.stored, address, llvm::Align(1));
    values.push_back(convertArgument(builder, value, type));
  }
  return values;
}

llvm::Value *
heddle::storeKernelArguments(llvm::IRBuilder<> &builder,
                             const KernelParameters &parameters,
                             llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  llvm::IRBuilder<> entry(&function->getEntryBlock(),
                          function->getEntryBlock().begin());
  llvm::Value *array = entry.CreateAlloca(
      builder.getPtrTy(), builder.getInt64(std::max(1u, parameters.count)));
  llvm::SmallVector<llvm::Value *> addresses(parameters.count);
  for (auto [argument, source] : llvm::zip(arguments, parameters.sources)) {
    llvm::Value *&address = addresses[source.parameter];
    if (!source.stored) {
      address = argument;
      continue;
    }
    if (!address)
      address = entry.CreateAlloca(
          builder.getInt8Ty(),
          builder.getInt64(parameters.sizes[source.parameter]));
    llvm::Value *value = convertArgument(builder, argument, source.stored);
    builder.CreateAlignedStore(value,
                               builder.CreateConstInBoundsGEP1_64(
                                   builder.getInt8Ty(), address, source.offset),
                               llvm::Align(1));
  }
  for (unsigned i = 0; i < parameters.count; ++i) {
    // An empty struct has no argument, but its address must be readable.
    if (!addresses[i])
      addresses[i] = entry.CreateAlloca(builder.getInt8Ty(),
                                        builder.getInt64(parameters.sizes[i]));
    builder.CreateStore(addresses[i], builder.CreateConstInBoundsGEP1_64(
                                          builder.getPtrTy(), array, i));
  }
  return array;
}
