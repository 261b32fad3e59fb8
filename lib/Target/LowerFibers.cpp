//===- LowerFibers.cpp - Runs the threads of a kernel on fibers -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/RuntimeABI.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Target/Passes.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_LOWERFIBERS
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

class FiberLowering {
public:
  FiberLowering(ModuleOp module)
      : module(module), layout(module), context(module.getContext()),
        ptr(LLVM::LLVMPointerType::get(context)) {}

  void run() {
    layOutShared();
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (!function->hasAttr(kernelAttr) || function->hasAttr(fibersAttr))
        lowerContext(function);
    for (auto kernel :
         llvm::make_early_inc_range(module.getOps<LLVM::LLVMFuncOp>()))
      if (kernel->hasAttr(fibersAttr))
        createGrid(kernel);
  }

private:
  /// Computes offsets into the block's memory for `__shared__` variables that
  /// only one kernel uses, which are most. The others have no offset; the
  /// runtime provides their address.
  void layOutShared() {
    llvm::MapVector<StringAttr, llvm::SmallPtrSet<Operation *, 2>> users;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      function.walk([&](LLVM::AddressOfOp address) {
        auto global = address.getGlobal(symbols);
        if (global && global->hasAttr(sharedAttr))
          users[global.getSymNameAttr()].insert(function);
      });
    auto place = [&](StringAttr name, uint64_t &end) {
      auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
      Type type = global.getType();
      if (isExtern(global))
        return;
      uint64_t align = global.getAlignment().value_or(16);
      end = llvm::alignTo(end, align);
      offsets[name] = end;
      end += layout.getTypeSize(type).getFixedValue();
    };
    auto isKernels = [&](auto &functions) {
      return functions.size() == 1 && (*functions.begin())->hasAttr(kernelAttr);
    };
    for (auto &[name, functions] : users)
      if (isKernels(functions) && (*functions.begin())->hasAttr(fibersAttr))
        place(name, ends[*functions.begin()]);
  }

  /// `extern __shared__`: dynamic shared memory.
  static bool isExtern(LLVM::GlobalOp global) {
    return !global.getInitializerBlock() && !global.getValueOrNull();
  }

  /// The variable itself is never accessed; its address identifies it.
  void askForShared(LLVM::AddressOfOp address, LLVM::GlobalOp global) {
    OpBuilder builder(address);
    builder.setInsertionPointAfter(address);
    Location loc = address.getLoc();
    Type i64 = builder.getI64Type();
    Value bytes = LLVM::ConstantOp::create(
        builder, loc, i64,
        layout.getTypeSize(global.getType()).getFixedValue());
    Value align = LLVM::ConstantOp::create(builder, loc, i64,
                                           global.getAlignment().value_or(16));
    auto call =
        abi::call(builder, loc, module, HEDDLE_ABI(__heddle_fiber_shared),
                  {address.getResult(), bytes, align});
    address.getResult().replaceAllUsesExcept(call.getResult(), call);
  }

  /// The field of HeddleThread for a component of a built-in variable.
  static std::optional<abi::Field<uint32_t>> fieldOf(StringRef callee) {
    if (!callee.consume_front("__heddle_"))
      return std::nullopt;
    auto [variable, component] = callee.rsplit('_');
    if (component.size() != 1 || component[0] < 'x' || component[0] > 'z')
      return std::nullopt;
    unsigned dim = component[0] - 'x';
    if (variable == "tid")
      return HEDDLE_ABI_FIELD(HeddleThread, threadIdx)[dim];
    if (variable == "ctaid")
      return HEDDLE_ABI_FIELD(HeddleThread, blockIdx)[dim];
    if (variable == "ntid")
      return HEDDLE_ABI_FIELD(HeddleThread, blockDim)[dim];
    if (variable == "nctaid")
      return HEDDLE_ABI_FIELD(HeddleThread, gridDim)[dim];
    return std::nullopt;
  }

  /// Lowers index queries, barriers and shared variables of one function.
  void lowerContext(LLVM::LLVMFuncOp function) {
    if (function.isExternal())
      return;
    Value thread;
    auto getThread = [&] {
      if (!thread) {
        OpBuilder builder =
            OpBuilder::atBlockBegin(&function.getBody().front());
        thread = abi::call(builder, function.getLoc(), module,
                           HEDDLE_ABI(__heddle_this_thread), {})
                     .getResult();
      }
      return thread;
    };
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (isa<LLVM::CallOp, LLVM::AddressOfOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      OpBuilder builder(op);
      Location loc = op->getLoc();
      if (auto call = dyn_cast<LLVM::CallOp>(op)) {
        StringRef callee = call.getCallee().value_or("");
        if (callee == "__heddle_barrier") {
          abi::call(builder, loc, module, HEDDLE_ABI(__heddle_fiber_barrier),
                    {});
          call.erase();
        } else if (auto field = fieldOf(callee)) {
          Value value = abi::loadField(builder, loc, getThread(), *field);
          call.getResult().replaceAllUsesWith(value);
          call.erase();
        }
        continue;
      }
      auto address = cast<LLVM::AddressOfOp>(op);
      auto global = address.getGlobal(symbols);
      if (!global || !global->hasAttr(sharedAttr))
        continue;
      auto offset = offsets.find(global.getSymNameAttr());
      bool isDynamic = isExtern(global);
      if (!isDynamic && offset == offsets.end()) {
        askForShared(address, global);
        continue;
      }
      Value base = abi::loadField(
          builder, loc, getThread(),
          isDynamic ? HEDDLE_ABI_FIELD(HeddleThread, dynamicShared)
                    : HEDDLE_ABI_FIELD(HeddleThread, staticShared));
      if (!isDynamic)
        base = LLVM::GEPOp::create(
            builder, loc, ptr, builder.getI8Type(), base,
            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset->second)});
      address.getResult().replaceAllUsesWith(base);
      address.erase();
    }
  }

  /// Creates `@k.grid(config, args…)` and `@k.thread(packed args)`, which it
  /// launches.
  void createGrid(LLVM::LLVMFuncOp kernel) {
    OpBuilder builder(kernel);
    // Not the kernel's location, which would bring the kernel's debug
    // information; that belongs to one function.
    Location loc = builder.getUnknownLoc();
    std::string name = kernel.getName().str();
    ArrayRef<Type> types = kernel.getFunctionType().getParams();

    auto thread = abi::createFunction(builder, loc, name + ".thread", {ptr});
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(thread.addEntryBlock(builder));
      SmallVector<Value> args =
          abi::unpack(builder, loc, thread.getArgument(0), types);
      auto call = LLVM::CallOp::create(builder, loc, kernel, args);
      // With byval, every thread gets its own copy.
      if (ArrayAttr attrs = kernel.getArgAttrsAttr())
        call.setArgAttrsAttr(attrs);
      LLVM::ReturnOp::create(builder, loc, ValueRange());
    }

    SmallVector<Type> params = {ptr};
    llvm::append_range(params, types);
    auto grid = abi::createFunction(builder, loc, name + ".grid", params);
    grid.setLinkage(LLVM::Linkage::External);
    if (ArrayAttr attrs = kernel.getArgAttrsAttr()) {
      SmallVector<Attribute> moved = {builder.getDictionaryAttr({})};
      llvm::append_range(moved, attrs);
      grid.setArgAttrsAttr(builder.getArrayAttr(moved));
    }
    grid->setAttr(sharedBytesAttr,
                  builder.getI64IntegerAttr(ends.lookup(kernel)));
    grid->setAttr(fibersAttr, builder.getUnitAttr());
    builder.setInsertionPointToStart(grid.addEntryBlock(builder));
    Value packed = abi::pack(builder, loc, grid.getArguments().drop_front());
    Value body = LLVM::AddressOfOp::create(builder, loc, thread);
    Value info = LLVM::AddressOfOp::create(builder, loc, declareInfo(name));
    abi::call(builder, loc, module, HEDDLE_ABI(__heddle_launch_fibers),
              {body, packed, info, grid.getArgument(0)});
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    kernel->removeAttr(kernelAttr);
    kernel->removeAttr(fibersAttr);
    kernel.setLinkage(LLVM::Linkage::Internal);
  }

  /// The kernel's HeddleKernelInfo, which the host module defines.
  LLVM::GlobalOp declareInfo(StringRef kernel) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    // A kernel that launches this one has already declared it.
    if (auto known =
            module.lookupSymbol<LLVM::GlobalOp>((kernel + ".info").str()))
      return known;
    auto info = LLVM::GlobalOp::create(
        builder, module.getLoc(), builder.getI8Type(), /*isConstant=*/true,
        LLVM::Linkage::External, (kernel + ".info").str(), Attribute());
    info.setVisibility_(LLVM::Visibility::Hidden);
    return info;
  }

  ModuleOp module;
  DataLayout layout;
  MLIRContext *context;
  Type ptr;
  SymbolTableCollection symbols;
  llvm::DenseMap<StringAttr, uint64_t> offsets;
  llvm::DenseMap<Operation *, uint64_t> ends;
};

struct LowerFibers : public heddle::impl::LowerFibersBase<LowerFibers> {
  void runOnOperation() override { FiberLowering(getOperation()).run(); }
};

} // namespace
