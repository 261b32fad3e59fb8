//===- OutlineGrid.cpp - Outlines the grid loop ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterchangeBlocks.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/RuntimeABI.h"
#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

namespace heddle {
#define GEN_PASS_DEF_OUTLINEGRID
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

class Outliner {
public:
  Outliner(scf::ParallelOp grid, ModuleOp module)
      : grid(grid), module(module),
        parent(grid->getParentOfType<LLVM::LLVMFuncOp>()), builder(grid),
        loc(grid.getLoc()), ptr(LLVM::LLVMPointerType::get(grid.getContext())),
        i64(builder.getI64Type()) {}

  void run() {
    uint64_t work = estimateWork();
    endsInUpdates = llvm::any_of(*grid.getBody(), [](Operation &op) {
      return op.hasAttr(par::afterBlocksAttr);
    });
    collectFootprints();
    sinkCheapValues();
    passAllocations();
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(grid.getRegion(), captured);
    for (Value size : grid.getUpperBound())
      captured.insert(size);
    createBlocksFunction(captured.getArrayRef());
    createCall(captured.getArrayRef(), work);
    grid.erase();
  }

private:
  /// A rough count of operations per thread, with an assumed trip count for
  /// each loop.
  uint64_t estimateWork() {
    uint64_t work = 0;
    grid.getBody()->walk([&](Operation *op) {
      uint64_t weight = 1;
      for (Operation *up = op->getParentOp(); up != grid;
           up = up->getParentOp())
        if (isa<scf::ForOp, scf::WhileOp>(up))
          weight = std::min<uint64_t>(weight * 8, 1 << 12);
      if (isa<LLVM::CallOp>(op))
        weight *= 20;
      work += weight;
    });
    return work;
  }

  /// Footprints before the loop belong to it.
  void collectFootprints() {
    for (Operation &op : llvm::make_early_inc_range(*grid->getBlock())) {
      if (&op == grid)
        break;
      auto footprint = dyn_cast<par::FootprintOp>(op);
      if (!footprint)
        continue;
      OpBuilder before(footprint);
      auto bytes = [&](Value value) { return castIndex(before, value, i64); };
      auto flag = [&](bool value) -> Value {
        return arith::ConstantIntOp::create(before, loc, value, 32);
      };
      footprints.push_back(
          {footprint.getBase(), bytes(footprint.getPerBlock()),
           bytes(footprint.getLow()), bytes(footprint.getHigh()),
           bytes(footprint.getPeriod()), flag(footprint.getWrites()),
           flag(footprint.getAnywhere())});
      footprintsHold.insert(footprint.getHolds());
      areOfRows = footprint.getRows();
      footprint.erase();
    }
  }

  /// Values that are free to recompute are not passed; memrefs cannot be.
  void sinkCheapValues() {
    bool changed = true;
    while (changed) {
      changed = false;
      llvm::SetVector<Value> captured;
      getUsedValuesDefinedAbove(grid.getRegion(), captured);
      for (Value value : captured) {
        Operation *op = value.getDefiningOp();
        if (!op || !isPure(op) || op->getNumRegions())
          continue;
        if (!op->hasTrait<OpTrait::ConstantLike>() &&
            !isa<MemRefType>(value.getType()) &&
            !isa<LLVM::AddressOfOp, par::PointerOp, vector::BroadcastOp>(op))
          continue;
        OpBuilder inside = OpBuilder::atBlockBegin(grid.getBody());
        Operation *copy = inside.clone(*op);
        for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
          from.replaceUsesWithIf(to, [&](OpOperand &use) {
            return grid->isProperAncestor(use.getOwner());
          });
        if (op->use_empty())
          op->erase();
        changed = true;
      }
    }
  }

  /// For a grid inside a block: passes the block's allocations as pointers.
  void passAllocations() {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(grid.getRegion(), captured);
    OpBuilder inside = OpBuilder::atBlockBegin(grid.getBody());
    for (Value value : captured) {
      auto memory = value.getDefiningOp<memref::AllocaOp>();
      if (!memory)
        continue;
      Value pointer = par::PointerOp::create(builder, loc, memory);
      Value view = par::ViewOp::create(inside, loc, memory.getType(), pointer,
                                       memory.getDynamicSizes());
      value.replaceUsesWithIf(view, [&](OpOperand &use) {
        return grid->isProperAncestor(use.getOwner());
      });
    }
  }

  Type passedType(Type type) {
    if (auto vector = dyn_cast<VectorType>(type))
      return vector.clone(passedType(vector.getElementType()));
    return type.isIndex() ? i64 : type;
  }

  Value castIndex(OpBuilder &at, Value value, Type type) {
    if (value.getType() == type)
      return value;
    return arith::IndexCastOp::create(at, loc, type, value);
  }

  /// Prevents LLVM from unrolling loops that are not expected to run often.
  void keepSmall() {
    LoopAnnotation annotation;
    annotation.unroll = noUnroll(builder.getContext());
    Attribute small = annotation.get(builder.getContext());
    grid.getBody()->walk([&](Operation *op) {
      if (isa<scf::ForOp>(op))
        op->setAttr(loopAnnotationAttr, small);
      else if (op->hasAttr(par::blockAttr))
        op->setAttr(par::rareAttr, builder.getUnitAttr());
    });
  }

  /// Runs blocks begin to end; x is the fastest dimension.
  void createBlocksFunction(ArrayRef<Value> captured) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(parent);
    StringRef base = parent.getName();
    base.consume_back(".grid");
    std::string name = (base + ".blocks").str();
    if (auto shape = grid->getAttrOfType<StringAttr>(par::shapeAttr))
      name += "." + shape.str();
    // A kernel that synchronises its grid has several loops over it.
    std::string unique = name;
    for (unsigned i = 1; module.lookupSymbol(unique); ++i)
      unique = name + "." + std::to_string(i);
    function = abi::createFunction(builder, loc, unique, {ptr, i64, i64, ptr});
    if (grid->hasAttr(par::fallbackAttr))
      keepSmall();
    if (grid->hasAttr(par::unseenAttr))
      function.setPassthroughAttr(
          builder.getArrayAttr({builder.getStringAttr("optsize")}));
    Block *entry = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    SmallVector<Type> types;
    for (Value value : captured)
      types.push_back(passedType(value.getType()));
    SmallVector<Value> values =
        abi::unpack(builder, loc, function.getArgument(0), types);
    for (auto [value, copy] : llvm::zip(captured, values)) {
      copy = castIndex(builder, copy, value.getType());
      mapping.map(value, copy);
    }

    Value sizeX = mapping.lookup(grid.getUpperBound()[2]);
    Value sizeY = mapping.lookup(grid.getUpperBound()[1]);
    Type index = builder.getIndexType();
    Value begin = castIndex(builder, function.getArgument(1), index);
    Value end = castIndex(builder, function.getArgument(2), index);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value row = arith::DivUIOp::create(builder, loc, begin, sizeX);
    Value x = arith::RemUIOp::create(builder, loc, begin, sizeX);
    Value y = arith::RemUIOp::create(builder, loc, row, sizeY);
    Value z = arith::DivUIOp::create(builder, loc, row, sizeY);

    auto loop =
        scf::ForOp::create(builder, loc, begin, end, one, ValueRange{z, y, x});
    Operation *allocationPoint = loop;
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    Block *body = loop.getBody();
    if (!body->empty())
      body->getTerminator()->erase();
    Block *old = grid.getBody();
    for (auto [from, to] :
         llvm::zip(grid.getInductionVars(), loop.getRegionIterArgs()))
      from.replaceAllUsesWith(to);
    old->getTerminator()->erase();
    body->getOperations().splice(body->end(), old->getOperations());
    for (auto [from, to] : mapping.getValueMap())
      const_cast<Value &>(from).replaceUsesWithIf(to, [&](OpOperand &use) {
        return function->isProperAncestor(use.getOwner());
      });

    // Advances to the next block: x wraps around first, then y, then z.
    builder.setInsertionPointToEnd(body);
    auto step = [&](Value value, Value carry) -> Value {
      return arith::AddIOp::create(builder, loc, value, carry);
    };
    auto wrap = [&](Value value, Value size, Value &carry) -> Value {
      Value full = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         value, size);
      carry = arith::SelectOp::create(builder, loc, full, one, zero);
      return arith::SelectOp::create(builder, loc, full, zero, value);
    };
    Value carryX, carryY;
    Value nextX = wrap(step(loop.getRegionIterArgs()[2], one), sizeX, carryX);
    Value nextY =
        wrap(step(loop.getRegionIterArgs()[1], carryX), sizeY, carryY);
    Value nextZ = step(loop.getRegionIterArgs()[0], carryY);
    scf::YieldOp::create(builder, loc, ValueRange{nextZ, nextY, nextX});

    // One allocation serves all blocks of the range.
    loop.walk([&](memref::AllocaOp alloca) {
      if (!par::getThreadLoop(alloca))
        alloca->moveBefore(allocationPoint);
    });
    // Operations that run once for the range.
    SmallVector<Operation *> before, after;
    for (Operation &op : *body) {
      if (op.hasAttr(par::beforeBlocksAttr))
        before.push_back(&op);
      else if (op.hasAttr(par::afterBlocksAttr))
        after.push_back(&op);
    }
    for (Operation *op : before)
      moveOut(op, loop, loop);
    for (Operation *op : after)
      moveOut(op, loop, loop->getNextNode());

    loop.walk([&](par::DynamicSharedOp shared) {
      shared.getResult().replaceAllUsesWith(function.getArgument(3));
      shared.erase();
    });
    interchangeBlocks(loop, sizeX, sizeY);
  }

  /// Moves an operation out of a loop, with copies of the operations that it
  /// depends on. Memory is allocated before the loop anyway.
  static void moveOut(Operation *op, scf::ForOp loop, Operation *place) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(op->getRegions(), used);
    used.insert_range(op->getOperands());
    IRMapping copies;
    OpBuilder builder(place);
    std::function<void(Value)> copy = [&](Value value) {
      Operation *source = value.getDefiningOp();
      if (!source || !loop->isProperAncestor(source) ||
          copies.contains(value) || isa<memref::AllocaOp>(source))
        return;
      assert(isPure(source) && "only what is computed can be computed again");
      for (Value operand : source->getOperands())
        copy(operand);
      builder.clone(*source, copies);
    };
    for (Value value : used)
      copy(value);
    op->moveBefore(place);
    for (Value value : used)
      if (copies.contains(value))
        value.replaceUsesWithIf(copies.lookup(value), [&](OpOperand &use) {
          return op->isAncestor(use.getOwner());
        });
  }

  void createCall(ArrayRef<Value> captured, uint64_t workPerThread) {
    builder.setInsertionPoint(grid);
    SmallVector<Value> values;
    for (Value value : captured)
      values.push_back(castIndex(builder, value, passedType(value.getType())));
    Value context = abi::pack(builder, loc, values);
    auto product = [&](OperandRange sizes) {
      Value total;
      for (Value size : sizes)
        total = total ? arith::MulIOp::create(builder, loc, total, size) : size;
      return castIndex(builder, total, i64);
    };
    Value blocks = product(grid.getUpperBound());
    // A grid inside a block uses the block's memory.
    bool isInside = bool(par::getGridLoop(grid));
    Value dynamic =
        isInside ? arith::ConstantIntOp::create(builder, loc, 0, 64).getResult()
                 : abi::loadField(builder, loc, parent.getArgument(0),
                                  HEDDLE_ABI_FIELD(HeddleLaunchConfig,
                                                   dynamicSharedBytes));
    // The work grows with the number of threads in a block.
    Value threads;
    for (unsigned i = 0; i < 3; ++i) {
      Value size =
          abi::loadField(builder, loc, parent.getArgument(0),
                         HEDDLE_ABI_FIELD(HeddleLaunchConfig, block)[i]);
      size = arith::ExtUIOp::create(builder, loc, i64, size);
      threads =
          threads ? arith::MulIOp::create(builder, loc, threads, size) : size;
    }
    // And with the number of launched blocks per iteration of the loop.
    if (grid->hasAttr(par::mergedBlocksAttr)) {
      Value launched =
          abi::loadField(builder, loc, parent.getArgument(0),
                         HEDDLE_ABI_FIELD(HeddleLaunchConfig, grid)[0]);
      launched = arith::ExtUIOp::create(builder, loc, i64, launched);
      Value merged = castIndex(builder, grid.getUpperBound()[2], i64);
      Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
      merged = arith::MaxUIOp::create(builder, loc, merged, one);
      Value each = arith::DivUIOp::create(builder, loc, launched, merged);
      each = arith::AddIOp::create(builder, loc, each, one);
      threads = arith::MulIOp::create(builder, loc, threads, each);
    }
    if (auto parts = grid->getAttrOfType<IntegerAttr>(par::partsAttr))
      threads = arith::DivUIOp::create(
          builder, loc, threads,
          arith::ConstantIntOp::create(builder, loc, parts.getInt(), 64));
    Value perThread =
        arith::ConstantIntOp::create(builder, loc, workPerThread, 64);
    Value work = arith::MulIOp::create(builder, loc, threads, perThread);
    uint64_t flags = (endsInUpdates ? HeddleRangesEndInUpdates : 0) |
                     (isInside ? HeddleInsideBlock : 0);
    if (flags)
      work = arith::OrIOp::create(
          builder, loc, work,
          arith::ConstantIntOp::create(builder, loc, i64,
                                       static_cast<int64_t>(flags)));
    Value body = LLVM::AddressOfOp::create(builder, loc, function);
    if (footprints.empty())
      abi::call(builder, loc, module, HEDDLE_ABI(__heddle_launch_blocks),
                {body, context, blocks, dynamic, work});
    else
      abi::call(builder, loc, module, HEDDLE_ABI(__heddle_launch_blocks_lazily),
                {body, context, bytesOf(context), blocks, dynamic, work,
                 storeFootprints(), countFootprints(),
                 areOfRows
                     ? castIndex(builder, grid.getUpperBound()[2], i64)
                     : arith::ConstantIntOp::create(builder, loc, 1, 64)});
  }

  /// Stores the footprints in an array of HeddleFootprint.
  Value storeFootprints() {
    Type array = LLVM::LLVMArrayType::get(
        builder.getI8Type(), sizeof(HeddleFootprint) * footprints.size());
    Value memory =
        abi::allocateOnStack(builder, loc, array, alignof(HeddleFootprint));
    for (auto [i, footprint] : llvm::enumerate(footprints)) {
      Value at =
          abi::fieldAddress(builder, loc, memory, sizeof(HeddleFootprint) * i);
      auto store = [&](Value value, auto field) {
        abi::storeField(builder, loc, value, at, field);
      };
      store(footprint.base, HEDDLE_ABI_FIELD(HeddleFootprint, base));
      store(footprint.perBlock, HEDDLE_ABI_FIELD(HeddleFootprint, perBlock));
      store(footprint.low, HEDDLE_ABI_FIELD(HeddleFootprint, low));
      store(footprint.high, HEDDLE_ABI_FIELD(HeddleFootprint, high));
      store(footprint.period, HEDDLE_ABI_FIELD(HeddleFootprint, period));
      store(footprint.writes, HEDDLE_ABI_FIELD(HeddleFootprint, writes));
      store(footprint.anywhere, HEDDLE_ABI_FIELD(HeddleFootprint, anywhere));
    }
    return memory;
  }

  /// The size of a packed struct.
  Value bytesOf(Value memory) {
    Type type = memory.getDefiningOp<LLVM::AllocaOp>().getElemType();
    uint64_t bytes = DataLayout::closest(grid).getTypeSize(type);
    return arith::ConstantIntOp::create(builder, loc, bytes, 64);
  }

  /// They hold for a grid with blocks along x only, or along x and y.
  Value countFootprints() {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto isOne = [&](unsigned dim) {
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                   grid.getUpperBound()[dim], one);
    };
    Value holds = isOne(0);
    if (!areOfRows)
      holds = arith::AndIOp::create(builder, loc, holds, isOne(1));
    for (Value condition : footprintsHold)
      holds = arith::AndIOp::create(builder, loc, holds, condition);
    return arith::SelectOp::create(
        builder, loc, holds,
        arith::ConstantIntOp::create(builder, loc, footprints.size(), 64),
        arith::ConstantIntOp::create(builder, loc, -1, 64));
  }

  scf::ParallelOp grid;
  ModuleOp module;
  LLVM::LLVMFuncOp parent;
  OpBuilder builder;
  Location loc;
  Type ptr, i64;
  LLVM::LLVMFuncOp function;
  IRMapping mapping;
  bool endsInUpdates = false;
  /// The fields of a HeddleFootprint.
  struct Footprint {
    Value base, perBlock, low, high, period, writes, anywhere;
  };
  SmallVector<Footprint> footprints;
  llvm::SmallSetVector<Value, 2> footprintsHold;
  bool areOfRows = false;
};

struct OutlineGrid : public heddle::impl::OutlineGridBase<OutlineGrid> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      Outliner(grid, getOperation()).run();
  }
};

} // namespace
