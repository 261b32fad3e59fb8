//===- LaneArithmetic.cpp - What operations make of the values of lanes ---===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums and products are statements modulo 2^width. Extension, division and
// comparison need the integers themselves: they ask whether base + offset
// wraps.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/LaneValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::lanes;

using Exact = LaneValues::Exact;
using Wide = __int128;
using Offsets = SmallVector<Wide>;

namespace {
/// Integers from low to high; none if low is above.
struct Interval {
  Wide low, high;
};
} // namespace

static constexpr Signedness signednesses[] = {LaneValues::Unsigned,
                                              LaneValues::Signed};

//===----------------------------------------------------------------------===//
// Offsets and alignments
//===----------------------------------------------------------------------===//

static uint64_t commonAlignment(uint64_t a, uint64_t b) {
  return !a ? b : !b ? a : std::min(a, b);
}

/// The largest power of two that divides a number; 0 for 0.
static uint64_t factorOf(Wide value) {
  uint64_t low = static_cast<uint64_t>(value);
  return low ? uint64_t(1) << llvm::countr_zero(low) : 0;
}

static uint64_t multiplyAlignments(uint64_t a, uint64_t b) {
  if (!a || !b)
    return 0;
  unsigned zeros = llvm::countr_zero(a) + llvm::countr_zero(b);
  return uint64_t(1) << std::min(zeros, 63u);
}

static Wide floorDivide(Wide a, Wide b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static Wide alignDown(Wide value, Wide alignment) {
  return floorDivide(value, alignment) * alignment;
}

static Wide alignUp(Wide value, Wide alignment) {
  return -alignDown(-value, alignment);
}

static Offsets offsetsOf(const LaneValues &values) {
  return Offsets(values.offsets.begin(), values.offsets.end());
}

/// Relative to a base that is a multiple of `alignment` only.
static LaneValues realign(const LaneOperand &a, uint64_t alignment) {
  return LaneValues::known(offsetsOf(a.values), alignment, a.width);
}

/// Whether all lanes are between the same two multiples of the alignment.
static bool isBlock(const LaneValues &values) {
  return values.isKnown() && llvm::all_of(values.offsets, [&](int64_t offset) {
           return offset >= 0 && uint64_t(offset) < values.alignment;
         });
}

static bool isUnknown(const LaneOperand &a, const LaneOperand &b) {
  return a.values.isUnknown() || b.values.isUnknown();
}

/// Of an operation of which nothing else is known.
static LaneValues anyResult(const LaneOperand &a, const LaneOperand &b) {
  return a.values.isUniform() && b.values.isUniform()
             ? LaneValues::uniform(a.values.offsets.size())
             : LaneValues::varying();
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static Interval typeBounds(unsigned width, Signedness signedness) {
  if (signedness == LaneValues::Signed)
    return {-(Wide(1) << (width - 1)), (Wide(1) << (width - 1)) - 1};
  return {0, (Wide(1) << width) - 1};
}

/// Of the lanes that compute the value.
static Interval activeBounds(const LaneOperand &a, Signedness signedness) {
  if (!a.range)
    return typeBounds(a.width, signedness);
  if (signedness == LaneValues::Signed)
    return {a.range->smin().getSExtValue(), a.range->smax().getSExtValue()};
  return {Wide(a.range->umin().getZExtValue()),
          Wide(a.range->umax().getZExtValue())};
}

static Interval offsetBounds(const LaneValues &values) {
  auto [low, high] =
      std::minmax_element(values.offsets.begin(), values.offsets.end());
  return {*low, *high};
}

/// Of the base, if an active lane is within the bounds.
static Interval baseBounds(const LaneValues &values, Interval bounds) {
  Interval offsets = offsetBounds(values);
  Interval base = {bounds.low - offsets.high, bounds.high - offsets.low};
  if (values.alignment == 0)
    return base;
  return {alignUp(base.low, values.alignment),
          alignDown(base.high, values.alignment)};
}

static Wide valueOf(const LaneOperand &a, int64_t offset,
                    Signedness signedness) {
  return signedness == LaneValues::Signed || offset >= 0
             ? Wide(offset)
             : Wide(offset) + (Wide(1) << a.width);
}

/// Of lane 0, if there is an active lane.
static Interval firstLaneBounds(const LaneOperand &a, Signedness signedness) {
  if (a.values.isConstant()) {
    Wide value = valueOf(a, a.values.offsets[0], signedness);
    return {value, value};
  }
  Interval base = baseBounds(a.values, activeBounds(a, signedness));
  return {base.low + a.values.offsets[0], base.high + a.values.offsets[0]};
}

/// Of lane 0 and all active lanes.
static std::optional<Interval> boundsOf(const LaneOperand &a,
                                        Signedness signedness) {
  if (!a.values.isKnown() || !a.values.isExact(signedness))
    return std::nullopt;
  if (a.values.isConstant()) {
    Interval bounds = firstLaneBounds(a, signedness);
    for (int64_t offset : a.values.offsets) {
      bounds.low = std::min(bounds.low, valueOf(a, offset, signedness));
      bounds.high = std::max(bounds.high, valueOf(a, offset, signedness));
    }
    return bounds;
  }
  Interval active = activeBounds(a, signedness),
           first = firstLaneBounds(a, signedness);
  return Interval{std::min(active.low, first.low),
                  std::max(active.high, first.high)};
}

static bool isNonNegative(const LaneOperand &a) {
  std::optional<Interval> bounds = boundsOf(a, LaneValues::Signed);
  return bounds && bounds->low >= 0;
}

/// The offsets of constants are what has wrapped, if anything has.
static void raise(LaneValues &values, Signedness signedness, Exact exact) {
  if (values.isConstant())
    return;
  values.exact[signedness] = std::max(values.exact[signedness], exact);
}

void lanes::refine(LaneOperand &result) {
  LaneValues &values = result.values;
  if (!values.isKnown() || values.isConstant() || values.isUniform() ||
      !result.range || result.width > 64)
    return;
  Interval offsets = offsetBounds(values);
  for (Signedness signedness : signednesses) {
    Interval type = typeBounds(result.width, signedness),
             active = activeBounds(result, signedness),
             base = baseBounds(values, active),
             first = firstLaneBounds(result, signedness);
    if (base.low > base.high)
      continue;
    // Two lanes differ from base + offset by a multiple of 2^width: by none, if
    // there is no room for one.
    Wide modulus = Wide(1) << result.width;
    if (base.high + offsets.high - active.low < modulus &&
        active.high - (base.low + offsets.low) < modulus)
      raise(values, signedness, Exact::InActiveLanes);
    if (first.low >= type.low && first.high <= type.high)
      raise(values, signedness, Exact::InFirstLane);
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static APInt toAPInt(int64_t value, unsigned width) {
  return APInt(width, static_cast<uint64_t>(value), /*isSigned=*/true,
               /*implicitTrunc=*/true);
}

/// The results of all lanes, if they are known.
template <typename Function>
static std::optional<LaneValues>
evaluate(const LaneOperand &a, const LaneOperand &b, Function function) {
  if (!a.values.isConstant() || !b.values.isConstant())
    return std::nullopt;
  Offsets results;
  unsigned width = 0;
  for (auto [x, y] : llvm::zip(a.values.offsets, b.values.offsets)) {
    APInt result = function(toAPInt(x, a.width), toAPInt(y, b.width));
    width = result.getBitWidth();
    results.push_back(result.getSExtValue());
  }
  return LaneValues::known(results, /*alignment=*/0, width);
}

/// A positive constant, the same in all lanes.
static std::optional<Wide> getPositive(const LaneOperand &a,
                                       Signedness signedness) {
  if (!a.values.isUniformConstant())
    return std::nullopt;
  Wide value = valueOf(a, a.values.offsets[0], signedness);
  return value > 0 ? std::optional(value) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

static bool hasFlag(NoWrap flags, Signedness signedness) {
  return signedness == LaneValues::Signed ? flags.isSigned : flags.isUnsigned;
}

static Exact lesser(const LaneOperand &a, const LaneOperand &b,
                    Signedness signedness) {
  return std::min(a.values.exact[signedness], b.values.exact[signedness]);
}

/// The result does not wrap in active lanes. Nor does lane 0, at an end where
/// it is between other lanes or its operands are small enough.
static Exact exactWithFlags(const LaneValues &result, unsigned width,
                            Signedness signedness, Interval first) {
  Interval type = typeBounds(width, signedness), offsets = offsetBounds(result);
  return (first.low >= type.low || result.offsets[0] == offsets.high) &&
                 (first.high <= type.high || result.offsets[0] == offsets.low)
             ? Exact::InFirstLane
             : Exact::InActiveLanes;
}

static LaneValues addOrSubtract(const LaneOperand &a, const LaneOperand &b,
                                bool isSubtraction, NoWrap flags) {
  if (isUnknown(a, b))
    return {};
  if (a.values.isKnown() && b.values.isKnown()) {
    Offsets offsets;
    for (auto [x, y] : llvm::zip(a.values.offsets, b.values.offsets))
      offsets.push_back(isSubtraction ? Wide(x) - y : Wide(x) + y);
    LaneValues result = LaneValues::known(
        offsets, commonAlignment(a.values.alignment, b.values.alignment),
        a.width);
    if (!result.isKnown())
      return result;
    for (Signedness signedness : signednesses) {
      if (!hasFlag(flags, signedness) || lesser(a, b, signedness) == Exact::No)
        continue;
      Interval x = firstLaneBounds(a, signedness),
               y = firstLaneBounds(b, signedness);
      Interval first = isSubtraction ? Interval{x.low - y.high, x.high - y.low}
                                     : Interval{x.low + y.low, x.high + y.high};
      raise(result, signedness,
            std::min(lesser(a, b, signedness),
                     exactWithFlags(result, a.width, signedness, first)));
    }
    return result;
  }
  if (!a.values.isAffine() || !b.values.isAffine())
    return LaneValues::varying();
  Exact exact[2] = {};
  for (Signedness signedness : signednesses)
    if (hasFlag(flags, signedness))
      exact[signedness] = lesser(a, b, signedness);
  return LaneValues::strided(exact[0], exact[1]);
}

LaneValues lanes::add(const LaneOperand &a, const LaneOperand &b,
                      NoWrap flags) {
  return addOrSubtract(a, b, /*isSubtraction=*/false, flags);
}

LaneValues lanes::subtract(const LaneOperand &a, const LaneOperand &b,
                           NoWrap flags) {
  return addOrSubtract(a, b, /*isSubtraction=*/true, flags);
}

/// Times a constant.
static LaneValues scale(const LaneOperand &a, Wide factor, NoWrap flags) {
  Offsets offsets;
  for (int64_t offset : a.values.offsets)
    offsets.push_back(offset * factor);
  LaneValues result = LaneValues::known(
      offsets, multiplyAlignments(a.values.alignment, factorOf(factor)),
      a.width);
  if (!result.isKnown())
    return result;
  for (Signedness signedness : signednesses) {
    // As an unsigned integer, a negative factor is another one.
    if (!hasFlag(flags, signedness) ||
        a.values.exact[signedness] == Exact::No ||
        (factor < 0 && signedness == LaneValues::Unsigned))
      continue;
    Interval x = firstLaneBounds(a, signedness);
    Interval first = factor < 0 ? Interval{x.high * factor, x.low * factor}
                                : Interval{x.low * factor, x.high * factor};
    raise(result, signedness,
          std::min(a.values.exact[signedness],
                   exactWithFlags(result, a.width, signedness, first)));
  }
  return result;
}

LaneValues lanes::multiply(const LaneOperand &a, const LaneOperand &b,
                           NoWrap flags) {
  if (isUnknown(a, b))
    return {};
  if (auto result = evaluate(a, b, [](APInt x, APInt y) { return x * y; }))
    return *result;
  if (b.values.isUniformConstant() && a.values.isKnown())
    return scale(a, b.values.offsets[0], flags);
  if (a.values.isUniformConstant() && b.values.isKnown())
    return scale(b, a.values.offsets[0], flags);
  if (a.values.isUniform() && b.values.isUniform()) {
    // (A k + x) (B l + y)
    Wide x = a.values.offsets[0], y = b.values.offsets[0];
    uint64_t alignA = a.values.alignment, alignB = b.values.alignment;
    uint64_t alignment = multiplyAlignments(alignA, alignB);
    alignment =
        commonAlignment(alignment, multiplyAlignments(alignA, factorOf(y)));
    alignment =
        commonAlignment(alignment, multiplyAlignments(alignB, factorOf(x)));
    return LaneValues::known(Offsets(a.values.offsets.size(), x * y), alignment,
                             a.width);
  }
  if ((a.values.isAffine() && b.values.isUniform()) ||
      (b.values.isAffine() && a.values.isUniform())) {
    Exact exact[2] = {};
    for (Signedness signedness : signednesses)
      if (hasFlag(flags, signedness))
        exact[signedness] = lesser(a, b, signedness);
    return LaneValues::strided(exact[0], exact[1]);
  }
  return LaneValues::varying();
}

LaneValues lanes::shiftLeft(const LaneOperand &a, const LaneOperand &b,
                            NoWrap flags) {
  if (isUnknown(a, b))
    return {};
  if (auto result = evaluate(a, b, [](APInt x, APInt y) { return x.shl(y); }))
    return *result;
  if (!b.values.isUniform())
    return LaneValues::varying();
  if (b.values.isConstant() && a.values.isKnown()) {
    uint64_t amount = b.values.offsets[0];
    return amount < a.width ? scale(a, Wide(1) << amount, flags)
                            : anyResult(a, b);
  }
  if (a.values.isUniform())
    return LaneValues::uniform(a.values.offsets.size(), a.values.getFactor());
  if (!a.values.isAffine())
    return LaneValues::varying();
  Exact exact[2] = {};
  for (Signedness signedness : signednesses)
    if (hasFlag(flags, signedness))
      exact[signedness] = a.values.exact[signedness];
  return LaneValues::strided(exact[0], exact[1]);
}

//===----------------------------------------------------------------------===//
// Quotients
//===----------------------------------------------------------------------===//

/// The offsets divided by the divisor of the base. `isFloor`: or what is
/// negative is a multiple of the divisor.
static LaneValues divideOffsets(const LaneOperand &a, Wide divisor,
                                Signedness signedness, bool isNonNegative) {
  Offsets offsets;
  for (int64_t offset : a.values.offsets)
    offsets.push_back(floorDivide(offset, divisor));
  LaneValues result = LaneValues::known(
      offsets, a.values.alignment / static_cast<uint64_t>(divisor), a.width);
  if (!result.isKnown())
    return result;
  raise(result, signedness, Exact::InFirstLane);
  if (isNonNegative)
    for (Signedness each : signednesses)
      raise(result, each, Exact::InFirstLane);
  return result;
}

static bool areMultiples(const LaneValues &values, Wide divisor) {
  return llvm::all_of(values.offsets,
                      [&](int64_t offset) { return offset % divisor == 0; });
}

/// With the alignment that base and divisor have in common.
static LaneOperand realignFor(const LaneOperand &a, Wide divisor) {
  LaneOperand block = a;
  block.values =
      realign(a, commonAlignment(a.values.alignment, factorOf(divisor)));
  return block;
}

LaneValues lanes::divide(const LaneOperand &a, const LaneOperand &b,
                         Signedness signedness) {
  if (isUnknown(a, b))
    return {};
  bool isSigned = signedness == LaneValues::Signed;
  if (auto result = evaluate(a, b, [&](APInt x, APInt y) {
        return y.isZero() ? y : isSigned ? x.sdiv(y) : x.udiv(y);
      }))
    return *result;
  std::optional<Wide> divisor = getPositive(b, signedness);
  if (!divisor || !a.values.isKnown())
    return anyResult(a, b);
  if (*divisor == 1)
    return a.values;
  // Signed division rounds towards zero, which is down only from above.
  bool roundsDown = !isSigned || isNonNegative(a);
  if (a.values.isExact(signedness) && a.values.alignment % *divisor == 0 &&
      (roundsDown || areMultiples(a.values, *divisor)))
    return divideOffsets(a, *divisor, signedness, roundsDown);
  LaneOperand block = realignFor(a, *divisor);
  if (isBlock(block.values) && (!isSigned || isNonNegative(block)))
    return LaneValues::uniform(a.values.offsets.size());
  if (auto bounds = boundsOf(a, signedness);
      bounds && bounds->low >= 0 && bounds->high < *divisor)
    return LaneValues::constant(a.values.offsets.size(),
                                APInt::getZero(a.width));
  return anyResult(a, b);
}

LaneValues lanes::remainder(const LaneOperand &a, const LaneOperand &b,
                            Signedness signedness) {
  if (isUnknown(a, b))
    return {};
  bool isSigned = signedness == LaneValues::Signed;
  if (auto result = evaluate(a, b, [&](APInt x, APInt y) {
        return y.isZero() ? y : isSigned ? x.srem(y) : x.urem(y);
      }))
    return *result;
  std::optional<Wide> divisor = getPositive(b, signedness);
  if (!divisor || !a.values.isKnown())
    return anyResult(a, b);
  bool roundsDown = !isSigned || isNonNegative(a);
  // A power of two, so the base does not matter, however it has wrapped.
  if (a.values.alignment % *divisor == 0 &&
      (roundsDown || areMultiples(a.values, *divisor))) {
    Offsets offsets;
    for (int64_t offset : a.values.offsets)
      offsets.push_back(offset - alignDown(offset, *divisor));
    return LaneValues::known(offsets, /*alignment=*/0, a.width);
  }
  LaneOperand block = realignFor(a, *divisor);
  if (isBlock(block.values) && (!isSigned || isNonNegative(block)))
    return block.values;
  if (auto bounds = boundsOf(a, signedness);
      bounds && bounds->low >= 0 && bounds->high < *divisor)
    return a.values;
  return anyResult(a, b);
}

LaneValues lanes::shiftRight(const LaneOperand &a, const LaneOperand &b,
                             Signedness signedness) {
  if (isUnknown(a, b))
    return {};
  bool isSigned = signedness == LaneValues::Signed;
  if (auto result = evaluate(a, b, [&](APInt x, APInt y) {
        return isSigned ? x.ashr(y) : x.lshr(y);
      }))
    return *result;
  if (!b.values.isUniformConstant() || !a.values.isKnown() ||
      uint64_t(b.values.offsets[0]) >= a.width)
    return anyResult(a, b);
  Wide divisor = Wide(1) << b.values.offsets[0];
  if (a.values.isExact(signedness) && a.values.alignment % divisor == 0)
    return divisor == 1 ? a.values
                        : divideOffsets(a, divisor, signedness,
                                        /*isNonNegative=*/!isSigned);
  LaneOperand block = realignFor(a, divisor);
  if (isBlock(block.values))
    return LaneValues::uniform(a.values.offsets.size());
  if (auto bounds = boundsOf(a, signedness);
      bounds && bounds->low >= 0 && bounds->high < divisor)
    return LaneValues::constant(a.values.offsets.size(),
                                APInt::getZero(a.width));
  return anyResult(a, b);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

template <typename Int> static Int applyBits(Bits kind, Int x, Int y) {
  return kind == Bits::And ? x & y : kind == Bits::Or ? x | y : x ^ y;
}

/// The constant, if one operand is one.
static LaneValues combineWithConstant(Bits kind, const LaneOperand &a,
                                      int64_t constant) {
  if (kind == Bits::Xor && constant == -1) {
    LaneOperand ones{LaneValues::constant(a.values.offsets.size(),
                                          APInt::getAllOnes(a.width)),
                     a.width};
    LaneValues result = subtract(ones, a);
    for (Signedness signedness : signednesses)
      raise(result, signedness, a.values.exact[signedness]);
    return result;
  }
  if (kind != Bits::And)
    return LaneValues::varying();
  // The bits below a power of two, or those from there on.
  uint64_t bits = constant, modulus = constant < 0 ? -bits : bits + 1;
  if (!llvm::isPowerOf2_64(modulus) || a.values.alignment % modulus != 0)
    return LaneValues::varying();
  Offsets offsets;
  for (int64_t offset : a.values.offsets) {
    Wide high = alignDown(offset, modulus);
    offsets.push_back(constant < 0 ? high : offset - high);
  }
  return LaneValues::known(offsets, constant < 0 ? a.values.alignment : 0,
                           a.width);
}

LaneValues lanes::combineBits(Bits kind, const LaneOperand &a,
                              const LaneOperand &b) {
  if (isUnknown(a, b))
    return {};
  if (auto result = evaluate(
          a, b, [&](APInt x, APInt y) { return applyBits(kind, x, y); }))
    return *result;
  if (!a.values.isKnown() || !b.values.isKnown())
    return LaneValues::varying();
  // Below the alignment, the bits are those of the offsets; from there on,
  // those of the bases.
  uint64_t alignment = commonAlignment(a.values.alignment, b.values.alignment);
  LaneValues x = realign(a, alignment), y = realign(b, alignment);
  if (isBlock(x) && isBlock(y)) {
    Offsets offsets;
    for (auto [low, other] : llvm::zip(x.offsets, y.offsets))
      offsets.push_back(applyBits<int64_t>(kind, low, other));
    if (kind == Bits::And) {
      // The base's bits are among those of a constant's.
      for (const LaneOperand *mask : {&a, &b})
        if (mask->values.isConstant()) {
          Wide high = alignDown(mask->values.offsets[0], alignment);
          alignment = high ? std::max(alignment, factorOf(high)) : 0;
          break;
        }
    }
    return LaneValues::known(offsets, alignment, a.width);
  }
  if (b.values.isUniformConstant())
    return combineWithConstant(kind, a, b.values.offsets[0]);
  if (a.values.isUniformConstant())
    return combineWithConstant(kind, b, a.values.offsets[0]);
  return LaneValues::varying();
}

//===----------------------------------------------------------------------===//
// Width
//===----------------------------------------------------------------------===//

LaneValues lanes::extend(const LaneOperand &a, unsigned width,
                         Signedness signedness, bool assume) {
  const LaneValues &values = a.values;
  if (values.isUnknown() || values.isVarying())
    return values;
  bool isSigned = signedness == LaneValues::Signed;
  if (values.isConstant()) {
    Offsets offsets;
    for (int64_t offset : values.offsets)
      offsets.push_back(valueOf(a, offset, signedness));
    return LaneValues::known(offsets, /*alignment=*/0, width);
  }
  Exact exact = values.exact[signedness];
  if (exact == Exact::No && !assume)
    return LaneValues::varying();
  LaneValues result =
      values.isKnown()
          ? LaneValues::known(offsetsOf(values), values.alignment, width)
          : LaneValues::strided(Exact::No, Exact::No);
  result.needsActiveLane = exact != Exact::InFirstLane;
  Exact wide = values.isKnown() ? Exact::InFirstLane : Exact::InActiveLanes;
  raise(result, LaneValues::Signed, wide);
  if (!isSigned)
    raise(result, LaneValues::Unsigned, wide);
  return result;
}

LaneValues lanes::truncate(const LaneOperand &a, unsigned width, NoWrap flags) {
  const LaneValues &values = a.values;
  if (values.isUnknown() || values.isVarying())
    return values;
  LaneValues result =
      values.isKnown()
          ? LaneValues::known(offsetsOf(values), values.alignment, width)
          : LaneValues::strided(Exact::No, Exact::No);
  for (Signedness signedness : signednesses)
    if (hasFlag(flags, signedness))
      raise(result, signedness,
            std::min(values.exact[signedness], Exact::InActiveLanes));
  return result;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

static bool holds(arith::CmpIPredicate predicate, int64_t x, int64_t y) {
  return arith::applyCmpPredicate(predicate, APInt(64, x, true),
                                  APInt(64, y, true));
}

LaneValues lanes::compare(arith::CmpIPredicate predicate, const LaneOperand &a,
                          const LaneOperand &b) {
  if (isUnknown(a, b))
    return {};
  if (auto result = evaluate(a, b, [&](APInt x, APInt y) {
        return APInt(1, arith::applyCmpPredicate(predicate, x, y));
      }))
    return *result;
  if (!a.values.isKnown() || !b.values.isKnown())
    return LaneValues::varying();
  // Lanes of one block compare like their bases, unless these are equal; then
  // like their offsets.
  uint64_t alignment = commonAlignment(a.values.alignment, b.values.alignment);
  LaneValues x = realign(a, alignment), y = realign(b, alignment);
  if (!isBlock(x) || !isBlock(y))
    return LaneValues::varying();
  bool first = holds(predicate, x.offsets[0], y.offsets[0]);
  for (auto [low, other] : llvm::zip(x.offsets, y.offsets))
    if (holds(predicate, low, other) != first)
      return LaneValues::varying();
  bool isEquality = predicate == arith::CmpIPredicate::eq;
  if ((isEquality && !first) ||
      (predicate == arith::CmpIPredicate::ne && first))
    return LaneValues::constant(x.offsets.size(), APInt(1, !isEquality));
  return LaneValues::uniform(x.offsets.size());
}

LaneValues lanes::select(const LaneValues &condition, const LaneValues &a,
                         const LaneValues &b, bool isSame) {
  if (isSame)
    return a;
  if (condition.isUnknown())
    return {};
  if (condition.isUniformConstant())
    return condition.offsets[0] ? a : b;
  if (condition.isUniform())
    return LaneValues::join(a, b);
  // Poison may be what the other is.
  if (a.isUnknown() || b.isUnknown())
    return a.isUnknown() ? b : a;
  if (!a.isConstant() || !b.isConstant() || a.object || b.object)
    return LaneValues::varying();
  Offsets offsets;
  for (size_t l = 0; l < a.offsets.size(); ++l) {
    bool isTrue = condition.isConstant() && condition.offsets[l];
    if (!condition.isConstant() && a.offsets[l] != b.offsets[l])
      return LaneValues::varying();
    offsets.push_back(isTrue ? a.offsets[l] : b.offsets[l]);
  }
  return LaneValues::known(offsets, /*alignment=*/0, /*width=*/64);
}

LaneValues lanes::minMax(const LaneOperand &a, const LaneOperand &b, bool isMax,
                         Signedness signedness) {
  if (isUnknown(a, b))
    return {};
  bool isSigned = signedness == LaneValues::Signed;
  if (auto result = evaluate(a, b, [&](APInt x, APInt y) {
        bool isLess = isSigned ? x.slt(y) : x.ult(y);
        return isLess != isMax ? x : y;
      }))
    return *result;
  if (a.values.isUniform() && b.values.isUniform())
    return LaneValues::join(a.values, b.values);
  std::optional<Interval> x = boundsOf(a, signedness),
                          y = boundsOf(b, signedness);
  if (x && y && x->high <= y->low)
    return isMax ? b.values : a.values;
  if (x && y && y->high <= x->low)
    return isMax ? a.values : b.values;
  return LaneValues::varying();
}
