//===- IntegerIntrinsicsTest.cpp - Integer intrinsics ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include <climits>

namespace {

TEST(IntegerIntrinsics, CountBits) {
  EXPECT_EQ(test___popc(0xf0f0), 8);
  EXPECT_EQ(test___popcll(~0ull), 64);
  EXPECT_EQ(test___clz(0), 32);
  EXPECT_EQ(test___clz(1), 31);
  EXPECT_EQ(test___clz(-1), 0);
  EXPECT_EQ(test___clzll(0), 64);
  EXPECT_EQ(test___ffs(0), 0);
  EXPECT_EQ(test___ffs(8), 4);
  EXPECT_EQ(test___ffsll(1ll << 40), 41);
}

TEST(IntegerIntrinsics, MoveBits) {
  EXPECT_EQ(test___brev(1), 0x80000000u);
  EXPECT_EQ(test___brevll(2), 1ull << 62);
  EXPECT_EQ(test___byte_perm(0x33221100, 0x77665544, 0x5140), 0x55114400u);
  EXPECT_EQ(test___byte_perm(0x33221100, 0x77665544, 0x3210), 0x33221100u);
  EXPECT_EQ(test___funnelshift_l(0x80000000, 1, 1), 3u);
  EXPECT_EQ(test___funnelshift_l(5, 6, 32), 6u) << "the shift wraps";
  EXPECT_EQ(test___funnelshift_lc(5, 6, 40), 5u) << "the shift is clamped";
  EXPECT_EQ(test___funnelshift_r(4, 1, 1), 0x80000002u);
  EXPECT_EQ(test___funnelshift_rc(5, 6, 32), 6u);
}

TEST(IntegerIntrinsics, Multiply) {
  EXPECT_EQ(test___mul24(-3, 5), -15);
  EXPECT_EQ(test___mul24(0x01000002, 3), 6) << "24 bits count";
  EXPECT_EQ(test___umul24(0xff000003, 7), 21u);
  EXPECT_EQ(test___mulhi(INT_MIN, 2), -1);
  EXPECT_EQ(test___umulhi(0x80000000u, 6), 3u);
  EXPECT_EQ(test___mul64hi(LLONG_MIN, 4), -2);
  EXPECT_EQ(test___umul64hi(1ull << 63, 6), 3ull);
  EXPECT_EQ(test___dp4a(0x01ff0203, 0x01020304, 10), 10 + 1 - 2 + 6 + 12);
}

TEST(IntegerIntrinsics, AverageWithoutOverflow) {
  EXPECT_EQ(test___hadd(INT_MAX, INT_MAX), INT_MAX);
  EXPECT_EQ(test___hadd(-3, 0), -2);
  EXPECT_EQ(test___rhadd(3, 4), 4);
  EXPECT_EQ(test___uhadd(UINT_MAX, UINT_MAX - 2), UINT_MAX - 1);
  EXPECT_EQ(test___urhadd(UINT_MAX, UINT_MAX - 1), UINT_MAX);
  EXPECT_EQ(test___sad(INT_MIN, INT_MAX, 1), 0u);
  EXPECT_EQ(test___sad(-5, 7, 1), 13u);
}

} // namespace
