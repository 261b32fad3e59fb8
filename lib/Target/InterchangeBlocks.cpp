//===- InterchangeBlocks.cpp - Blocks go through a loop together ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterchangeBlocks.h"
#include "heddle/Analysis/LeastInFirst.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;

namespace {
class Interchange {
public:
  Interchange(scf::ForOp blocks, Value sizeX, Value sizeY)
      : blocks(blocks), sizeX(sizeX), sizeY(sizeY), builder(blocks),
        loc(blocks.getLoc()) {}

  bool findLoop() {
    Region &body = blocks.getRegion();
    // Blocks share their memory with those of the range that come later.
    auto function = blocks->getParentOfType<FunctionOpInterface>();
    if (!function.getArgument(3).use_empty() ||
        function
            .walk([](Operation *op) {
              return isa<memref::AllocaOp, LLVM::AllocaOp>(op)
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted())
      return false;
    for (Operation &op : blocks.getBody()->without_terminator()) {
      if (auto found = dyn_cast<scf::ForOp>(op); found && !loop)
        loop = found;
      else if (!isPure(&op) || op.getNumRegions())
        return false;
    }
    auto isOutside = [&](Value value) {
      return !body.isAncestor(value.getParentRegion());
    };
    // Where all blocks start at the same place, each has its own data.
    return loop && !loop.getNumResults() && isOutside(loop.getUpperBound()) &&
           isOutside(loop.getStep()) && !isOutside(loop.getLowerBound()) &&
           LeastInFirst(body, blocks.getRegionIterArgs().back(),
                        par::largestGrid[2], loop.getUnsignedCmp())
               .holdsFor(loop.getLowerBound()) &&
           !dependsOn(loop.getLowerBound(), blocks.getInductionVar());
  }

  void run() {
    // Rows of blocks, or what the range has of them.
    SmallVector<Value> inits = {blocks.getLowerBound()};
    llvm::append_range(inits, blocks.getInitArgs());
    SmallVector<Type> types(ValueRange(inits).getTypes());
    SmallVector<Location> locs(types.size(), loc);
    auto rows = scf::WhileOp::create(builder, loc, types, inits);
    Block *before = builder.createBlock(&rows.getBefore(), {}, types, locs);
    Value more =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                              before->getArgument(0), blocks.getUpperBound());
    scf::ConditionOp::create(builder, loc, more, before->getArguments());

    Block *after = builder.createBlock(&rows.getAfter(), {}, types, locs);
    Value begin = after->getArgument(0), z = after->getArgument(1),
          y = after->getArgument(2), x = after->getArgument(3);
    Value left =
        arith::SubIOp::create(builder, loc, blocks.getUpperBound(), begin);
    Value inRow = arith::SubIOp::create(builder, loc, sizeX, x);
    Value count = arith::MinUIOp::create(builder, loc, left, inRow);
    emitRow({begin, z, y, x}, arith::AddIOp::create(builder, loc, x, count));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value nextY = arith::AddIOp::create(builder, loc, y, one);
    Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         nextY, sizeY);
    Value nextZ = arith::AddIOp::create(builder, loc, z, one);
    nextZ = arith::SelectOp::create(builder, loc, isLast, nextZ, z);
    nextY = arith::SelectOp::create(builder, loc, isLast, zero, nextY);
    begin = arith::AddIOp::create(builder, loc, begin, count);
    scf::YieldOp::create(builder, loc, ValueRange{begin, nextZ, nextY, zero});
    blocks.erase();
  }

private:
  static bool dependsOn(Value value, Value other) {
    if (value == other)
      return true;
    Operation *op = value.getDefiningOp();
    return op && llvm::any_of(op->getOperands(), [&](Value operand) {
             return dependsOn(operand, other);
           });
  }

  /// Copies what a block computes before its loop.
  IRMapping emitPreparation(ValueRange block) {
    IRMapping values;
    values.map(blocks.getInductionVar(), block[0]);
    values.map(blocks.getRegionIterArgs(), block.drop_front());
    for (Operation &op : *blocks.getBody()) {
      if (&op == loop)
        break;
      builder.clone(op, values);
    }
    return values;
  }

  void emitRow(SmallVector<Value> first, Value endX) {
    OpBuilder::InsertionGuard guard(builder);
    Value low = emitPreparation(first).lookupOrDefault(loop.getLowerBound());
    auto together = scf::ForOp::create(builder, loc, low, loop.getUpperBound(),
                                       loop.getStep());
    together.setUnsignedCmp(loop.getUnsignedCmp());
    builder.setInsertionPointToStart(together.getBody());
    // The sum of start and distance may wrap in blocks that are done. What is
    // left for the first block is not less than its start, so it does not.
    Value distance =
        arith::SubIOp::create(builder, loc, together.getInductionVar(), low);
    Value end =
        arith::SubIOp::create(builder, loc, loop.getUpperBound(), distance);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto row = scf::ForOp::create(builder, loc, first[3], endX, one);
    builder.setInsertionPointToStart(row.getBody());
    Value x = row.getInductionVar();
    Value number =
        arith::AddIOp::create(builder, loc, first[0],
                              arith::SubIOp::create(builder, loc, x, first[3]));
    IRMapping values = emitPreparation({number, first[1], first[2], x});
    Value start = values.lookupOrDefault(loop.getLowerBound());
    Value runs =
        arith::CmpIOp::create(builder, loc,
                              loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                    : arith::CmpIPredicate::slt,
                              start, end);
    auto guarded = scf::IfOp::create(builder, loc, runs,
                                     /*withElseRegion=*/false);
    builder.setInsertionPointToStart(guarded.thenBlock());
    values.map(loop.getInductionVar(),
               arith::AddIOp::create(builder, loc, start, distance));
    for (Operation &op : loop.getBody()->without_terminator())
      builder.clone(op, values);
  }

  scf::ForOp blocks, loop;
  Value sizeX, sizeY;
  OpBuilder builder;
  Location loc;
};
} // namespace

void heddle::interchangeBlocks(scf::ForOp blocks, Value sizeX, Value sizeY) {
  Interchange interchange(blocks, sizeX, sizeY);
  if (interchange.findLoop())
    interchange.run();
}
