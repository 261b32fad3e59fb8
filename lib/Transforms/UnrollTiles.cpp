//===- UnrollTiles.cpp - Rows of small tiles are written out --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_UNROLLTILES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// A tile of more does not fit into registers.
static constexpr int64_t mostTileBytes = 2048;
/// Rows of more are several vectors.
static constexpr int64_t mostLanes = 64;
/// A row that is shorter is not a vector.
static constexpr int64_t leastLanes = 4;
/// What all loops of a block may be, written out.
static constexpr int64_t mostOperations = 3000;

namespace {

/// The loops over threads of one grid, and the arrays that they share.
class Tiles {
public:
  explicit Tiles(scf::ParallelOp grid) : grid(grid) {}

  void run() {
    llvm::SmallSetVector<Operation *, 8> marked;
    for (auto tile : grid.getBody()->getOps<memref::AllocaOp>())
      if (isSmall(tile))
        collectLoops(tile, marked);
    int64_t total = 0;
    for (Operation *loop : marked)
      total += countWrittenOut(cast<scf::ParallelOp>(loop));
    if (total > mostOperations)
      return;
    for (Operation *loop : marked)
      loop->setAttr(par::unrolledAttr, UnitAttr::get(loop->getContext()));
  }

private:
  static bool isSmall(memref::AllocaOp tile) {
    MemRefType type = tile.getType();
    return type.hasStaticShape() && type.getRank() > 0 &&
           type.getElementType().isIntOrFloat() &&
           type.getNumElements() * type.getElementTypeBitWidth() <=
               8 * mostTileBytes;
  }

  /// How many threads a dimension has, if that is known.
  static std::optional<int64_t> countThreads(scf::ParallelOp loop,
                                             unsigned dim) {
    auto from = getConstantIntValue(loop.getLowerBound()[dim]);
    auto to = getConstantIntValue(loop.getUpperBound()[dim]);
    if (!from || !to || getConstantIntValue(loop.getStep()[dim]) != 1)
      return std::nullopt;
    return *to - *from;
  }

  /// Whether the same is done for all threads of the block, once.
  bool isStraight(scf::ParallelOp loop) {
    Operation *parent = loop->getParentOp();
    while (isa<scf::IfOp>(parent))
      parent = parent->getParentOp();
    if (parent != grid || loop->hasAttr(par::edgeAttr) ||
        loop->hasAttr(par::fewAttr) || loop->hasAttr(par::rareAttr))
      return false;
    for (unsigned dim = 0; dim < loop.getNumLoops(); ++dim)
      if (!countThreads(loop, dim))
        return false;
    return *countThreads(loop, loop.getNumLoops() - 1) <= mostLanes &&
           llvm::all_of(loop.getBody()->without_terminator(),
                        [](Operation &op) { return op.getNumRegions() == 0; });
  }

  /// Whether all indices are variables of the loop plus constants.
  static bool isOfThreads(const Access &access, scf::ParallelOp loop) {
    return access.exact &&
           llvm::all_of(access.splitSums().terms, [&](const Term &term) {
             return llvm::is_contained(loop.getInductionVars(), term.value);
           });
  }

  /// Adds the loops that touch an array, if in all of them it is known where,
  /// and one reads what neighbours in a row have stored.
  void collectLoops(memref::AllocaOp tile,
                    llvm::SmallSetVector<Operation *, 8> &marked) {
    llvm::SmallSetVector<Operation *, 8> loops;
    llvm::DenseMap<Operation *, Access> firstLoads;
    bool isStencil = false;
    for (Operation *user : tile->getUsers()) {
      auto loop = dyn_cast<scf::ParallelOp>(user->getParentOp());
      std::optional<Access> access = getPlainAccess(user);
      if (!access || access->base != tile || !loop ||
          !loop->hasAttr(par::blockAttr) || !isStraight(loop) ||
          !isOfThreads(*access, loop))
        return;
      loops.insert(loop);
      if (!access->reads ||
          *countThreads(loop, loop.getNumLoops() - 1) < leastLanes)
        continue;
      // Columns apart, not only rows.
      int64_t rowBytes = tile.getType().getShape().back() * access->size;
      auto [first, isNew] = firstLoads.try_emplace(loop, *access);
      isStencil |=
          !isNew && first->second.distanceTo(*access).value_or(0) % rowBytes;
    }
    if (isStencil)
      marked.insert_range(loops);
  }

  static int64_t countWrittenOut(scf::ParallelOp loop) {
    int64_t count = loop.getBody()->getOperations().size();
    for (unsigned dim = 0; dim + 1 < loop.getNumLoops(); ++dim)
      count *= *countThreads(loop, dim);
    return count;
  }

  scf::ParallelOp grid;
};

struct UnrollTiles : public heddle::impl::UnrollTilesBase<UnrollTiles> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      if (grid->hasAttr(par::shapeAttr))
        Tiles(grid).run();
  }
};

} // namespace
