//===- HoistRowLoads.cpp - Hoists loads out of rows of threads ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/AddressTerms.h"
#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_HOISTROWLOADS
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Hoists loads out of one loop over the threads of a row.
class Row {
public:
  Row(scf::ForOp loop, LLVM::AccessGroupAttr group)
      : loop(loop), group(group) {}

  void run() {
    findLoads();
    if (!loads.empty())
      hoist();
  }

private:
  /// Whether a value is the same for all threads and can be computed before the
  /// loop.
  bool isInvariant(Value value) {
    if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
      return true;
    auto [known, isNew] = invariant.try_emplace(value, false);
    if (!isNew)
      return known->second;
    Operation *op = value.getDefiningOp();
    bool result = op && op->getBlock() == loop.getBody() &&
                  op->getNumRegions() == 0 && isPure(op) &&
                  llvm::all_of(op->getOperands(), [&](Value operand) {
                    return isInvariant(operand);
                  });
    return invariant[value] = result;
  }

  /// A load that all threads execute, without an operation before it that could
  /// order it after another thread's store: such a store would then be a race.
  void findLoads() {
    llvm::SmallPtrSet<void *, 4> written;
    bool known = true;
    loop.getBody()->walk([&](Operation *op) {
      if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
        if (isInvariant(store.getAddr()))
          written.insert(baseOf(store.getAddr()).getAsOpaquePointer());
      } else if (isa<CallOpInterface, LLVM::FenceOp>(op) && !isPure(op)) {
        known = false;
      }
    });
    if (!known)
      return;
    for (Operation &op : *loop.getBody()) {
      auto load = dyn_cast<LLVM::LoadOp>(op);
      if (!load) {
        bool onlyReads = isMemoryEffectFree(&op) ||
                         hasSingleEffect<MemoryEffects::Read>(&op);
        if (!onlyReads)
          return;
        continue;
      }
      if (load.getVolatile_() ||
          load.getOrdering() != LLVM::AtomicOrdering::not_atomic)
        return;
      if (isShared(load) && isInvariant(load.getAddr()) &&
          !written.contains(baseOf(load.getAddr()).getAsOpaquePointer())) {
        loads.push_back(load);
        invariant[load.getResult()] = true;
      }
    }
  }

  /// Whether it is from memory that is not private to a thread.
  bool isShared(LLVM::LoadOp load) {
    ArrayAttr groups = load.getAccessGroupsAttr();
    return groups && llvm::is_contained(groups, group);
  }

  /// Copies the operations that a value is computed from. LLVM hoists the rest.
  Value compute(OpBuilder &builder, Value value, IRMapping &mapping) {
    if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
      return value;
    if (Value copy = mapping.lookupOrNull(value))
      return copy;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      mapping.map(operand, compute(builder, operand, mapping));
    builder.clone(*op, mapping);
    return mapping.lookup(value);
  }

  void hoist() {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    IRMapping mapping;
    auto copyAll = [&](OpBuilder &builder) {
      SmallVector<Value> values;
      for (LLVM::LoadOp load : loads)
        values.push_back(compute(builder, load.getResult(), mapping));
      return values;
    };
    std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> to = getConstantIntValue(loop.getUpperBound());
    SmallVector<Value> values;
    if (from && to && *from < *to) {
      values = copyAll(builder);
    } else {
      // A row without threads loads nothing.
      Value any =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                loop.getLowerBound(), loop.getUpperBound());
      SmallVector<Type> types;
      for (LLVM::LoadOp load : loads)
        types.push_back(load.getType());
      auto branch = scf::IfOp::create(builder, loc, types, any,
                                      /*withElseRegion=*/true);
      builder.setInsertionPointToStart(branch.thenBlock());
      SmallVector<Value> loaded = copyAll(builder);
      scf::YieldOp::create(builder, loc, loaded);
      builder.setInsertionPointToStart(branch.elseBlock());
      SmallVector<Value> none;
      for (Type type : types)
        none.push_back(LLVM::PoisonOp::create(builder, loc, type));
      scf::YieldOp::create(builder, loc, none);
      values.assign(branch.result_begin(), branch.result_end());
    }
    for (auto [load, value] : llvm::zip(loads, values)) {
      load.getResult().replaceAllUsesWith(value);
      load.erase();
    }
  }

  scf::ForOp loop;
  LLVM::AccessGroupAttr group;
  llvm::DenseMap<Value, bool> invariant;
  SmallVector<LLVM::LoadOp> loads;
};

struct HoistRowLoads : public heddle::impl::HoistRowLoadsBase<HoistRowLoads> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, LLVM::AccessGroupAttr>> rows;
    getOperation().walk([&](scf::ForOp loop) {
      auto annotation =
          loop->getAttrOfType<LLVM::LoopAnnotationAttr>(loopAnnotationAttr);
      if (annotation && annotation.getParallelAccesses().size() == 1)
        rows.emplace_back(loop, annotation.getParallelAccesses().front());
    });
    for (auto [loop, group] : rows)
      Row(loop, group).run();
  }
};

} // namespace
