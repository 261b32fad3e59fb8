//===- LaneRows.cpp - Loops in which each lane reads a row ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where lanes are far apart in memory, but each of them goes on to the next
// element from iteration to iteration, a vector that is loaded from the place
// of one lane has what this lane needs in several iterations. As many vectors
// as there are lanes, transposed, replace a gather for each iteration.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "heddle/Support/AddressTerms.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace heddle;

//===----------------------------------------------------------------------===//
// Advances
//===----------------------------------------------------------------------===//

namespace {
/// How far values move from one iteration of a loop to the next. Casts to wider
/// types are taken not to wrap: that has to be checked.
class Advances {
public:
  Advances(scf::ForOp loop, const DataLayout &layout)
      : loop(loop), layout(layout) {}

  /// In bytes for pointers; nothing if it is not constant.
  std::optional<int64_t> of(Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return 0;
    if (value == loop.getInductionVar())
      return getConstantIntValue(loop.getStep());
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == loop.getBody() ? ofCarried(argument)
                                                   : std::nullopt;
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != loop.getBody())
      return std::nullopt;
    return ofOperation(op);
  }

  /// Of the address of a load.
  std::optional<int64_t> ofAddress(Operation *load) {
    if (auto plain = dyn_cast<LLVM::LoadOp>(load))
      return of(plain.getAddr());
    auto indexed = cast<memref::LoadOp>(load);
    auto view = indexed.getMemRef().getDefiningOp<par::ViewOp>();
    if (!view)
      return std::nullopt;
    std::optional<int64_t> sum = of(view.getSource());
    MemRefType type = indexed.getMemRefType();
    int64_t bytes = bytesOf(type.getElementType(), layout);
    // 0 once it is not known.
    int64_t stride = 1;
    for (int64_t dim = type.getRank() - 1; dim >= 0 && sum; --dim) {
      std::optional<int64_t> advance = of(indexed.getIndices()[dim]);
      if (!advance || (*advance && !stride))
        return std::nullopt;
      *sum += *advance * stride * bytes;
      stride *= type.isDynamicDim(dim) ? 0 : type.getDimSize(dim);
    }
    return sum;
  }

private:
  std::optional<int64_t> ofOperation(Operation *op) {
    auto operand = [&](unsigned i) { return of(op->getOperand(i)); };
    auto both = [&](auto combine) -> std::optional<int64_t> {
      auto a = operand(0), b = operand(1);
      return a && b ? std::optional<int64_t>(combine(*a, *b)) : std::nullopt;
    };
    auto times = [&](auto factorOf) -> std::optional<int64_t> {
      APInt constant;
      auto a = operand(0);
      if (!a || !matchPattern(op->getOperand(1), m_ConstantInt(&constant)))
        return a == 0 && operand(1) == 0 ? a : std::nullopt;
      return *a * factorOf(constant);
    };
    return TypeSwitch<Operation *, std::optional<int64_t>>(op)
        .Case([&](arith::AddIOp) { return both(std::plus<int64_t>()); })
        .Case([&](arith::SubIOp) { return both(std::minus<int64_t>()); })
        .Case([&](arith::MulIOp) {
          return times([](const APInt &by) { return by.getSExtValue(); });
        })
        .Case([&](arith::ShLIOp) {
          return times([](const APInt &by) {
            return by.ult(32) ? int64_t(1) << by.getZExtValue() : int64_t(0);
          });
        })
        .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
              arith::ExtUIOp>([&](auto) { return operand(0); })
        .Case([&](LLVM::GEPOp gep) { return ofPointer(gep); })
        .Default([](Operation *) { return std::nullopt; });
  }

  std::optional<int64_t> ofPointer(LLVM::GEPOp gep) {
    std::optional<int64_t> sum = of(gep.getBase());
    bool isComplete = forEachTerm(
        gep, layout, [](int64_t) {},
        [&](Value index, int64_t bytes) {
          std::optional<int64_t> advance = of(index);
          sum = sum && advance ? std::optional(*sum + *advance * bytes)
                               : std::nullopt;
        });
    return isComplete ? sum : std::nullopt;
  }

  /// What an iteration adds to a carried value.
  std::optional<int64_t> ofCarried(BlockArgument argument) {
    Value next = loop.getYieldedValues()[argument.getArgNumber() - 1];
    int64_t sum = 0;
    while (next != argument) {
      Operation *op = next.getDefiningOp();
      APInt constant;
      if (!op || op->getBlock() != loop.getBody())
        return std::nullopt;
      if (isa<arith::AddIOp>(op) &&
          matchPattern(op->getOperand(1), m_ConstantInt(&constant))) {
        sum += constant.getSExtValue();
      } else if (auto gep = dyn_cast<LLVM::GEPOp>(op);
                 gep && gep.getDynamicIndices().empty()) {
        if (!forEachTerm(
                gep, layout, [&](int64_t bytes) { sum += bytes; },
                [](Value, int64_t) {}))
          return std::nullopt;
      } else {
        return std::nullopt;
      }
      next = op->getOperand(0);
    }
    return sum;
  }

  scf::ForOp loop;
  const DataLayout &layout;
};
} // namespace

//===----------------------------------------------------------------------===//
// Groups of loads
//===----------------------------------------------------------------------===//

static bool mayWrite(Operation *op) {
  auto effects = getEffectsRecursively(op);
  return !effects || llvm::any_of(*effects, [](auto &effect) {
    return !isa<MemoryEffects::Read>(effect.getEffect());
  });
}

SmallVector<LaneEmitter::RowLoads, 0>
LaneEmitter::findRowLoads(scf::ForOp loop) {
  constexpr unsigned mostOperations = 40;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  Block *body = loop.getBody();
  // The body is written out for each element of a row.
  if (mask || !step || *step <= 0 ||
      std::distance(body->begin(), body->end()) > mostOperations ||
      llvm::any_of(*body, [](Operation &op) {
        return op.getNumRegions() ||
               (!op.hasTrait<OpTrait::IsTerminator>() && mayWrite(&op));
      }))
    return {};
  Advances advances(loop, layout);
  SmallVector<RowLoads, 0> groups;
  for (Operation &op : *body) {
    if (op.getNumResults() != 1 || !isPlainAccess(&op) ||
        !isa<IntegerType, FloatType>(op.getResult(0).getType()))
      continue;
    int64_t bytes = bytesOf(op.getResult(0).getType(), layout);
    Shape address = shapes.ofAddress(&op), guess = guesses.ofAddress(&op);
    std::optional<int64_t> stride = address.getStride();
    // Neighbours are near each other.
    if (guess.isUniform() || guess.getStride() == bytes ||
        (address.hasOffsets() && (!stride || std::abs(*stride) <= 4 * bytes)))
      continue;
    std::optional<int64_t> advance = advances.ofAddress(&op);
    if (!advance || *advance <= 0 || *advance % bytes != 0 ||
        lanes() % (*advance / bytes) != 0)
      continue;
    std::optional<Access> access = getPlainAccess(&op);
    if (!access)
      continue;
    auto group = llvm::find_if(groups, [&](const RowLoads &other) {
      return other.element == op.getResult(0).getType() &&
             other.advance == *advance && other.leader.distanceTo(*access);
    });
    if (group == groups.end()) {
      groups.push_back({*access, op.getResult(0).getType(), *advance, {}});
      group = std::prev(groups.end());
    }
    // The leader itself may have no known base.
    std::optional<int64_t> distance = group->leader.distanceTo(*access);
    group->loads.push_back({&op, distance.value_or(0)});
  }
  // All elements of a row are those of an iteration, or of several.
  llvm::erase_if(groups, [&](RowLoads &group) {
    int64_t bytes = bytesOf(group.element, layout);
    auto [low, high] = std::minmax_element(
        group.loads.begin(), group.loads.end(),
        [](const auto &a, const auto &b) { return a.second < b.second; });
    group.first = low->second;
    group.end = high->second + bytes;
    return group.end - group.first > group.advance ||
           llvm::any_of(group.loads, [&](const auto &load) {
             return (load.second - group.first) % bytes != 0;
           });
  });
  // They are read together, as many iterations at a time.
  if (!groups.empty())
    llvm::erase_if(groups, [&, advance = groups.front().advance /
                                         bytesOf(groups.front().element,
                                                 layout)](RowLoads &group) {
      return group.advance / bytesOf(group.element, layout) != advance;
    });
  return groups;
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Emits what the address of a load depends on in the loop, and the address.
Value LaneEmitter::emitRowPointers(scf::ForOp loop, Operation *load) {
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == loop.getBody();
  };
  (void)getBackwardSlice(load, &slice, options);
  for (Operation *op : slice)
    emit(op);
  return pointersOf(addressOf(load));
}

/// Sets the loop's variables to what they are in a later iteration.
void LaneEmitter::setIteration(scf::ForOp loop, Value first, Value iterations,
                               ValueRange carried) {
  Advances advances(loop, layout);
  auto move = [&](Value value, Value from) -> Value {
    std::optional<int64_t> advance = advances.of(value);
    if (!advance || *advance == 0)
      return from;
    Type scalar = getElementTypeOrSelf(from.getType());
    Type number =
        isa<LLVM::LLVMPointerType>(scalar) ? builder.getI64Type() : scalar;
    Value count = iterations;
    if (count.getType() != number)
      count =
          number.isIndex() || count.getType().isIndex()
              ? arith::IndexCastOp::create(builder, loc, number, count)
                    .getResult()
          : number.getIntOrFloatBitWidth() >
                  count.getType().getIntOrFloatBitWidth()
              ? arith::ExtUIOp::create(builder, loc, number, count).getResult()
              : arith::TruncIOp::create(builder, loc, number, count)
                    .getResult();
    Value by = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(number, *advance));
    Value distance = arith::MulIOp::create(builder, loc, count, by);
    if (isa<VectorType>(from.getType()))
      distance = splat(distance);
    if (isa<LLVM::LLVMPointerType>(scalar))
      return LLVM::GEPOp::create(builder, loc, from.getType(),
                                 builder.getI8Type(), from,
                                 ArrayRef<LLVM::GEPArg>{distance});
    return arith::AddIOp::create(builder, loc, from, distance);
  };
  setScalar(loop.getInductionVar(), move(loop.getInductionVar(), first));
  for (auto [argument, from] : llvm::zip(loop.getRegionIterArgs(), carried))
    set(argument, move(argument, from));
}

/// The columns of a square of as many rows as lanes.
SmallVector<Value> LaneEmitter::transpose(SmallVector<Value> rows) {
  for (int64_t block = 1; block < lanes(); block *= 2)
    for (int64_t i = 0; i < lanes(); ++i) {
      if (i & block)
        continue;
      SmallVector<int64_t> low, high;
      for (int64_t lane = 0; lane < lanes(); ++lane) {
        bool isSecond = lane & block;
        low.push_back(isSecond ? lanes() + lane - block : lane);
        high.push_back(isSecond ? lanes() + lane : lane + block);
      }
      Value a = rows[i], b = rows[i + block];
      rows[i] = vector::ShuffleOp::create(builder, loc, a, b, low);
      rows[i + block] = vector::ShuffleOp::create(builder, loc, a, b, high);
    }
  return rows;
}

/// For each element of a row, what the lanes have there.
SmallVector<Value> LaneEmitter::loadRows(scf::ForOp loop,
                                         const RowLoads &group) {
  auto [leader, offset] = group.loads.front();
  Value pointers = emitRowPointers(loop, leader);
  int64_t bytes = bytesOf(group.element, layout);
  // Nothing is read beyond what the last iteration reads.
  int64_t missing = (group.advance - (group.end - group.first)) / bytes;
  Value whole;
  if (missing) {
    SmallVector<bool> isRead(lanes(), true);
    std::fill(isRead.end() - missing, isRead.end(), false);
    whole = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(vectorOf(builder.getI1Type()), isRead));
  }
  SmallVector<Value> rows;
  for (int64_t lane = 0; lane < lanes(); ++lane) {
    Value pointer = vector::ExtractOp::create(builder, loc, pointers, lane);
    rows.push_back(loadVector(leader, group.element,
                              offsetPointer(pointer, group.first - offset),
                              whole));
  }
  return transpose(rows);
}

void LaneEmitter::emitRowFor(scf::ForOp loop, ArrayRef<RowLoads> groups) {
  int64_t perIteration = groups[0].advance / bytesOf(groups[0].element, layout);
  int64_t atOnce = lanes() / perIteration;
  ValueRange carried = loop.getRegionIterArgs();
  Value low = getScalar(loop.getLowerBound()),
        high = getScalar(loop.getUpperBound()),
        step = getScalar(loop.getStep());
  Type type = low.getType();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  SmallVector<Value> inits = getAs(loop.getInits(), carried);

  // The iterations that come in groups.
  int64_t stepBytes = *getConstantIntValue(loop.getStep());
  Value runs =
      arith::CmpIOp::create(builder, loc,
                            loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                                  : arith::CmpIPredicate::slt,
                            low, high);
  Value count = arith::SubIOp::create(builder, loc, high, low);
  if (stepBytes > 1) {
    Value last = arith::SubIOp::create(builder, loc, count, number(1));
    last = arith::DivUIOp::create(builder, loc, last, number(stepBytes));
    count = arith::AddIOp::create(builder, loc, last, number(1));
  }
  Value rest = arith::RemUIOp::create(builder, loc, count, number(atOnce));
  count = arith::SubIOp::create(builder, loc, count, rest);
  Value none = number(0);
  count = arith::SelectOp::create(builder, loc, runs, count, none);
  // Whether the addresses run as far as they should: narrow numbers may wrap.
  Value isAny = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                      count, none);
  auto checked = scf::IfOp::create(builder, loc, builder.getI1Type(), isAny,
                                   /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(checked.thenBlock());
    Value good = arith::ConstantIntOp::create(builder, loc, 1, 1);
    Value last = arith::SubIOp::create(builder, loc, count, number(1));
    Type wide = builder.getI64Type();
    Value distance = last;
    if (type.isIndex())
      distance = arith::IndexCastOp::create(builder, loc, wide, last);
    else if (type.getIntOrFloatBitWidth() < 64)
      distance = arith::ExtUIOp::create(builder, loc, wide, last);
    for (const RowLoads &group : groups) {
      Operation *leader = group.loads.front().first;
      setIteration(loop, low, none, inits);
      Value begin = emitRowPointers(loop, leader);
      setIteration(loop, low, last, inits);
      Value end = emitRowPointers(loop, leader);
      Value advance = arith::ConstantOp::create(
          builder, loc, builder.getI64IntegerAttr(group.advance));
      Value expected = LLVM::GEPOp::create(
          builder, loc, begin.getType(), builder.getI8Type(), begin,
          ArrayRef<LLVM::GEPArg>{
              splat(arith::MulIOp::create(builder, loc, distance, advance))});
      Value same = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                        expected, end);
      good = arith::AndIOp::create(builder, loc, good, allOf(same));
    }
    scf::YieldOp::create(builder, loc, good);
    builder.setInsertionPointToStart(checked.elseBlock());
    scf::YieldOp::create(
        builder, loc,
        arith::ConstantIntOp::create(builder, loc, 0, 1).getResult());
  }
  count =
      arith::SelectOp::create(builder, loc, checked.getResult(0), count, none);
  Value middle = arith::AddIOp::create(
      builder, loc, low, arith::MulIOp::create(builder, loc, count, step));

  auto created = scf::ForOp::create(builder, loc, low, middle,
                                    number(atOnce * stepBytes), inits);
  created.setUnsignedCmp(loop.getUnsignedCmp());
  {
    OpBuilder::InsertionGuard guard(builder);
    openBody(created);
    Value first = created.getInductionVar();
    setScalar(loop.getInductionVar(), first);
    setAll(carried, created.getRegionIterArgs());
    SmallVector<SmallVector<Value>> columns;
    for (const RowLoads &group : groups)
      columns.push_back(loadRows(loop, group));
    SmallVector<Value> now(created.getRegionIterArgs());
    for (int64_t i = 0; i < atOnce; ++i) {
      setScalar(
          loop.getInductionVar(),
          arith::AddIOp::create(builder, loc, first, number(i * stepBytes)));
      setAll(carried, now);
      for (auto [group, column] : llvm::zip(groups, columns)) {
        int64_t bytes = bytesOf(group.element, layout);
        for (auto [load, offset] : group.loads)
          loaded[load] =
              column[i * perIteration + (offset - group.first) / bytes];
      }
      emitBody(*loop.getBody());
      now = getAs(loop.getYieldedValues(), carried);
    }
    loaded.clear();
    scf::YieldOp::create(builder, loc, now);
  }
  emitRange(loop, middle, high, step, created.getResults());
}
