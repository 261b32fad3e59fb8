//===- InvertDivisors.cpp - Divisors that all threads have ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionRanges.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Support/Rewriting.h"
#include "heddle/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace heddle {
#define GEN_PASS_DEF_INVERTDIVISORS
#include "heddle/Transforms/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

namespace {

/// Builds integer arithmetic at one place.
struct Numbers {
  OpBuilder builder;
  Location loc;

  Value constant(int64_t value, unsigned width) {
    return arith::ConstantIntOp::create(builder, loc, value, width);
  }
  template <typename Op> Value make(Value a, Value b) {
    return builder.createOrFold<Op>(loc, a, b);
  }
  Value wide(Value value) {
    return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), value);
  }
  Value narrow(Value value) {
    return arith::TruncIOp::create(builder, loc, builder.getI32Type(), value);
  }
  Value isNegative(Value value) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, value,
                                 constant(0, 32));
  }
  Value negateIf(Value condition, Value value) {
    Value negative = make<arith::SubIOp>(constant(0, 32), value);
    return arith::SelectOp::create(builder, loc, condition, negative, value);
  }
};

/// What a number is multiplied by, and the product shifted by, instead of a
/// division: with `l` the number of bits of `divisor - 1`,
///
/// - numbers up to 2^31 by `ceil(2^(31 + l) / divisor)`, then by `31 + l`. The
///   factor is less than 2^32, and by less than `divisor` in `2^(31 + l)` too
///   large, so that the product is less than `1 / divisor` too large;
/// - larger ones by a factor of 33 bits, of which the highest is added
///   separately.
struct Inverse {
  Value factor, shift;
  /// For large numbers the shift is in two parts.
  Value firstShift;
  /// Where the divisor has a sign.
  Value isNegative;
};

class Inverter {
public:
  Inverter(scf::ParallelOp grid, scf::ParallelOp threads)
      : grid(grid), threads(threads) {}

  void run() {
    SmallVector<Operation *> divisions;
    threads.getBody()->walk([&](Operation *op) {
      if (isa<arith::DivUIOp, arith::RemUIOp, arith::DivSIOp, arith::RemSIOp>(
              op) &&
          op->getResult(0).getType().isInteger(32) &&
          !getConstantIntValue(op->getOperand(1)) &&
          threads.isDefinedOutsideOfLoop(op->getOperand(1)) &&
          !threads.isDefinedOutsideOfLoop(op->getOperand(0)))
        divisions.push_back(op);
    });
    for (Operation *division : divisions)
      rewrite(division);
  }

private:
  void rewrite(Operation *op) {
    Value number = op->getOperand(0), divisor = op->getOperand(1);
    bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
    bool isPositive = isNotNegative(number, grid);
    bool isLarge = !isSigned && !isPositive;
    Inverse &inverse = inverses[{divisor, unsigned(isSigned), isLarge}];
    if (!inverse.factor)
      inverse = invert(op->getLoc(), divisor, isSigned, isLarge);

    Numbers inside{OpBuilder(op), op->getLoc()};
    Value negates = inverse.isNegative, size = number;
    if (isSigned && !isPositive) {
      Value isNegative = inside.isNegative(number);
      size = inside.negateIf(isNegative, number);
      negates = inside.make<arith::XOrIOp>(isNegative, negates);
    }
    Value quotient = multiply(inside, inverse, size, isLarge);
    if (isSigned)
      quotient = inside.negateIf(negates, quotient);
    Value result = quotient;
    if (isa<arith::RemUIOp, arith::RemSIOp>(op)) {
      // What is left has the sign of the number, and less than its size.
      auto flags = isSigned || isPositive ? arith::IntegerOverflowFlags::nsw
                                          : arith::IntegerOverflowFlags::none;
      if (!isSigned)
        flags = flags | arith::IntegerOverflowFlags::nuw;
      Value product = arith::MulIOp::create(inside.builder, inside.loc,
                                            quotient, divisor, flags);
      result = arith::SubIOp::create(inside.builder, inside.loc, number,
                                     product, flags);
    }
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }

  Value multiply(Numbers &inside, const Inverse &inverse, Value number,
                 bool isLarge) {
    Value product =
        inside.make<arith::MulIOp>(inside.wide(number), inverse.factor);
    if (!isLarge)
      return inside.narrow(inside.make<arith::ShRUIOp>(product, inverse.shift));
    Value high = inside.narrow(
        inside.make<arith::ShRUIOp>(product, inside.constant(32, 64)));
    Value rest = inside.make<arith::SubIOp>(number, high);
    rest = inside.make<arith::ShRUIOp>(rest, inverse.firstShift);
    return inside.make<arith::ShRUIOp>(inside.make<arith::AddIOp>(high, rest),
                                       inverse.shift);
  }

  /// Before the grid, if it is known there.
  Inverse invert(Location loc, Value divisor, bool isSigned, bool isLarge) {
    Numbers before{
        OpBuilder(grid.isDefinedOutsideOfLoop(divisor) ? grid : threads), loc};
    Inverse inverse;
    // It may have been computed where the program does not divide by it.
    divisor = freezeOverflow(before.builder, loc, divisor);
    if (isSigned) {
      inverse.isNegative = before.isNegative(divisor);
      divisor = before.negateIf(inverse.isNegative, divisor);
    }
    Value one = before.constant(1, 32), wideOne = before.constant(1, 64);
    // Who divides by 0 gets any number, but must not stop here.
    divisor = before.make<arith::MaxUIOp>(divisor, one);
    Value zeros = math::CountLeadingZerosOp::create(
        before.builder, loc, before.make<arith::SubIOp>(divisor, one));
    Value bits = before.make<arith::SubIOp>(before.constant(32, 32), zeros);
    Value wide = before.wide(divisor), wideBits = before.wide(bits);
    if (!isLarge) {
      inverse.shift =
          before.make<arith::AddIOp>(wideBits, before.constant(31, 64));
      Value power = before.make<arith::ShLIOp>(wideOne, inverse.shift);
      power = before.make<arith::AddIOp>(
          power, before.make<arith::SubIOp>(wide, wideOne));
      inverse.factor = before.make<arith::DivUIOp>(power, wide);
      return inverse;
    }
    Value power = before.make<arith::ShLIOp>(wideOne, wideBits);
    Value more = before.make<arith::SubIOp>(power, wide);
    more = before.make<arith::ShLIOp>(more, before.constant(32, 64));
    inverse.factor = before.make<arith::AddIOp>(
        before.make<arith::DivUIOp>(more, wide), wideOne);
    inverse.firstShift = before.make<arith::MinUIOp>(bits, one);
    inverse.shift = before.make<arith::SubIOp>(bits, inverse.firstShift);
    return inverse;
  }

  scf::ParallelOp grid, threads;
  llvm::DenseMap<std::tuple<Value, unsigned, unsigned>, Inverse> inverses;
};

struct InvertDivisors
    : public heddle::impl::InvertDivisorsBase<InvertDivisors> {
  void runOnOperation() override {
    for (scf::ParallelOp grid :
         par::getMarkedLoops(getOperation(), par::gridAttr))
      if (scf::ParallelOp threads = par::getThreadLoopOf(grid);
          threads && !grid->hasAttr(par::fallbackAttr))
        Inverter(grid, threads).run();
  }
};

} // namespace
