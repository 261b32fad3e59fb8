//===- Updates.cpp - Atomic updates whose order does not matter -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Updates.h"
#include "heddle/Dialect/Par.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace heddle;

TypedAttr heddle::getNeutral(LLVM::AtomicBinOp kind, Type type,
                             OpBuilder &builder) {
  switch (kind) {
  case LLVM::AtomicBinOp::add:
  case LLVM::AtomicBinOp::_or:
  case LLVM::AtomicBinOp::_xor:
  case LLVM::AtomicBinOp::umax:
    return builder.getIntegerAttr(type, 0);
  case LLVM::AtomicBinOp::_and:
  case LLVM::AtomicBinOp::umin:
    return builder.getIntegerAttr(type, -1);
  case LLVM::AtomicBinOp::max:
    return builder.getIntegerAttr(
        type, APInt::getSignedMinValue(type.getIntOrFloatBitWidth()));
  case LLVM::AtomicBinOp::min:
    return builder.getIntegerAttr(
        type, APInt::getSignedMaxValue(type.getIntOrFloatBitWidth()));
  case LLVM::AtomicBinOp::fadd:
    // Zero is not: it makes one of its negative.
    return builder.getFloatAttr(type, -0.0);
  default:
    return {};
  }
}

bool heddle::isPlainUpdate(LLVM::AtomicRMWOp op) {
  OpBuilder builder(op);
  Type type = op.getVal().getType();
  return op.getRes().use_empty() && !op.getVolatile_() &&
         op.getOrdering() == LLVM::AtomicOrdering::monotonic &&
         (type.isInteger() || type.isF32() || type.isF64()) &&
         getNeutral(op.getBinOp(), type, builder);
}

Value heddle::combineValues(LLVM::AtomicBinOp kind, Value a, Value b,
                            OpBuilder &builder, Location loc) {
  switch (kind) {
  case LLVM::AtomicBinOp::add:
    return arith::AddIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::_or:
    return arith::OrIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::_xor:
    return arith::XOrIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::_and:
    return arith::AndIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::max:
    return arith::MaxSIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::min:
    return arith::MinSIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::umax:
    return arith::MaxUIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::umin:
    return arith::MinUIOp::create(builder, loc, a, b);
  case LLVM::AtomicBinOp::fadd:
    return arith::AddFOp::create(builder, loc, a, b);
  default:
    llvm_unreachable("no other kinds are combined");
  }
}

Value heddle::isOther(Value value, TypedAttr constant, OpBuilder &builder,
                      Location loc) {
  if (auto number = dyn_cast<FloatAttr>(constant)) {
    Type bits = builder.getIntegerType(value.getType().getIntOrFloatBitWidth());
    value = arith::BitcastOp::create(builder, loc, bits, value);
    constant = builder.getIntegerAttr(bits, number.getValue().bitcastToAPInt());
  }
  Value other = arith::ConstantOp::create(builder, loc, constant);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               other);
}

scf::ParallelOp heddle::createLoop(OpBuilder &builder, Location loc,
                                   int64_t begin, int64_t end) {
  Value from = arith::ConstantIndexOp::create(builder, loc, begin);
  Value to = arith::ConstantIndexOp::create(builder, loc, end);
  return createLoop(builder, loc, from, to);
}

scf::ParallelOp heddle::createLoop(OpBuilder &builder, Location loc,
                                   Value begin, Value end) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ParallelOp::create(builder, loc, begin, end, one);
  loop->setAttr(par::blockAttr, builder.getUnitAttr());
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  return loop;
}
