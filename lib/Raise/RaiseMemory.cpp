//===- RaiseMemory.cpp - Pointer accesses to memref accesses --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"
#include "heddle/Support/AddressTerms.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace heddle {
#define GEN_PASS_DEF_RAISEMEMORY
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// A multiple of a value, or a constant if there is no value.
struct Term {
  Value value;
  int64_t factor = 1;
};

/// An address as a view and indices into it.
struct Access {
  Value base;
  MemRefType type;
  SmallVector<SmallVector<Term>> terms; ///< The summands of each dimension.
};

/// Whether a memref may have this element type, with a size in whole bytes.
bool isElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() == 8 || integer.getWidth() == 16 ||
           integer.getWidth() == 32 || integer.getWidth() == 64;
  return type.isF32() || type.isF64() || type.isF16() || type.isBF16();
}

class Raiser {
public:
  Raiser(ModuleOp module) : symbols(module), layout(module) {}

  void raise(Operation *op, Value address, Type accessed) {
    if (!isElementType(accessed))
      return;
    SmallVector<LLVM::GEPOp> path;
    Value base = address;
    while (auto gep = base.getDefiningOp<LLVM::GEPOp>()) {
      // A negative offset is fine; one that wraps around is not.
      if (!bitEnumContainsAny(gep.getNoWrapFlags(),
                              LLVM::GEPNoWrapFlags::inboundsFlag))
        break;
      path.push_back(gep);
      base = gep.getBase();
    }
    std::reverse(path.begin(), path.end());
    // The further the view is from the root, the less is known about the shape.
    // Start with the root and advance one step at a time.
    for (size_t skip = 0; skip <= path.size(); ++skip) {
      Value root = skip ? path[skip - 1].getResult() : base;
      std::optional<Access> access =
          match(root, ArrayRef(path).drop_front(skip), accessed);
      if (access)
        return rewrite(op, *access, accessed);
    }
  }

private:
  /// The array that a pointer is the start of, if known.
  MemRefType arrayAt(Value base, Type accessed) {
    Type type;
    if (auto address = base.getDefiningOp<LLVM::AddressOfOp>()) {
      auto global = table.lookupNearestSymbolFrom<LLVM::GlobalOp>(
          symbols, address.getGlobalNameAttr());
      if (global)
        type = global.getType();
    } else if (auto local = base.getDefiningOp<LLVM::AllocaOp>()) {
      type = local.getElemType();
    }
    SmallVector<int64_t> shape;
    while (auto array = dyn_cast_or_null<LLVM::LLVMArrayType>(type)) {
      shape.push_back(array.getNumElements());
      type = array.getElementType();
    }
    // `extern __shared__ float s[]` is an array of size 0: its size is unknown.
    if (shape.empty() || shape.front() == 0 || type != accessed)
      return {};
    return MemRefType::get(shape, accessed);
  }

  std::optional<Access> match(Value root, ArrayRef<LLVM::GEPOp> path,
                              Type accessed) {
    if (MemRefType type = arrayAt(root, accessed))
      if (std::optional<Access> access = matchArray(root, type, path))
        return access;
    return matchFlat(root, path, accessed);
  }

  Value constant(OpBuilder &builder, Location loc, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  static Term term(LLVM::GEPIndicesAdaptor<ValueRange>::value_type index) {
    if (auto attr = dyn_cast<IntegerAttr>(index))
      return {{}, attr.getInt()};
    return {cast<Value>(index)};
  }

  static bool isZero(LLVM::GEPIndicesAdaptor<ValueRange>::value_type index) {
    auto attr = dyn_cast<IntegerAttr>(index);
    return attr && attr.getInt() == 0;
  }

  /// Every step adds multiples of the accessed type's size to the pointer: an
  /// array of structs is treated as an array of their members, if the struct's
  /// size is a multiple.
  std::optional<Access> matchFlat(Value root, ArrayRef<LLVM::GEPOp> path,
                                  Type accessed) {
    Access access;
    access.base = root;
    access.type = MemRefType::get({ShapedType::kDynamic}, accessed);
    access.terms.resize(1);
    int64_t size = bytesOf(accessed, layout), offset = 0;
    bool isWhole = true;
    auto add = [&](Value value, int64_t bytes) {
      isWhole &= bytes % size == 0;
      access.terms[0].push_back({value, bytes / size});
    };
    for (LLVM::GEPOp gep : path)
      if (!forEachTerm(
              gep, layout, [&](int64_t bytes) { offset += bytes; }, add))
        return std::nullopt;
    if (offset != 0 && !(planted(Fault::LostOffset) && access.terms[0].size()))
      add({}, offset);
    if (!isWhole)
      return std::nullopt;
    return access;
  }

  /// Steps that descend an array of known shape, dimension by dimension.
  std::optional<Access> matchArray(Value root, MemRefType type,
                                   ArrayRef<LLVM::GEPOp> path) {
    Access access;
    access.base = root;
    access.type = type;
    access.terms.resize(type.getRank());
    // The type that the pointer reached so far points to: the innermost
    // dimensions of the array after `depth` others.
    unsigned depth = 0;
    for (LLVM::GEPOp gep : path) {
      auto indices = gep.getIndices();
      unsigned rank = 0;
      Type stepType = gep.getElemType();
      while (auto array = dyn_cast<LLVM::LLVMArrayType>(stepType)) {
        ++rank;
        stepType = array.getElementType();
      }
      if (stepType != type.getElementType() || rank > type.getRank() - depth ||
          indices.size() > rank + 1 || !isSuffix(gep.getElemType(), type, rank))
        return std::nullopt;
      // The first index counts whole objects of the step's type, which are the
      // elements of the previous dimension.
      unsigned dim = type.getRank() - rank;
      if (!isZero(indices[0])) {
        if (dim == 0)
          return std::nullopt;
        access.terms[dim - 1].push_back(term(indices[0]));
      }
      for (unsigned i = 1; i < indices.size(); ++i)
        access.terms[dim + i - 1].push_back(term(indices[i]));
      depth = std::max(depth, dim + (unsigned)indices.size() - 1);
    }
    return access;
  }

  /// Whether an array type is that of the innermost `rank` dimensions.
  static bool isSuffix(Type type, MemRefType whole, unsigned rank) {
    for (unsigned i = whole.getRank() - rank; i < whole.getRank(); ++i) {
      auto array = cast<LLVM::LLVMArrayType>(type);
      if ((int64_t)array.getNumElements() != whole.getDimSize(i))
        return false;
      type = array.getElementType();
    }
    return true;
  }

  Value sum(OpBuilder &builder, Location loc, ArrayRef<Term> terms) {
    auto nsw = arith::IntegerOverflowFlags::nsw;
    Value total;
    for (auto [value, factor] : terms) {
      Value index = value ? value : constant(builder, loc, factor);
      if (!index.getType().isIndex())
        index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                           value);
      if (value && factor != 1)
        index = arith::MulIOp::create(builder, loc, index,
                                      constant(builder, loc, factor), nsw);
      total = total ? arith::AddIOp::create(builder, loc, total, index, nsw)
                    : index;
    }
    return total ? total : constant(builder, loc, 0);
  }

  void rewrite(Operation *op, const Access &access, Type accessed) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    Value view = par::ViewOp::create(builder, loc, access.type, access.base);
    SmallVector<Value> indices;
    for (const SmallVector<Term> &terms : access.terms)
      indices.push_back(sum(builder, loc, terms));
    Operation *raised;
    if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
      auto created = memref::LoadOp::create(builder, loc, view, indices);
      load.getResult().replaceAllUsesWith(created.getResult());
      raised = created;
    } else {
      raised = memref::StoreOp::create(
          builder, loc, cast<LLVM::StoreOp>(op).getValue(), view, indices);
    }
    // Alias information and alignment are restored when the access is lowered.
    for (auto [name, raisedName] : par::accessAttrs)
      if (Attribute attr = op->getAttr(name))
        raised->setAttr(raisedName, attr);
    op->erase();
  }

  ModuleOp symbols;
  DataLayout layout;
  SymbolTableCollection table;
};

struct RaiseMemory : public heddle::impl::RaiseMemoryBase<RaiseMemory> {
  void runOnOperation() override {
    Raiser raiser(getOperation());
    forEachRaisedKernel(getOperation(), [&](LLVM::LLVMFuncOp kernel) {
      kernel.walk([&](Operation *op) {
        if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
          if (!load.getVolatile_() &&
              load.getOrdering() == LLVM::AtomicOrdering::not_atomic)
            raiser.raise(op, load.getAddr(), load.getType());
        } else if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
          if (!store.getVolatile_() &&
              store.getOrdering() == LLVM::AtomicOrdering::not_atomic)
            raiser.raise(op, store.getAddr(), store.getValue().getType());
        }
      });
    });
  }
};

} // namespace
