//===- AlignRows.cpp - Rows that begin where vectors lie ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {
#define GEN_PASS_DEF_ALIGNROWS
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// What the processor moves at once.
constexpr int64_t lineBytes = 64;

/// Shorter rows are not worth a loop more.
constexpr int64_t shortestRow = 512;

/// Threads that do more than that wait for other things than memory.
constexpr unsigned mostOperations = 32;

/// A loop over the threads of a row that is one of several.
class Row {
public:
  explicit Row(scf::ForOp loop) : loop(loop) {}

  void run() {
    if (!isFit())
      return;
    for (auto store : loop.getBody()->getOps<LLVM::StoreOp>())
      if (isInRow(store))
        return align(store);
  }

private:
  /// Whether it is to become vectors, of a number that is not known, and does
  /// little. A single row mostly begins where its array does, or at a multiple
  /// of a vector from there.
  bool isFit() {
    auto rows = dyn_cast<scf::ForOp>(loop->getParentOp());
    if (!rows || !rows->hasAttr(loopAnnotationAttr) ||
        rows.getStaticTripCount() == 1)
      return false;
    auto annotation =
        loop->getAttrOfType<LLVM::LoopAnnotationAttr>(loopAnnotationAttr);
    if (!annotation || annotation.getParallelAccesses().empty() ||
        !loop.getInitArgs().empty() || getConstantIntValue(loop.getStep()) != 1)
      return false;
    // Said of loops that are not expected to run often.
    if (annotation.getInterleave())
      return false;
    LLVM::LoopVectorizeAttr vectorize = annotation.getVectorize();
    if (vectorize && vectorize.getDisable() &&
        vectorize.getDisable().getValue())
      return false;
    if (getConstantIntValue(loop.getUpperBound()) &&
        getConstantIntValue(loop.getLowerBound()))
      return false;
    unsigned count = 0;
    return llvm::all_of(
        loop.getBody()->without_terminator(), [&](Operation &op) {
          return op.getNumRegions() == 0 && !isa<CallOpInterface>(op) &&
                 ++count <= mostOperations;
        });
  }

  bool isOutside(Value value) {
    return !loop->isAncestor(value.getParentBlock()->getParentOp());
  }

  /// By how much a value grows from thread to thread, if it is computed without
  /// memory.
  std::optional<int64_t> stepOf(Value value) {
    if (isOutside(value))
      return 0;
    if (value == loop.getInductionVar())
      return 1;
    if (auto known = steps.find(value); known != steps.end())
      return known->second;
    std::optional<int64_t> step = computeStep(value.getDefiningOp());
    return steps[value] = step;
  }

  std::optional<int64_t> computeStep(Operation *op) {
    if (!op || !isPure(op))
      return std::nullopt;
    int64_t sum = 0;
    bool isSame = true;
    for (Value operand : op->getOperands()) {
      std::optional<int64_t> step = stepOf(operand);
      if (!step)
        return std::nullopt;
      isSame &= *step == 0;
      sum += *step;
    }
    if (isSame ||
        isa<arith::AddIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return sum;
    return std::nullopt;
  }

  /// Whether neighbouring threads store to neighbouring places.
  bool isInRow(LLVM::StoreOp store) {
    auto place = store.getAddr().getDefiningOp<LLVM::GEPOp>();
    Type type = store.getValue().getType();
    if (!place || isOutside(place) || !type.isIntOrFloat() ||
        place.getElemType() != type || place.getIndices().size() != 1 ||
        stepOf(place.getBase()) != 0)
      return false;
    size = type.getIntOrFloatBitWidth() / 8;
    auto index = dyn_cast<Value>(place.getIndices()[0]);
    return (size == 4 || size == 8) && index && stepOf(index) == 1;
  }

  Value copy(Value value, OpBuilder &builder, IRMapping &mapping) {
    if (mapping.contains(value) || isOutside(value))
      return mapping.lookupOrDefault(value);
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      copy(operand, builder, mapping);
    builder.clone(*op, mapping);
    return mapping.lookup(value);
  }

  /// Those before the first place at the beginning of a line have a loop of
  /// their own.
  void align(LLVM::StoreOp store) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Type i64 = builder.getI64Type();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(builder, loc, value, 64);
    };
    Value from = loop.getLowerBound(), to = loop.getUpperBound();
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), from);
    Value place = copy(store.getAddr(), builder, mapping);
    place = LLVM::PtrToIntOp::create(builder, loc, i64, place);
    Value missing = arith::SubIOp::create(builder, loc, constant(0), place);
    missing =
        arith::AndIOp::create(builder, loc, missing, constant(lineBytes - 1));
    Value count = arith::DivUIOp::create(builder, loc, missing, constant(size));
    Value length = arith::SubIOp::create(builder, loc, to, from);
    Value isLong = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, length,
        arith::ConstantIndexOp::create(builder, loc, shortestRow));
    count = arith::SelectOp::create(builder, loc, isLong, count, constant(0));
    Value first =
        arith::AddIOp::create(builder, loc, from,
                              arith::IndexCastOp::create(
                                  builder, loc, builder.getIndexType(), count));
    auto before = cast<scf::ForOp>(builder.clone(*loop));
    before.setUpperBound(first);
    before->setAttr(loopAnnotationAttr, annotateShort());
    loop.setLowerBound(first);
  }

  /// One vector, of which some lanes are masked.
  Attribute annotateShort() {
    MLIRContext *context = loop.getContext();
    auto annotation =
        loop->getAttrOfType<LLVM::LoopAnnotationAttr>(loopAnnotationAttr);
    auto i32 = IntegerType::get(context, 32);
    LoopAnnotation result;
    result.parallel = annotation.getParallelAccesses().front();
    result.unroll = noUnroll(context);
    result.interleave =
        LLVM::LoopInterleaveAttr::get(context, IntegerAttr::get(i32, 1));
    result.vectorize = LLVM::LoopVectorizeAttr::get(
        context, /*disable=*/{},
        /*predicateEnable=*/BoolAttr::get(context, true),
        /*scalableEnable=*/{},
        /*width=*/IntegerAttr::get(i32, lineBytes / size),
        /*followupVectorized=*/{}, /*followupEpilogue=*/{}, /*followupAll=*/{});
    return result.get(context);
  }

  scf::ForOp loop;
  llvm::DenseMap<Value, std::optional<int64_t>> steps;
  int64_t size = 0; ///< Bytes that a thread stores.
};

struct AlignRows : public heddle::impl::AlignRowsBase<AlignRows> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      Row(loop).run();
  }
};

} // namespace
