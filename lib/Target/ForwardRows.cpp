//===- ForwardRows.cpp - Keeps rows of tiles in registers -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForwardRows.h"
#include "WantedLanes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

using namespace heddle;

/// Assembling a load from more vectors takes longer than memory.
static constexpr unsigned mostSources = 2;
/// The rows of larger tiles would be spilled.
static constexpr uint64_t mostTileBytes = 4096;
/// The maximum size of a copy is a row.
static constexpr uint64_t mostCopiedBytes = 256;

namespace {

/// A load or a store: the accessed elements of a variable, the mask, and the
/// value of a store.
struct Access {
  llvm::Instruction *inst;
  llvm::AllocaInst *variable;
  /// The first element; none if it is unknown.
  std::optional<int64_t> first;
  llvm::Value *stored = nullptr;
  llvm::APInt mask;
  /// Whether only this thread can observe it.
  bool isPlain = true;
};

/// The contents of one variable along a basic block.
struct Tile {
  /// An element of a stored vector, or a stored scalar.
  struct Element {
    llvm::Value *value = nullptr;
    unsigned lane = 0;
  };

  llvm::Type *element;
  std::map<int64_t, Element> elements;
  /// Whether all accesses are in this basic block.
  bool isLocal = true;
  /// Whether a load could not be replaced.
  bool isRead = false;
  llvm::SmallVector<llvm::Instruction *> stores;
};

/// A vector of a copied range. Not all of its lanes are used if their number is
/// not a power of 2.
struct Piece {
  int64_t offset;
  unsigned elements;
  llvm::FixedVectorType *type;

  bool isPart() const { return elements != type->getNumElements(); }

  llvm::Value *load(llvm::IRBuilder<> &builder,
                    llvm::MemTransferInst &copy) const {
    llvm::Value *from = at(builder, copy.getRawSource());
    llvm::Align align =
        llvm::commonAlignment(copy.getSourceAlign().valueOrOne(), offset);
    if (isPart())
      return builder.CreateMaskedLoad(type, from, align, mask(builder));
    return builder.CreateAlignedLoad(type, from, align);
  }

  void store(llvm::IRBuilder<> &builder, llvm::MemTransferInst &copy,
             llvm::Value *row) const {
    llvm::Value *to = at(builder, copy.getRawDest());
    llvm::Align align =
        llvm::commonAlignment(copy.getDestAlign().valueOrOne(), offset);
    if (isPart())
      builder.CreateMaskedStore(row, to, align, mask(builder));
    else
      builder.CreateAlignedStore(row, to, align);
  }

private:
  llvm::Value *at(llvm::IRBuilder<> &builder, llvm::Value *place) const {
    return offset ? builder.CreatePtrAdd(place, builder.getInt64(offset))
                  : place;
  }

  llvm::Constant *mask(llvm::IRBuilder<> &builder) const {
    llvm::SmallVector<llvm::Constant *> bits;
    for (unsigned lane = 0; lane < type->getNumElements(); ++lane)
      bits.push_back(builder.getInt1(lane < elements));
    return llvm::ConstantVector::get(bits);
  }
};

/// One basic block.
class Forwarder {
public:
  Forwarder(llvm::BasicBlock &block, const llvm::TargetTransformInfo &target)
      : block(block), target(target), layout(block.getDataLayout()) {}

  void add(llvm::AllocaInst *variable, llvm::Type *element, bool isLocal) {
    Tile &tile = tiles[variable];
    tile.element = element;
    tile.isLocal = isLocal;
  }

  bool run() {
    for (llvm::Instruction &inst : llvm::make_early_inc_range(block))
      if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&inst))
        expand(*copy);
    for (llvm::Instruction &inst : llvm::make_early_inc_range(block))
      visit(inst);
    // Only now, since facts about instructions are keyed by their addresses.
    for (llvm::Instruction *load : replaced)
      remove(load);
    for (auto &[variable, tile] : tiles)
      if (tile.isLocal && !tile.isRead)
        for (llvm::Instruction *store : tile.stores)
          remove(store);
    return changed;
  }

private:
  /// The variable that an address points into.
  llvm::AllocaInst *variableOf(llvm::Value *address) {
    auto *variable = llvm::dyn_cast<llvm::AllocaInst>(
        llvm::getUnderlyingObject(address, /*MaxLookup=*/0));
    return tiles.contains(variable) ? variable : nullptr;
  }

  int64_t sizeOf(const Tile &tile) {
    return layout.getTypeStoreSize(tile.element).getFixedValue();
  }

  /// Whether values of a type are elements, possibly after a bit cast.
  bool isAlike(llvm::Type *type, const Tile &tile) {
    return (type->isIntegerTy() || type->isFloatingPointTy()) &&
           layout.getTypeSizeInBits(type) ==
               layout.getTypeSizeInBits(tile.element);
  }

  void remove(llvm::Instruction *inst) {
    llvm::SmallVector<llvm::WeakTrackingVH> operands;
    for (llvm::Value *operand : inst->operands())
      operands.push_back(operand);
    inst->eraseFromParent();
    for (llvm::WeakTrackingVH &operand : operands)
      if (operand)
        llvm::RecursivelyDeleteTriviallyDeadInstructions(operand);
    changed = true;
  }

  /// A copy of a row is a load and a store.
  void expand(llvm::MemTransferInst &copy) {
    llvm::AllocaInst *variable = variableOf(copy.getRawDest());
    if (!variable)
      variable = variableOf(copy.getRawSource());
    auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (!variable || !length || copy.isVolatile())
      return;
    llvm::Type *element = tiles.find(variable)->second.element;
    uint64_t bytes = length->getZExtValue();
    uint64_t size = layout.getTypeStoreSize(element).getFixedValue();
    if (bytes == 0 || bytes > mostCopiedBytes || bytes % size)
      return;
    using Target = llvm::TargetTransformInfo;
    uint64_t width = target.getRegisterBitWidth(Target::RGK_FixedWidthVector)
                         .getFixedValue();
    width = std::max(width / 8, size);
    llvm::SmallVector<Piece> pieces;
    for (uint64_t offset = 0; offset < bytes; offset += width) {
      Piece piece{int64_t(offset),
                  unsigned(std::min(width, bytes - offset) / size), nullptr};
      piece.type = llvm::FixedVectorType::get(
          element, llvm::PowerOf2Ceil(piece.elements));
      unsigned space = copy.getSourceAddressSpace();
      if (piece.isPart() &&
          (!target.isLegalMaskedLoad(piece.type, llvm::Align(size), space) ||
           !target.isLegalMaskedStore(piece.type, llvm::Align(size), space)))
        return;
      pieces.push_back(piece);
    }
    // All loads first: the ranges may overlap.
    llvm::IRBuilder<> builder(&copy);
    llvm::SmallVector<llvm::Value *> rows;
    for (Piece &piece : pieces)
      rows.push_back(piece.load(builder, copy));
    for (auto [piece, row] : llvm::zip(pieces, rows))
      piece.store(builder, copy, row);
    remove(&copy);
  }

  /// The effect of an instruction on a variable, if it is a load or a store.
  std::optional<Access> accessOf(llvm::Instruction &inst) {
    llvm::Value *address = nullptr, *mask = nullptr, *stored = nullptr;
    bool isPlain = true;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
      address = load->getPointerOperand();
      isPlain = load->isSimple();
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
      address = store->getPointerOperand();
      stored = store->getValueOperand();
      isPlain = store->isSimple();
    } else if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst)) {
      if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) {
        address = call->getArgOperand(0);
        mask = call->getArgOperand(1);
      } else if (call->getIntrinsicID() == llvm::Intrinsic::masked_store) {
        stored = call->getArgOperand(0);
        address = call->getArgOperand(1);
        mask = call->getArgOperand(2);
      }
    }
    llvm::AllocaInst *variable = address ? variableOf(address) : nullptr;
    if (!variable)
      return std::nullopt;
    llvm::Type *type = stored ? stored->getType() : inst.getType();
    Access access{&inst,
                  variable,
                  std::nullopt,
                  stored,
                  llvm::APInt::getAllOnes(countLanes(type)),
                  isPlain};
    Tile &tile = tiles.find(variable)->second;
    llvm::APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
    llvm::Value *base = address->stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/true);
    if (mask) {
      std::optional<llvm::APInt> bits = constantMask(mask);
      if (!bits)
        return access;
      access.mask = *bits;
    }
    if (isPlain && base == variable && isAlike(type->getScalarType(), tile) &&
        offset.srem(sizeOf(tile)) == 0)
      access.first = offset.getSExtValue() / sizeOf(tile);
    return access;
  }

  void visit(llvm::Instruction &inst) {
    if (std::optional<Access> access = accessOf(inst)) {
      Tile &tile = tiles.find(access->variable)->second;
      if (access->stored)
        write(tile, *access);
      else if (!replace(tile, *access))
        tile.isRead = true;
      return;
    }
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (!call)
      return;
    for (llvm::Value *operand : call->args())
      if (operand->getType()->isPointerTy())
        if (llvm::AllocaInst *variable = variableOf(operand)) {
          Tile &tile = tiles.find(variable)->second;
          tile.elements.clear();
          if (call->isLifetimeStartOrEnd())
            tile.stores.push_back(&inst);
          else
            tile.isRead = true;
        }
  }

  void write(Tile &tile, const Access &access) {
    tile.stores.push_back(access.inst);
    tile.isRead |= !access.isPlain;
    if (!access.first) {
      tile.elements.clear();
      return;
    }
    for (unsigned lane = 0; lane < access.mask.getBitWidth(); ++lane)
      if (access.mask[lane])
        tile.elements[*access.first + lane] = {access.stored, lane};
  }

  bool replace(Tile &tile, const Access &access) {
    if (!access.first || !access.inst->getType()->isVectorTy())
      return false;
    llvm::APInt lanes = wanted.of(access.inst);
    // Masked-out lanes have a pass-through value, which is not in memory.
    if (!lanes.isSubsetOf(access.mask))
      return false;
    std::vector<Tile::Element> parts(lanes.getBitWidth());
    for (unsigned lane = 0; lane < lanes.getBitWidth(); ++lane)
      if (lanes[lane]) {
        auto it = tile.elements.find(*access.first + lane);
        if (it == tile.elements.end())
          return false;
        parts[lane] = it->second;
      }
    llvm::Value *value = combine(parts, *access.inst);
    if (!value)
      return false;
    access.inst->replaceAllUsesWith(value);
    replaced.push_back(access.inst);
    return true;
  }

  /// A shuffle of the elements of other vectors.
  llvm::Value *combine(llvm::ArrayRef<Tile::Element> parts,
                       llvm::Instruction &before) {
    llvm::SmallVector<llvm::Value *> sources;
    llvm::SmallVector<std::pair<llvm::Value *, unsigned>> key;
    bool isWhole = true;
    unsigned lanes = parts.size();
    for (auto [lane, part] : llvm::enumerate(parts)) {
      key.emplace_back(part.value, part.lane);
      if (!part.value)
        continue;
      if (!llvm::is_contained(sources, part.value))
        sources.push_back(part.value);
      isWhole &= part.lane == lane && part.value->getType() == before.getType();
    }
    if (sources.empty() || sources.size() > mostSources)
      return nullptr;
    if (isWhole && sources.size() == 1)
      return sources.front();
    llvm::Value *&made = combined[{key.begin(), key.end()}];
    if (made && made->getType() == before.getType())
      return made;
    llvm::IRBuilder<> builder(&before);
    unsigned width = 1;
    for (llvm::Value *source : sources)
      width = std::max(width, countLanes(source->getType()));
    llvm::SmallVector<llvm::Value *> operands;
    for (llvm::Value *source : sources)
      operands.push_back(
          widen(source, before.getType()->getScalarType(), width, builder));
    llvm::SmallVector<int> mask(lanes, llvm::PoisonMaskElem);
    for (auto [lane, part] : llvm::enumerate(parts))
      if (part.value)
        mask[lane] = part.lane + (part.value == sources.front() ? 0 : width);
    made = operands.size() == 1
               ? builder.CreateShuffleVector(operands[0], mask)
               : builder.CreateShuffleVector(operands[0], operands[1], mask);
    return made;
  }

  /// The value in the first lanes of a vector.
  static llvm::Value *widen(llvm::Value *value, llvm::Type *element,
                            unsigned width, llvm::IRBuilder<> &builder) {
    value =
        builder.CreateBitCast(value, value->getType()->getWithNewType(element));
    if (!value->getType()->isVectorTy())
      return builder.CreateInsertElement(
          llvm::PoisonValue::get(
              llvm::FixedVectorType::get(value->getType(), width)),
          value, uint64_t(0));
    unsigned lanes = countLanes(value->getType());
    if (lanes == width)
      return value;
    llvm::SmallVector<int> mask(width, llvm::PoisonMaskElem);
    for (unsigned lane = 0; lane < lanes; ++lane)
      mask[lane] = lane;
    return builder.CreateShuffleVector(value, mask);
  }

  llvm::BasicBlock &block;
  const llvm::TargetTransformInfo &target;
  const llvm::DataLayout &layout;
  llvm::MapVector<llvm::AllocaInst *, Tile> tiles;
  std::map<std::vector<std::pair<llvm::Value *, unsigned>>, llvm::Value *>
      combined;
  WantedLanes wanted;
  llvm::SmallVector<llvm::Instruction *> replaced;
  bool changed = false;
};

/// The accesses of a variable, if its address does not escape.
struct Users {
  llvm::SmallSetVector<llvm::BasicBlock *, 4> blocks;
  llvm::SmallSetVector<llvm::BasicBlock *, 4> loading;
};

std::optional<Users> usersOf(llvm::AllocaInst *variable) {
  Users users;
  llvm::SmallVector<llvm::Value *> worklist = {variable};
  while (!worklist.empty())
    for (llvm::Use &use : worklist.pop_back_val()->uses()) {
      auto *inst = llvm::cast<llvm::Instruction>(use.getUser());
      if (llvm::isa<llvm::GetElementPtrInst>(inst)) {
        worklist.push_back(inst);
        continue;
      }
      users.blocks.insert(inst->getParent());
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(inst)) {
        llvm::Intrinsic::ID id = call->getIntrinsicID();
        if (id == llvm::Intrinsic::masked_load ||
            llvm::isa<llvm::MemTransferInst>(call))
          users.loading.insert(inst->getParent());
        else if (id != llvm::Intrinsic::masked_store &&
                 !llvm::isa<llvm::MemIntrinsic>(call) &&
                 !call->isLifetimeStartOrEnd())
          return std::nullopt;
      } else if (llvm::isa<llvm::LoadInst>(inst)) {
        if (inst->getType()->isVectorTy())
          users.loading.insert(inst->getParent());
      } else if (!llvm::isa<llvm::StoreInst>(inst) ||
                 use.getOperandNo() !=
                     llvm::StoreInst::getPointerOperandIndex()) {
        return std::nullopt;
      }
    }
  return users;
}

/// The element type of a variable, if it is a small array of scalars.
llvm::Type *elementOf(llvm::AllocaInst *variable) {
  const llvm::DataLayout &layout = variable->getDataLayout();
  std::optional<llvm::TypeSize> size = variable->getAllocationSize(layout);
  if (!size || size->isScalable() || size->getFixedValue() > mostTileBytes)
    return nullptr;
  llvm::Type *type = variable->getAllocatedType();
  while (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    type = array->getElementType();
  bool isNumber = type->isFloatTy() || type->isDoubleTy() ||
                  type->isIntegerTy(32) || type->isIntegerTy(64);
  return isNumber ? type : nullptr;
}

} // namespace

llvm::PreservedAnalyses
ForwardRows::run(llvm::Function &function,
                 llvm::FunctionAnalysisManager &analyses) {
  llvm::MapVector<llvm::BasicBlock *, std::unique_ptr<Forwarder>> forwarders;
  auto &target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  for (llvm::Instruction &inst : function.getEntryBlock()) {
    auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
    llvm::Type *element = variable ? elementOf(variable) : nullptr;
    if (!element)
      continue;
    std::optional<Users> users = usersOf(variable);
    if (!users)
      continue;
    for (llvm::BasicBlock *block : users->loading) {
      std::unique_ptr<Forwarder> &forwarder = forwarders[block];
      if (!forwarder)
        forwarder = std::make_unique<Forwarder>(*block, target);
      forwarder->add(variable, element, users->blocks.size() == 1);
    }
  }
  bool changed = false;
  for (auto &[block, forwarder] : forwarders)
    changed |= forwarder->run();
  return changed ? llvm::PreservedAnalyses::none()
                 : llvm::PreservedAnalyses::all();
}
