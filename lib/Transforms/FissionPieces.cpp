//===- FissionPieces.cpp - Values that are live across pieces -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

bool fission::endsPiece(Operation *op) {
  if (par::holdsBarrier(op))
    return true;
  // Operations at block level that use only block-level values move before the
  // piece; those that read the threads' memory have to wait for it.
  return op->hasAttr(blockLevelAttr) && !isPure(op);
}

namespace {

class Separator {
public:
  Separator(scf::ParallelOp threads) : threads(threads), builder(threads) {}

  LogicalResult run() {
    number(*threads.getBody());
    // Collected first: operations that are added below are not live across
    // pieces.
    SmallVector<Operation *> ops;
    for (auto &entry : pieceOf)
      ops.push_back(entry.first);
    for (Operation *op : ops)
      if (auto local = dyn_cast<LLVM::AllocaOp>(op);
          local && failed(separate(local)))
        return failure();
    for (Operation *op : ops)
      for (Value result : op->getResults())
        collectUses(result);
    for (auto &[piece, wanted] : usesIn)
      choose(piece, wanted);
    // Recomputed operations are copies of the originals: uses are replaced
    // last.
    for (auto &[piece, wanted] : usesIn)
      for (auto &[value, uses] : wanted)
        materialize(value, piece);
    for (auto &[piece, wanted] : usesIn)
      for (auto &[value, uses] : wanted)
        for (OpOperand *use : uses)
          use->set(copies.lookup({value, piece}));
    for (Operation *op : replaced)
      op->erase();
    return success();
  }

private:
  /// Assigns the number of its piece to every operation of the spine.
  void number(Block &block) {
    spine.insert(&block);
    unsigned piece = numPieces++;
    for (Operation &op : block) {
      if (endsPiece(&op)) {
        if (!op.hasAttr(blockLevelAttr))
          for (Region &region : op.getRegions())
            if (!region.empty())
              number(region.front());
        piece = numPieces++;
        continue;
      }
      if (op.hasAttr(blockLevelAttr) || op.hasTrait<OpTrait::IsTerminator>())
        continue;
      pieceOf[&op] = piece;
      starts.try_emplace(piece, &op);
    }
  }

  /// The piece of an operation, at any nesting depth. None at block level.
  std::optional<unsigned> pieceAround(Operation *op) {
    while (!spine.contains(op->getBlock()))
      op = op->getParentOp();
    auto it = pieceOf.find(op);
    if (it == pieceOf.end())
      return std::nullopt;
    return it->second;
  }

  using Uses = llvm::MapVector<Value, SmallVector<OpOperand *>>;

  void collectUses(Value value) {
    unsigned home = pieceOf.lookup(value.getDefiningOp());
    for (OpOperand &use : value.getUses())
      if (std::optional<unsigned> piece = pieceAround(use.getOwner()))
        if (*piece != home && !isEverywhere(value))
          usesIn[*piece][value].push_back(&use);
  }

  void choose(unsigned piece, Uses &wanted) {
    SmallVector<Value> values;
    for (auto &[value, uses] : wanted)
      values.push_back(value);
    keptFor[piece] = chooseKept(
        threads, values, [&](Value value) { return isEverywhere(value); },
        [&](Value value) { return stored.contains(value); });
    stored.insert(keptFor[piece].begin(), keptFor[piece].end());
  }

  /// The pieces that access private memory, through this pointer or one that is
  /// computed from it. None if it may be accessed anywhere.
  std::optional<llvm::SmallSetVector<unsigned, 4>>
  piecesSeeing(LLVM::AllocaOp local) {
    llvm::SmallSetVector<unsigned, 4> pieces;
    SmallVector<Value> worklist = {local.getResult()};
    while (!worklist.empty())
      for (OpOperand &use : worklist.pop_back_val().getUses()) {
        Operation *user = use.getOwner();
        if (isa<LLVM::GEPOp, par::ViewOp>(user))
          worklist.push_back(user->getResult(0));
        else if (auto store = dyn_cast<LLVM::StoreOp>(user);
                 store && store.getValue() == use.get())
          return std::nullopt;
        else if (auto store = dyn_cast<memref::StoreOp>(user);
                 store && store.getValueToStore() == use.get())
          return std::nullopt;
        else if (!isa<LLVM::LoadOp, LLVM::StoreOp, memref::LoadOp,
                      memref::StoreOp>(user))
          return std::nullopt;
        std::optional<unsigned> piece = pieceAround(user);
        if (!piece)
          return std::nullopt;
        pieces.insert(*piece);
      }
    return pieces;
  }

  LogicalResult separate(LLVM::AllocaOp local) {
    auto pieces = piecesSeeing(local);
    if (pieces && pieces->empty())
      return success();
    if (pieces && pieces->size() == 1) {
      unsigned piece = pieces->front();
      if (piece == pieceOf.lookup(local))
        return success();
      // Its contents do not outlive the piece, unless the piece is in a loop.
      Operation *start = starts.lookup(piece);
      if (start->getBlock() == threads.getBody()) {
        builder.setInsertionPoint(start);
        Operation *size = local.getArraySize().getDefiningOp();
        // A size that is computed belongs to another piece.
        if (getConstantIntValue(local.getArraySize())) {
          IRMapping mapping;
          if (size && threads->isAncestor(size))
            builder.clone(*size, mapping);
          local.getResult().replaceAllUsesWith(
              builder.clone(*local, mapping)->getResult(0));
          replaced.push_back(local);
          return success();
        }
      }
    }
    return spread(local);
  }

  /// Private memory that several pieces access: an element of a buffer per
  /// thread, whose address every piece computes.
  LogicalResult spread(LLVM::AllocaOp local) {
    std::optional<int64_t> size = getConstantIntValue(local.getArraySize());
    if (!size)
      return local.emitError("memory of a size that is not constant (alloca) "
                             "is used on both sides of a barrier");
    Type type = LLVM::LLVMArrayType::get(local.getElemType(), *size);
    Buffer buffer =
        createBuffer(threads, type, local.getAlignment().value_or(1));
    llvm::MapVector<unsigned, SmallVector<OpOperand *>> uses;
    for (OpOperand &use : local.getResult().getUses())
      if (std::optional<unsigned> piece = pieceAround(use.getOwner()))
        uses[*piece].push_back(&use);
    unsigned home = pieceOf.lookup(local);
    for (auto &[piece, operands] : uses) {
      builder.setInsertionPoint(piece == home ? local.getOperation()
                                              : starts.lookup(piece));
      Value address = addressOfOwn(builder, local.getLoc(), buffer, threads);
      for (OpOperand *operand : operands)
        operand->set(address);
    }
    replaced.push_back(local);
    return success();
  }

  /// Whether a value can be used unchanged in every piece that it dominates.
  bool isEverywhere(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value))
      return spine.contains(arg.getOwner()) ||
             !threads->isAncestor(arg.getOwner()->getParentOp());
    Operation *op = value.getDefiningOp();
    return !threads->isAncestor(op) || op->hasAttr(blockLevelAttr) ||
           (op->getNumRegions() && spine.contains(op->getBlock()) &&
            par::holdsBarrier(op));
  }

  Value materialize(Value value, unsigned piece) {
    if (isEverywhere(value))
      return value;
    if (Value copy = copies.lookup({value, piece}))
      return copy;
    Value result;
    if (keptFor[piece].contains(value)) {
      Buffer buffer = store(value);
      builder.setInsertionPoint(starts.lookup(piece));
      result = loadOwn(builder, value.getLoc(), buffer, threads);
    } else {
      Operation *op = value.getDefiningOp();
      IRMapping mapping;
      for (Value operand : op->getOperands())
        mapping.map(operand, materialize(operand, piece));
      builder.setInsertionPoint(starts.lookup(piece));
      builder.clone(*op, mapping);
      result = mapping.lookup(value);
    }
    copies[{value, piece}] = result;
    return result;
  }

  Buffer store(Value value) {
    Buffer &buffer = buffers[value];
    if (!buffer) {
      buffer = createBuffer(threads, value.getType());
      builder.setInsertionPointAfterValue(value);
      storeOwn(builder, value.getLoc(), value, buffer, threads);
    }
    return buffer;
  }

  scf::ParallelOp threads;
  OpBuilder builder;
  unsigned numPieces = 0;
  llvm::SmallPtrSet<Block *, 16> spine;
  llvm::MapVector<Operation *, unsigned> pieceOf;
  llvm::DenseMap<unsigned, Operation *> starts; ///< First operation of a piece.
  llvm::MapVector<unsigned, Uses> usesIn; ///< Uses of other pieces' values.
  /// The buffered values, with the pieces that use them.
  llvm::DenseMap<unsigned, llvm::DenseSet<Value>> keptFor;
  llvm::DenseSet<Value> stored;
  llvm::DenseMap<std::pair<Value, unsigned>, Value> copies;
  llvm::DenseMap<Value, Buffer> buffers;
  SmallVector<Operation *> replaced;
};

} // namespace

LogicalResult fission::separatePieces(scf::ParallelOp threads) {
  return Separator(threads).run();
}
