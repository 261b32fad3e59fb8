//===- Shapes.h - How values differ between the lanes of a vector -*- C++
//-*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector runs `lanes` consecutive iterations of one dimension of a `par.for`,
// the first of which is a multiple of `lanes`. The shape of a value says how
// the lanes' values differ: not at all, by a stride, by a pattern that is known
// at compile time, or in an unknown way.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_SHAPES_H
#define HEDDLE_ANALYSIS_SHAPES_H

#include "heddle/Dialect/Par.h"

#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace heddle {

/// Which iterations are the lanes of a vector.
struct LaneMapping {
  par::ForOp loop;
  /// The number of the induction variable that differs between the lanes.
  unsigned dimension = 0;
  int64_t lanes = 1;
  /// The size of that dimension is a multiple of `lanes`.
  bool isMultiple = false;
  /// Narrow integers that are extended do not wrap between lanes, as far as
  /// that is not proved: see `Shapes::getAssumptions`.
  bool assumesNoWrap = false;
  /// Shapes are likely, not proved: of the ways that a choice may go, lanes
  /// take one. Only for what is checked where it is used; implies
  /// `assumesNoWrap`.
  bool guesses = false;
  /// What else is known of values outside of the loop, for instance because the
  /// launch was checked: signed, inclusive. (For sizes of `par.for`, there is
  /// `bound`.)
  struct Range {
    mlir::Value value;
    int64_t low, high;
  };
  llvm::SmallVector<Range, 0> ranges = {};
};

/// The values of the lanes: a uniform base plus an offset for each lane.
/// Offsets are elements for integers, and bytes for pointers.
class Shape {
public:
  /// Not known yet: no lane has computed the value.
  Shape() = default;

  static Shape uniform(uint64_t alignment = 1);
  /// Lane l has base + l * stride.
  static Shape linear(int64_t stride, uint64_t alignment = 1);
  /// Lane l has base + offsets[l].
  static Shape pattern(llvm::ArrayRef<int64_t> offsets, uint64_t alignment = 1);
  /// Lane l has base + l * stride; the stride is uniform, but not constant.
  static Shape strided();
  static Shape varying();

  bool isUnknown() const { return kind == Kind::Unknown; }
  bool isUniform() const { return kind == Kind::Linear && stride == 0; }
  bool isLinear() const { return kind == Kind::Linear; }
  bool isStrided() const { return kind == Kind::Strided; }
  bool isVarying() const { return kind == Kind::Varying; }
  /// Whether the offset of each lane is known at compile time.
  bool hasOffsets() const {
    return kind == Kind::Linear || kind == Kind::Pattern;
  }

  /// The difference between neighbouring lanes, if it is always the same.
  std::optional<int64_t> getStride() const {
    return isLinear() ? std::optional(stride) : std::nullopt;
  }
  int64_t getOffset(int64_t lane) const {
    return kind == Kind::Linear ? lane * stride : offsets[lane];
  }
  llvm::ArrayRef<int64_t> getOffsets() const { return offsets; }
  /// The base is a multiple of this; 0 if the base is 0.
  uint64_t getAlignment() const { return alignment; }

  bool operator==(const Shape &other) const = default;

private:
  enum class Kind { Unknown, Linear, Pattern, Strided, Varying };
  Kind kind = Kind::Unknown;
  int64_t stride = 0;
  llvm::SmallVector<int64_t> offsets;
  uint64_t alignment = 1;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &stream, const Shape &shape);

/// The shapes of all values of a loop's body.
///
/// The base of a value is that of lane 0, less its offset. Where lane 0 is not
/// active, its value is what the same operations give on the values of lane 0,
/// wrapping: their flags (nsw, nuw) are claims about active lanes only, so a
/// scalar copy of an operation must not keep them.
class Shapes {
public:
  explicit Shapes(const LaneMapping &mapping);
  ~Shapes();

  const LaneMapping &getMapping() const { return mapping; }

  /// The shape of a value: uniform, if it is defined outside of the loop. Only
  /// lanes that compute the value have it.
  Shape of(mlir::Value value) const;

  /// The value that all lanes have.
  std::optional<int64_t> getConstant(mlir::Value value) const;

  /// The value of lane 0, if that of each lane is known.
  std::optional<int64_t> getFirstConstant(mlir::Value value) const;

  /// Whether a value is poison wherever it is computed. What merges it with
  /// another value has the other one's shape, which then says nothing of the
  /// lanes that get poison.
  bool isUndefined(mlir::Value value) const;

  /// Whether lanes may take different ways in a branch, or repeat a loop a
  /// different number of times.
  bool isDivergent(mlir::Operation *branchOrLoop) const;

  /// The shape of the address of a load, a store or an atomic access, in bytes;
  /// unknown for other operations. Of a private object: relative to the lane's
  /// own.
  Shape ofAddress(mlir::Operation *access) const;

  /// Whether each lane has an object of its own at this pointer or memref,
  /// which is therefore varying.
  bool isPrivate(mlir::Value address) const;

  /// Whether the shape of a result is what the operation gives for the shapes
  /// of its operands. Guesses may have changed since it was computed.
  bool isUpToDate(mlir::OpResult result) const;

  /// Whether lane 0 may have wrapped where active lanes have not, so that the
  /// base has to be computed from the first active lane. Only results of
  /// extensions and addresses with a narrow index, and only where not all lanes
  /// are active.
  bool needsActiveLane(mlir::Value value) const;

  /// Whether the lanes' values are base and offset as integers, signed or not,
  /// where all lanes are active: none has wrapped.
  bool isExact(mlir::Value value, bool isSigned) const;

  /// An operation that extends a narrow integer, whose shape holds if base and
  /// offsets do not wrap.
  struct Assumption {
    mlir::Operation *extension;
    mlir::Value narrow;
    bool isSigned;
  };
  /// What shapes rely on without proof. None without `assumesNoWrap`.
  llvm::SmallVector<Assumption> getAssumptions() const;

private:
  LaneMapping mapping;
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_SHAPES_H
