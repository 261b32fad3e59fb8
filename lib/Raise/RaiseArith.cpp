//===- RaiseArith.cpp - LLVM arithmetic to arith and math -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Raise/Kernels.h"
#include "heddle/Raise/Passes.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle {
#define GEN_PASS_DEF_RAISEARITH
#include "heddle/Raise/Passes.h.inc"
} // namespace heddle

using namespace mlir;
using namespace heddle;

/// Types that arith operates on: signless integers, floats, and vectors of
/// them. Pointers, structs and x86-specific types stay in the LLVM dialect.
static bool isArithType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return type.isSignlessInteger() || isa<FloatType>(type);
}

static arith::FastMathFlags raiseFlags(LLVM::FastmathFlags flags) {
  using From = LLVM::FastmathFlags;
  using To = arith::FastMathFlags;
  const std::pair<From, To> pairs[] = {
      {From::nnan, To::nnan},         {From::ninf, To::ninf},
      {From::nsz, To::nsz},           {From::arcp, To::arcp},
      {From::contract, To::contract}, {From::afn, To::afn},
      {From::reassoc, To::reassoc}};
  To result = To::none;
  for (auto [from, to] : pairs)
    if (bitEnumContainsAny(flags, from))
      result = result | to;
  return result;
}

static arith::IntegerOverflowFlags
raiseFlags(LLVM::IntegerOverflowFlags flags) {
  auto result = arith::IntegerOverflowFlags::none;
  if (bitEnumContainsAny(flags, LLVM::IntegerOverflowFlags::nsw))
    result = result | arith::IntegerOverflowFlags::nsw;
  if (bitEnumContainsAny(flags, LLVM::IntegerOverflowFlags::nuw))
    result = result | arith::IntegerOverflowFlags::nuw;
  return result;
}

/// MLIR's canonicalization joins the constants of two sums or differences that
/// do not overflow, and takes the result not to overflow either. That is wrong
/// if the constants together do: `t - 5 - 2147483647`. So large constants lose
/// the flag, and those of unsigned differences.
static arith::IntegerOverflowFlags
withoutLargeConstants(arith::IntegerOverflowFlags flags, Operation *raised) {
  APInt constant;
  if (!isa<arith::AddIOp, arith::SubIOp>(raised) ||
      !llvm::any_of(raised->getOperands(), [&](Value operand) {
        return matchPattern(operand, m_ConstantInt(&constant));
      }))
    return flags;
  auto lost = arith::IntegerOverflowFlags::none;
  if (constant.getSignificantBits() >= constant.getBitWidth())
    lost = lost | arith::IntegerOverflowFlags::nsw;
  if (isa<arith::SubIOp>(raised))
    lost = lost | arith::IntegerOverflowFlags::nuw;
  return flags & ~lost;
}

namespace {

/// Replaces single operations. A rule applies only to operations whose operands
/// and results all have arithmetic types.
class Raiser {
public:
  Raiser(Operation *op) : op(op), builder(op) {}

  bool run() {
    if (op->getNumResults() != 1 || !isArithType(op->getResult(0).getType()))
      return false;
    if (raiseConstant())
      return true;
    // Except for a select's condition, operands must have arithmetic types.
    if (!llvm::all_of(op->getOperandTypes(), isArithType))
      return false;
    return raiseInteger() || raiseFloat() || raiseCast() || raiseCompare() ||
           raiseIntrinsic();
  }

private:
  void replace(Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  template <typename From, typename To> bool rule() {
    if (!isa<From>(op))
      return false;
    auto raised = To::create(builder, op->getLoc(), op->getResultTypes(),
                             op->getOperands());
    copyFlags(raised);
    replace(raised.getResult());
    return true;
  }

  /// arith's remainders have no side effects, whatever the divisor, so passes
  /// would hoist them out of the condition that excludes a zero divisor. Its
  /// divisions do not have this problem. LLVM converts the division back to a
  /// remainder.
  template <typename From, typename Rem, typename Div> bool remainder() {
    if (!isa<From>(op))
      return false;
    APInt divisor;
    if (matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) &&
        !divisor.isZero() && !divisor.isAllOnes())
      return rule<From, Rem>();
    Location loc = op->getLoc();
    Value a = op->getOperand(0), b = op->getOperand(1);
    Value quotient = Div::create(builder, loc, a, b);
    Value product = arith::MulIOp::create(builder, loc, quotient, b);
    replace(arith::SubIOp::create(builder, loc, a, product));
    return true;
  }

  void copyFlags(Operation *raised) {
    if (auto from = dyn_cast<LLVM::FastmathFlagsInterface>(op))
      if (isa<arith::ArithFastMathInterface>(raised))
        raised->setAttr("fastmath",
                        arith::FastMathFlagsAttr::get(
                            op->getContext(),
                            raiseFlags(from.getFastmathAttr().getValue())));
    if (auto from = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(op))
      if (isa<arith::ArithIntegerOverflowFlagsInterface>(raised))
        raised->setAttr("overflowFlags",
                        arith::IntegerOverflowFlagsAttr::get(
                            op->getContext(),
                            withoutLargeConstants(
                                raiseFlags(from.getOverflowFlags()), raised)));
  }

  bool raiseConstant() {
    Type type = op->getResult(0).getType();
    if (auto constant = dyn_cast<LLVM::ConstantOp>(op)) {
      auto value = dyn_cast<TypedAttr>(constant.getValue());
      if (!value || value.getType() != type ||
          !isa<IntegerAttr, FloatAttr, DenseElementsAttr>(value))
        return false;
      replace(arith::ConstantOp::create(builder, op->getLoc(), value));
      return true;
    }
    if (isa<LLVM::ZeroOp>(op)) {
      replace(arith::ConstantOp::create(builder, op->getLoc(),
                                        builder.getZeroAttr(type)));
      return true;
    }
    if (isa<LLVM::PoisonOp>(op)) {
      replace(ub::PoisonOp::create(builder, op->getLoc(), type));
      return true;
    }
    return false;
  }

  bool raiseInteger() {
    return rule<LLVM::AddOp, arith::AddIOp>() ||
           rule<LLVM::SubOp, arith::SubIOp>() ||
           rule<LLVM::MulOp, arith::MulIOp>() ||
           rule<LLVM::SDivOp, arith::DivSIOp>() ||
           rule<LLVM::UDivOp, arith::DivUIOp>() ||
           remainder<LLVM::SRemOp, arith::RemSIOp, arith::DivSIOp>() ||
           remainder<LLVM::URemOp, arith::RemUIOp, arith::DivUIOp>() ||
           rule<LLVM::AndOp, arith::AndIOp>() ||
           rule<LLVM::OrOp, arith::OrIOp>() ||
           rule<LLVM::XOrOp, arith::XOrIOp>() ||
           rule<LLVM::ShlOp, arith::ShLIOp>() ||
           (planted(Fault::SignedShift) &&
            rule<LLVM::LShrOp, arith::ShRSIOp>()) ||
           rule<LLVM::LShrOp, arith::ShRUIOp>() ||
           rule<LLVM::AShrOp, arith::ShRSIOp>() ||
           rule<LLVM::SMaxOp, arith::MaxSIOp>() ||
           rule<LLVM::SMinOp, arith::MinSIOp>() ||
           rule<LLVM::UMaxOp, arith::MaxUIOp>() ||
           rule<LLVM::UMinOp, arith::MinUIOp>() ||
           rule<LLVM::SelectOp, arith::SelectOp>();
  }

  bool raiseFloat() {
    return rule<LLVM::FAddOp, arith::AddFOp>() ||
           rule<LLVM::FSubOp, arith::SubFOp>() ||
           rule<LLVM::FMulOp, arith::MulFOp>() ||
           rule<LLVM::FDivOp, arith::DivFOp>() ||
           rule<LLVM::FRemOp, arith::RemFOp>() ||
           rule<LLVM::FNegOp, arith::NegFOp>() ||
           rule<LLVM::MaxNumOp, arith::MaxNumFOp>() ||
           rule<LLVM::MinNumOp, arith::MinNumFOp>() ||
           rule<LLVM::MaximumOp, arith::MaximumFOp>() ||
           rule<LLVM::MinimumOp, arith::MinimumFOp>();
  }

  bool raiseCast() {
    return (planted(Fault::ZeroExtends) &&
            rule<LLVM::SExtOp, arith::ExtUIOp>()) ||
           rule<LLVM::SExtOp, arith::ExtSIOp>() ||
           rule<LLVM::ZExtOp, arith::ExtUIOp>() ||
           rule<LLVM::TruncOp, arith::TruncIOp>() ||
           rule<LLVM::FPExtOp, arith::ExtFOp>() ||
           rule<LLVM::FPTruncOp, arith::TruncFOp>() ||
           rule<LLVM::SIToFPOp, arith::SIToFPOp>() ||
           rule<LLVM::UIToFPOp, arith::UIToFPOp>() ||
           rule<LLVM::FPToSIOp, arith::FPToSIOp>() ||
           rule<LLVM::FPToUIOp, arith::FPToUIOp>() || raiseBitcast();
  }

  /// arith casts scalars to scalars and vectors to vectors of one shape.
  bool raiseBitcast() {
    if (!isa<LLVM::BitcastOp>(op))
      return false;
    auto from = dyn_cast<VectorType>(op->getOperand(0).getType());
    auto to = dyn_cast<VectorType>(op->getResult(0).getType());
    if (bool(from) != bool(to) || (from && from.getShape() != to.getShape()))
      return false;
    return rule<LLVM::BitcastOp, arith::BitcastOp>();
  }

  bool raiseCompare() {
    if (auto compare = dyn_cast<LLVM::ICmpOp>(op)) {
      // The two enumerations have the same order.
      auto predicate =
          static_cast<arith::CmpIPredicate>(compare.getPredicate());
      replace(arith::CmpIOp::create(builder, op->getLoc(), predicate,
                                    compare.getLhs(), compare.getRhs()));
      return true;
    }
    if (auto compare = dyn_cast<LLVM::FCmpOp>(op)) {
      std::optional<arith::CmpFPredicate> predicate =
          arith::symbolizeCmpFPredicate(
              LLVM::stringifyFCmpPredicate(compare.getPredicate()) == "_false"
                  ? StringRef("false")
              : LLVM::stringifyFCmpPredicate(compare.getPredicate()) == "_true"
                  ? StringRef("true")
                  : LLVM::stringifyFCmpPredicate(compare.getPredicate()));
      if (!predicate)
        return false;
      auto raised = arith::CmpFOp::create(builder, op->getLoc(), *predicate,
                                          compare.getLhs(), compare.getRhs());
      copyFlags(raised);
      replace(raised);
      return true;
    }
    return false;
  }

  /// Of integers. The absolute value of the least number, which the call leaves
  /// undefined, is that number.
  bool raiseAbsolute() {
    Value value;
    if (auto absolute = dyn_cast<LLVM::AbsOp>(op)) {
      value = absolute.getIn();
    } else if (auto call = dyn_cast<LLVM::CallOp>(op)) {
      auto callee = dyn_cast_or_null<LLVM::LLVMFuncOp>(call.resolveCallable());
      bool isNamed =
          callee && callee.isExternal() &&
          llvm::is_contained({"abs", "labs", "llabs"}, callee.getName());
      if (!isNamed || call->getNumOperands() != 1 ||
          call->getNumResults() != 1 ||
          !isa<IntegerType>(call->getOperand(0).getType()) ||
          call->getResult(0).getType() != call->getOperand(0).getType())
        return false;
      value = call->getOperand(0);
    } else {
      return false;
    }
    replace(math::AbsIOp::create(builder, op->getLoc(), value));
    return true;
  }

  bool raiseIntrinsic() {
    return rule<LLVM::SqrtOp, math::SqrtOp>() ||
           rule<LLVM::FAbsOp, math::AbsFOp>() || raiseAbsolute() ||
           rule<LLVM::FMAOp, math::FmaOp>() ||
           rule<LLVM::ExpOp, math::ExpOp>() ||
           rule<LLVM::Exp2Op, math::Exp2Op>() ||
           rule<LLVM::LogOp, math::LogOp>() ||
           rule<LLVM::Log2Op, math::Log2Op>() ||
           rule<LLVM::Log10Op, math::Log10Op>() ||
           rule<LLVM::SinOp, math::SinOp>() ||
           rule<LLVM::CosOp, math::CosOp>() ||
           rule<LLVM::PowOp, math::PowFOp>() ||
           rule<LLVM::CopySignOp, math::CopySignOp>() ||
           rule<LLVM::FFloorOp, math::FloorOp>() ||
           rule<LLVM::FCeilOp, math::CeilOp>() ||
           rule<LLVM::FTruncOp, math::TruncOp>() ||
           rule<LLVM::RoundOp, math::RoundOp>() ||
           rule<LLVM::RoundEvenOp, math::RoundEvenOp>() ||
           rule<LLVM::CtPopOp, math::CtPopOp>();
  }

  Operation *op;
  OpBuilder builder;
};

struct RaiseArith : public heddle::impl::RaiseArithBase<RaiseArith> {
  void runOnOperation() override {
    forEachRaisedKernel(getOperation(), [](LLVM::LLVMFuncOp kernel) {
      kernel.walk([](Operation *op) { Raiser(op).run(); });
    });
  }
};

} // namespace
