//===- CastsTest.cpp - Conversions with rounding --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include <climits>
#include <cmath>
#include <random>

namespace {

TEST(Casts, RoundAsTheirNamesSay) {
  EXPECT_EQ(test___float2int_rn(2.5f), 2);
  EXPECT_EQ(test___float2int_rn(3.5f), 4);
  EXPECT_EQ(test___float2int_rz(-2.9f), -2);
  EXPECT_EQ(test___float2int_ru(-2.9f), -2);
  EXPECT_EQ(test___float2int_ru(2.1f), 3);
  EXPECT_EQ(test___float2int_rd(-2.1f), -3);
  EXPECT_EQ(test___double2int_rd(2.9), 2);
  EXPECT_EQ(test___double2ll_ru(1e15 + 0.25), 1000000000000001);
}

TEST(Casts, Saturate) {
  EXPECT_EQ(test___float2int_rz(1e10f), INT_MAX);
  EXPECT_EQ(test___float2int_rz(-1e10f), INT_MIN);
  EXPECT_EQ(test___float2int_rz(-2147483648.0f), INT_MIN);
  EXPECT_EQ(test___float2uint_rz(-5), 0u);
  EXPECT_EQ(test___float2uint_rz(1e20f), UINT_MAX);
  EXPECT_EQ(test___float2ll_rz(INFINITY), LLONG_MAX);
  EXPECT_EQ(test___double2ull_rz(1e30), ULLONG_MAX);
}

TEST(Casts, NotANumberIsWhatPtxSays) {
  EXPECT_EQ(test___float2int_rn(NAN), 0);
  EXPECT_EQ(test___float2uint_rn(NAN), 0u);
  EXPECT_EQ(test___float2ll_rn(NAN), LLONG_MIN);
  EXPECT_EQ(test___double2int_rn(NAN), INT_MIN);
  EXPECT_EQ(test___double2ull_rn(NAN), 1ull << 63);
}

// Checks the four modes of a conversion against its exact value, by comparing
// in long double, which holds every integer and double here exactly.
template <class To, class From>
void expectBracketed(From x, To rn, To rz, To ru, To rd) {
  long double exact = x;
  EXPECT_GE((long double)ru, exact);
  EXPECT_LE((long double)rd, exact);
  EXPECT_LE(std::fabs((long double)rz), std::fabs(exact));
  EXPECT_EQ(rz, exact > 0 ? rd : ru);
  EXPECT_TRUE(rn == ru || rn == rd);
  if ((long double)rn == exact) {
    EXPECT_EQ(ru, rn);
    EXPECT_EQ(rd, rn);
  } else {
    EXPECT_EQ(ru, std::nextafter(rd, To(INFINITY)));
  }
}
#define EXPECT_BRACKETED(name, x)                                              \
  expectBracketed(x, test_##name##_rn(x), test_##name##_rz(x),                 \
                  test_##name##_ru(x), test_##name##_rd(x))

TEST(Casts, NarrowingIsDirected) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    uint64_t bits = random() >> (random() % 64);
    EXPECT_BRACKETED(__int2float, int(bits));
    EXPECT_BRACKETED(__uint2float, unsigned(bits));
    EXPECT_BRACKETED(__ll2float, (long long)bits);
    EXPECT_BRACKETED(__ll2double, (long long)bits);
    EXPECT_BRACKETED(__ull2float, (unsigned long long)bits);
    EXPECT_BRACKETED(__ull2double, (unsigned long long)bits);
    double wide =
        std::ldexp(double(int64_t(random())), int(random() % 150) - 130);
    EXPECT_BRACKETED(__double2float, wide);
    if (HasFailure())
      return;
  }
  for (long long x : {LLONG_MAX, LLONG_MIN, LLONG_MAX - 1, 0ll, -1ll}) {
    EXPECT_BRACKETED(__ll2float, x);
    EXPECT_BRACKETED(__ll2double, x);
    EXPECT_BRACKETED(__ull2double, (unsigned long long)x);
  }
}

TEST(Casts, DoublesBeyondFloats) {
  EXPECT_EQ(test___double2float_rd(1e300), 0x1.fffffep127f);
  EXPECT_EQ(test___double2float_ru(1e300), INFINITY);
  EXPECT_EQ(test___double2float_ru(-1e300), -0x1.fffffep127f);
  EXPECT_EQ(test___double2float_ru(1e-300), 0x1p-149f);
  EXPECT_EQ(test___double2float_rd(-1e-300), -0x1p-149f);
  EXPECT_EQ(test___double2float_rz(1e-300), 0.0f);
  EXPECT_TRUE(std::isnan(test___double2float_ru(NAN)));
}

} // namespace
