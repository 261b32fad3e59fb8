//===- FissionControl.cpp - Control flow that contains barriers -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Uniformity.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

namespace {

/// Which carried values and results of control flow are uniform. These stay SSA
/// values once the control flow is at block level.
struct Uniform {
  llvm::BitVector in;  ///< Carried into an iteration.
  llvm::BitVector out; ///< Passed to a loop's body and to its results.
};

/// Passes values through buffers. A value is stored where it is passed on and
/// loaded where it arrives.
class Demoter {
public:
  explicit Demoter(scf::ParallelOp threads)
      : threads(threads), builder(threads) {}

  /// Query all values before changing any.
  void analyze(ArrayRef<Operation *> ops) {
    Uniformity uniformity(threads);
    auto all = [&](ValueRange a, ValueRange b, ValueRange c) {
      llvm::BitVector result(a.size());
      for (unsigned i = 0; i < a.size(); ++i)
        result[i] = uniformity.isUniform(a[i]) && uniformity.isUniform(b[i]) &&
                    uniformity.isUniform(c[i]);
      return result;
    };
    for (Operation *op : ops) {
      Uniform &uniform = kept[op];
      if (auto branch = dyn_cast<scf::IfOp>(op)) {
        if (op->getNumResults())
          uniform.out = all(op->getResults(), branch.thenYield().getOperands(),
                            branch.elseYield().getOperands());
      } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
        uniform.in = all(loop.getInitArgs(), loop.getRegionIterArgs(),
                         loop.getYieldedValues());
        uniform.in &= all(op->getResults(), op->getResults(), op->getResults());
      } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
        uniform.in = all(loop.getInits(), loop.getBeforeArguments(),
                         loop.getYieldOp().getOperands());
        uniform.out = all(loop.getConditionOp().getArgs(),
                          loop.getAfterArguments(), op->getResults());
      }
    }
  }

  void demote(scf::IfOp op) {
    const llvm::BitVector &keep = kept[op].out;
    if (keep.all())
      return;
    SmallVector<Buffer> buffers = createBuffers(op.getResultTypes(), keep);
    for (Block *block : {op.thenBlock(), op.elseBlock()}) {
      Operation *yield = block->getTerminator();
      storeAll(yield, yield->getOperands(), buffers);
      yield->setOperands(select(yield->getOperands(), keep));
    }
    builder.setInsertionPointAfter(op);
    loadAll(op.getLoc(), op.getResults(), buffers);
    builder.setInsertionPoint(op);
    auto plain = scf::IfOp::create(builder, op.getLoc(),
                                   TypeRange(select(op.getResults(), keep)),
                                   op.getCondition(), /*withElse=*/true);
    plain.getThenRegion().takeBody(op.getThenRegion());
    plain.getElseRegion().takeBody(op.getElseRegion());
    replaceKept(op, plain, keep);
  }

  void demote(scf::ForOp op) {
    const llvm::BitVector &keep = kept[op].in;
    if (keep.all())
      return;
    SmallVector<Buffer> buffers = createBuffers(op.getResultTypes(), keep);
    storeAll(op, op.getInitArgs(), buffers);
    Block *body = op.getBody();
    Operation *yield = body->getTerminator();
    SmallVector<Buffer> late = buffers;
    for (auto [i, arg] : llvm::enumerate(op.getRegionIterArgs())) {
      Value next = yield->getOperand(i);
      Operation *step = buffers[i] ? getStep(arg, next, body) : nullptr;
      if (!step)
        continue;
      builder.setInsertionPoint(step);
      arg.replaceAllUsesWith(loadOwn(builder, op.getLoc(), buffers[i], threads,
                                     /*repeatable=*/false));
      storeAll(step->getNextNode(), next, buffers[i]);
      late[i] = {};
    }
    builder.setInsertionPointToStart(body);
    loadAll(op.getLoc(), op.getRegionIterArgs(), late);
    if (!planted(Fault::CarriedLost))
      storeAll(yield, yield->getOperands(), late);
    yield->setOperands(select(yield->getOperands(), keep));
    builder.setInsertionPointAfter(op);
    loadAll(op.getLoc(), op.getResults(), buffers);
    eraseArguments(body, keep, /*first=*/1);
    builder.setInsertionPoint(op);
    auto plain = scf::ForOp::create(builder, op.getLoc(), op.getLowerBound(),
                                    op.getUpperBound(), op.getStep(),
                                    select(op.getInitArgs(), keep));
    plain.setUnsignedCmp(op.getUnsignedCmp());
    plain.getRegion().takeBody(op.getRegion());
    replaceKept(op, plain, keep);
  }

  void demote(scf::WhileOp op) {
    const llvm::BitVector &keepIn = kept[op].in, &keepOut = kept[op].out;
    if (keepIn.all() && keepOut.all())
      return;
    SmallVector<Buffer> in = createBuffers(op.getInits().getTypes(), keepIn);
    SmallVector<Buffer> out = createBuffers(op.getResultTypes(), keepOut);
    storeAll(op, op.getInits(), in);
    Block *before = op.getBeforeBody();
    builder.setInsertionPointToStart(before);
    loadAll(op.getLoc(), op.getBeforeArguments(), in);
    scf::ConditionOp condition = op.getConditionOp();
    storeAll(condition, condition.getArgs(), out);
    condition.getArgsMutable().assign(select(condition.getArgs(), keepOut));
    Block *after = op.getAfterBody();
    builder.setInsertionPointToStart(after);
    loadAll(op.getLoc(), op.getAfterArguments(), out);
    Operation *yield = after->getTerminator();
    storeAll(yield, yield->getOperands(), in);
    yield->setOperands(select(yield->getOperands(), keepIn));
    builder.setInsertionPointAfter(op);
    loadAll(op.getLoc(), op.getResults(), out);
    eraseArguments(before, keepIn);
    eraseArguments(after, keepOut);
    builder.setInsertionPoint(op);
    auto plain = scf::WhileOp::create(
        builder, op.getLoc(), TypeRange(select(op.getResults(), keepOut)),
        select(op.getInits(), keepIn));
    plain.getBefore().takeBody(op.getBefore());
    plain.getAfter().takeBody(op.getAfter());
    replaceKept(op, plain, keepOut);
  }

private:
  static SmallVector<Value> select(ValueRange values,
                                   const llvm::BitVector &keep) {
    SmallVector<Value> result;
    for (unsigned i : keep.set_bits())
      result.push_back(values[i]);
    return result;
  }

  static void eraseArguments(Block *block, const llvm::BitVector &keep,
                             unsigned first = 0) {
    for (unsigned i = keep.size(); i-- > 0;)
      if (!keep[i])
        block->eraseArgument(first + i);
  }

  static void replaceKept(Operation *op, Operation *plain,
                          const llvm::BitVector &keep) {
    for (auto [number, i] : llvm::enumerate(keep.set_bits()))
      op->getResult(i).replaceAllUsesWith(plain->getResult(number));
    op->erase();
  }

  /// None for values that need no buffer.
  SmallVector<Buffer> createBuffers(TypeRange types,
                                    const llvm::BitVector &keep) {
    SmallVector<Buffer> buffers(types.size());
    for (auto [i, type] : llvm::enumerate(types))
      if (!keep[i])
        buffers[i] = createBuffer(threads, type);
    return buffers;
  }

  /// The one operation of a loop's body that computes the next value from the
  /// current one, if it is the only user: the next value then need not be kept
  /// until the end of the body, possibly across a barrier.
  static Operation *getStep(Value present, Value next, Block *body) {
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != body || present.use_empty())
      return nullptr;
    bool isOnly = llvm::all_of(present.getUsers(), [&](Operation *user) {
      return op->isAncestor(user);
    });
    return isOnly ? op : nullptr;
  }

  void storeAll(Operation *before, ValueRange values,
                ArrayRef<Buffer> buffers) {
    builder.setInsertionPoint(before);
    for (auto [value, buffer] : llvm::zip(values, buffers))
      if (buffer)
        storeOwn(builder, before->getLoc(), value, buffer, threads);
  }

  void loadAll(Location loc, ValueRange values, ArrayRef<Buffer> buffers) {
    for (auto [value, buffer] : llvm::zip(values, buffers))
      if (buffer && !value.use_empty())
        value.replaceAllUsesWith(
            loadOwn(builder, loc, buffer, threads, /*repeatable=*/true));
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  llvm::DenseMap<Operation *, Uniform> kept;
};

SmallVector<Operation *> holders(scf::ParallelOp threads) {
  SmallVector<Operation *> result;
  threads.getBody()->walk([&](Operation *op) {
    if (op->getNumRegions() && par::holdsBarrier(op))
      result.push_back(op);
  });
  return result;
}

} // namespace

void fission::demoteCarriedValues(scf::ParallelOp threads) {
  Demoter demoter(threads);
  SmallVector<Operation *> ops = holders(threads);
  demoter.analyze(ops);
  for (Operation *op : ops) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      demoter.demote(branch);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      demoter.demote(loop);
    else
      demoter.demote(cast<scf::WhileOp>(op));
  }
}

//===----------------------------------------------------------------------===//
// Conditions and bounds
//===----------------------------------------------------------------------===//

namespace {

/// Provides a uniform value of the thread loop at block level.
class BlockLevel {
public:
  BlockLevel(scf::ParallelOp threads) : threads(threads), builder(threads) {}

  void raise(OpOperand &operand) {
    Value value = operand.get();
    if (isBlockLevel(value))
      return;
    Operation *user = operand.getOwner();
    builder.setInsertionPoint(user);
    IRMapping clones;
    unsigned budget = 16;
    place = user;
    if (canClone(value, budget)) {
      operand.set(clone(value, clones));
      return;
    }
    operand.set(loadFirst(builder, user->getLoc(), store(value), threads));
  }

private:
  bool isBlockLevel(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      Operation *owner = arg.getOwner()->getParentOp();
      return !threads->isAncestor(owner) || isControl(owner);
    }
    Operation *op = value.getDefiningOp();
    return !threads->isAncestor(op) || op->hasAttr(blockLevelAttr) ||
           par::isUniformCollective(op) || isControl(op);
  }

  bool canClone(Value value, unsigned &budget) {
    if (isBlockLevel(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() || budget == 0 ||
        !(isPure(op) || canLoadAgain(op)))
      return false;
    --budget;
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return canClone(operand, budget);
    });
  }

  /// Whether a load gives the same value at the point where it is needed.
  bool canLoadAgain(Operation *load) {
    std::optional<Access> access = getPlainAccess(load);
    if (!access || !access->reads || load->getBlock() != place->getBlock())
      return false;
    SmallVector<Access> between;
    for (Operation *op = load; op != place; op = op->getNextNode()) {
      if (!op || par::holdsBarrier(op))
        return false;
      collectAccesses(op, threads, between);
    }
    return llvm::none_of(between, [&](const Access &other) {
      return other.orders ||
             (other.writes && mayAlias(other.base, access->base));
    });
  }

  Value clone(Value value, IRMapping &clones) {
    if (isBlockLevel(value))
      return value;
    if (Value done = clones.lookupOrNull(value))
      return done;
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      if (!clones.contains(operand))
        clones.map(operand, clone(operand, clones));
    Operation *copy = builder.clone(*op, clones);
    copy->setAttr(blockLevelAttr, builder.getUnitAttr());
    return clones.lookup(value);
  }

  /// Values that control flow with a barrier still carries are at block level.
  static bool isControl(Operation *op) {
    return isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op) &&
           par::holdsBarrier(op);
  }

  /// One buffer serves all uses of a value.
  Buffer store(Value value) {
    Buffer &buffer = buffers[value];
    if (!buffer) {
      buffer = createBuffer(threads, value.getType());
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointAfterValue(value);
      storeOwn(builder, value.getLoc(), value, buffer, threads);
    }
    return buffer;
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  Operation *place = nullptr; ///< Where a value is needed.
  llvm::DenseMap<Value, Buffer> buffers;
};

} // namespace

void fission::raiseControlToBlockLevel(scf::ParallelOp threads) {
  BlockLevel level(threads);
  SmallVector<Operation *> control = holders(threads);
  for (Operation *op : control) {
    // An if's condition, a for's bounds and step, and the initial values of
    // loops.
    for (OpOperand &operand : op->getOpOperands())
      level.raise(operand);
    // The results of the regions, including a while's condition.
    for (Region &region : op->getRegions())
      if (!region.empty())
        for (OpOperand &operand :
             region.front().getTerminator()->getOpOperands())
          level.raise(operand);
  }
}
