//===- UnrollLevels.cpp - Trees and the like, level by level --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_UNROLLLEVELS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Loops that run more often than that stay loops.
constexpr unsigned mostLevels = 12;
/// All levels together have no more operations than that.
constexpr unsigned mostOperations = 600;

class Unroller {
public:
  explicit Unroller(scf::ParallelOp threads)
      : threads(threads), uniformity(threads) {}

  void run() {
    SmallVector<std::pair<scf::WhileOp, unsigned>> loops;
    threads.getBody()->walk([&](scf::WhileOp loop) {
      if (!par::holdsBarrier(loop) || !scalesThreads(loop))
        return;
      std::optional<unsigned> levels = countLevels(loop);
      if (levels && *levels * countOperations(loop) <= mostOperations)
        loops.push_back({loop, *levels});
    });
    for (auto [loop, levels] : loops)
      unroll(loop, levels);
  }

private:
  /// Whether a thread's index is multiplied by something that changes from one
  /// level to the next: only then it helps to know what that is.
  bool scalesThreads(scf::WhileOp loop) {
    return loop
        ->walk([&](Operation *op) {
          if (!isa<arith::MulIOp, arith::ShLIOp>(op))
            return WalkResult::advance();
          Value a = op->getOperand(0), b = op->getOperand(1);
          if (uniformity.isUniform(a))
            std::swap(a, b);
          bool isFound = !uniformity.isUniform(a) && uniformity.isUniform(b) &&
                         loop->isAncestor(b.getParentBlock()->getParentOp());
          return isFound ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// How often a loop runs, if that can be told.
  std::optional<unsigned> countLevels(scf::WhileOp loop) {
    Folder outside;
    SmallVector<Attribute> carried;
    for (Value init : loop.getInits())
      carried.push_back(outside.get(init));
    scf::ConditionOp condition = loop.getConditionOp();
    for (unsigned level = 0; level <= mostLevels; ++level) {
      Folder inside;
      for (auto [arg, constant] : llvm::zip(loop.getBeforeArguments(), carried))
        inside.set(arg, constant);
      auto goesOn =
          dyn_cast_or_null<IntegerAttr>(inside.get(condition.getCondition()));
      if (!goesOn)
        return std::nullopt;
      if (goesOn.getValue().isZero())
        return level;
      for (auto [arg, value] :
           llvm::zip(loop.getAfterArguments(), condition.getArgs()))
        inside.set(arg, inside.get(value));
      carried.clear();
      for (Value next : loop.getYieldOp().getOperands())
        carried.push_back(inside.get(next));
    }
    return std::nullopt;
  }

  static void unroll(scf::WhileOp loop, unsigned levels) {
    OpBuilder builder(loop);
    SmallVector<Value> carried(loop.getInits());
    for (unsigned level = 0;; ++level) {
      IRMapping mapping;
      mapping.map(loop.getBeforeArguments(), carried);
      for (Operation &op : loop.getBeforeBody()->without_terminator())
        builder.clone(op, mapping);
      SmallVector<Value> passed;
      for (Value value : loop.getConditionOp().getArgs())
        passed.push_back(mapping.lookupOrDefault(value));
      if (level == levels) {
        loop.replaceAllUsesWith(passed);
        loop.erase();
        return;
      }
      mapping.map(loop.getAfterArguments(), passed);
      for (Operation &op : loop.getAfterBody()->without_terminator())
        builder.clone(op, mapping);
      carried.clear();
      for (Value value : loop.getYieldOp().getOperands())
        carried.push_back(mapping.lookupOrDefault(value));
    }
  }

  scf::ParallelOp threads;
  Uniformity uniformity;
};

struct UnrollLevels : public heddle::impl::UnrollLevelsBase<UnrollLevels> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      // Only where the block's size is known: it is written many times.
      if (llvm::all_of(threads.getUpperBound(), [](Value size) {
            return getConstantIntValue(size).has_value();
          }))
        Unroller(threads).run();
    }
  }
};

} // namespace
