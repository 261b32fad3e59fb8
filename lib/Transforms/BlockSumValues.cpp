//===- BlockSumValues.cpp - What sums over blocks are, at run time --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/BlockSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace heddle;

/// A product without what varies, as a number that does not wrap around.
static Value createFloat(OpBuilder &builder, Location loc,
                         const BlockProduct &product) {
  Type f64 = builder.getF64Type(), i64 = builder.getI64Type();
  Value result = arith::ConstantOp::create(
      builder, loc, builder.getF64FloatAttr(double(product.factor)));
  for (auto [value, isUnsigned] : product.fixed) {
    Value number = value;
    if (number.getType().isIndex())
      number = arith::IndexCastOp::create(builder, loc, i64, number);
    number = LLVM::FreezeOp::create(builder, loc, number);
    number =
        isUnsigned
            ? arith::UIToFPOp::create(builder, loc, f64, number).getResult()
            : arith::SIToFPOp::create(builder, loc, f64, number).getResult();
    result = arith::MulFOp::create(builder, loc, result, number);
  }
  return result;
}

Value BlockSums::createCheck(OpBuilder &builder, Location loc) {
  auto constant = [&](double number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(number));
  };
  Value holds = arith::ConstantIntOp::create(builder, loc, 1, 1);
  if (assumed.empty())
    return holds;
  Value zero = constant(0);
  BlockProduct last = {1,
                       {{grid.getUpperBound()[counted], false}},
                       BlockProduct::Fixed,
                       nullptr};
  Value lastBlock = arith::SubFOp::create(
      builder, loc, createFloat(builder, loc, last), constant(1));
  auto addUp = [&](const BlockSum &sum) {
    Value total = zero;
    for (const BlockProduct &product : sum)
      total = arith::AddFOp::create(builder, loc, total,
                                    createFloat(builder, loc, product));
    return total;
  };
  for (const auto &[sum, least, most] : assumed) {
    Value low = zero, high = zero;
    for (const BlockProduct &product : sum) {
      Value number = createFloat(builder, loc, product);
      if (product.kind == BlockProduct::Fixed) {
        low = arith::AddFOp::create(builder, loc, low, number);
        high = arith::AddFOp::create(builder, loc, high, number);
        continue;
      }
      Value reach = product.kind == BlockProduct::Block
                        ? lastBlock
                        : addUp(getLargest(product.variable));
      number = arith::MulFOp::create(builder, loc, number, reach);
      low = arith::AddFOp::create(
          builder, loc, low,
          arith::MinNumFOp::create(builder, loc, number, zero));
      high = arith::AddFOp::create(
          builder, loc, high,
          arith::MaxNumFOp::create(builder, loc, number, zero));
    }
    for (auto [a, b] :
         {std::pair(constant(least), low), std::pair(high, constant(most))}) {
      Value fits =
          arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, a, b);
      holds = arith::AndIOp::create(builder, loc, holds, fits);
    }
  }
  return holds;
}

Value BlockSums::createFactor(OpBuilder &builder, Location loc,
                              const BlockProduct &product) {
  Value result = arith::ConstantIndexOp::create(builder, loc, product.factor);
  Type index = builder.getIndexType(), i64 = builder.getI64Type();
  for (auto [value, isUnsigned] : product.fixed) {
    Value wide = value;
    if (wide.getType() != i64)
      wide = isUnsigned
                 ? arith::IndexCastUIOp::create(builder, loc, index, wide)
                       .getResult()
             : wide.getType().isIndex()
                 ? wide
                 : arith::IndexCastOp::create(builder, loc, index, wide)
                       .getResult();
    // Where the place is not touched the value may be none at all. It must not
    // spoil what is said of other places.
    if (wide.getType().isIndex())
      wide = arith::IndexCastOp::create(builder, loc, i64, wide);
    wide = LLVM::FreezeOp::create(builder, loc, wide);
    wide = arith::IndexCastOp::create(builder, loc, index, wide);
    result = builder.createOrFold<arith::MulIOp>(loc, result, wide);
  }
  return result;
}

Value BlockSums::create(OpBuilder &builder, Location loc, const BlockSum &sum) {
  Value total;
  for (const BlockProduct &product : sum) {
    if (product.kind != BlockProduct::Fixed)
      continue;
    Value value = createFactor(builder, loc, product);
    total =
        total ? builder.createOrFold<arith::AddIOp>(loc, total, value) : value;
  }
  return total ? total : arith::ConstantIndexOp::create(builder, loc, 0);
}
