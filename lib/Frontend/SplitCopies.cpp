//===- SplitCopies.cpp - Copies of structs, member by member --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitCopies.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

/// Longer copies stay calls.
static constexpr uint64_t mostBytes = 256;
static constexpr size_t mostParts = 16;

namespace {

/// A part of a copy.
struct Part {
  uint64_t offset;
  Type *type;
};

} // namespace

/// The scalars that a type consists of, in order. False if a load and a store
/// of one of them would not preserve its bits.
static bool collectParts(Type *type, uint64_t offset, const DataLayout &layout,
                         SmallVectorImpl<Part> &parts) {
  if (parts.size() > mostParts)
    return false;
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *places = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!collectParts(structure->getElementType(i),
                        offset + places->getElementOffset(i), layout, parts))
        return false;
    return true;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    uint64_t size = layout.getTypeAllocSize(array->getElementType());
    if (array->getNumElements() > mostParts)
      return false;
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!collectParts(array->getElementType(), offset + i * size, layout,
                        parts))
        return false;
    return true;
  }
  bool isPlain = type->isFloatTy() || type->isDoubleTy() || type->isHalfTy() ||
                 type->isBFloatTy() || type->isPointerTy() ||
                 type->isIntegerTy(8) || type->isIntegerTy(16) ||
                 type->isIntegerTy(32) || type->isIntegerTy(64);
  parts.push_back({offset, type});
  return isPlain;
}

/// Adds bytes between the parts and after them, so that padding is copied too:
/// it may be another member of a union.
static void fillGaps(uint64_t size, LLVMContext &context,
                     const DataLayout &layout, SmallVectorImpl<Part> &parts) {
  SmallVector<Part> filled;
  uint64_t end = 0;
  auto fill = [&](uint64_t to) {
    for (; end < to && filled.size() <= mostParts; ++end)
      filled.push_back({end, Type::getInt8Ty(context)});
  };
  for (const Part &part : parts) {
    fill(part.offset);
    filled.push_back(part);
    end = part.offset + layout.getTypeStoreSize(part.type);
  }
  fill(size);
  parts = std::move(filled);
}

/// The parts of the object that a pointer points to, if its type is known from
/// how the pointer was computed and its size is that of the copy.
static bool findParts(const Value *pointer, uint64_t size,
                      const DataLayout &layout, SmallVectorImpl<Part> &parts) {
  parts.clear();
  Type *type = nullptr;
  if (auto *step = dyn_cast<GEPOperator>(pointer))
    type = step->getResultElementType();
  else if (auto *local = dyn_cast<AllocaInst>(pointer))
    type = local->getAllocatedType();
  else if (auto *global = dyn_cast<GlobalVariable>(pointer))
    type = global->getValueType();
  if (!type || !type->isSized() || layout.getTypeAllocSize(type) != size)
    return false;
  if (!collectParts(type, 0, layout, parts))
    return false;
  fillGaps(size, pointer->getContext(), layout, parts);
  return parts.size() <= mostParts;
}

/// Integers as wide as the alignment allows.
static bool makeIntegers(uint64_t size, Align align, LLVMContext &context,
                         SmallVectorImpl<Part> &parts) {
  parts.clear();
  for (uint64_t at = 0; at < size && parts.size() <= mostParts;) {
    uint64_t bytes =
        std::min({uint64_t(8), align.value(), llvm::bit_floor(size - at)});
    parts.push_back({at, Type::getIntNTy(context, 8 * bytes)});
    at += bytes;
  }
  return parts.size() <= mostParts;
}

static void splitCopy(MemTransferInst &copy, uint64_t size) {
  const DataLayout &layout = copy.getDataLayout();
  LLVMContext &context = copy.getContext();
  Align from = copy.getSourceAlign().valueOrOne();
  Align to = copy.getDestAlign().valueOrOne();
  SmallVector<Part> parts;
  if (!findParts(copy.getRawDest(), size, layout, parts) &&
      !findParts(copy.getRawSource(), size, layout, parts) &&
      !makeIntegers(size, std::min(from, to), context, parts))
    return;
  IRBuilder<> builder(&copy);
  auto place = [&](Value *base, uint64_t offset) {
    return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(),
                                                       base, offset)
                  : base;
  };
  SmallVector<Value *> values;
  for (const Part &part : parts)
    values.push_back(builder.CreateAlignedLoad(
        part.type, place(copy.getRawSource(), part.offset),
        commonAlignment(from, part.offset)));
  for (auto [part, value] : zip(parts, values))
    builder.CreateAlignedStore(value, place(copy.getRawDest(), part.offset),
                               commonAlignment(to, part.offset));
  copy.eraseFromParent();
}

static void splitSet(MemSetInst &set, uint64_t size) {
  auto *byte = dyn_cast<ConstantInt>(set.getValue());
  if (!byte)
    return;
  const DataLayout &layout = set.getDataLayout();
  Align to = set.getDestAlign().valueOrOne();
  SmallVector<Part> parts;
  if (!findParts(set.getRawDest(), size, layout, parts) &&
      !makeIntegers(size, to, set.getContext(), parts))
    return;
  // A pointer can only be set to null.
  if (!byte->isZero() &&
      any_of(parts, [](const Part &part) { return part.type->isPointerTy(); }))
    return;
  IRBuilder<> builder(&set);
  for (const Part &part : parts) {
    unsigned bits = layout.getTypeSizeInBits(part.type);
    Value *value = Constant::getNullValue(part.type);
    if (!byte->isZero())
      value = builder.CreateBitCast(
          builder.getInt(APInt::getSplat(bits, byte->getValue())), part.type);
    Value *place = set.getRawDest();
    if (part.offset)
      place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place,
                                                 part.offset);
    builder.CreateAlignedStore(value, place, commonAlignment(to, part.offset));
  }
  set.eraseFromParent();
}

PreservedAnalyses heddle::SplitCopies::run(Function &function,
                                           FunctionAnalysisManager &) {
  SmallVector<MemIntrinsic *> found;
  for (Instruction &inst : instructions(function))
    if (auto *intrinsic = dyn_cast<MemIntrinsic>(&inst))
      if (!intrinsic->isVolatile())
        found.push_back(intrinsic);
  for (MemIntrinsic *intrinsic : found) {
    auto *length = dyn_cast<ConstantInt>(intrinsic->getLength());
    if (!length || length->isZero() || length->getValue().ugt(mostBytes))
      continue;
    if (auto *copy = dyn_cast<MemTransferInst>(intrinsic))
      splitCopy(*copy, length->getZExtValue());
    else if (auto *set = dyn_cast<MemSetInst>(intrinsic))
      splitSet(*set, length->getZExtValue());
  }
  return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
