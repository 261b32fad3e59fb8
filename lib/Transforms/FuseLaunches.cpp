//===- FuseLaunches.cpp - What the blocks of a launch touch ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/BlockSums.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/RuntimeABI.h"
#include "heddle/Raise/Kernels.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include <numeric>

namespace heddle {
#define GEN_PASS_DEF_FUSELAUNCHES
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// More of them would cost a launch more than they are worth.
constexpr unsigned mostFootprints = 12, mostPlaces = 8;

bool isAlloca(Operation *op) {
  return isa_and_nonnull<memref::AllocaOp, LLVM::AllocaOp>(op);
}

/// What has effects on paper, but touches no memory.
bool isHint(Operation *op) {
  return isa<LLVM::LifetimeStartOp, LLVM::LifetimeEndOp, LLVM::AssumeOp,
             LLVM::Prefetch, memref::PrefetchOp, par::DynamicSharedOp>(op);
}

/// A function of a library that computes something of its operands.
bool isPureCall(Operation *op) {
  auto call = dyn_cast<LLVM::CallOp>(op);
  if (!call || !call.getCallee())
    return false;
  auto callee = SymbolTable::lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
      op, call.getCalleeAttr());
  if (!callee || !callee.isExternal() ||
      callee.getName().starts_with("__heddle"))
    return false;
  LLVM::MemoryEffectsAttr effects = callee.getMemoryEffectsAttr();
  return effects && effects.getOther() == LLVM::ModRefInfo::NoModRef &&
         effects.getArgMem() == LLVM::ModRefInfo::NoModRef &&
         effects.getInaccessibleMem() == LLVM::ModRefInfo::NoModRef &&
         effects.getErrnoMem() == LLVM::ModRefInfo::NoModRef;
}

/// An atomic that orders nothing else. What it does to its place is done in any
/// order, within a launch.
bool isRelaxed(Operation *op) {
  if (auto rmw = dyn_cast<LLVM::AtomicRMWOp>(op))
    return !rmw.getVolatile_() &&
           rmw.getOrdering() == LLVM::AtomicOrdering::monotonic;
  if (auto exchange = dyn_cast<LLVM::AtomicCmpXchgOp>(op))
    return !exchange.getVolatile_() &&
           exchange.getSuccessOrdering() == LLVM::AtomicOrdering::monotonic &&
           exchange.getFailureOrdering() == LLVM::AtomicOrdering::monotonic;
  return false;
}

bool isConstantMemory(Value base) {
  auto address = base.getDefiningOp<LLVM::AddressOfOp>();
  return address && address->hasAttr(par::constantAttr);
}

/// A parameter of the grid function that lies on the stack of whoever launches:
/// the configuration, or a struct.
bool isOnStack(Value base) {
  auto arg = dyn_cast<BlockArgument>(base);
  auto function =
      arg ? dyn_cast<LLVM::LLVMFuncOp>(arg.getOwner()->getParentOp())
          : LLVM::LLVMFuncOp();
  return function &&
         (arg.getArgNumber() == 0 ||
          function.getArgAttr(arg.getArgNumber(),
                              LLVM::LLVMDialect::getByValAttrName()));
}

/// Whether a pointer from before the loop leads to memory that is still there
/// when the grid function has returned.
bool staysValid(Value pointer) {
  Value base = par::getBase(pointer);
  if (isa<BlockArgument>(base))
    return isa<LLVM::LLVMFuncOp>(base.getParentBlock()->getParentOp()) &&
           !isOnStack(base);
  Operation *source = base.getDefiningOp();
  // One that is kept in memory, or on a way that is not taken.
  if (isa<LLVM::AddressOfOp, LLVM::LoadOp, memref::LoadOp, LLVM::ZeroOp,
          LLVM::PoisonOp, LLVM::UndefOp, ub::PoisonOp>(source))
    return true;
  if (auto choice = dyn_cast<arith::SelectOp>(source))
    return staysValid(choice.getTrueValue()) &&
           staysValid(choice.getFalseValue());
  auto branch = dyn_cast<scf::IfOp>(source);
  if (!branch)
    return false;
  unsigned number = cast<OpResult>(base).getResultNumber();
  return staysValid(branch.thenYield().getOperand(number)) &&
         staysValid(branch.elseYield().getOperand(number));
}

/// All places of one object that are so far apart from block to block.
struct Footprint {
  Value base;
  bool writes = false, anywhere = false;
  BlockSum perBlock;                  ///< Fixed products.
  std::optional<BlockProduct> period; ///< Its factor; what varies is left out.
  /// What there is besides, and the bytes of the access.
  std::vector<std::pair<BlockSum, int64_t>> places;
};

class Launch {
public:
  /// Where blocks along y are not all the same, whole rows are taken for one.
  explicit Launch(scf::ParallelOp grid)
      : grid(grid), isInRows(!grid.getInductionVars()[1].use_empty()),
        sums(grid, isInRows ? 1 : 2) {}

  /// Finds all footprints. False if there is something in the loop of which
  /// nobody knows what it touches, or nothing is to be gained.
  bool collect() {
    if (!mayBeLate() || grid->walk([&](Operation *op) {
                              return op == grid || visit(op)
                                         ? WalkResult::advance()
                                         : WalkResult::interrupt();
                            })
                            .wasInterrupted())
      return false;
    // What has a footprint of the whole object needs no other.
    for (const Footprint &whole : std::vector<Footprint>(footprints))
      if (whole.anywhere)
        llvm::erase_if(footprints, [&](const Footprint &other) {
          return !other.anywhere && other.base == whole.base &&
                 other.writes <= whole.writes;
        });
    // Who writes a place may read it.
    for (const Footprint &written : std::vector<Footprint>(footprints))
      if (written.writes)
        llvm::erase_if(footprints, [&](const Footprint &other) {
          return !other.writes && other.base == written.base &&
                 other.perBlock == written.perBlock &&
                 other.period == written.period &&
                 other.anywhere == written.anywhere &&
                 other.places == written.places;
        });
    return footprints.size() <= mostFootprints &&
           llvm::any_of(footprints, [](const Footprint &print) {
             return !print.perBlock.empty();
           });
  }

  void create() {
    OpBuilder builder(grid);
    Value holds = sums.createCheck(builder, grid.getLoc());
    for (Footprint &footprint : footprints)
      create(builder, footprint, holds);
  }

private:
  bool mayBeLate();
  bool visit(Operation *op);
  bool addAccess(Value address, const Access *place, bool reads, bool writes);
  void addPlace(Value base, const Access *place, bool writes);
  void create(OpBuilder &builder, Footprint &footprint, Value holds);

  scf::ParallelOp grid;
  bool isInRows;
  BlockSums sums;
  std::vector<Footprint> footprints;
};

} // namespace

/// Whether the loop still does the same after the grid function has returned:
/// nothing comes after it, and what it uses is on nobody's stack.
bool Launch::mayBeLate() {
  Operation *op = grid;
  while (!isa<LLVM::LLVMFuncOp>(op)) {
    for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
      if (!next->hasTrait<OpTrait::IsTerminator>() && !isMemoryEffectFree(next))
        return false;
    op = op->getParentOp();
    if (!isa<scf::IfOp, LLVM::LLVMFuncOp>(op))
      return false;
  }
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(grid.getRegion(), captured);
  return llvm::all_of(captured, [](Value value) {
    return !isa<MemRefType, LLVM::LLVMPointerType>(value.getType()) ||
           staysValid(value);
  });
}

bool Launch::visit(Operation *op) {
  // One update for many blocks is not for a few blocks at a time.
  if (op->hasAttr(par::beforeBlocksAttr) || op->hasAttr(par::afterBlocksAttr) ||
      par::isBarrier(op))
    return false;
  if (std::optional<Access> access = getPlainAccess(op))
    return addAccess(access->base, &*access, access->reads, access->writes);
  if (isRelaxed(op)) {
    SmallVector<Access> accesses;
    collectAccesses(op, nullptr, accesses);
    return accesses.size() == 1 && accesses[0].base &&
           addAccess(accesses[0].base, &accesses[0], true, true);
  }
  return isMemoryEffectFree(op) || isAlloca(op) || isHint(op) ||
         isPureCall(op) || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

bool Launch::addAccess(Value base, const Access *place, bool reads,
                       bool writes) {
  Operation *source = base.getDefiningOp();
  // What a block has for itself.
  if ((isAlloca(source) && grid->isProperAncestor(source)) ||
      isa_and_nonnull<par::DynamicSharedOp>(source))
    return true;
  if (isConstantMemory(base))
    return !writes;
  if (auto address = dyn_cast_or_null<LLVM::AddressOfOp>(source)) {
    auto global = SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(
        address, address.getGlobalNameAttr());
    if (!global || global->hasAttr(sharedAttr))
      return false;
  } else if (grid.getRegion().isAncestor(base.getParentRegion())) {
    return false;
  }
  if (reads && !writes)
    addPlace(base, place, false);
  if (writes)
    addPlace(base, place, true);
  return true;
}

void Launch::addPlace(Value base, const Access *place, bool writes) {
  // One address in the loop and another before it are of the same object.
  if (auto address = base.getDefiningOp<LLVM::AddressOfOp>())
    for (const Footprint &other : footprints)
      if (auto same = other.base.getDefiningOp<LLVM::AddressOfOp>();
          same && same.getGlobalName() == address.getGlobalName())
        base = other.base;
  Footprint found{base, writes, !place->exact || place->size == 0, {}, {}, {}};
  BlockSum sum;
  for (const Term &term : place->terms)
    if (!found.anywhere &&
        !BlockSums::add(sum, sums.read(term.value), term.bytes))
      found.anywhere = true;
  BlockSum rest;
  for (BlockProduct product : sum) {
    if (product.kind == BlockProduct::Block) {
      product.kind = BlockProduct::Fixed;
      found.perBlock.push_back(product);
    } else if (product.kind == BlockProduct::Any) {
      product.variable = nullptr;
      // Multiples of a few bytes may be any place.
      if (product.fixed.empty() ||
          (found.period && !found.period->isLike(product)))
        found.anywhere = true;
      if (found.period)
        product.factor = std::gcd(product.factor, found.period->factor);
      found.period = product;
    } else {
      rest.push_back(product);
    }
  }
  if (place->offset != 0 &&
      !BlockSums::add(rest,
                      {{place->offset, {}, BlockProduct::Fixed, nullptr}}))
    found.anywhere = true;
  if (found.anywhere) {
    found.perBlock.clear();
    found.period.reset();
  }
  for (Footprint &other : footprints) {
    if (other.base != base || other.writes != writes ||
        other.anywhere != found.anywhere)
      continue;
    if (found.anywhere)
      return;
    if (other.perBlock != found.perBlock || other.period != found.period ||
        other.places.size() >= mostPlaces)
      continue;
    if (!llvm::is_contained(other.places, std::pair(rest, place->size)))
      other.places.push_back({rest, place->size});
    return;
  }
  if (!found.anywhere)
    found.places.push_back({rest, place->size});
  footprints.push_back(found);
}

void Launch::create(OpBuilder &builder, Footprint &footprint, Value holds) {
  Location loc = grid.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value base = footprint.base;
  if (Operation *source = base.getDefiningOp();
      source && grid->isProperAncestor(source))
    base = builder.clone(*source)->getResult(0);
  base = LLVM::FreezeOp::create(builder, loc, base);
  Value low = zero, high = zero;
  for (auto [i, place] : llvm::enumerate(footprint.places)) {
    auto &[sum, size] = place;
    Value first = BlockSums::create(builder, loc, sum);
    Value last = builder.createOrFold<arith::AddIOp>(
        loc, first, arith::ConstantIndexOp::create(builder, loc, size));
    for (const BlockProduct &product : sum) {
      if (product.kind != BlockProduct::Ranged)
        continue;
      Value most =
          BlockSums::create(builder, loc, sums.getLargest(product.variable));
      Value reach = builder.createOrFold<arith::MulIOp>(
          loc, most, BlockSums::createFactor(builder, loc, product));
      first = builder.createOrFold<arith::AddIOp>(
          loc, first, builder.createOrFold<arith::MinSIOp>(loc, reach, zero));
      last = builder.createOrFold<arith::AddIOp>(
          loc, last, builder.createOrFold<arith::MaxSIOp>(loc, reach, zero));
    }
    low =
        i == 0 ? first : builder.createOrFold<arith::MinSIOp>(loc, low, first);
    high =
        i == 0 ? last : builder.createOrFold<arith::MaxSIOp>(loc, high, last);
  }
  Value perBlock = BlockSums::create(builder, loc, footprint.perBlock);
  Value period = footprint.period
                     ? BlockSums::createFactor(builder, loc, *footprint.period)
                     : zero;
  par::FootprintOp::create(builder, loc, base, perBlock, low, high, period,
                           holds, footprint.writes, footprint.anywhere,
                           isInRows);
}

/// Whether an operation outside of the loops looks at no memory that kernels
/// write.
static bool isBlind(Operation *op) {
  if (std::optional<Access> access = getPlainAccess(op))
    return !access->writes &&
           (isOnStack(access->base) || isConstantMemory(access->base));
  auto call = dyn_cast<LLVM::CallOp>(op);
  return isMemoryEffectFree(op) ||
         op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         (call && call.getCallee() == HEDDLE_ABI(__heddle_launch_width).name);
}

static bool comesBlindly(LLVM::LLVMFuncOp function) {
  return !function
              ->walk<WalkOrder::PreOrder>([&](Operation *op) {
                if (op->hasAttr(par::gridAttr))
                  return WalkResult::skip();
                return op == function || isBlind(op) ? WalkResult::advance()
                                                     : WalkResult::interrupt();
              })
              .wasInterrupted();
}

namespace {
struct FuseLaunches : public heddle::impl::FuseLaunchesBase<FuseLaunches> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (function->removeAttr(neighboursAttr))
        visit(function);
  }

  void visit(LLVM::LLVMFuncOp function) {
    // Asked before there are footprints, which have an effect.
    bool isBlind = comesBlindly(function);
    bool found = false;
    for (scf::ParallelOp grid : par::getMarkedLoops(function, par::gridAttr)) {
      // There are others for all launches that are known.
      if (grid->hasAttr(par::unseenAttr))
        continue;
      // What launches when it runs cannot wait.
      if (par::getGridLoop(grid) ||
          par::getMarkedLoops(grid, par::gridAttr).size() > 1)
        continue;
      Launch launch(grid);
      if (!launch.collect())
        continue;
      launch.create();
      found = true;
    }
    if (!found)
      return;
    UnitAttr unit = UnitAttr::get(&getContext());
    function->setAttr(mayWaitAttr, unit);
    if (isBlind)
      function->setAttr(mayJoinAttr, unit);
  }
};
} // namespace
