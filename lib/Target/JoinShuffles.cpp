//===- JoinShuffles.cpp - Shuffles on fibers that meet once ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/RuntimeABI.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Target/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_JOINSHUFFLES
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Enough for any instruction, and no burden on a fiber's stack.
static constexpr size_t maxShuffles = 64;

static LLVM::CallOp asShuffle(Operation &op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  StringRef callee = call ? call.getCallee().value_or("") : "";
  return callee == HEDDLE_ABI(__heddle_warp_shuffle32).name ||
                 callee == HEDDLE_ABI(__heddle_warp_shuffle64).name
             ? call
             : nullptr;
}

static bool isSame(Value a, Value b) {
  APInt left, right;
  return a == b || (matchPattern(a, m_ConstantInt(&left)) &&
                    matchPattern(b, m_ConstantInt(&right)) && left == right);
}

namespace {

/// Shuffles of one block, in order, that can take place where the first is.
class Group {
public:
  explicit Group(LLVM::CallOp first) : shuffles({first}) {}

  size_t size() const { return shuffles.size(); }

  /// Adds a later shuffle. False if its operands are not known in time.
  bool add(LLVM::CallOp shuffle) {
    if (!isSame(shuffle.getOperand(0), shuffles[0].getOperand(0)))
      return false;
    llvm::SetVector<Operation *> needed;
    for (unsigned operand : {1, 2})
      if (!collect(shuffle.getOperand(operand), needed))
        return false;
    SmallVector<Operation *> sorted = needed.takeVector();
    llvm::sort(sorted, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    for (Operation *op : sorted)
      op->moveBefore(shuffles[0]);
    shuffles.push_back(shuffle);
    return true;
  }

  /// Replaces the shuffles by one call.
  void join(ModuleOp module) {
    OpBuilder builder(shuffles[0]);
    Location loc = shuffles[0].getLoc();
    Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
    Value memory = abi::allocateOnStack(
        builder, loc,
        LLVM::LLVMArrayType::get(builder.getI8Type(),
                                 size() * sizeof(HeddleShuffle)),
        alignof(HeddleShuffle));
    auto place = [&](size_t index) {
      return abi::fieldAddress(builder, loc, memory,
                               index * sizeof(HeddleShuffle));
    };
    for (auto [i, shuffle] : llvm::enumerate(shuffles)) {
      Value value = shuffle.getOperand(1);
      if (value.getType() != i64)
        value = LLVM::ZExtOp::create(builder, loc, i64, value);
      abi::storeField(builder, loc, value, place(i),
                      HEDDLE_ABI_FIELD(HeddleShuffle, value));
      abi::storeField(builder, loc, shuffle.getOperand(2), place(i),
                      HEDDLE_ABI_FIELD(HeddleShuffle, lane));
    }
    Value count = LLVM::ConstantOp::create(builder, loc, i32, size());
    abi::call(builder, loc, module, HEDDLE_ABI(__heddle_warp_shuffles),
              {shuffles[0].getOperand(0), memory, count});
    for (auto [i, shuffle] : llvm::enumerate(shuffles)) {
      Value result = abi::loadField(builder, loc, place(i),
                                    HEDDLE_ABI_FIELD(HeddleShuffle, value));
      if (Type type = shuffle.getResult().getType(); type != i64)
        result = LLVM::TruncOp::create(builder, loc, type, result);
      shuffle.getResult().replaceAllUsesWith(result);
    }
    for (LLVM::CallOp shuffle : shuffles)
      shuffle.erase();
  }

private:
  /// The operations after the first shuffle that a value needs. False if it
  /// needs one that has to stay there.
  bool collect(Value value, llvm::SetVector<Operation *> &needed) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != shuffles[0]->getBlock() ||
        op->isBeforeInBlock(shuffles[0]) || needed.contains(op))
      return true;
    if (!isPure(op) || op->getNumRegions() != 0)
      return false;
    needed.insert(op);
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return collect(operand, needed);
    });
  }

  SmallVector<LLVM::CallOp> shuffles;
};

struct JoinShuffles : public heddle::impl::JoinShufflesBase<JoinShuffles> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (!function->hasAttr(kernelAttr) || function->hasAttr(fibersAttr))
        for (Block &block : function.getBody())
          joinIn(block, module);
  }

private:
  static void joinIn(Block &block, ModuleOp module) {
    SmallVector<Group> groups;
    bool open = false;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (LLVM::CallOp shuffle = asShuffle(op)) {
        if (!open || groups.back().size() == maxShuffles ||
            !groups.back().add(shuffle))
          groups.emplace_back(shuffle);
        open = true;
      } else if (!isMemoryEffectFree(&op)) {
        // It may depend on when the lanes meet.
        open = false;
      }
    }
    for (Group &group : groups)
      if (group.size() > 1)
        group.join(module);
  }
};

} // namespace
