//===- LaneValuesTest.cpp - Claims about lanes, against all values --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs each operation on all values that its operands may have, for all sets of
// active lanes, and checks what is said of the result.
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/LaneValues.h"

#include "gtest/gtest.h"
#include <array>
#include <functional>
#include <optional>

using namespace mlir;
using namespace heddle;

using Exact = LaneValues::Exact;
using Kind = LaneValues::Kind;

namespace {

constexpr int numLanes = 4;
constexpr LaneValues::Signedness signednesses[] = {LaneValues::Unsigned,
                                                   LaneValues::Signed};
/// The bits of all lanes.
using Lanes = std::array<uint64_t, numLanes>;
/// Bit l: lane l is active.
using Mask = unsigned;
constexpr Mask allMasks = 1u << numLanes;

uint64_t wrap(uint64_t value, unsigned width) {
  return width == 64 ? value : value & ((uint64_t(1) << width) - 1);
}

int64_t integer(uint64_t bits, unsigned width, bool isSigned) {
  return isSigned ? llvm::SignExtend64(bits, width) : int64_t(bits);
}

bool isActive(Mask mask, int lane) { return mask >> lane & 1; }

/// The lanes that a claim is about.
Mask scopeOf(Exact exact, Mask active) {
  return exact == Exact::InFirstLane ? active | 1 : active;
}

/// Whether integers are base + lane * stride, for lanes in the mask.
bool areStrided(const std::array<int64_t, numLanes> &values, Mask mask) {
  int first = -1;
  std::optional<std::pair<int64_t, int64_t>> step; // difference, distance
  for (int l = 0; l < numLanes; ++l) {
    if (!isActive(mask, l))
      continue;
    if (first < 0) {
      first = l;
      continue;
    }
    int64_t difference = values[l] - values[first], distance = l - first;
    if (difference % distance)
      return false;
    if (!step)
      step = {difference, distance};
    else if (difference * step->second != step->first * distance)
      return false;
  }
  return true;
}

/// What is said of exactness.
bool isExact(const LaneValues &claim, const Lanes &values, unsigned width,
             Mask active) {
  for (auto signedness : signednesses) {
    if (claim.exact[signedness] == Exact::No)
      continue;
    Mask scope = claim.needsActiveLane
                     ? active
                     : scopeOf(claim.exact[signedness], active);
    std::array<int64_t, numLanes> integers;
    for (int l = 0; l < numLanes; ++l)
      integers[l] = integer(values[l], width, signedness == LaneValues::Signed);
    if (claim.kind == Kind::Strided) {
      if (!areStrided(integers, scope))
        return false;
      continue;
    }
    std::optional<int64_t> base;
    for (int l = 0; l < numLanes; ++l) {
      if (!isActive(scope, l))
        continue;
      int64_t own = integers[l] - claim.offsets[l];
      if (base && *base != own)
        return false;
      base = own;
    }
  }
  return true;
}

/// Whether a claim holds of the values of active lanes, with the base of lane
/// 0.
bool holds(const LaneValues &claim, const Lanes &values, unsigned width,
           Mask active) {
  if (claim.kind == Kind::Varying)
    return true;
  if (claim.kind == Kind::Unknown)
    return false;
  if (claim.kind == Kind::Strided) {
    for (uint64_t stride = 0; stride < uint64_t(1) << width; ++stride) {
      std::optional<uint64_t> base;
      bool fits = true;
      for (int l = 0; l < numLanes; ++l) {
        if (!isActive(active, l))
          continue;
        uint64_t own = wrap(values[l] - l * stride, width);
        fits &= !base || *base == own;
        base = own;
      }
      if (fits)
        return isExact(claim, values, width, active);
    }
    return false;
  }
  int first = claim.needsActiveLane ? llvm::countr_zero(active) : 0;
  uint64_t base = wrap(values[first] - claim.offsets[first], width);
  if (claim.alignment ? base % claim.alignment != 0 : base != 0)
    return false;
  for (int l = 0; l < numLanes; ++l)
    if (isActive(active, l) &&
        values[l] != wrap(base + claim.offsets[l], width))
      return false;
  return isExact(claim, values, width, active);
}

/// Calls `visit(values)` for all values of which the claim may be made.
template <typename Visit>
void forEachValue(const LaneValues &claim, unsigned width, Visit visit) {
  uint64_t modulus = uint64_t(1) << width;
  if (claim.kind == Kind::Strided) {
    for (uint64_t base = 0; base < modulus; ++base)
      for (uint64_t stride = 0; stride < modulus; ++stride) {
        Lanes values;
        for (int l = 0; l < numLanes; ++l)
          values[l] = wrap(base + l * stride, width);
        visit(values);
      }
    return;
  }
  uint64_t step = claim.alignment ? claim.alignment : modulus;
  for (uint64_t base = 0; base < modulus; base += step) {
    Lanes values;
    for (int l = 0; l < numLanes; ++l)
      values[l] = wrap(base + claim.offsets[l], width);
    visit(values);
  }
}

bool isInRange(const LaneOperand &a, const Lanes &values, Mask active) {
  if (!a.range)
    return true;
  for (int l = 0; l < numLanes; ++l) {
    APInt value(a.width, values[l]);
    if (isActive(active, l) &&
        (value.slt(a.range->smin()) || value.sgt(a.range->smax()) ||
         value.ult(a.range->umin()) || value.ugt(a.range->umax())))
      return false;
  }
  return true;
}

using Pattern = std::array<int, numLanes>;

LaneValues make(const Pattern &offsets, uint64_t alignment, unsigned width,
                int shift = 0) {
  SmallVector<__int128> wide;
  for (int offset : offsets)
    wide.push_back(offset + shift);
  return LaneValues::known(wide, alignment, width);
}

/// Claims of all kinds. With `isLarge`, more patterns.
std::vector<LaneValues> getClaims(unsigned width, bool isLarge) {
  std::vector<LaneValues> claims;
  auto add = [&](LaneValues claim) {
    if (!llvm::is_contained(claims, claim))
      claims.push_back(claim);
  };
  std::vector<Pattern> patterns = {
      {0, 0, 0, 0}, {0, 1, 2, 3}, {0, -1, -2, -3}, {0, 0, 1, 1}};
  if (isLarge)
    patterns.insert(patterns.end(), {Pattern{0, 2, 4, 6},
                                     {0, 4, 8, 12},
                                     {0, 3, 6, 9},
                                     {0, -4, -8, -12},
                                     {0, 1, 0, 1},
                                     {3, 2, 1, 0},
                                     {0, 5, 1, 7}});
  for (const Pattern &pattern : patterns)
    for (uint64_t alignment : {1, 2, 4, 8, 0})
      for (int shift : {0, 1, 3, -2, 7}) {
        if (!isLarge && (shift == 7 || alignment == 2))
          continue;
        LaneValues claim = make(pattern, alignment, width, shift);
        add(claim);
        if (claim.isConstant() || claim.isUniform())
          continue;
        for (auto signedness : signednesses)
          for (Exact exact : {Exact::InActiveLanes, Exact::InFirstLane}) {
            LaneValues exactly = claim;
            exactly.exact[signedness] =
                std::max(exactly.exact[signedness], exact);
            add(exactly);
          }
      }
  return claims;
}

/// A signed and an unsigned range, or none.
std::vector<std::optional<ConstantIntRanges>> getRanges(unsigned width,
                                                        bool isLarge) {
  std::vector<std::optional<ConstantIntRanges>> ranges = {std::nullopt};
  int64_t half = int64_t(1) << (width - 1);
  std::vector<std::pair<int64_t, int64_t>> bounds = {{0, half - 1}};
  if (isLarge)
    bounds.insert(bounds.end(), {{0, 5},
                                 {0, 7},
                                 {1, 9},
                                 {-3, 4},
                                 {-half + 3, half - 1},
                                 {-half, half - 4}});
  for (auto [low, high] : bounds)
    ranges.push_back(ConstantIntRanges::fromSigned(
        APInt(width, low, /*isSigned=*/true), APInt(width, high, true)));
  return ranges;
}

/// As if there were no flags.
using Wrapping = std::function<APInt(const APInt &, const APInt &)>;
using Abstract =
    std::function<LaneValues(const LaneOperand &, const LaneOperand &)>;

struct Operation2 {
  const char *name;
  Abstract abstract;
  Wrapping wrapping;
  /// Whether flags make the result undefined.
  std::function<bool(const APInt &, const APInt &)> isUndefined;
  unsigned resultWidth = 0;
};

/// Checks the claim about a result. The number of claims that say something.
void check(const Operation2 &op, const LaneOperand &a, const LaneOperand &b,
           size_t &said) {
  LaneValues claim = op.abstract(a, b);
  if (claim.isVarying())
    return;
  ++said;
  forEachValue(a.values, a.width, [&](const Lanes &x) {
    forEachValue(b.values, b.width, [&](const Lanes &y) {
      Lanes result;
      Mask defined = 0;
      unsigned width = op.resultWidth ? op.resultWidth : a.width;
      for (int l = 0; l < numLanes; ++l) {
        APInt left(a.width, x[l]), right(b.width, y[l]);
        result[l] = op.wrapping(left, right).getZExtValue();
        if (!op.isUndefined || !op.isUndefined(left, right))
          defined |= 1u << l;
      }
      for (Mask active = 1; active < allMasks; ++active) {
        if ((active & ~defined) || !isExact(a.values, x, a.width, active) ||
            !isExact(b.values, y, b.width, active) ||
            !isInRange(a, x, active) || !isInRange(b, y, active))
          continue;
        if (holds(claim, result, width, active))
          continue;
        std::string text;
        llvm::raw_string_ostream stream(text);
        stream << op.name << " of (" << x[0] << " " << x[1] << " " << x[2]
               << " " << x[3] << ": ";
        a.values.print(stream);
        if (a.range)
          stream << " in " << *a.range;
        stream << ") and (" << y[0] << " " << y[1] << " " << y[2] << " " << y[3]
               << ": ";
        b.values.print(stream);
        stream << ") is (" << result[0] << " " << result[1] << " " << result[2]
               << " " << result[3] << ") and not ";
        claim.print(stream);
        stream << " active " << active;
        GTEST_FAIL() << text;
      }
    });
  });
}

/// Checks an operation for all pairs of claims.
void checkPairs(const Operation2 &op, unsigned width) {
  size_t said = 0;
  for (const LaneValues &x : getClaims(width, /*isLarge=*/false))
    for (const LaneValues &y : getClaims(width, /*isLarge=*/false))
      for (const auto &range : getRanges(width, /*isLarge=*/false)) {
        check(op, {x, width, range}, {y, width, range}, said);
        if (testing::Test::HasFailure())
          return;
      }
  EXPECT_GT(said, 0u);
}

/// Checks it with all constants as the second operand.
void checkConstants(const Operation2 &op, unsigned width) {
  size_t said = 0;
  for (uint64_t constant = 0; constant < uint64_t(1) << width; ++constant) {
    LaneOperand y{LaneValues::constant(numLanes, APInt(width, constant)),
                  width};
    for (const LaneValues &x : getClaims(width, /*isLarge=*/true))
      for (const auto &range : getRanges(width, /*isLarge=*/true)) {
        check(op, {x, width, range}, y, said);
        if (testing::Test::HasFailure())
          return;
      }
  }
  EXPECT_GT(said, 0u);
}

using Overflow = APInt (APInt::*)(const APInt &, bool &) const;

/// An operation without flags, and with each of them.
void checkFlags(const char *name, Wrapping wrapping,
                LaneValues (*abstract)(const LaneOperand &, const LaneOperand &,
                                       NoWrap),
                Overflow asSigned, Overflow asUnsigned, unsigned width,
                void (*checkAll)(const Operation2 &, unsigned)) {
  for (NoWrap flags : {NoWrap{}, NoWrap{true, false}, NoWrap{false, true}}) {
    auto isUndefined = [=](const APInt &x, const APInt &y) {
      bool first = false, second = false;
      (void)(x.*asSigned)(y, first);
      (void)(x.*asUnsigned)(y, second);
      return (flags.isSigned && first) || (flags.isUnsigned && second);
    };
    checkAll({name,
              [=](const LaneOperand &a, const LaneOperand &b) {
                return abstract(a, b, flags);
              },
              wrapping, isUndefined},
             width);
    if (testing::Test::HasFailure())
      return;
  }
}

constexpr unsigned pairWidth = 4, constantWidth = 5;

TEST(LaneValues, Add) {
  auto wrapping = [](const APInt &x, const APInt &y) { return x + y; };
  checkFlags("add", wrapping, lanes::add, &APInt::sadd_ov, &APInt::uadd_ov,
             pairWidth, checkPairs);
  checkFlags("add", wrapping, lanes::add, &APInt::sadd_ov, &APInt::uadd_ov,
             constantWidth, checkConstants);
}

TEST(LaneValues, Subtract) {
  auto wrapping = [](const APInt &x, const APInt &y) { return x - y; };
  checkFlags("subtract", wrapping, lanes::subtract, &APInt::ssub_ov,
             &APInt::usub_ov, pairWidth, checkPairs);
  checkFlags("subtract", wrapping, lanes::subtract, &APInt::ssub_ov,
             &APInt::usub_ov, constantWidth, checkConstants);
}

TEST(LaneValues, Multiply) {
  auto wrapping = [](const APInt &x, const APInt &y) { return x * y; };
  checkFlags("multiply", wrapping, lanes::multiply, &APInt::smul_ov,
             &APInt::umul_ov, pairWidth, checkPairs);
  checkFlags("multiply", wrapping, lanes::multiply, &APInt::smul_ov,
             &APInt::umul_ov, constantWidth, checkConstants);
}

TEST(LaneValues, ShiftLeft) {
  for (NoWrap flags : {NoWrap{}, NoWrap{true, false}, NoWrap{false, true}}) {
    Operation2 op = {"shift left",
                     [=](const LaneOperand &a, const LaneOperand &b) {
                       return lanes::shiftLeft(a, b, flags);
                     },
                     [](const APInt &x, const APInt &y) { return x.shl(y); },
                     [=](const APInt &x, const APInt &y) {
                       bool first = false, second = false;
                       (void)x.sshl_ov(y, first);
                       (void)x.ushl_ov(y, second);
                       return y.uge(x.getBitWidth()) ||
                              (flags.isSigned && first) ||
                              (flags.isUnsigned && second);
                     }};
    checkPairs(op, pairWidth);
    checkConstants(op, constantWidth);
  }
}

/// Operations that are signed or not.
void checkSignedness(
    const char *name,
    LaneValues (*abstract)(const LaneOperand &, const LaneOperand &,
                           LaneValues::Signedness),
    std::function<APInt(const APInt &, const APInt &, bool)> wrapping,
    std::function<bool(const APInt &, const APInt &, bool)> isUndefined) {
  for (auto signedness : signednesses) {
    bool isSigned = signedness == LaneValues::Signed;
    Operation2 op = {name,
                     [=](const LaneOperand &a, const LaneOperand &b) {
                       return abstract(a, b, signedness);
                     },
                     [=](const APInt &x, const APInt &y) {
                       return wrapping(x, y, isSigned);
                     },
                     [=](const APInt &x, const APInt &y) {
                       return isUndefined(x, y, isSigned);
                     }};
    checkPairs(op, pairWidth);
    checkConstants(op, constantWidth);
  }
}

TEST(LaneValues, ShiftRight) {
  checkSignedness(
      "shift right", lanes::shiftRight,
      [](const APInt &x, const APInt &y, bool isSigned) {
        return isSigned ? x.ashr(y) : x.lshr(y);
      },
      [](const APInt &x, const APInt &y, bool) {
        return y.uge(x.getBitWidth());
      });
}

bool isUndefinedQuotient(const APInt &x, const APInt &y, bool isSigned) {
  return y.isZero() || (isSigned && x.isMinSignedValue() && y.isAllOnes());
}

TEST(LaneValues, Divide) {
  checkSignedness(
      "divide", lanes::divide,
      [](const APInt &x, const APInt &y, bool isSigned) {
        return y.isZero() ? y : isSigned ? x.sdiv(y) : x.udiv(y);
      },
      isUndefinedQuotient);
}

TEST(LaneValues, Remainder) {
  checkSignedness(
      "remainder", lanes::remainder,
      [](const APInt &x, const APInt &y, bool isSigned) {
        return y.isZero() ? y : isSigned ? x.srem(y) : x.urem(y);
      },
      isUndefinedQuotient);
}

TEST(LaneValues, MinAndMax) {
  for (bool isMax : {false, true})
    for (auto signedness : signednesses) {
      bool isSigned = signedness == LaneValues::Signed;
      Operation2 op = {isMax ? "maximum" : "minimum",
                       [=](const LaneOperand &a, const LaneOperand &b) {
                         return lanes::minMax(a, b, isMax, signedness);
                       },
                       [=](const APInt &x, const APInt &y) {
                         return (isSigned ? x.slt(y) : x.ult(y)) != isMax ? x
                                                                          : y;
                       },
                       nullptr};
      checkPairs(op, pairWidth);
      checkConstants(op, constantWidth);
    }
}

TEST(LaneValues, Bits) {
  auto checkBits = [](const char *name, lanes::Bits kind, Wrapping wrapping) {
    Operation2 op = {name,
                     [=](const LaneOperand &a, const LaneOperand &b) {
                       return lanes::combineBits(kind, a, b);
                     },
                     wrapping, nullptr};
    checkPairs(op, pairWidth);
    checkConstants(op, constantWidth);
  };
  checkBits("and", lanes::Bits::And,
            [](const APInt &x, const APInt &y) { return x & y; });
  checkBits("or", lanes::Bits::Or,
            [](const APInt &x, const APInt &y) { return x | y; });
  checkBits("xor", lanes::Bits::Xor,
            [](const APInt &x, const APInt &y) { return x ^ y; });
}

TEST(LaneValues, Compare) {
  for (unsigned i = 0; i <= arith::getMaxEnumValForCmpIPredicate(); ++i) {
    auto predicate = static_cast<arith::CmpIPredicate>(i);
    Operation2 op = {"compare",
                     [=](const LaneOperand &a, const LaneOperand &b) {
                       return lanes::compare(predicate, a, b);
                     },
                     [=](const APInt &x, const APInt &y) {
                       return APInt(1,
                                    arith::applyCmpPredicate(predicate, x, y));
                     },
                     nullptr, /*resultWidth=*/1};
    checkPairs(op, pairWidth);
    checkConstants(op, constantWidth);
  }
}

/// An operation with one operand: the other is 0.
void checkUnary(const char *name, unsigned width, unsigned resultWidth,
                std::function<LaneValues(const LaneOperand &)> abstract,
                std::function<APInt(const APInt &)> wrapping,
                std::function<bool(const APInt &)> isUndefined = nullptr) {
  Operation2 op = {
      name,
      [=](const LaneOperand &a, const LaneOperand &) { return abstract(a); },
      [=](const APInt &x, const APInt &) { return wrapping(x); }, nullptr,
      resultWidth};
  if (isUndefined)
    op.isUndefined = [=](const APInt &x, const APInt &) {
      return isUndefined(x);
    };
  LaneOperand zero{LaneValues::constant(numLanes, APInt(width, 0)), width};
  size_t said = 0;
  for (const LaneValues &x : getClaims(width, /*isLarge=*/true))
    for (const auto &range : getRanges(width, /*isLarge=*/true)) {
      check(op, {x, width, range}, zero, said);
      if (testing::Test::HasFailure())
        return;
    }
  EXPECT_GT(said, 0u);
}

TEST(LaneValues, Extend) {
  for (auto signedness : signednesses) {
    bool isSigned = signedness == LaneValues::Signed;
    checkUnary(
        "extend", 8, 12,
        [=](const LaneOperand &a) { return lanes::extend(a, 12, signedness); },
        [=](const APInt &x) { return isSigned ? x.sext(12) : x.zext(12); });
  }
}

TEST(LaneValues, Truncate) {
  for (unsigned to : {1, 3, 6})
    for (NoWrap flags : {NoWrap{}, NoWrap{true, false}, NoWrap{false, true}})
      checkUnary(
          "truncate", 8, to,
          [=](const LaneOperand &a) { return lanes::truncate(a, to, flags); },
          [=](const APInt &x) { return x.trunc(to); },
          [=](const APInt &x) {
            return (flags.isSigned && !x.isSignedIntN(to)) ||
                   (flags.isUnsigned && !x.isIntN(to));
          });
}

TEST(LaneValues, Ranges) {
  checkUnary(
      "range", 8, 8,
      [](LaneOperand a) {
        lanes::refine(a);
        return a.values;
      },
      [](const APInt &x) { return x; });
}

TEST(LaneValues, Join) {
  unsigned width = pairWidth;
  for (const LaneValues &a : getClaims(width, /*isLarge=*/true))
    for (const LaneValues &b : getClaims(width, /*isLarge=*/true)) {
      LaneValues joined = LaneValues::join(a, b);
      ASSERT_EQ(joined, LaneValues::join(b, a).kind == joined.kind
                            ? joined
                            : LaneValues::varying());
      ASSERT_EQ(LaneValues::join(joined, a), joined);
      ASSERT_EQ(LaneValues::join(joined, b), joined);
      for (const LaneValues &each : {a, b})
        forEachValue(each, width, [&](const Lanes &x) {
          for (Mask active = 1; active < allMasks; ++active)
            if (isExact(each, x, width, active) &&
                !holds(joined, x, width, active)) {
              std::string text;
              llvm::raw_string_ostream stream(text);
              each.print(stream);
              stream << " joined: ";
              joined.print(stream);
              ADD_FAILURE() << text;
              return;
            }
        });
      if (HasFailure())
        return;
    }
}

TEST(LaneValues, Strides) {
  unsigned width = 4;
  LaneValues stride = LaneValues::strided(Exact::No, Exact::No);
  std::vector<LaneValues> claims = {stride};
  for (auto signedness : signednesses) {
    claims.push_back(stride);
    claims.back().exact[signedness] = Exact::InActiveLanes;
  }
  std::vector<LaneValues> others = claims;
  others.push_back(LaneValues::uniform(numLanes));
  others.push_back(make({0, 1, 2, 3}, 4, width));
  others.push_back(make({0, 1, 2, 3}, 1, width));
  size_t said = 0;
  for (const LaneValues &a : claims)
    for (const LaneValues &b : others)
      for (bool isSigned : {false, true}) {
        NoWrap flags{isSigned, !isSigned};
        LaneOperand x{a, width}, y{b, width};
        check({"add",
               [=](const LaneOperand &a, const LaneOperand &b) {
                 return lanes::add(a, b, flags);
               },
               [](const APInt &x, const APInt &y) { return x + y; },
               [=](const APInt &x, const APInt &y) {
                 bool overflows;
                 (void)(isSigned ? x.sadd_ov(y, overflows)
                                 : x.uadd_ov(y, overflows));
                 return overflows;
               }},
              x, y, said);
        check({"multiply",
               [=](const LaneOperand &a, const LaneOperand &b) {
                 return lanes::multiply(a, b, flags);
               },
               [](const APInt &x, const APInt &y) { return x * y; },
               [=](const APInt &x, const APInt &y) {
                 bool overflows;
                 (void)(isSigned ? x.smul_ov(y, overflows)
                                 : x.umul_ov(y, overflows));
                 return overflows;
               }},
              x, y, said);
      }
  EXPECT_GT(said, 0u);
}

TEST(LaneValues, ThreadIndex) {
  // blockIdx.x * blockDim.x + threadIdx.x, with a block size that is a multiple
  // of the lanes.
  LaneOperand block{LaneValues::uniform(numLanes), 32},
      size{LaneValues::uniform(numLanes, 4), 32},
      thread{LaneValues::consecutive(numLanes, 4), 32};
  LaneOperand start{lanes::multiply(block, size), 32};
  LaneOperand index{lanes::add(start, thread), 32};
  EXPECT_EQ(index.values.getShape(), Shape::linear(1, 4));
  EXPECT_EQ(lanes::extend(index, 64, LaneValues::Unsigned).getShape(),
            Shape::linear(1, 4));
  LaneOperand two{LaneValues::constant(numLanes, APInt(32, 2)), 32};
  EXPECT_EQ(lanes::remainder(index, two, LaneValues::Unsigned).getShape(),
            Shape::pattern({0, 1, 0, 1}, 0));
  EXPECT_EQ(lanes::divide(index, two, LaneValues::Unsigned).getShape(),
            Shape::pattern({0, 0, 1, 1}, 2));
  LaneOperand warp{LaneValues::constant(numLanes, APInt(32, 32)), 32};
  EXPECT_TRUE(lanes::divide(index, warp, LaneValues::Unsigned).isUniform());
  EXPECT_EQ(lanes::remainder(index, warp, LaneValues::Unsigned).getShape(),
            Shape::linear(1, 4));
  // Without that, it may wrap inside a vector.
  size.values = LaneValues::uniform(numLanes);
  start.values = lanes::multiply(block, size);
  index.values = lanes::add(start, thread);
  EXPECT_EQ(index.values.getShape(), Shape::linear(1));
  EXPECT_TRUE(lanes::extend(index, 64, LaneValues::Unsigned).isVarying());
  index.values = lanes::add(start, thread, {/*isSigned=*/true, false});
  EXPECT_EQ(lanes::extend(index, 64, LaneValues::Signed).getShape(),
            Shape::linear(1));
}

} // namespace
