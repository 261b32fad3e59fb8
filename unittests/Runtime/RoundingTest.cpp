//===- RoundingTest.cpp - Arithmetic with a rounding mode -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include <cfenv>
#include <cmath>
#include <random>

namespace {

enum Mode { rn, rz, ru, rd };
constexpr int cMode[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

/// Computes with the processor in that mode: the reference.
template <class T, class Operation>
T inMode(Mode mode, Operation operation, T a, T b, T c) {
  volatile T x = a, y = b, z = c;
  std::fesetround(cMode[mode]);
  volatile T result = operation(x, y, z);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class T> bool same(T a, T b) {
  return std::isnan(a) ? std::isnan(b)
                       : a == b && std::signbit(a) == std::signbit(b);
}

std::mt19937_64 random64(7);

/// Any float or double: specials, tiny ones and close ones among them.
template <class T> T anyNumber() {
  constexpr T specials[] = {0,
                            T(-0.0),
                            1,
                            -1,
                            T(INFINITY),
                            T(-INFINITY),
                            std::numeric_limits<T>::max(),
                            std::numeric_limits<T>::denorm_min(),
                            std::numeric_limits<T>::min()};
  uint64_t choice = random64() % 16;
  if (choice < 9)
    return random64() % 2 ? specials[choice] : -specials[choice];
  T mantissa = T(int64_t(random64())) / T(int64_t(1) << 62);
  int range = choice < 12 ? 30 : std::numeric_limits<T>::max_exponent;
  return std::ldexp(mantissa, int(random64() % (2 * range)) - range);
}

#define CHECK(type, name, expression)                                          \
  for (int i = 0; i < 4000; ++i) {                                             \
    type a = anyNumber<type>(), b = anyNumber<type>(), c = anyNumber<type>();  \
    if (i % 3 == 0)                                                            \
      c = -a * b;                                                              \
    if (i % 5 == 0)                                                            \
      b = std::nextafter(-a, type(0));                                         \
    auto op = [](type a, type b, type c) -> type {                             \
      (void)b, (void)c;                                                        \
      return expression;                                                       \
    };                                                                         \
    ASSERT_PRED2(same<type>, inMode<type>(rz, op, a, b, c), name(rz))          \
        << #name " rz " << a << " " << b << " " << c;                          \
    ASSERT_PRED2(same<type>, inMode<type>(ru, op, a, b, c), name(ru))          \
        << #name " ru " << a << " " << b << " " << c;                          \
    ASSERT_PRED2(same<type>, inMode<type>(rd, op, a, b, c), name(rd))          \
        << #name " rd " << a << " " << b << " " << c;                          \
    ASSERT_PRED2(same<type>, inMode<type>(rn, op, a, b, c), name(rn))          \
        << #name " rn " << a << " " << b << " " << c;                          \
  }

#define FADD(mode) test___fadd_##mode(a, b)
#define FSUB(mode) test___fsub_##mode(a, b)
#define FMUL(mode) test___fmul_##mode(a, b)
#define FDIV(mode) test___fdiv_##mode(a, b)
#define FSQRT(mode) test___fsqrt_##mode(a)
#define FRCP(mode) test___frcp_##mode(a)
#define FFMA(mode) test___fmaf_##mode(a, b, c)
#define DADD(mode) test___dadd_##mode(a, b)
#define DSUB(mode) test___dsub_##mode(a, b)
#define DMUL(mode) test___dmul_##mode(a, b)
#define DDIV(mode) test___ddiv_##mode(a, b)
#define DSQRT(mode) test___dsqrt_##mode(a)
#define DFMA(mode) test___fma_##mode(a, b, c)

TEST(Rounding, FloatSum){CHECK(float, FADD, a + b)} TEST(Rounding,
                                                         FloatDifference){
    CHECK(float, FSUB, a - b)} TEST(Rounding, FloatProduct){
    CHECK(float, FMUL, a *b)} TEST(Rounding, FloatQuotient){
    CHECK(float, FDIV, a / b)} TEST(Rounding, FloatRoot){
    CHECK(float, FSQRT, std::sqrt(a))} TEST(Rounding, FloatReciprocal){
    CHECK(float, FRCP, 1 / a)} TEST(Rounding, FloatMultiplyAdd){
    CHECK(float, FFMA, std::fma(a, b, c))} TEST(Rounding, DoubleSum){
    CHECK(double, DADD, a + b)} TEST(Rounding, DoubleDifference){
    CHECK(double, DSUB, a - b)} TEST(Rounding, DoubleProduct){
    CHECK(double, DMUL, a *b)} TEST(Rounding, DoubleQuotient){
    CHECK(double, DDIV, a / b)} TEST(Rounding, DoubleRoot){
    CHECK(double, DSQRT, std::sqrt(a))} TEST(Rounding, DoubleMultiplyAdd){
    CHECK(double, DFMA, std::fma(a, b, c))}

TEST(Rounding, IntrinsicsAreNotContracted) {
  // The last bit of a * b is lost to rounding, unless an FMA keeps it.
  float a = 1 + 0x1p-12f, b = a, c = -(1 + 0x1p-11f);
  EXPECT_EQ(test_uncontracted(a, b, c), 0.0f);
  if (__builtin_cpu_supports("fma"))
    EXPECT_EQ(test_contracted(a, b, c), 0x1p-24f) << "plain code is contracted";
}

} // namespace
