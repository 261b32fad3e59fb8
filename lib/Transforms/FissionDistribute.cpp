//===- FissionDistribute.cpp - Creates a thread loop for each piece -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Dialect/Par.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

namespace {

class Distributor {
public:
  Distributor(scf::ParallelOp threads) : threads(threads), builder(threads) {}

  void run() {
    builder.setInsertionPoint(threads);
    distribute(*threads.getBody());
    threads.erase();
  }

private:
  /// Distributes a spine block to the builder's insertion point.
  void distribute(Block &block) {
    SmallVector<Operation *> piece;
    // Collected first: operations may be moved to the end of the same block.
    SmallVector<Operation *> ops;
    for (Operation &op : block.without_terminator())
      ops.push_back(&op);
    for (Operation *listed : ops) {
      Operation &op = *listed;
      if (endsPiece(&op)) {
        makeLoop(piece);
        moveHere(&op);
        if (op.hasAttr(blockLevelAttr))
          op.removeAttr(blockLevelAttr);
        else if (isa<par::BarrierOp>(op))
          op.erase();
        else if (auto sync = dyn_cast<par::GridSyncOp>(op))
          raise(sync);
        else
          distributeRegions(op);
      } else if (op.hasAttr(blockLevelAttr)) {
        // It depends only on block level, so it may move before the piece.
        op.removeAttr(blockLevelAttr);
        moveHere(&op);
      } else {
        piece.push_back(&op);
      }
    }
    makeLoop(piece);
  }

  /// Control flow that contains a barrier is now at block level. Its bodies are
  /// spine blocks, which stay in place and are distributed.
  void distributeRegions(Operation &op) {
    OpBuilder::InsertionGuard guard(builder);
    for (Region &region : op.getRegions()) {
      if (region.empty())
        continue;
      builder.setInsertionPoint(region.front().getTerminator());
      distribute(region.front());
    }
  }

  /// A grid barrier among the block's threads becomes one among the grid's
  /// blocks.
  void raise(par::GridSyncOp sync) {
    if (threads->hasAttr(par::gridAttr)) {
      sync.erase();
      return;
    }
    Operation *grid = threads->getParentOp();
    while (!grid->hasAttr(par::gridAttr))
      grid = grid->getParentOp();
    sync.getIvsMutable().assign(cast<scf::ParallelOp>(grid).getInductionVars());
  }

  void moveHere(Operation *op) {
    op->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  }

  void makeLoop(SmallVectorImpl<Operation *> &piece) {
    // A piece of only constants and index arithmetic does nothing.
    if (llvm::all_of(piece, [](Operation *op) { return isPure(op); })) {
      for (Operation *op : llvm::reverse(piece))
        op->erase();
      piece.clear();
      return;
    }
    auto loop = scf::ParallelOp::create(
        builder, threads.getLoc(), threads.getLowerBound(),
        threads.getUpperBound(), threads.getStep());
    loop->setAttrs(threads->getAttrs());
    Operation *terminator = loop.getBody()->getTerminator();
    for (Operation *op : piece)
      op->moveBefore(terminator);
    // By the piece, not by the uses, which are in all pieces.
    loop.getBody()->walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (auto arg = dyn_cast<BlockArgument>(operand.get());
            arg && arg.getOwner() == threads.getBody())
          operand.set(loop.getInductionVars()[arg.getArgNumber()]);
    });
    piece.clear();
  }

  scf::ParallelOp threads;
  OpBuilder builder;
};

} // namespace

void fission::distribute(scf::ParallelOp threads) {
  Distributor(threads).run();
}
