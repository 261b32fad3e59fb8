//===- MappingCost.cpp - What a mapping of threads costs ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up the cycles of a loop's body, in both mappings. What is not known
// (trip counts, how many lanes take a branch) is assumed; both mappings assume
// the same, so that only their ratio matters.
//
//===----------------------------------------------------------------------===//

#include "MappingCost.h"
#include "LaneEmitter.h"
#include "OperationCosts.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace heddle;

namespace {

/// A loop-carried floating-point sum is not faster than this in one thread.
constexpr double carriedLatency = 4;
/// Until lanes know whether to go on. Single threads overlap with others.
constexpr double gatherLatency = 30;
/// A call, or an atomic access.
constexpr double callCost = 20;
/// Taking a lane out of vectors, and its result back.
constexpr double laneOverhead = 4;
/// In bytes.
constexpr int64_t farApart = 512;
/// Whether the addresses of all lanes are as guessed.
constexpr double checkCost = 4;
/// Taking a member out of structures that were loaded together.
constexpr double memberShuffles = 3;
constexpr double assumedTrips = 32;
/// How much longer the slowest lane of a vector runs than the mean.
constexpr double slowestLane = 1.5;
constexpr double assumedTaken = 0.5;

class Estimate {
public:
  Estimate(const Shapes &shapes, const Shapes &guesses,
           llvm::StringRef processor)
      : shapes(shapes), guesses(guesses), lanes(shapes.getMapping().lanes),
        native(
            std::min<double>(lanes, getNativeLanes(shapes.getMapping().loop))),
        vector(getVectorCosts(processor, /*isWide=*/native >= 16)),
        scalar(getScalarCosts()) {}

  MappingCost run() {
    par::ForOp loop = shapes.getMapping().loop;
    return block(*loop.getBody(), /*isMasked=*/false);
  }

private:
  MappingCost block(Block &block, bool isMasked) {
    MappingCost sum;
    for (Operation &op : block.without_terminator()) {
      MappingCost one = operation(&op, isMasked);
      sum.asLanes += one.asLanes;
      sum.oneByOne += one.oneByOne;
    }
    return sum;
  }

  /// How many native vectors a value takes.
  double vectorsOf(Type type) const {
    double width = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
    return std::max(1.0, std::ceil(width * lanes / (32 * native)));
  }

  MappingCost each(double vectorCost, double scalarCost, Type type) const {
    return {vectorCost * vectorsOf(type), scalarCost * lanes};
  }

  MappingCost memory(Operation *op, bool isLoad, Type type, bool isMasked) {
    Shape address = shapes.ofAddress(op);
    if (!address.hasOffsets()) {
      Shape guess = guesses.ofAddress(op);
      if (guess.isUniform() || guess.getStride() == bytesOf(type)) {
        MappingCost right = memory(guess, isLoad, type, isMasked);
        MappingCost wrong = memory(address, isLoad, type, isMasked);
        double likely = probabilityOfGuess(op, shapes);
        return {checkCost + likely * right.asLanes +
                    (1 - likely) * wrong.asLanes,
                right.oneByOne};
      }
    }
    return memory(address, isLoad, type, isMasked);
  }

  static int64_t bytesOf(Type type) {
    return type.isIntOrFloat() ? std::max(1u, type.getIntOrFloatBitWidth() / 8)
                               : 8;
  }

  MappingCost memory(const Shape &address, bool isLoad, Type type,
                     bool isMasked) {
    double one = isLoad ? scalar.load : scalar.store;
    if (address.isUniform())
      return {one, isLoad ? one * lanes : one * lanes};
    int64_t bytes = bytesOf(type);
    bool isBackwards = address.getStride() == -bytes;
    if (address.getStride() == bytes || isBackwards) {
      double cost = isLoad ? (isMasked ? vector.maskedLoad : vector.load)
                           : (isMasked ? vector.maskedStore : vector.store);
      // A cache line for each 64 bytes is what both need.
      return each(cost + (isBackwards ? vector.arithmetic : 0), one, type);
    }
    // A member of a structure: other members are accessed together with it.
    std::optional<int64_t> stride = address.getStride();
    if (stride && !isMasked && *stride > bytes && *stride <= 8 * bytes)
      return each((isLoad ? vector.load : vector.store) + memberShuffles, one,
                  type);
    if (address.hasOffsets() && isLoad && !isMasked) {
      int64_t low = 0, high = 0;
      for (int64_t lane = 0; lane < lanes; ++lane) {
        low = std::min(low, address.getOffset(lane));
        high = std::max(high, address.getOffset(lane));
      }
      double parts = double(high - low) / (lanes * bytes) + 1;
      if (parts <= 4)
        return each(parts * (vector.load + 1), one, type);
    }
    // Lanes that are far apart, each in a row of its own, need a cache line
    // each, and often the same sets of the cache. Only loops that read rows
    // load vectors along them.
    if ((address.isStrided() || (stride && std::abs(*stride) >= farApart)) &&
        !readsRows)
      return each(2 * (isLoad ? vector.gather : vector.scatter), one, type);
    // Processors do not gather small numbers.
    if (isLoad && bytes < 4)
      return {laneOverhead * lanes, one * lanes};
    if (isLoad)
      return each(vector.gather, one, type);
    return each(bytes >= 4 ? vector.scatter : laneOverhead * lanes, one, type);
  }

  MappingCost operation(Operation *op, bool isMasked) {
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return conditional(op, isMasked);
    if (isa<scf::IndexSwitchOp>(op))
      return conditional(op, isMasked);
    if (isa<scf::ForOp, scf::WhileOp>(op))
      return loop(op, isMasked);
    if (op->hasTrait<OpTrait::ConstantLike>() || isa<par::ViewOp>(op))
      return {};
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return memory(op, true, load.getType(), isMasked);
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      return memory(op, true, load.getType(), isMasked);
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return memory(op, false, store.getValueToStore().getType(), isMasked);
    if (auto store = dyn_cast<LLVM::StoreOp>(op))
      return memory(op, false, store.getValue().getType(), isMasked);
    if (!isMemoryEffectFree(op) || isa<LLVM::CallOp>(op))
      return {(callCost + laneOverhead) * lanes, callCost * lanes};
    Type type = op->getNumResults() ? op->getResult(0).getType()
                                    : Type(IndexType::get(op->getContext()));
    double one = scalar.arithmetic, all = vector.arithmetic;
    if (isa<arith::DivFOp>(op)) {
      one = scalar.divide;
      all = vector.divide;
    } else if (isa<math::SqrtOp, math::RsqrtOp>(op)) {
      one = scalar.squareRoot;
      all = vector.squareRoot;
    } else if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                   arith::RemUIOp>(op)) {
      // By a constant, it is a product and some shifts.
      APInt divisor;
      if (matchPattern(op->getOperand(1), m_ConstantInt(&divisor)))
        return each(4 * vector.arithmetic, 4 * scalar.arithmetic, type);
      one = scalar.integerDivide;
      all = vector.integerDivide * lanes;
    } else if (isa<math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp,
                   math::RoundEvenOp, math::TruncOp, math::FmaOp,
                   math::CopySignOp>(op)) {
    } else if (isa_and_nonnull<math::MathDialect>(op->getDialect())) {
      one = scalar.mathFunction;
      all = vector.mathFunction;
    }
    bool isScalar = llvm::all_of(op->getResults(), [&](Value result) {
      return shapes.of(result).hasOffsets();
    });
    if (isScalar)
      return {one, one * lanes};
    return each(all, one, type);
  }

  MappingCost conditional(Operation *op, bool isMasked) {
    bool isDivergent = shapes.isDivergent(op);
    MappingCost sum;
    for (Region &region : op->getRegions()) {
      if (region.empty())
        continue;
      // A guard is nearly always true for all lanes: only in one that depends
      // on data are lanes masked.
      bool isGuard = isDivergent && !isMasked && comparesLinear(op, shapes);
      MappingCost side =
          block(region.front(), isMasked || (isDivergent && !isGuard));
      double taken = isGuard ? 1 : assumedTaken;
      sum.asLanes += isDivergent ? side.asLanes : side.asLanes * assumedTaken;
      sum.oneByOne += side.oneByOne * (isDivergent ? taken : assumedTaken);
      if (isDivergent)
        sum.asLanes += vector.anyActive;
    }
    sum.oneByOne += scalar.anyActive * lanes;
    return sum;
  }

  static bool writes(Operation *loop) {
    return loop
        ->walk([](Operation *op) {
          return op->getNumRegions() || isMemoryEffectFree(op) ||
                         isa<memref::LoadOp, LLVM::LoadOp>(op)
                     ? WalkResult::advance()
                     : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  MappingCost loop(Operation *op, bool isMasked) {
    auto counted = dyn_cast<scf::ForOp>(op);
    bool isDivergent =
        shapes.isDivergent(op) && !(counted && hasWholePart(counted, shapes));
    llvm::SaveAndRestore inRows(readsRows, !isDivergent && !isMasked &&
                                               isa<scf::ForOp>(op) &&
                                               !writes(op));
    MappingCost body;
    for (Region &region : op->getRegions()) {
      MappingCost part = block(region.front(), isMasked || isDivergent);
      body.asLanes += part.asLanes;
      body.oneByOne += part.oneByOne;
    }
    if (waitsForSum(op)) {
      body.asLanes = std::max(body.asLanes, carriedLatency);
      body.oneByOne = std::max(body.oneByOne, carriedLatency * lanes);
    }
    if (isDivergent && isa<scf::WhileOp>(op) && followsLoads(op))
      body.asLanes += gatherLatency;
    double trips = assumedTrips;
    if (counted)
      if (std::optional<APInt> known = counted.getStaticTripCount())
        trips = known->getLimitedValue(1 << 20);
    body.asLanes += isDivergent ? vector.anyActive + 1 : 1;
    body.oneByOne += scalar.anyActive * lanes;
    double most = isDivergent ? trips * slowestLane : trips;
    return {body.asLanes * most, body.oneByOne * trips};
  }

  /// Whether lanes go on or stop by what they load from places of their own, as
  /// in a binary search.
  bool followsLoads(Operation *loop) {
    return loop
        ->walk([&](Operation *op) {
          bool isOwn = isa<memref::LoadOp, LLVM::LoadOp>(op) &&
                       !guesses.ofAddress(op).hasOffsets() &&
                       !shapes.ofAddress(op).hasOffsets();
          return isOwn ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  const Shapes &shapes;
  const Shapes &guesses;
  double lanes;
  /// How many of 32 bits a vector of the processor has.
  double native;
  const OperationCosts &vector;
  const OperationCosts &scalar;
  /// In a loop that goes along rows, as LaneRows.cpp wants it.
  bool readsRows = false;
};

} // namespace

int64_t heddle::getLanesOf(par::ForOp threads, int64_t lanes) {
  std::optional<int64_t> size = getConstantIntValue(threads.getSizes().back());
  if (size && *size > 0)
    for (int64_t fewer = lanes; fewer > 1 && fewer >= lanes / 4; fewer /= 2)
      if (*size % fewer == 0)
        return fewer;
  return lanes;
}

double heddle::probabilityOfGuess(Operation *access, const Shapes &shapes) {
  par::ForOp loop = shapes.getMapping().loop;
  double steps = shapes.getMapping().lanes - 1;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return loop->isProperAncestor(op) && isPure(op) && !op->getNumRegions();
  };
  SetVector<Operation *> slice;
  for (Value operand :
       access->getOperands().drop_front(!access->getNumResults()))
    if (Operation *op = operand.getDefiningOp(); op && options.filter(op)) {
      slice.insert(op);
      (void)getBackwardSlice(op, &slice, options);
    }
  double probability = 1;
  for (Operation *op : slice) {
    APInt divisor;
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
            op) &&
        !shapes.of(op->getResult(0)).hasOffsets() &&
        matchPattern(op->getOperand(1), m_ConstantInt(&divisor)))
      probability = std::min(probability, 1 - steps / divisor.roundToDouble());
  }
  return std::max(probability, 0.0);
}

bool heddle::waitsForSum(Operation *op) {
  auto isFloat = [](Value value) { return isa<FloatType>(value.getType()); };
  if (isa<scf::WhileOp>(op))
    return llvm::any_of(op->getRegion(0).getArguments(), isFloat);
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return false;
  // What is only passed on to the next iteration is there at once.
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.inclusive = true;
  options.filter = [&](Operation *inner) {
    return loop->isProperAncestor(inner);
  };
  for (auto [carried, next] :
       llvm::zip(loop.getRegionIterArgs(),
                 loop.getBody()->getTerminator()->getOperands())) {
    Operation *last = next.getDefiningOp();
    if (!isFloat(carried) || !last || !options.filter(last))
      continue;
    SetVector<Operation *> slice;
    (void)getBackwardSlice(last, &slice, options);
    auto isPart = [&](Operation *user) {
      bool isPassedOn =
          isa<arith::SelectOp>(user) || user->hasTrait<OpTrait::IsTerminator>();
      return !isPassedOn && llvm::any_of(slice, [&](Operation *each) {
        return each->isAncestor(user);
      });
    };
    if (llvm::any_of(carried.getUsers(), isPart))
      return true;
  }
  return false;
}

bool heddle::comparesLinear(Operation *op, const Shapes &shapes) {
  auto branch = dyn_cast<scf::IfOp>(op);
  auto compare =
      branch ? branch.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  return compare && shapes.of(compare.getLhs()).hasOffsets() &&
         shapes.of(compare.getRhs()).hasOffsets();
}

MappingCost heddle::estimateMapping(const Shapes &shapes, const Shapes &guesses,
                                    llvm::StringRef processor) {
  return Estimate(shapes, guesses, processor).run();
}
