//===- RaiseBuiltins.cpp - CUDA's built-ins to gpu operations -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace heddle {
#define GEN_PASS_DEF_RAISEBUILTINS
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// The gpu operation for one component of a built-in variable, or null.
static Value createIndex(OpBuilder &builder, Location loc, StringRef name) {
  if (!name.consume_front("__heddle_"))
    return {};
  auto [variable, component] = name.rsplit('_');
  std::optional<gpu::Dimension> dim = gpu::symbolizeDimension(component);
  if (!dim)
    return {};
  if (variable == "tid")
    return gpu::ThreadIdOp::create(builder, loc, *dim);
  if (variable == "ctaid")
    return gpu::BlockIdOp::create(builder, loc, *dim);
  if (variable == "ntid")
    return gpu::BlockDimOp::create(builder, loc, *dim);
  if (variable == "nctaid")
    return gpu::GridDimOp::create(builder, loc, *dim);
  return {};
}

namespace {
struct RaiseBuiltins : public heddle::impl::RaiseBuiltinsBase<RaiseBuiltins> {
  void runOnOperation() override {
    forEachRaisedKernel(getOperation(), [&](LLVM::LLVMFuncOp kernel) {
      kernel.walk([&](LLVM::CallOp call) {
        std::optional<StringRef> callee = call.getCallee();
        if (!callee)
          return;
        OpBuilder builder(call);
        if (*callee == "__heddle_barrier") {
          gpu::BarrierOp::create(builder, call.getLoc());
          call.erase();
          return;
        }
        Value index = createIndex(builder, call.getLoc(), *callee);
        if (!index)
          return;
        Value value = arith::IndexCastUIOp::create(
            builder, call.getLoc(), call.getResult().getType(), index);
        call.getResult().replaceAllUsesWith(value);
        call.erase();
      });
    });
  }
};
} // namespace
