//===- LowerMemory.cpp - memref accesses to pointer accesses --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/RuntimeABI.h"
#include "heddle/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_LOWERMEMORY
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// The limit for one allocation on a worker's stack. Static shared memory,
/// which CUDA limits to 48 KiB, always fits.
constexpr int64_t stackLimit = 64 * 1024;

class MemoryLowering {
public:
  MemoryLowering(ModuleOp module)
      : module(module), layout(module),
        ptr(LLVM::LLVMPointerType::get(module.getContext())) {}

  LogicalResult run() {
    SmallVector<Operation *> accesses, pointers, allocas, views;
    module.walk([&](Operation *op) {
      if (isa<memref::LoadOp, memref::StoreOp, memref::PrefetchOp>(op))
        accesses.push_back(op);
      else if (isa<par::PointerOp>(op))
        pointers.push_back(op);
      else if (isa<memref::AllocaOp>(op))
        allocas.push_back(op);
      else if (isa<par::ViewOp>(op))
        views.push_back(op);
    });
    for (Operation *op : allocas)
      allocate(cast<memref::AllocaOp>(op));
    module.walk([&](par::GridMemoryOp op) { allocate(op); });
    for (Operation *op : accesses)
      if (failed(lower(op)))
        return failure();
    for (Operation *op : pointers) {
      FailureOr<Value> base = baseOf(cast<par::PointerOp>(op).getSource(), op);
      if (failed(base))
        return failure();
      op->getResult(0).replaceAllUsesWith(*base);
      op->erase();
    }
    for (Operation *op : llvm::reverse(views))
      op->erase();
    for (Operation *op : allocas)
      op->erase();
    return success();
  }

private:
  int64_t bytesOf(Type element) {
    return element.isIndex() ? 8 : layout.getTypeSize(element).getFixedValue();
  }

  /// Allocates on the stack if the size is known, otherwise from the worker's
  /// arena.
  void allocate(memref::AllocaOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    MemRefType type = op.getType();
    Type element = type.getElementType();
    uint64_t align = op.getAlignment().value_or(16);
    Type i64 = builder.getI64Type();
    if (type.hasStaticShape() &&
        type.getNumElements() * bytesOf(element) <= stackLimit) {
      Type stored = element.isIndex() ? i64 : element;
      Type array = LLVM::LLVMArrayType::get(stored, type.getNumElements());
      Value one = LLVM::ConstantOp::create(builder, loc, i64, 1);
      bases[op] = LLVM::AllocaOp::create(builder, loc, ptr, array, one, align);
      return;
    }
    Value bytes = par::bytesOf(builder, op);
    bytes = arith::IndexCastOp::create(builder, loc, i64, bytes);
    LLVM::LLVMFuncOp scratch =
        abi::declare(module, HEDDLE_ABI(__heddle_scratch));
    scratch.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
    scratch.setResultAttr(0, LLVM::LLVMDialect::getAlignAttrName(),
                          builder.getI64IntegerAttr(64));
    auto call = LLVM::CallOp::create(builder, loc, scratch, bytes);
    bases[op] = call.getResult();
  }

  /// Lives until the loops over the grid that use it are done.
  void allocate(par::GridMemoryOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Type i64 = builder.getI64Type();
    Value bytes = arith::IndexCastOp::create(builder, loc, i64, op.getBytes());
    Value memory =
        abi::call(builder, loc, module, HEDDLE_ABI(__heddle_grid_memory), bytes)
            .getResult();
    op.getResult().replaceAllUsesWith(memory);
    builder.setInsertionPoint(op->getBlock()->getTerminator());
    abi::call(builder, loc, module, HEDDLE_ABI(__heddle_grid_free), memory);
    op.erase();
  }

  FailureOr<Value> baseOf(Value memref, Operation *user) {
    Operation *op = memref.getDefiningOp();
    if (auto view = dyn_cast_or_null<par::ViewOp>(op))
      return view.getSource();
    if (op)
      if (auto it = bases.find(op); it != bases.end())
        return it->second;
    return user->emitError("accesses memory of unknown origin");
  }

  /// The sizes by which indices are scaled: all but the outermost.
  Value sizeOf(OpBuilder &builder, Location loc, Value memref, unsigned dim) {
    auto type = cast<MemRefType>(memref.getType());
    if (!type.isDynamicDim(dim))
      return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim));
    if (auto view = memref.getDefiningOp<par::ViewOp>())
      return view.getSizes()[type.getDynamicDimIndex(dim)];
    auto alloca = memref.getDefiningOp<memref::AllocaOp>();
    return alloca.getDynamicSizes()[type.getDynamicDimIndex(dim)];
  }

  LogicalResult lower(Operation *op) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto load = dyn_cast<memref::LoadOp>(op);
    auto store = dyn_cast<memref::StoreOp>(op);
    auto prefetch = dyn_cast<memref::PrefetchOp>(op);
    Value memref = load    ? load.getMemRef()
                   : store ? store.getMemRef()
                           : prefetch.getMemref();
    ValueRange indices = load    ? load.getIndices()
                         : store ? store.getIndices()
                                 : prefetch.getIndices();
    FailureOr<Value> base = baseOf(memref, op);
    if (failed(base))
      return failure();

    Value linear;
    // A prefetch may have any address.
    auto nsw = prefetch ? arith::IntegerOverflowFlags::none
                        : arith::IntegerOverflowFlags::nsw;
    for (auto [dim, index] : llvm::enumerate(indices)) {
      if (linear) {
        Value size = sizeOf(builder, loc, memref, dim);
        linear = arith::MulIOp::create(builder, loc, linear, size, nsw);
        linear = arith::AddIOp::create(builder, loc, linear, index, nsw);
      } else {
        linear = index;
      }
    }
    auto type = cast<MemRefType>(memref.getType());
    Type element = type.getElementType();
    Type stored = element.isIndex() ? builder.getI64Type() : element;
    Value address = *base;
    if (linear) {
      Value wide = arith::IndexCastOp::create(builder, loc,
                                              builder.getI64Type(), linear);
      address = LLVM::GEPOp::create(builder, loc, ptr, stored, address,
                                    ArrayRef<LLVM::GEPArg>{wide},
                                    prefetch ? LLVM::GEPNoWrapFlags::none
                                             : LLVM::GEPNoWrapFlags::inbounds);
    }
    Operation *lowered;
    if (prefetch) {
      lowered = LLVM::Prefetch::create(
          builder, loc, address, /*rw=*/prefetch.getIsWrite(),
          prefetch.getLocalityHint(), /*cache=*/prefetch.getIsDataCache());
    } else if (load) {
      auto created = LLVM::LoadOp::create(builder, loc, stored, address);
      Value value = created;
      if (stored != element)
        value = arith::IndexCastOp::create(builder, loc, element, value);
      load.getResult().replaceAllUsesWith(value);
      lowered = created;
    } else {
      Value value = store.getValueToStore();
      if (stored != element)
        value = arith::IndexCastOp::create(builder, loc, stored, value);
      lowered = LLVM::StoreOp::create(builder, loc, value, address);
    }
    for (auto [name, raisedName] : par::accessAttrs)
      if (Attribute attr = op->getAttr(raisedName))
        lowered->setAttr(name, attr);
    op->erase();
    return success();
  }

  ModuleOp module;
  DataLayout layout;
  Type ptr;
  llvm::DenseMap<Operation *, Value> bases;
};

struct LowerMemory : public heddle::impl::LowerMemoryBase<LowerMemory> {
  void runOnOperation() override {
    if (failed(MemoryLowering(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
