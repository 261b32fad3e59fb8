//===- LaneValues.cpp - The lattice of the shape analysis -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/LaneValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace heddle;

using Exact = LaneValues::Exact;

/// Larger alignments and offsets are of no use.
static constexpr uint64_t mostAlignment = uint64_t(1) << 32;
static constexpr __int128 mostOffset = __int128(1) << 62;

static bool areEqual(ArrayRef<int64_t> offsets) {
  return llvm::all_equal(offsets);
}

static bool areLinear(ArrayRef<int64_t> offsets) {
  for (size_t l = 2; l < offsets.size(); ++l)
    if (__int128(offsets[l]) - offsets[l - 1] !=
        __int128(offsets[1]) - offsets[0])
      return false;
  return true;
}

/// What follows from offsets and alignment alone. A multiple of the alignment
/// plus an offset below it does not wrap.
static void deduceExact(LaneValues &values) {
  ArrayRef<int64_t> offsets = values.offsets;
  bool isPositive = llvm::all_of(offsets, [](int64_t o) { return o >= 0; });
  bool isNegative = llvm::all_of(offsets, [](int64_t o) { return o < 0; });
  bool isBlock = isPositive && llvm::all_of(offsets, [&](int64_t o) {
                   return uint64_t(o) < values.alignment;
                 });
  bool isUniform = areEqual(offsets);
  if (isUniform || isBlock || values.isConstant())
    values.exact[LaneValues::Signed] = Exact::InFirstLane;
  if (isUniform || isBlock ||
      (values.isConstant() && (isPositive || isNegative)))
    values.exact[LaneValues::Unsigned] = Exact::InFirstLane;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

LaneValues LaneValues::varying() {
  LaneValues values;
  values.kind = Kind::Varying;
  return values;
}

LaneValues LaneValues::strided(Exact asUnsigned, Exact asSigned) {
  LaneValues values;
  values.kind = Kind::Strided;
  // The stride may have wrapped, so nothing is known of a lane that is
  // inactive.
  values.exact[Unsigned] = std::min(asUnsigned, Exact::InActiveLanes);
  values.exact[Signed] = std::min(asSigned, Exact::InActiveLanes);
  return values;
}

LaneValues LaneValues::known(ArrayRef<__int128> offsets, uint64_t alignment,
                             unsigned width) {
  if (width < 64 && alignment >= uint64_t(1) << width)
    alignment = 0;
  alignment = std::min(alignment, mostAlignment);
  LaneValues values;
  values.kind = Kind::Known;
  values.alignment = alignment;
  __int128 modulus = alignment;
  __int128 first = alignment ? ((offsets[0] % modulus) + modulus) % modulus : 0;
  for (__int128 offset : offsets) {
    if (alignment) {
      offset = offset - offsets[0] + first;
      if (offset > mostOffset || offset < -mostOffset)
        return varying();
    } else {
      offset = llvm::SignExtend64(static_cast<uint64_t>(offset), width);
    }
    values.offsets.push_back(offset);
  }
  deduceExact(values);
  return values;
}

LaneValues LaneValues::uniform(int64_t lanes, uint64_t alignment) {
  return known(SmallVector<__int128>(lanes, 0), alignment, /*width=*/64);
}

LaneValues LaneValues::constant(int64_t lanes, const APInt &value) {
  return known(SmallVector<__int128>(lanes, value.getSExtValue()),
               /*alignment=*/0, value.getBitWidth());
}

LaneValues LaneValues::consecutive(int64_t lanes, uint64_t alignment) {
  SmallVector<__int128> offsets;
  for (int64_t l = 0; l < lanes; ++l)
    offsets.push_back(l);
  return known(offsets, alignment, /*width=*/64);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool LaneValues::isUniform() const { return isKnown() && areEqual(offsets); }

bool LaneValues::isAffine() const {
  return kind == Kind::Strided || (isKnown() && areLinear(offsets));
}

uint64_t LaneValues::getFactor() const {
  if (offsets[0] == 0)
    return alignment;
  uint64_t factor = uint64_t(1) << llvm::countr_zero(uint64_t(offsets[0]));
  return alignment ? std::min(factor, alignment)
                   : std::min(factor, mostAlignment);
}

Shape LaneValues::getShape() const {
  switch (kind) {
  case Kind::Unknown:
    return Shape();
  case Kind::Strided:
    return Shape::strided();
  case Kind::Varying:
    return Shape::varying();
  case Kind::Known:
    break;
  }
  if (!areLinear(offsets))
    return Shape::pattern(offsets, alignment);
  uint64_t first = offsets[0];
  uint64_t factor =
      isConstant() ? (offsets[0] < 0 ? -first : first) : getFactor();
  return Shape::linear(offsets.size() > 1 ? offsets[1] - offsets[0] : 0,
                       factor);
}

void LaneValues::print(llvm::raw_ostream &stream) const {
  stream << getShape();
  auto name = [](Exact exact) {
    return exact == Exact::No              ? "no"
           : exact == Exact::InActiveLanes ? "active"
                                           : "all";
  };
  stream << " (exact: unsigned " << name(exact[Unsigned]) << ", signed "
         << name(exact[Signed]) << ")";
}

//===----------------------------------------------------------------------===//
// Join
//===----------------------------------------------------------------------===//

/// The value is one or the other in all lanes.
static LaneValues joinValues(const LaneValues &a, const LaneValues &b) {
  Exact exact[2];
  for (auto signedness : {LaneValues::Unsigned, LaneValues::Signed})
    exact[signedness] = std::min(a.exact[signedness], b.exact[signedness]);
  if (a.isKnown() && b.isKnown()) {
    __int128 distance = __int128(b.offsets[0]) - a.offsets[0];
    if (llvm::all_of_zip(a.offsets, b.offsets, [&](int64_t x, int64_t y) {
          return __int128(y) - x == distance;
        })) {
      uint64_t low = static_cast<uint64_t>(distance);
      uint64_t alignment = a.alignment;
      for (uint64_t other :
           {b.alignment,
            low ? uint64_t(1) << llvm::countr_zero(low) : uint64_t(0)})
        if (other)
          alignment = alignment ? std::min(alignment, other) : other;
      SmallVector<__int128> offsets(a.offsets.begin(), a.offsets.end());
      LaneValues joined = LaneValues::known(offsets, alignment, /*width=*/64);
      if (joined.isKnown())
        for (auto signedness : {LaneValues::Unsigned, LaneValues::Signed})
          joined.exact[signedness] =
              std::max(joined.exact[signedness], exact[signedness]);
      return joined;
    }
  }
  if (a.isAffine() && b.isAffine())
    return LaneValues::strided(exact[0], exact[1]);
  return LaneValues::varying();
}

LaneValues LaneValues::join(const LaneValues &a, const LaneValues &b) {
  if (a.isUnknown())
    return b;
  if (b.isUnknown() || a == b)
    return a;
  if (a.object != b.object)
    return varying();
  LaneValues joined = joinValues(a, b);
  joined.object = a.object;
  joined.needsActiveLane =
      !joined.isVarying() && (a.needsActiveLane || b.needsActiveLane);
  return joined;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Shape Shape::uniform(uint64_t alignment) { return linear(0, alignment); }

Shape Shape::linear(int64_t stride, uint64_t alignment) {
  Shape shape;
  shape.kind = Kind::Linear;
  shape.stride = stride;
  shape.alignment = alignment;
  return shape;
}

Shape Shape::pattern(ArrayRef<int64_t> offsets, uint64_t alignment) {
  Shape shape;
  shape.kind = Kind::Pattern;
  shape.offsets.assign(offsets.begin(), offsets.end());
  shape.alignment = alignment;
  return shape;
}

Shape Shape::strided() {
  Shape shape;
  shape.kind = Kind::Strided;
  return shape;
}

Shape Shape::varying() {
  Shape shape;
  shape.kind = Kind::Varying;
  return shape;
}

llvm::raw_ostream &heddle::operator<<(llvm::raw_ostream &stream,
                                      const Shape &shape) {
  if (shape.isUnknown())
    return stream << "unknown";
  if (shape.isStrided())
    return stream << "strided";
  if (shape.isVarying())
    return stream << "varying";
  if (shape.isUniform()) {
    stream << "uniform";
  } else if (shape.isLinear()) {
    stream << "linear " << *shape.getStride();
  } else {
    stream << "pattern [";
    llvm::interleaveComma(shape.getOffsets(), stream);
    stream << "]";
  }
  if (shape.getAlignment() != 1)
    stream << " aligned " << shape.getAlignment();
  return stream;
}
