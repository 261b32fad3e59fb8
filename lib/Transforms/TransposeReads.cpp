//===- TransposeReads.cpp - Columns of tiles, transposed in registers -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefetching.h"
#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Support/PlantedFaults.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {
#define GEN_PASS_DEF_TRANSPOSEREADS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// A transposed tile stays in the first cache.
static constexpr int64_t mostBytes = 16384;
static constexpr int64_t vectorBytes = 64;
/// So much of a serial loop is transposed at once.
static constexpr int64_t rowsAtOnce = 16;

namespace {

/// One of two nested loops, with constant bounds.
struct Loop {
  Value iv;
  int64_t first, count;

  static std::optional<Loop> get(Value iv, Value lower, Value upper,
                                 Value step) {
    auto first = getConstantIntValue(lower), end = getConstantIntValue(upper);
    if (!first || !end || getConstantIntValue(step) != 1 || *end <= *first)
      return std::nullopt;
    return Loop{iv, *first, *end - *first};
  }

  static std::optional<Loop> get(scf::ParallelOp loop, unsigned dim) {
    return get(loop.getInductionVars()[dim], loop.getLowerBound()[dim],
               loop.getUpperBound()[dim], loop.getStep()[dim]);
  }
};

/// Loads in the body of two loops that are columns for the inner one.
class Columns {
public:
  /// The nest is the outer loop, or the loop that is both.
  Columns(Operation *nest, scf::ParallelOp threads, Loop rows, Loop lanes)
      : nest(nest), threads(threads), rows(rows), lanes(lanes), addresses(nest),
        rowStrides(rows.iv), laneStrides(lanes.iv) {}

  void run() {
    for (memref::LoadOp load : find())
      replace(load);
  }

  SmallVector<memref::LoadOp> find() {
    SmallVector<Access> accesses;
    collectAccesses(threads, nullptr, accesses);
    SmallVector<memref::LoadOp> loads;
    for (auto load : threads.getBody()->getOps<memref::LoadOp>())
      if (sideOf(load) && isFound(load, accesses))
        loads.push_back(load);
    return loads;
  }

private:
  /// The side of the squares that a load's tile is transposed in, or 0.
  int64_t sideOf(memref::LoadOp load) {
    Type type = load.getType();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() % 8 != 0)
      return 0;
    int64_t bytes = type.getIntOrFloatBitWidth() / 8;
    if ((bytes != 4 && bytes != 8) ||
        rows.count * lanes.count * bytes > mostBytes)
      return 0;
    for (int64_t side = vectorBytes / bytes; side >= 8; side /= 2)
      if (rows.count % side == 0 && lanes.count % side == 0)
        return side;
    return 0;
  }

  /// Whether it is read by columns, and all of it may be read before.
  bool isFound(memref::LoadOp load, ArrayRef<Access> accesses) {
    std::optional<Access> access = getPlainAccess(load);
    if (!access || !access->base || !access->exact ||
        (planted(Fault::TruncationLinear)
             ? rowStrides.of(*access)
             : rowStrides.exactly(*access)) != access->size)
      return false;
    std::optional<int64_t> stride = laneStrides.of(*access);
    if (stride ? std::abs(*stride) <= access->size : !isLinear(*access))
      return false;
    for (const Access &other : accesses)
      if ((other.writes || other.orders) &&
          mayAlias(access->base, other.base) && !comesAfter(other, load))
        return false;
    SmallVector<Value> given{rows.iv, lanes.iv};
    unsigned budget = 64;
    return addresses.isPlain(load.getMemRef(), given, budget) &&
           llvm::all_of(load.getIndices(), [&](Value index) {
             return addresses.isPlain(index, given, budget);
           });
  }

  /// Whether a thread has loaded before it writes. What other threads write
  /// would be a race; but turns of a serial loop have an order.
  bool comesAfter(const Access &other, memref::LoadOp load) {
    return nest == threads && !other.orders &&
           load->isBeforeInBlock(
               threads.getBody()->findAncestorOpInBlock(*other.op));
  }

  /// Whether lanes are the same distance apart, though that is not a constant.
  bool isLinear(const Access &access) {
    return llvm::all_of(access.terms, [&](const Term &term) {
      return laneStrides.of(term.value).has_value() || isMultiple(term.value);
    });
  }

  bool isMultiple(Value value) {
    Operation *op = value.getDefiningOp();
    if (laneStrides.of(value))
      return true;
    if (!op)
      return false;
    if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::AddIOp, arith::SubIOp>(
            op))
      return llvm::all_of(op->getOperands(),
                          [&](Value operand) { return isMultiple(operand); });
    return isa<arith::MulIOp>(op) && ((laneStrides.of(op->getOperand(0)) == 0 &&
                                       isMultiple(op->getOperand(1))) ||
                                      (laneStrides.of(op->getOperand(1)) == 0 &&
                                       isMultiple(op->getOperand(0))));
  }

  void replace(memref::LoadOp load) {
    int64_t side = sideOf(load);
    Location loc = load.getLoc();
    OpBuilder builder(nest);
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto type = MemRefType::get({rows.count, lanes.count}, load.getType());
    Value turned = memref::AllocaOp::create(
        builder, loc, type, builder.getI64IntegerAttr(vectorBytes));
    {
      OpBuilder::InsertionGuard guard(builder);
      auto enter = [&](const Loop &loop) {
        auto squares = scf::ForOp::create(builder, loc, constant(0),
                                          constant(loop.count), constant(side));
        // A square is work enough for the body of a loop.
        LoopAnnotation annotation{.unroll = noUnroll(builder.getContext())};
        squares->setAttr(loopAnnotationAttr,
                         annotation.get(builder.getContext()));
        builder.setInsertionPointToStart(squares.getBody());
        return squares.getInductionVar();
      };
      Value row = enter(rows), lane = enter(lanes);
      transpose(load, builder, turned, row, lane, side);
    }
    builder.setInsertionPoint(load);
    auto from = [&](const Loop &loop) -> Value {
      Value place = loop.iv;
      if (!place.getType().isIndex())
        place = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                           place);
      return arith::SubIOp::create(builder, loc, place, constant(loop.first),
                                   arith::IntegerOverflowFlags::nsw);
    };
    Value row = from(rows), lane = from(lanes);
    load.replaceAllUsesWith(
        memref::LoadOp::create(builder, loc, turned, ValueRange{row, lane})
            .getResult());
    load.erase();
  }

  /// A square of the tile, from its columns to rows.
  void transpose(memref::LoadOp load, OpBuilder &builder, Value turned,
                 Value row, Value lane, int64_t side) {
    Location loc = load.getLoc();
    auto at = [&](const Loop &loop, Value corner, int64_t more) -> Value {
      Value place = arith::AddIOp::create(
          builder, loc, corner,
          arith::ConstantIndexOp::create(builder, loc, loop.first + more),
          arith::IntegerOverflowFlags::nsw);
      if (!loop.iv.getType().isIndex())
        place =
            arith::IndexCastOp::create(builder, loc, loop.iv.getType(), place);
      return place;
    };
    auto vector = VectorType::get({side}, load.getType());
    unsigned bytes = load.getType().getIntOrFloatBitWidth() / 8;
    SmallVector<Value> vectors;
    for (int64_t i = 0; i < side; ++i) {
      IRMapping mapping;
      mapping.map(rows.iv, at(rows, row, 0));
      mapping.map(lanes.iv, at(lanes, lane, i));
      Value memory = addresses.copy(load.getMemRef(), builder, mapping);
      SmallVector<Value> indices;
      for (Value index : load.getIndices())
        indices.push_back(addresses.copy(index, builder, mapping));
      vectors.push_back(LLVM::LoadOp::create(
          builder, loc, vector, addressOf(builder, loc, memory, indices),
          bytes));
    }
    // Squares within squares: of two vectors, the first keeps its part above
    // the diagonal and gets that of the second.
    for (int64_t half = 1; half < side; half *= 2)
      for (int64_t i = 0; i < side; ++i)
        if ((i & half) == 0)
          exchange(builder, loc, vectors[i], vectors[i + half], half);
    for (int64_t i = 0; i < side; ++i)
      LLVM::StoreOp::create(
          builder, loc, vectors[i],
          addressOf(
              builder, loc, turned,
              ValueRange{arith::AddIOp::create(
                             builder, loc, row,
                             arith::ConstantIndexOp::create(builder, loc, i)),
                         lane}),
          bytes);
  }

  static void exchange(OpBuilder &builder, Location loc, Value &a, Value &b,
                       int64_t half) {
    int32_t side = cast<VectorType>(a.getType()).getNumElements();
    SmallVector<int32_t> low, high;
    for (int32_t k = 0; k < side; ++k) {
      bool isUpper = k & half;
      low.push_back(isUpper ? side + k - half : k);
      high.push_back(isUpper ? side + k : k + half);
    }
    Value first = LLVM::ShuffleVectorOp::create(builder, loc, a, b, low);
    b = LLVM::ShuffleVectorOp::create(builder, loc, a, b, high);
    a = first;
  }

  static Value addressOf(OpBuilder &builder, Location loc, Value memory,
                         ValueRange indices) {
    auto type = cast<MemRefType>(memory.getType());
    Value index;
    for (auto [dim, value] : llvm::enumerate(indices)) {
      index = index ? arith::AddIOp::create(
                          builder, loc,
                          arith::MulIOp::create(
                              builder, loc, index,
                              arith::ConstantIndexOp::create(
                                  builder, loc, type.getDimSize(dim))),
                          value)
                    : Value(value);
    }
    if (!index)
      index = arith::ConstantIndexOp::create(builder, loc, 0);
    Value number =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
    Value pointer = par::PointerOp::create(builder, loc, memory);
    return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                               type.getElementType(), pointer,
                               ArrayRef<LLVM::GEPArg>{number});
  }

  Operation *nest;
  scf::ParallelOp threads;
  Loop rows, lanes;
  AddressCopy addresses;
  Strides rowStrides, laneStrides;
};

struct TransposeReads
    : public heddle::impl::TransposeReadsBase<TransposeReads> {
  void runOnOperation() override {
    for (scf::ParallelOp threads :
         par::getMarkedLoops(getOperation(), par::blockAttr)) {
      if (par::getThreadLoop(threads) || threads->hasAttr(par::edgeAttr))
        continue;
      unsigned last = threads.getNumLoops() - 1;
      std::optional<Loop> lanes = Loop::get(threads, last);
      if (!lanes)
        continue;
      if (last > 0) {
        bool isFlat = true;
        for (unsigned dim = 0; dim + 1 < last; ++dim) {
          std::optional<Loop> outer = Loop::get(threads, dim);
          isFlat &= outer && outer->count == 1;
        }
        std::optional<Loop> rows = Loop::get(threads, last - 1);
        if (rows && isFlat)
          Columns(threads, threads, *rows, *lanes).run();
      } else if (auto loop = dyn_cast<scf::ForOp>(threads->getParentOp())) {
        runOnRows(loop, threads, *lanes);
      }
    }
  }

private:
  /// A serial loop that does nothing but to run the threads: a part of it at a
  /// time.
  static void runOnRows(scf::ForOp loop, scf::ParallelOp threads, Loop lanes) {
    std::optional<Loop> rows =
        Loop::get(loop.getInductionVar(), loop.getLowerBound(),
                  loop.getUpperBound(), loop.getStep());
    if (!rows || !loop.getInitArgs().empty() || rows->count % rowsAtOnce != 0 ||
        &loop.getBody()->front() != threads ||
        !loop.getInductionVar().getType().isIndex() ||
        !llvm::all_of(threads.getOperands(), [&](Value bound) {
          return loop.isDefinedOutsideOfLoop(bound);
        }))
      return;
    rows->count = rowsAtOnce;
    if (Columns(loop, threads, *rows, lanes).find().empty())
      return;
    OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
    Location loc = loop.getLoc();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto part = scf::ForOp::create(builder, loc, constant(0),
                                   constant(rowsAtOnce), constant(1));
    LoopAnnotation annotation{.unroll = noUnroll(builder.getContext())};
    part->setAttr(loopAnnotationAttr, annotation.get(builder.getContext()));
    builder.setInsertionPointToStart(part.getBody());
    Value row = loop.getInductionVar();
    Value place =
        arith::AddIOp::create(builder, loc, row, part.getInductionVar(),
                              arith::IntegerOverflowFlags::nsw);
    row.replaceAllUsesExcept(place, place.getDefiningOp());
    threads->moveAfter(place.getDefiningOp());
    builder.setInsertionPoint(loop);
    loop.getStepMutable().assign(constant(rowsAtOnce));
    Columns(part, threads, {part.getInductionVar(), 0, rowsAtOnce}, lanes)
        .run();
  }
};

} // namespace
