//===- FuseRows.cpp - Loops that work on the same rows, row by row --------===//
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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_FUSEROWS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Numbers beyond that are not looked at, so that none overflows.
constexpr int64_t largest = int64_t(1) << 31;

/// A loop over threads as one over rows: each has some lanes, or is one thread.
struct Level {
  scf::ParallelOp loop;
  Value row = {}, lane = {}; ///< No lane if a row is one thread.
  int64_t rows = 0, lanes = 1;
};

std::optional<Level> getLevel(Operation *op) {
  auto loop = dyn_cast<scf::ParallelOp>(op);
  if (!loop || !loop->hasAttr(par::blockAttr) || loop.getNumReductions())
    return std::nullopt;
  for (StringRef mark : {par::fewAttr, par::edgeAttr, par::rareAttr,
                         par::unrolledAttr, par::capacityAttr})
    if (loop->hasAttr(mark))
      return std::nullopt;
  Level level{loop};
  unsigned last = loop.getNumLoops() - 1;
  bool hasLanes = loop->hasAttr(par::rowsAttr) && last > 0;
  for (unsigned dim = 0; dim <= last; ++dim) {
    std::optional<int64_t> upper =
        getConstantIntValue(loop.getUpperBound()[dim]);
    if (getConstantIntValue(loop.getLowerBound()[dim]) != 0 ||
        getConstantIntValue(loop.getStep()[dim]) != 1 || !upper ||
        *upper <= 0 || *upper > 1024)
      return std::nullopt;
    Value iv = loop.getInductionVars()[dim];
    if (dim + hasLanes == last) {
      level.row = iv;
      level.rows = *upper;
    } else if (dim == last) {
      level.lane = iv;
      level.lanes = *upper;
    } else if (*upper != 1) {
      return std::nullopt;
    }
  }
  return level;
}

/// A number that depends on the row and the lane alone.
struct Linear {
  int64_t offset = 0, perRow = 0, perLane = 0;

  std::optional<Linear> plus(const Linear &other, int64_t times) const {
    Linear sum{offset + other.offset * times, perRow + other.perRow * times,
               perLane + other.perLane * times};
    if (std::abs(sum.offset) > largest || std::abs(sum.perRow) > largest ||
        std::abs(sum.perLane) > largest)
      return std::nullopt;
    return sum;
  }
};

/// Sums and products of indices wrap at 64 bits, so that they hold for places
/// of known size, whatever they went through.
std::optional<Linear> expand(Value value, Level &level) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return Linear{}.plus({*constant, 0, 0}, 1);
  if (value == level.row)
    return Linear{0, 1, 0};
  if (value == level.lane)
    return Linear{0, 0, 1};
  // All other dimensions have one thread.
  if (llvm::is_contained(level.loop.getInductionVars(), value))
    return Linear{};
  Operation *op = value.getDefiningOp();
  if (!op || !(value.getType().isIndex() || value.getType().isInteger(64)))
    return std::nullopt;
  if (auto cast = dyn_cast<arith::IndexCastOp>(op)) {
    if (!cast.getIn().getType().isIndex() &&
        !cast.getIn().getType().isInteger(64))
      return std::nullopt;
    return expand(cast.getIn(), level);
  }
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<Linear> a = expand(op->getOperand(0), level),
                        b = expand(op->getOperand(1), level);
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::MulIOp>(op)) {
    if (a->perRow || a->perLane)
      std::swap(a, b);
    if (a->perRow || a->perLane)
      return std::nullopt;
    return Linear{}.plus(*b, a->offset);
  }
  return a->plus(*b, isa<arith::AddIOp>(op) ? 1 : -1);
}

/// The part of an object that a row touches, from its beginning.
struct Part {
  int64_t perRow = 0, begin = 0, end = 0;
  bool isWritten = false, isKnown = true, isNew = true;

  void add(std::optional<Linear> place, const Access &access,
           const Level &level) {
    isWritten |= access.writes;
    isKnown &= place && (isNew || place->perRow == perRow);
    if (!isKnown)
      return;
    int64_t across = place->perLane * (level.lanes - 1);
    int64_t from = place->offset + std::min<int64_t>(across, 0);
    int64_t to = place->offset + std::max<int64_t>(across, 0) + access.size;
    perRow = place->perRow;
    begin = isNew ? from : std::min(begin, from);
    end = isNew ? to : std::max(end, to);
    isNew = false;
  }

  /// Whether no two rows meet where one of them writes.
  bool isOwn() const {
    return !isWritten || (isKnown && end - begin <= std::abs(perRow));
  }
};

class Group {
public:
  /// Takes a loop in, if the rows of all are still independent.
  bool add(Level level) {
    // A vector that is loaded after its elements were stored one by one, or the
    // other way round, waits for the memory.
    if (!levels.empty() &&
        (level.rows != levels.front().rows ||
         level.loop->hasAttr(par::scatteredAttr) !=
             levels.front().loop->hasAttr(par::scatteredAttr)))
      return false;
    llvm::MapVector<Value, Part> extended = parts;
    SmallVector<Access> accesses;
    if (level.loop.getBody()
            ->walk([&](Operation *op) {
              if (isMemoryEffectFree(op) || isa<scf::IfOp>(op))
                return WalkResult::advance();
              std::optional<Access> access = getPlainAccess(op);
              if (!access || access->orders || !access->base ||
                  access->size == 0)
                return WalkResult::interrupt();
              accesses.push_back(*access);
              return WalkResult::advance();
            })
            .wasInterrupted())
      return false;
    for (const Access &access : accesses) {
      std::optional<Linear> place;
      if (access.exact)
        place = Linear{access.offset};
      for (const Term &term : access.terms) {
        std::optional<Linear> part = expand(term.value, level);
        if (!place || !part || std::abs(term.bytes) > largest) {
          place = std::nullopt;
          break;
        }
        place = place->plus(*part, term.bytes);
      }
      extended[access.base].add(place, access, level);
    }
    for (auto &[base, part] : extended) {
      if (!part.isOwn())
        return false;
      if (part.isWritten)
        for (auto &[other, otherPart] : extended)
          if (other != base && mayAlias(base, other))
            return false;
    }
    parts = std::move(extended);
    levels.push_back(level);
    return true;
  }

  /// One loop over rows for all.
  void fuse() {
    if (levels.size() < 2)
      return;
    scf::ParallelOp first = levels.front().loop;
    Location loc = first.getLoc();
    // What is between the loops goes before all of them.
    for (Operation *op = first->getNextNode(); op != levels.back().loop;) {
      Operation *next = op->getNextNode();
      if (!isa<scf::ParallelOp>(op))
        op->moveBefore(first);
      op = next;
    }
    OpBuilder builder(first);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    // Where lanes are no vectors, the row is a thread.
    bool isScattered = first->hasAttr(par::scatteredAttr);
    Value row, rows = constant(levels.front().rows);
    if (isScattered) {
      auto loop = scf::ParallelOp::create(builder, loc, ValueRange(zero),
                                          ValueRange(rows), ValueRange(one));
      loop->setAttr(par::blockAttr, builder.getUnitAttr());
      loop->setAttr(par::scatteredAttr, builder.getUnitAttr());
      row = loop.getInductionVars().front();
      builder.setInsertionPoint(loop.getBody()->getTerminator());
    } else {
      auto loop = scf::ForOp::create(builder, loc, zero, rows, one);
      row = loop.getInductionVar();
      builder.setInsertionPoint(loop.getBody()->getTerminator());
    }
    for (Level &level : levels) {
      Value lanes = constant(level.lanes), lane;
      Operation *end;
      if (isScattered) {
        auto inner =
            scf::ForOp::create(builder, level.loop.getLoc(), zero, lanes, one);
        lane = inner.getInductionVar();
        end = inner.getBody()->getTerminator();
      } else {
        auto inner = scf::ParallelOp::create(
            builder, level.loop.getLoc(), ValueRange(zero), ValueRange(lanes),
            ValueRange(one));
        inner->setDiscardableAttrs(level.loop->getDiscardableAttrDictionary());
        inner->removeAttr(par::rowsAttr);
        lane = inner.getInductionVars().front();
        end = inner.getBody()->getTerminator();
      }
      for (Value iv : level.loop.getInductionVars())
        iv.replaceAllUsesWith(iv == level.row    ? row
                              : iv == level.lane ? lane
                                                 : zero);
      for (Operation &op : llvm::make_early_inc_range(
               level.loop.getBody()->without_terminator()))
        op.moveBefore(end);
      level.loop.erase();
    }
  }

private:
  SmallVector<Level> levels;
  llvm::MapVector<Value, Part> parts;
};

struct FuseRows : public heddle::impl::FuseRowsBase<FuseRows> {
  void runOnOperation() override {
    llvm::SetVector<Block *> blocks;
    for (scf::ParallelOp loop :
         par::getMarkedLoops(getOperation(), par::blockAttr))
      if (loop->hasAttr(par::rowsAttr))
        blocks.insert(loop->getBlock());
    for (Block *block : blocks)
      visit(*block);
  }

private:
  static void visit(Block &block) {
    SmallVector<Group> groups(1);
    for (Operation &op : block) {
      if (std::optional<Level> level = getLevel(&op)) {
        if (!groups.back().add(*level)) {
          groups.emplace_back();
          groups.back().add(*level);
        }
      } else if (!isPure(&op) || op.getNumRegions()) {
        groups.emplace_back();
      }
    }
    for (Group &group : groups)
      group.fuse();
  }
};

} // namespace
