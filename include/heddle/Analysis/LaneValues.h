//===- LaneValues.h - Arithmetic on the values of lanes ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the shape analysis knows of a value: the lattice, and what operations on
// integers make of it. `Shape` is the part that others see.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_LANEVALUES_H
#define HEDDLE_ANALYSIS_LANEVALUES_H

#include "heddle/Analysis/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace heddle {

/// What is known of the integers of `width` bits that the lanes compute.
///
/// Known: lane l has base + offsets[l] modulo 2^width. The base is a multiple
/// of the alignment, a power of two, or 0: then the base is 0. The offsets are
/// normalised: the first is in [0, alignment), or, where the base is 0, all are
/// the lanes' values, signed. So a uniform value has equal offsets, which say
/// what it is modulo the alignment.
///
/// Unknown: no lane has computed the value, or it is poison, which stands for
/// any value.
class LaneValues {
public:
  enum class Kind { Unknown, Known, Strided, Varying };
  /// Whether the values, as integers, are base + offset (+ lane * stride): they
  /// have not wrapped around. Computations in which an active lane overflows
  /// are undefined if they have the flags nsw or nuw; what another lane
  /// computes may wrap. The base is the value of lane 0, so it is right only if
  /// lane 0 has not wrapped either.
  enum class Exact { No, InActiveLanes, InFirstLane };
  enum Signedness { Unsigned, Signed };

  Kind kind = Kind::Unknown;
  llvm::SmallVector<int64_t, 8> offsets;
  uint64_t alignment = 1;
  Exact exact[2] = {Exact::No, Exact::No};
  /// The base is known from active lanes only.
  bool needsActiveLane = false;
  /// The value is uniform or not, relative to each lane's own object.
  mlir::Operation *object = nullptr;

  static LaneValues varying();
  static LaneValues strided(Exact asUnsigned, Exact asSigned);
  /// Normalises; varying if the offsets are too large.
  static LaneValues known(llvm::ArrayRef<__int128> offsets, uint64_t alignment,
                          unsigned width);
  static LaneValues uniform(int64_t lanes, uint64_t alignment = 1);
  static LaneValues constant(int64_t lanes, const llvm::APInt &value);
  /// The number of the lane, plus a multiple of the alignment.
  static LaneValues consecutive(int64_t lanes, uint64_t alignment);

  bool isUnknown() const { return kind == Kind::Unknown; }
  bool isKnown() const { return kind == Kind::Known; }
  bool isVarying() const { return kind == Kind::Varying; }
  bool isUniform() const;
  /// The value of each lane is known.
  bool isConstant() const { return isKnown() && alignment == 0; }
  bool isUniformConstant() const { return isConstant() && isUniform(); }
  /// The lanes' values have the same difference.
  bool isAffine() const;
  bool isExact(Signedness signedness) const {
    return exact[signedness] == Exact::InFirstLane;
  }
  /// The largest power of two that is known to divide a uniform value, or 0.
  uint64_t getFactor() const;

  static LaneValues join(const LaneValues &a, const LaneValues &b);
  bool operator==(const LaneValues &other) const = default;
  void print(llvm::raw_ostream &stream) const;

  Shape getShape() const;
};

/// An operand of an operation on integers, or its result.
struct LaneOperand {
  LaneValues values;
  unsigned width = 64;
  /// Those of lanes that compute it.
  std::optional<mlir::ConstantIntRanges> range = std::nullopt;
};

/// The flags of an operation: overflow is undefined.
struct NoWrap {
  bool isSigned = false;
  bool isUnsigned = false;
};

namespace lanes {
using Signedness = LaneValues::Signedness;

LaneValues add(const LaneOperand &a, const LaneOperand &b, NoWrap flags = {});
LaneValues subtract(const LaneOperand &a, const LaneOperand &b,
                    NoWrap flags = {});
LaneValues multiply(const LaneOperand &a, const LaneOperand &b,
                    NoWrap flags = {});
LaneValues shiftLeft(const LaneOperand &a, const LaneOperand &b,
                     NoWrap flags = {});
LaneValues shiftRight(const LaneOperand &a, const LaneOperand &b,
                      Signedness signedness);
LaneValues divide(const LaneOperand &a, const LaneOperand &b,
                  Signedness signedness);
LaneValues remainder(const LaneOperand &a, const LaneOperand &b,
                     Signedness signedness);
enum class Bits { And, Or, Xor };
LaneValues combineBits(Bits kind, const LaneOperand &a, const LaneOperand &b);
LaneValues minMax(const LaneOperand &a, const LaneOperand &b, bool isMax,
                  Signedness signedness);

/// To a wider type. With `assume`, a value of known offsets is taken not to
/// wrap.
LaneValues extend(const LaneOperand &a, unsigned width, Signedness signedness,
                  bool assume = false);
LaneValues truncate(const LaneOperand &a, unsigned width, NoWrap flags = {});

LaneValues compare(mlir::arith::CmpIPredicate predicate, const LaneOperand &a,
                   const LaneOperand &b);
/// `isSame`: both are the same value.
LaneValues select(const LaneValues &condition, const LaneValues &a,
                  const LaneValues &b, bool isSame);

/// Adds what the range of a result says: that it has not wrapped.
void refine(LaneOperand &result);
} // namespace lanes

} // namespace heddle

#endif // HEDDLE_ANALYSIS_LANEVALUES_H
