//===- FormLaunch.cpp - Converts a kernel to parallel loops ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_FORMLAUNCH
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Builds `@k.grid` from `@k`.
class LaunchBuilder {
public:
  LaunchBuilder(LLVM::LLVMFuncOp kernel, ModuleOp module)
      : kernel(kernel), module(module), builder(kernel), loc(kernel.getLoc()),
        layout(module) {}

  void build() {
    createFunction();
    loadConfiguration();
    par::ForOp blocks = createLoop(par::Level::Grid, grid, par::largestGrid);
    builder.setInsertionPointToStart(blocks.getBody());
    par::ForOp threads =
        createLoop(par::Level::Block, block, par::largestBlock);
    moveBody(threads);
    replaceBuiltins(blocks, threads);
    replaceShared(threads);
    setSpaces(threads);
    function->setAttr(sharedBytesAttr, builder.getI64IntegerAttr(sharedBytes));
    kernel.erase();
  }

private:
  void createFunction() {
    LLVM::LLVMFunctionType old = kernel.getFunctionType();
    auto ptr = LLVM::LLVMPointerType::get(builder.getContext());
    SmallVector<Type> params = {ptr};
    llvm::append_range(params, old.getParams());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(builder.getContext()), params);
    function = cast<LLVM::LLVMFuncOp>(kernel->cloneWithoutRegions());
    builder.insert(function);
    function.setName((kernel.getName() + ".grid").str());
    function.setFunctionType(type);
    function->removeAttr(kernelAttr);
    // Attributes of parameters (byval, noalias, …) move by one position.
    if (ArrayAttr attrs = kernel.getArgAttrsAttr()) {
      SmallVector<Attribute> moved = {builder.getDictionaryAttr({})};
      llvm::append_range(moved, attrs);
      function.setArgAttrsAttr(builder.getArrayAttr(moved));
    }
    Block *entry = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    builder.setInsertionPointToStart(entry);
  }

  /// The sizes of grid and block, from HeddleLaunchConfig.
  void loadConfiguration() {
    Value config = function.getArgument(0);
    for (unsigned i = 0; i < 6; ++i) {
      Value address = LLVM::GEPOp::create(
          builder, loc, config.getType(), builder.getI32Type(), config,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)},
          LLVM::GEPNoWrapFlags::inbounds);
      Value size =
          LLVM::LoadOp::create(builder, loc, builder.getI32Type(), address);
      Value index = arith::IndexCastUIOp::create(builder, loc,
                                                 builder.getIndexType(), size);
      (i < 3 ? grid : block)[i % 3] = index;
    }
  }

  /// A loop over z, y, x; x is innermost. CUDA forbids races between threads.
  par::ForOp createLoop(par::Level level, Value (&size)[3],
                        ArrayRef<int64_t> bound) {
    auto loop = par::ForOp::create(builder, loc, level,
                                   ValueRange{size[2], size[1], size[0]});
    loop.setRaceFree(true);
    loop.setBound(bound);
    return loop;
  }

  void moveBody(par::ForOp threads) {
    Block &body = kernel.getBody().front();
    for (auto [i, arg] : llvm::enumerate(body.getArguments()))
      arg.replaceAllUsesWith(function.getArgument(i + 1));
    body.getTerminator()->erase();
    Block *target = threads.getBody();
    target->getOperations().splice(target->begin(), body.getOperations());
  }

  static unsigned component(gpu::Dimension dim) {
    return static_cast<unsigned>(dim);
  }

  void replaceBuiltins(par::ForOp blocks, par::ForOp threads) {
    Value scope = threads.getScope();
    threads.walk([&](Operation *op) {
      OpBuilder at(op);
      Location loc = op->getLoc();
      if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
        replace(op,
                threads.getInductionVars()[2 - component(id.getDimension())]);
      else if (auto id = dyn_cast<gpu::BlockIdOp>(op))
        replace(op,
                blocks.getInductionVars()[2 - component(id.getDimension())]);
      else if (auto dim = dyn_cast<gpu::BlockDimOp>(op))
        replace(op, block[component(dim.getDimension())]);
      else if (auto dim = dyn_cast<gpu::GridDimOp>(op))
        replace(op, grid[component(dim.getDimension())]);
      // Their loop is known only now.
      else if (auto lane = dyn_cast<par::LaneOp>(op))
        lane.getScopeMutable().assign(scope);
      else if (auto count = dyn_cast<par::CountOp>(op))
        count.getScopeMutable().assign(scope);
      else if (auto warp = dyn_cast<par::WarpOp>(op))
        replaceWarp(at, warp, scope);
      else if (isa<gpu::BarrierOp, par::GridSyncOp>(op)) {
        bool isOfGrid = isa<par::GridSyncOp>(op);
        par::BarrierOp::create(
            at, loc, isOfGrid ? blocks.getScope() : threads.getScope());
        op->erase();
      }
    });
  }

  static par::ReduceKind kindOf(par::WarpKind kind) {
    switch (kind) {
    case par::WarpKind::Add:
      return par::ReduceKind::Add;
    case par::WarpKind::UMin:
      return par::ReduceKind::UMin;
    case par::WarpKind::UMax:
      return par::ReduceKind::UMax;
    case par::WarpKind::SMin:
      return par::ReduceKind::SMin;
    case par::WarpKind::SMax:
      return par::ReduceKind::SMax;
    case par::WarpKind::And:
      return par::ReduceKind::And;
    case par::WarpKind::Or:
      return par::ReduceKind::Or;
    case par::WarpKind::Xor:
      return par::ReduceKind::Xor;
    default:
      llvm_unreachable("not a reduction");
    }
  }

  /// The collective operation of the loop over threads.
  static Operation *createCollective(OpBuilder &at, par::WarpOp warp,
                                     Value scope) {
    Location loc = warp.getLoc();
    Value mask = warp.getMask(), value = warp.getValue();
    switch (warp.getKind()) {
    case par::WarpKind::Sync:
      return par::BarrierOp::create(at, loc, scope, par::Level::Warp, mask);
    case par::WarpKind::Active:
      return par::ActiveOp::create(at, loc, at.getI32Type(), mask, scope);
    case par::WarpKind::Ballot:
      return par::BallotOp::create(at, loc, at.getI32Type(), mask, value,
                                   scope);
    case par::WarpKind::Match:
      return par::MatchOp::create(at, loc, at.getI32Type(), mask, value, scope);
    case par::WarpKind::Shuffle:
      return par::ShuffleOp::create(at, loc, value.getType(), mask, value,
                                    warp.getLane(), scope);
    default:
      return par::ReduceOp::create(at, loc, at.getI32Type(), mask,
                                   kindOf(warp.getKind()), value, scope);
    }
  }

  static void replaceWarp(OpBuilder &at, par::WarpOp warp, Value scope) {
    Operation *collective = createCollective(at, warp, scope);
    warp->replaceAllUsesWith(collective);
    warp->erase();
  }

  void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  /// Allocates `__shared__` variables between the loops.
  void replaceShared(par::ForOp threads) {
    llvm::MapVector<Operation *, Value> pointers;
    builder.setInsertionPoint(threads);
    threads.walk([&](LLVM::AddressOfOp address) {
      auto global = address.getGlobal(symbols);
      if (!global || !global->hasAttr(sharedAttr))
        return;
      Value &pointer = pointers[global];
      if (!pointer)
        pointer = createShared(global);
      address.getResult().replaceAllUsesWith(pointer);
      address.erase();
    });
  }

  Value createShared(LLVM::GlobalOp global) {
    Type type = global.getType();
    // For reports.
    Location named = NameLoc::get(global.getSymNameAttr(), loc);
    // `extern __shared__ T s[]` is only declared.
    if (!global.getInitializerBlock() && !global.getValueOrNull())
      return par::DynamicSharedOp::create(
          builder, named, LLVM::LLVMPointerType::get(builder.getContext()));

    uint64_t size = layout.getTypeSize(type).getFixedValue();
    uint64_t align = global.getAlignment().value_or(16);
    sharedBytes = llvm::alignTo(sharedBytes, align) + size;
    SmallVector<int64_t> shape;
    Type element = type;
    while (auto array = dyn_cast<LLVM::LLVMArrayType>(element)) {
      shape.push_back(array.getNumElements());
      element = array.getElementType();
    }
    // A struct is not a memref element type, so it is allocated as bytes.
    if (!MemRefType::isValidElementType(element)) {
      shape = {static_cast<int64_t>(size)};
      element = builder.getI8Type();
    }
    auto memref = memref::AllocaOp::create(
        builder, named,
        MemRefType::get(shape, element, AffineMap(), space(par::Space::Block)),
        builder.getI64IntegerAttr(std::max<uint64_t>(align, 64)));
    return par::PointerOp::create(builder, loc, memref);
  }

  Attribute space(par::Space space) {
    return par::SpaceAttr::get(builder.getContext(), space);
  }

  /// Gives views of shared memory and of local variables their memory space.
  void setSpaces(par::ForOp threads) {
    threads.walk([&](par::ViewOp view) {
      Operation *base = par::getBase(view.getSource()).getDefiningOp();
      Attribute of;
      if (isa_and_nonnull<memref::AllocaOp, par::DynamicSharedOp>(base))
        of = space(par::Space::Block);
      else if (isa_and_nonnull<LLVM::AllocaOp>(base))
        of = space(par::Space::Thread);
      else
        return;
      auto type = cast<MemRefType>(view.getType());
      view.getResult().setType(MemRefType::Builder(type).setMemorySpace(of));
    });
  }

  LLVM::LLVMFuncOp kernel;
  ModuleOp module;
  OpBuilder builder;
  Location loc;
  DataLayout layout;
  SymbolTableCollection symbols;
  LLVM::LLVMFuncOp function;
  Value grid[3], block[3];
  uint64_t sharedBytes = 0;
};

struct FormLaunch : public heddle::impl::FormLaunchBase<FormLaunch> {
  void runOnOperation() override {
    forEachRaisedKernel(getOperation(), [&](LLVM::LLVMFuncOp kernel) {
      if (!kernel.getBody().hasOneBlock()) {
        kernel.emitError("a kernel must be raised to structured control flow "
                         "before its launch can be formed");
        return signalPassFailure();
      }
      LaunchBuilder(kernel, getOperation()).build();
    });
  }
};

} // namespace
