//===- RaiseBuiltins.cpp - CUDA's built-ins to gpu operations -------------===//
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

/// The name of what a warp does together, by the runtime's function for it.
static StringRef warpKind(StringRef callee, LLVM::CallOp call) {
  if (!callee.consume_front("__heddle_warp_"))
    return {};
  if (callee == "reduce") {
    static constexpr StringLiteral kinds[] = {"add",  "umin", "umax", "smin",
                                              "smax", "and",  "or",   "xor"};
    APInt kind;
    if (!matchPattern(call.getArgOperands()[2], m_ConstantInt(&kind)) ||
        kind.uge(std::size(kinds)))
      return {};
    return kinds[kind.getZExtValue()];
  }
  return callee.rtrim("0123456789");
}

static void raiseWarp(LLVM::CallOp call, StringRef kind) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  ValueRange args = call.getArgOperands();
  Value active = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value mask = args.empty() ? arith::ConstantIntOp::create(builder, loc, -1, 32)
                            : Value(args[0]);
  Value value = args.size() > 1 ? Value(args[1]) : Value();
  Value lane = kind == "shuffle" ? Value(args[2]) : Value();
  Type result = kind == "shuffle" ? value.getType()
                : kind == "sync"  ? Type()
                                  : builder.getI32Type();
  auto op = par::WarpOp::create(
      builder, loc, result ? TypeRange(result) : TypeRange(),
      builder.getStringAttr(kind), active, mask, value, lane, ValueRange());
  if (result)
    call.getResult().replaceAllUsesWith(op.getResult());
  call.erase();
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
        if (StringRef kind = warpKind(*callee, call); !kind.empty()) {
          raiseWarp(call, kind);
          return;
        }
        if (*callee == "__heddle_lane_id") {
          Value lane = par::LaneOp::create(builder, call.getLoc(),
                                           builder.getI32Type(), ValueRange());
          call.getResult().replaceAllUsesWith(lane);
          call.erase();
          return;
        }
        if (*callee == "__heddle_grid_sync") {
          par::GridSyncOp::create(builder, call.getLoc(), ValueRange());
          call.erase();
          return;
        }
        if (*callee == "__heddle_block_count") {
          Location loc = call.getLoc();
          Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
          Value condition =
              arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                    call.getArgOperands()[0], zero);
          Value count = par::CountOp::create(builder, loc, builder.getI32Type(),
                                             condition, ValueRange());
          call.getResult().replaceAllUsesWith(count);
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
