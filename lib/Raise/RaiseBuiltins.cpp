//===- RaiseBuiltins.cpp - CUDA's built-ins to gpu operations -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"
#include "heddle/Support/RuntimeABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace heddle {
#define GEN_PASS_DEF_RAISEBUILTINS
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;
using par::WarpKind;

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

/// The kind of a reduction by its number in a call, or nothing.
static std::optional<WarpKind> reductionKind(const APInt &number) {
  switch (number.getLimitedValue()) {
  case HeddleReduceAdd:
    return WarpKind::Add;
  case HeddleReduceMinUnsigned:
    return WarpKind::UMin;
  case HeddleReduceMaxUnsigned:
    return WarpKind::UMax;
  case HeddleReduceMinSigned:
    return WarpKind::SMin;
  case HeddleReduceMaxSigned:
    return WarpKind::SMax;
  case HeddleReduceAnd:
    return WarpKind::And;
  case HeddleReduceOr:
    return WarpKind::Or;
  case HeddleReduceXor:
    return WarpKind::Xor;
  default:
    return std::nullopt;
  }
}

/// The collective operation of this function of the runtime, or nothing if it
/// is no such function or its kind is not a constant.
static std::optional<WarpKind> warpKind(StringRef callee, LLVM::CallOp call) {
  if (callee != HEDDLE_ABI(__heddle_warp_reduce).name)
    return llvm::StringSwitch<std::optional<WarpKind>>(callee)
        .Case(HEDDLE_ABI(__heddle_warp_sync).name, WarpKind::Sync)
        .Case(HEDDLE_ABI(__heddle_warp_active).name, WarpKind::Active)
        .Case(HEDDLE_ABI(__heddle_warp_ballot).name, WarpKind::Ballot)
        .Case(HEDDLE_ABI(__heddle_warp_shuffle32).name, WarpKind::Shuffle)
        .Case(HEDDLE_ABI(__heddle_warp_shuffle64).name, WarpKind::Shuffle)
        .Case(HEDDLE_ABI(__heddle_warp_match32).name, WarpKind::Match)
        .Case(HEDDLE_ABI(__heddle_warp_match64).name, WarpKind::Match)
        .Default(std::nullopt);
  APInt number;
  if (!matchPattern(call.getArgOperands()[2], m_ConstantInt(&number)))
    return std::nullopt;
  return reductionKind(number);
}

static void raiseWarp(LLVM::CallOp call, WarpKind kind) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  ValueRange args = call.getArgOperands();
  Value active = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value mask = args.empty() ? arith::ConstantIntOp::create(builder, loc, -1, 32)
                            : Value(args[0]);
  Value value = args.size() > 1 ? Value(args[1]) : Value();
  Value lane = kind == WarpKind::Shuffle ? Value(args[2]) : Value();
  Type result = kind == WarpKind::Shuffle ? value.getType()
                : kind == WarpKind::Sync  ? Type()
                                          : builder.getI32Type();
  auto op = par::WarpOp::create(builder, loc,
                                result ? TypeRange(result) : TypeRange(), kind,
                                active, mask, value, lane, ValueRange());
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
        if (std::optional<WarpKind> kind = warpKind(*callee, call)) {
          raiseWarp(call, *kind);
          return;
        }
        if (*callee == HEDDLE_ABI(__heddle_lane_id).name) {
          Value lane = par::LaneOp::create(builder, call.getLoc(),
                                           builder.getI32Type(), ValueRange());
          call.getResult().replaceAllUsesWith(lane);
          call.erase();
          return;
        }
        if (*callee == HEDDLE_ABI(__heddle_grid_sync).name) {
          par::GridSyncOp::create(builder, call.getLoc(), ValueRange());
          call.erase();
          return;
        }
        if (*callee == HEDDLE_ABI(__heddle_yield).name) {
          par::SpinWaitOp::create(builder, call.getLoc());
          call.erase();
          return;
        }
        if (*callee == HEDDLE_ABI(__heddle_named_barrier).name ||
            *callee == HEDDLE_ABI(__heddle_named_arrive).name) {
          par::NamedBarrierOp::create(
              builder, call.getLoc(), call.getArgOperands()[0],
              call.getArgOperands()[1],
              *callee == HEDDLE_ABI(__heddle_named_arrive).name);
          call.erase();
          return;
        }
        if (*callee == HEDDLE_ABI(__heddle_grid_valid).name) {
          Value valid = par::GridValidOp::create(builder, call.getLoc(),
                                                 builder.getI32Type());
          call.getResult().replaceAllUsesWith(valid);
          call.erase();
          return;
        }
        if (*callee == HEDDLE_ABI(__heddle_block_count).name) {
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
