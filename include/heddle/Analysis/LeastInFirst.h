//===- LeastInFirst.h - Values that grow with the iteration -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LEASTINFIRST_H
#define HEDDLE_ANALYSIS_LEASTINFIRST_H

#include "heddle/Analysis/IndexRanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <optional>

namespace heddle {

/// A value in a loop's body that is nowhere less than where the loop's
/// variables have their first values: a sum of multiples of them that does not
/// wrap.
class LeastInFirst {
public:
  /// The variables are not negative, and at most `most`.
  LeastInFirst(mlir::Region &body, mlir::ValueRange variables, int64_t most,
               bool isUnsigned)
      : body(body), variables(variables), most(most), isUnsigned(isUnsigned) {}

  bool holdsFor(mlir::Value value) const { return visit(value).has_value(); }

private:
  /// The largest value, or -1 if that is not known; nothing if the value may be
  /// less than the first.
  std::optional<__int128> visit(mlir::Value value) const {
    using namespace mlir;
    if (llvm::is_contained(variables, value))
      return most;
    if (!body.isAncestor(value.getParentRegion()) ||
        matchPattern(value, m_Constant()))
      return mostOf(value);
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtUIOp>(op)) {
      std::optional<__int128> of = visit(op->getOperand(0));
      return of && *of >= 0 && *of <= largest(value.getType()) ? of
                                                               : std::nullopt;
    }
    if (!isa<arith::AddIOp, arith::MulIOp>(op))
      return std::nullopt;
    std::optional<__int128> a = visit(op->getOperand(0)),
                            b = visit(op->getOperand(1));
    APInt factor;
    if (!a || !b ||
        (isa<arith::MulIOp>(op) &&
         (!matchPattern(op->getOperand(1), m_ConstantInt(&factor)) ||
          factor.isNegative())))
      return std::nullopt;
    __int128 result = *a < 0 || *b < 0         ? -1
                      : isa<arith::AddIOp>(op) ? *a + *b
                                               : *a * *b;
    if (result >= 0 && result <= largest(value.getType()))
      return result;
    auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    bool neverWraps =
        isUnsigned ? flags.hasNoUnsignedWrap() : flags.hasNoSignedWrap();
    return neverWraps ? std::optional<__int128>(-1) : std::nullopt;
  }

  static unsigned widthOf(mlir::Type type) {
    return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  }

  static __int128 largest(mlir::Type type) {
    return (__int128(1) << (widthOf(type) - 1)) - 1;
  }

  /// The largest value of what the loop does not change, or -1: it may be
  /// negative, or is not known.
  static __int128 mostOf(mlir::Value value) {
    auto range = findRange(value);
    return range && range->first >= 0 ? range->second : -1;
  }

  mlir::Region &body;
  mlir::SmallVector<mlir::Value> variables;
  __int128 most;
  bool isUnsigned;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LEASTINFIRST_H
