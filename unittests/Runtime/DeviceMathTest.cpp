//===- DeviceMathTest.cpp - Math functions that C has not -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include <cmath>

namespace {

void expectClose(double value, double expected, double relative = 2e-15) {
  EXPECT_NEAR(value, expected, std::fabs(expected) * relative);
}

TEST(DeviceMath, MultiplesOfPiAreExact) {
  for (int i = -5; i <= 5; ++i) {
    EXPECT_EQ(test_sinpi(i), 0);
    EXPECT_EQ(test_cospi(i + 0.5), 0);
    EXPECT_EQ(test_cospi(i), i % 2 ? -1 : 1);
    EXPECT_EQ(test_sinpi(i + 0.5), i % 2 ? -1 : 1);
  }
  EXPECT_EQ(test_sinpi(1e300), 0);
  expectClose(test_sinpi(0.25), std::sqrt(0.5));
  expectClose(test_sinpi(-1.75), std::sqrt(0.5));
  expectClose(test_cospi(1e9 + 0.75), -std::sqrt(0.5));
  EXPECT_TRUE(std::signbit(test_sinpi(-0.0)));
  EXPECT_TRUE(std::isnan(test_cospi(INFINITY)));
}

TEST(DeviceMath, ErrorFunctionsInvert) {
  for (double x : {1e-300, 1e-10, 0.1, 0.4999, 0.5, 0.7, 0.99, 0.9999999}) {
    expectClose(std::erf(test_erfinv(x)), x, 1e-14);
    EXPECT_EQ(test_erfinv(-x), -test_erfinv(x));
  }
  for (double z : {1e-300, 1e-100, 1e-10, 0.01, 0.4, 0.9, 1.1, 1.7, 1.99})
    expectClose(std::erfc(test_erfcinv(z)), z, 2e-13);
  // Values from tables.
  expectClose(test_erfinv(0.5), 0.47693627620446987338, 1e-14);
  expectClose(test_erfcinv(1e-10), 4.5728249673894852787, 1e-14);
  expectClose(test_erfcinv(1e-300), 26.209469960516123, 1e-13);
  EXPECT_EQ(test_erfinv(1), INFINITY);
  EXPECT_EQ(test_erfcinv(2), -INFINITY);
  EXPECT_TRUE(std::isnan(test_erfinv(1.5)));
  EXPECT_EQ(test_erfinv(0), 0);
}

TEST(DeviceMath, ScaledErrorFunction) {
  expectClose(test_erfcx(0), 1);
  expectClose(test_erfcx(1), 0.42758357615580700441, 1e-14);
  expectClose(test_erfcx(8.9), std::exp(8.9 * 8.9) * std::erfc(8.9), 1e-13);
  expectClose(test_erfcx(10), 0.056140992743822585520, 1e-14);
  expectClose(test_erfcx(1e10), 1 / (1e10 * std::sqrt(M_PI)), 1e-14);
  EXPECT_EQ(test_erfcx(-30), INFINITY);
}

TEST(DeviceMath, NormalDistribution) {
  EXPECT_EQ(test_normcdf(0), 0.5);
  expectClose(test_normcdf(1), 0.84134474606854294859, 1e-14);
  expectClose(test_normcdfinv(0.975), 1.9599639845400542355, 1e-14);
  EXPECT_EQ(test_normcdfinv(0.5), 0);
  EXPECT_EQ(test_normcdfinv(0), -INFINITY);
}

TEST(DeviceMath, ModifiedBesselFunctions) {
  expectClose(test_cyl_bessel_i0(0), 1);
  expectClose(test_cyl_bessel_i0(1), 1.2660658777520083356, 1e-14);
  expectClose(test_cyl_bessel_i1(1), 0.56515910399248502721, 1e-14);
  expectClose(test_cyl_bessel_i1(-1), -0.56515910399248502721, 1e-14);
  expectClose(test_cyl_bessel_i0(29.9), std::cyl_bessel_i(0, 29.9), 1e-13);
  expectClose(test_cyl_bessel_i0(30.1), std::cyl_bessel_i(0, 30.1), 1e-13);
  expectClose(test_cyl_bessel_i1(100), std::cyl_bessel_i(1, 100), 1e-13);
  EXPECT_EQ(test_cyl_bessel_i0(-INFINITY), INFINITY);
  EXPECT_EQ(test_cyl_bessel_i1(-INFINITY), -INFINITY);
  EXPECT_TRUE(std::signbit(test_cyl_bessel_i1(-0.0)));
}

TEST(DeviceMath, NormsDoNotOverflow) {
  expectClose(test_norm3d(1e300, 1e300, 1e300), std::sqrt(3) * 1e300, 1e-14);
  expectClose(test_norm3d(3e-320, 4e-320, 0), 5e-320, 1e-3);
  EXPECT_EQ(test_norm3d(NAN, INFINITY, 0), INFINITY);
  EXPECT_EQ(test_norm3d(0, 0, 0), 0);
  EXPECT_EQ(test_norm3df(3e30f, 4e30f, 0), 5e30f);
}

TEST(DeviceMath, SmallOnes) {
  expectClose(test_rsqrt(4), 0.5);
  EXPECT_EQ(test___saturatef(1.5f), 1);
  EXPECT_EQ(test___saturatef(-1), 0);
  EXPECT_EQ(test___saturatef(NAN), 0);
  EXPECT_NEAR(test___expf(1), 2.7182818f, 1e-6f);
  EXPECT_NEAR(test_exp10f(2), 100, 1e-4f);
  EXPECT_EQ(test_tgamma(5), 24);
  EXPECT_NEAR(test_j0f(1), 0.7651977f, 1e-6f);
  EXPECT_EQ(test_max(1.5f, 2.25), 2.25);
}

TEST(DeviceMath, LibraryFunctionsWork) {
  char buffer[16];
  EXPECT_EQ(test_stdlib(buffer, "hello"), 7);
  EXPECT_STREQ(buffer, "hello");
  float4 from = {1, 2, 3, 4}, to = {};
  test_loadStore(&to, &from);
  EXPECT_EQ(to.w, 4);
}

} // namespace
