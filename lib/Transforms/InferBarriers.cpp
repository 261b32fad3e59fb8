//===- InferBarriers.cpp - Barriers that programs rely on -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_INFERBARRIERS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Whether two values are computed in the same way. Induction variables of two
/// loops are equal if they have the same start and step.
class Likeness {
public:
  bool same(Value a, Value b) {
    if (a == b)
      return true;
    if (!a || !b || a.getType() != b.getType())
      return false;
    auto [it, isNew] = known.try_emplace({a, b}, true);
    // Assumed to be true during the comparison: a loop's variable depends on
    // itself.
    if (!isNew)
      return it->second;
    bool result = compare(a, b);
    known[{a, b}] = result;
    return result;
  }

private:
  bool same(ValueRange a, ValueRange b) {
    return a.size() == b.size() &&
           llvm::all_of_zip(a, b, [&](Value x, Value y) { return same(x, y); });
  }

  bool compare(Value a, Value b) {
    auto argA = dyn_cast<BlockArgument>(a), argB = dyn_cast<BlockArgument>(b);
    if (argA && argB)
      return compareArguments(argA, argB);
    if (argA || argB)
      return false;
    Operation *opA = a.getDefiningOp(), *opB = b.getDefiningOp();
    if (opA->getName() != opB->getName() || opA->getNumRegions() ||
        opA->getAttrDictionary() != opB->getAttrDictionary() ||
        cast<OpResult>(a).getResultNumber() !=
            cast<OpResult>(b).getResultNumber())
      return false;
    // The address may hold another value by then. But pointers, which matter
    // here, rarely change while they are in use.
    if (!isPure(opA) && !isa<LLVM::LoadOp, memref::LoadOp>(opA))
      return false;
    return same(opA->getOperands(), opB->getOperands());
  }

  bool compareArguments(BlockArgument a, BlockArgument b) {
    if (a.getArgNumber() != b.getArgNumber())
      return false;
    Operation *ownerA = a.getOwner()->getParentOp();
    Operation *ownerB = b.getOwner()->getParentOp();
    unsigned number = a.getArgNumber();
    if (auto forA = dyn_cast<scf::ForOp>(ownerA))
      if (auto forB = dyn_cast<scf::ForOp>(ownerB)) {
        if (number == 0)
          return same(forA.getLowerBound(), forB.getLowerBound()) &&
                 same(forA.getStep(), forB.getStep());
        return same(forA.getInitArgs()[number - 1],
                    forB.getInitArgs()[number - 1]) &&
               same(forA.getYieldedValues()[number - 1],
                    forB.getYieldedValues()[number - 1]);
      }
    if (auto whileA = dyn_cast<scf::WhileOp>(ownerA))
      if (auto whileB = dyn_cast<scf::WhileOp>(ownerB)) {
        bool isBefore = a.getOwner() == whileA.getBeforeBody();
        if (isBefore != (b.getOwner() == whileB.getBeforeBody()))
          return false;
        if (isBefore)
          return number < whileB.getInits().size() &&
                 same(whileA.getInits()[number], whileB.getInits()[number]) &&
                 same(whileA.getYieldOp()->getOperand(number),
                      whileB.getYieldOp()->getOperand(number));
        return same(whileA.getConditionOp().getArgs()[number],
                    whileB.getConditionOp().getArgs()[number]);
      }
    return false;
  }

  llvm::DenseMap<std::pair<Value, Value>, bool> known;
};

/// One access to memory that other threads can observe.
struct Access {
  Value base;
  SmallVector<Value> indices;
  bool writes;
};

class Inferrer {
public:
  Inferrer(scf::ParallelOp threads) : threads(threads), builder(threads) {}

  void run() { visit(*threads.getBody()); }

private:
  void visit(Block &block) {
    SmallVector<Access> open;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (par::holdsBarrier(&op)) {
        // It is split anyway.
        for (Region &region : op.getRegions())
          if (!region.empty())
            visit(region.front());
        open.clear();
        continue;
      }
      if (!isa<scf::ForOp, scf::WhileOp>(op))
        continue;
      SmallVector<Access> accesses;
      collect(&op, accesses);
      if (llvm::any_of(accesses, [&](const Access &later) {
            return llvm::any_of(open, [&](const Access &earlier) {
              return conflict(earlier, later);
            });
          })) {
        builder.setInsertionPoint(&op);
        par::BarrierOp::create(builder, op.getLoc(),
                               threads.getInductionVars());
        open.clear();
      }
      for (Access &access : accesses)
        remember(access, open);
    }
  }

  void collect(Operation *root, SmallVectorImpl<Access> &accesses) {
    root->walk([&](Operation *op) {
      Value address;
      SmallVector<Value> indices;
      bool writes = false;
      if (auto load = dyn_cast<memref::LoadOp>(op)) {
        address = load.getMemRef();
        indices = load.getIndices();
      } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
        address = store.getMemRef();
        indices = store.getIndices();
        writes = true;
      } else if (auto load = dyn_cast<LLVM::LoadOp>(op)) {
        address = load.getAddr();
      } else if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
        address = store.getAddr();
        writes = true;
      } else {
        return;
      }
      // Memory that a thread allocates is private.
      while (Operation *def = address.getDefiningOp()) {
        if (auto view = dyn_cast<par::ViewOp>(def)) {
          address = view.getSource();
        } else if (auto pointer = dyn_cast<par::PointerOp>(def)) {
          address = pointer.getSource();
        } else if (auto gep = dyn_cast<LLVM::GEPOp>(def)) {
          for (Value index : gep.getDynamicIndices())
            indices.push_back(index);
          address = gep.getBase();
        } else {
          break;
        }
      }
      if (address.getDefiningOp<LLVM::AllocaOp>())
        return;
      accesses.push_back({address, indices, writes});
    });
  }

  bool sameIndices(const Access &a, const Access &b) {
    return a.indices.size() == b.indices.size() &&
           llvm::all_of_zip(a.indices, b.indices, [&](Value x, Value y) {
             return likeness.same(x, y);
           });
  }

  /// One of each kind is enough: kernels access memory in few ways.
  void remember(const Access &access, SmallVectorImpl<Access> &open) {
    for (Access &known : open)
      if (likeness.same(known.base, access.base) &&
          sameIndices(known, access)) {
        known.writes |= access.writes;
        return;
      }
    open.push_back(access);
  }

  /// Whether two threads may access the same address, one of them writing.
  bool conflict(const Access &a, const Access &b) {
    if (!a.writes && !b.writes)
      return false;
    if (!likeness.same(a.base, b.base))
      return false;
    // If both use the same function of the thread index, in equivalent loops,
    // each thread accesses only its own elements.
    return !sameIndices(a, b);
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  Likeness likeness;
};

struct InferBarriers : public heddle::impl::InferBarriersBase<InferBarriers> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (par::holdsBarrier(threads))
        Inferrer(threads).run();
  }
};

} // namespace
