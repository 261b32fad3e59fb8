//===- Accesses.cpp - Memory accesses -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/AddressTerms.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace heddle;

bool Access::isSamePlace(const Access &other) const {
  return base && base == other.base && exact && other.exact &&
         offset == other.offset && size == other.size &&
         terms.size() == other.terms.size() &&
         llvm::all_of_zip(terms, other.terms, [](const Term &a, const Term &b) {
           return a.value == b.value && a.bytes == b.bytes;
         });
}

Access Access::splitSums() const {
  Access access = *this;
  for (Term &term : access.terms)
    while (Operation *sum = term.value.getDefiningOp()) {
      Type type = term.value.getType();
      if (!isa<arith::AddIOp, arith::SubIOp>(sum) ||
          !(type.isIndex() || type.isInteger(64)))
        break;
      std::optional<int64_t> constant = getConstantIntValue(sum->getOperand(1));
      if (!constant)
        break;
      access.offset +=
          (isa<arith::AddIOp>(sum) ? *constant : -*constant) * term.bytes;
      term.value = sum->getOperand(0);
    }
  return access;
}

std::optional<int64_t> Access::distanceTo(const Access &other) const {
  if (base != other.base || terms.size() != other.terms.size())
    return std::nullopt;
  Access from = splitSums(), to = other.splitSums();
  int64_t distance = to.offset - from.offset;
  from.offset = to.offset;
  from.size = to.size;
  return from.isSamePlace(to) ? std::optional(distance) : std::nullopt;
}

bool Access::isElsewhere(const Access &other) const {
  std::optional<int64_t> distance = distanceTo(other);
  return distance && (*distance >= size || -*distance >= other.size);
}

namespace {

/// Describes an access by its address.
class Locator {
public:
  explicit Locator(Operation *op) : layout(DataLayout::closest(op)) {
    access.op = op;
    access.exact = true;
  }

  /// An element of a memref.
  void setElement(Value memref, ValueRange indices) {
    auto type = cast<MemRefType>(memref.getType());
    access.size = bytesOf(type.getElementType());
    int64_t stride = access.size;
    for (int dim = type.getRank() - 1; dim >= 0; --dim) {
      add(indices[dim], stride);
      if (dim > 0 && type.isDynamicDim(dim))
        access.exact = false;
      stride *= type.isDynamicDim(dim) ? 1 : type.getDimSize(dim);
    }
    setBase(memref);
  }

  void setPointer(Value pointer, Type type) {
    access.size = bytesOf(type);
    setBase(pointer);
  }

  Access access;

private:
  int64_t bytesOf(Type type) { return heddle::bytesOf(type, layout); }

  void add(Value value, int64_t bytes) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      access.offset += constant.getSExtValue() * bytes;
    else
      access.terms.push_back({value, bytes});
  }

  void setBase(Value value) {
    while (Value source = par::getSource(value)) {
      Operation *op = value.getDefiningOp();
      if (auto gep = dyn_cast<LLVM::GEPOp>(op))
        addGEP(gep);
      else if (!isa<par::ViewOp, par::PointerOp>(op))
        access.exact = false;
      value = source;
    }
    access.base = value;
  }

  void addGEP(LLVM::GEPOp gep) {
    if (!forEachTerm(
            gep, layout, [&](int64_t bytes) { access.offset += bytes; },
            [&](Value value, int64_t bytes) { add(value, bytes); }))
      access.exact = false;
  }

  DataLayout layout;
};

} // namespace

std::optional<Access> heddle::getPlainAccess(Operation *op) {
  Locator locator(op);
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    locator.setElement(load.getMemRef(), load.getIndices());
    locator.access.reads = true;
  } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
    locator.setElement(store.getMemRef(), store.getIndices());
    locator.access.writes = true;
  } else if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
    if (load.getVolatile_() ||
        load.getOrdering() != LLVM::AtomicOrdering::not_atomic)
      return std::nullopt;
    locator.setPointer(load.getAddr(), load.getType());
    locator.access.reads = true;
  } else if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
    if (store.getVolatile_() ||
        store.getOrdering() != LLVM::AtomicOrdering::not_atomic)
      return std::nullopt;
    locator.setPointer(store.getAddr(), store.getValue().getType());
    locator.access.writes = true;
  } else {
    return std::nullopt;
  }
  return locator.access;
}

/// An atomic or volatile access, or an unknown one.
static Access getOrderedAccess(Operation *op) {
  Locator locator(op);
  Access &access = locator.access;
  access.orders = true;
  auto isFence = [](LLVM::AtomicOrdering ordering) {
    return ordering > LLVM::AtomicOrdering::monotonic;
  };
  if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
    access.fences = isFence(load.getOrdering());
    locator.setPointer(load.getAddr(), load.getType());
    access.reads = true;
    return access;
  }
  access.writes = true;
  if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
    access.fences = isFence(store.getOrdering());
    locator.setPointer(store.getAddr(), store.getValue().getType());
    return access;
  }
  access.reads = true;
  if (auto rmw = dyn_cast<LLVM::AtomicRMWOp>(op)) {
    access.fences = isFence(rmw.getOrdering());
    locator.setPointer(rmw.getPtr(), rmw.getVal().getType());
  } else if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(op)) {
    access.fences = isFence(exchange.getSuccessOrdering());
    locator.setPointer(exchange.getPtr(), exchange.getVal().getType());
  } else {
    access.fences = true;
    access.exact = false;
  }
  return access;
}

void heddle::collectAccesses(Operation *root, scf::ParallelOp threads,
                             SmallVectorImpl<Access> &accesses) {
  root->walk([&](Operation *op) {
    if (par::isBarrier(op) || isa<par::WarpOp>(op) || isMemoryEffectFree(op) ||
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isa<memref::AllocaOp, LLVM::AllocaOp>(op))
      return;
    if (std::optional<Access> access = getPlainAccess(op)) {
      if (!threads || !isOwn(access->base, threads))
        accesses.push_back(*access);
      return;
    }
    accesses.push_back(getOrderedAccess(op));
  });
}

bool heddle::isLocalObject(Value base) {
  Operation *op = base.getDefiningOp();
  if (!isa_and_nonnull<memref::AllocaOp, LLVM::AllocaOp>(op))
    return false;
  SmallVector<Value> aliases{base};
  while (!aliases.empty()) {
    Value alias = aliases.pop_back_val();
    for (Operation *user : alias.getUsers()) {
      if (isa<par::ViewOp, par::PointerOp, LLVM::GEPOp>(user)) {
        aliases.push_back(user->getResult(0));
        continue;
      }
      if (isa<memref::LoadOp, LLVM::LoadOp, LLVM::LifetimeStartOp,
              LLVM::LifetimeEndOp>(user))
        continue;
      if (auto store = dyn_cast<memref::StoreOp>(user))
        if (store.getValue() != alias)
          continue;
      if (auto store = dyn_cast<LLVM::StoreOp>(user))
        if (store.getValue() != alias)
          continue;
      if (auto rmw = dyn_cast<LLVM::AtomicRMWOp>(user))
        if (rmw.getVal() != alias)
          continue;
      if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(user))
        if (exchange.getVal() != alias && exchange.getCmp() != alias)
          continue;
      return false;
    }
  }
  return true;
}

bool heddle::isOwn(Value base, scf::ParallelOp threads) {
  Operation *op = base ? base.getDefiningOp() : nullptr;
  return op && threads->isProperAncestor(op) && isLocalObject(base);
}

static bool isAllocation(Value base) {
  return isa_and_nonnull<memref::AllocaOp, LLVM::AllocaOp, LLVM::AddressOfOp>(
      base.getDefiningOp());
}

static bool isParameter(Value base) {
  auto arg = dyn_cast<BlockArgument>(base);
  return arg && isa<FunctionOpInterface>(arg.getOwner()->getParentOp());
}

/// Declared `__restrict__`.
static bool isRestricted(Value base) {
  if (!isParameter(base))
    return false;
  auto arg = cast<BlockArgument>(base);
  auto function = cast<FunctionOpInterface>(arg.getOwner()->getParentOp());
  return function.getArgAttr(arg.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName()) !=
         nullptr;
}

/// In constant memory, which only the host writes, between launches.
static bool isConstant(Value base) {
  Operation *op = base ? base.getDefiningOp() : nullptr;
  return op && op->hasAttr(par::constantAttr);
}

bool heddle::mayAlias(Value a, Value b) {
  if (a == b)
    return true;
  // Two reads never conflict.
  if (isConstant(a) || isConstant(b))
    return false;
  // An unknown base cannot alias a non-escaping allocation.
  if (!a || !b)
    return !isLocalObject(a ? a : b);
  auto globalA = a.getDefiningOp<LLVM::AddressOfOp>();
  auto globalB = b.getDefiningOp<LLVM::AddressOfOp>();
  if (globalA && globalB)
    return globalA.getGlobalName() == globalB.getGlobalName();
  if (isAllocation(a) && isAllocation(b))
    return false;
  // Memory that is allocated here did not exist when the parameters were
  // passed.
  auto isLocal = [](Value value) {
    return isa_and_nonnull<memref::AllocaOp, LLVM::AllocaOp>(
        value.getDefiningOp());
  };
  if ((isLocal(a) && isParameter(b)) || (isLocal(b) && isParameter(a)))
    return false;
  if (isLocalObject(a) || isLocalObject(b))
    return false;
  if (isParameter(a) && isParameter(b))
    return !isRestricted(a) && !isRestricted(b);
  return true;
}
