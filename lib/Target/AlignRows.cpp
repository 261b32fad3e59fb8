//===- AlignRows.cpp - Aligns rows of stores with cache lines -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/AddressCopy.h"
#include "heddle/Analysis/Strides.h"
#include "heddle/Support/LoopAnnotations.h"
#include "heddle/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {
#define GEN_PASS_DEF_ALIGNROWS
#include "heddle/Target/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Shorter rows are not worth an additional loop.
constexpr int64_t shortestRow = 512;

/// Threads with more operations are not limited by memory accesses.
constexpr unsigned mostOperations = 32;

/// A loop over the threads of a row that is one of several rows.
class Row {
public:
  explicit Row(scf::ForOp loop) : loop(loop), addresses(loop) {}

  void run() {
    if (!isFit())
      return;
    for (auto store : loop.getBody()->getOps<LLVM::StoreOp>())
      if (isInRow(store))
        return align(store);
  }

private:
  /// Whether it will be vectorised with an unknown trip count and little work.
  /// A single row mostly starts at its array, or at a multiple of a vector from
  /// there.
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
    // On loops that are not expected to run often.
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

  /// Whether neighbouring threads store to consecutive addresses that can be
  /// computed without loads.
  bool isInRow(LLVM::StoreOp store) {
    std::optional<Access> access = getPlainAccess(store);
    unsigned budget = mostOperations;
    size = access ? access->size : 0;
    return (size == 4 || size == 8) &&
           Strides(loop.getInductionVar()).of(*access) == size &&
           addresses.isPlain(store.getAddr(), loop.getInductionVar(), budget);
  }

  /// Threads before the first aligned address get their own loop.
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
    Value place = addresses.copy(store.getAddr(), builder, mapping);
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

  /// One masked vector.
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
  AddressCopy addresses;
  int64_t size = 0; ///< The number of bytes that a thread stores.
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
