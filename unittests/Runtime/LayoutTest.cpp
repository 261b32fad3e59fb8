//===- LayoutTest.cpp - Sizes and alignments of vector types --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <cstddef>

namespace {

template <class T> void expectLayout(size_t size, size_t alignment) {
  EXPECT_EQ(sizeof(T), size);
  EXPECT_EQ(alignof(T), alignment);
}

TEST(Layout, PairsAndQuadruplesAreAlignedToTheirSize) {
  expectLayout<char2>(2, 2);
  expectLayout<uchar4>(4, 4);
  expectLayout<short2>(4, 4);
  expectLayout<ushort4>(8, 8);
  expectLayout<int2>(8, 8);
  expectLayout<uint4>(16, 16);
  expectLayout<float2>(8, 8);
  expectLayout<float4>(16, 16);
  expectLayout<double2>(16, 16);
  expectLayout<long2>(16, 16);
  expectLayout<ulonglong2>(16, 16);
}

TEST(Layout, QuadruplesOfEightBytesAreAlignedTo16) {
  expectLayout<double4>(32, 16);
  expectLayout<longlong4>(32, 16);
  expectLayout<ulong4>(32, 16);
}

TEST(Layout, TriplesAndSinglesAreAlignedToTheirElement) {
  expectLayout<char3>(3, 1);
  expectLayout<short3>(6, 2);
  expectLayout<int3>(12, 4);
  expectLayout<float3>(12, 4);
  expectLayout<double3>(24, 8);
  expectLayout<longlong3>(24, 8);
  expectLayout<char1>(1, 1);
  expectLayout<double1>(8, 8);
}

TEST(Layout, MakeFunctionsFillInOrder) {
  float4 f = make_float4(1, 2, 3, 4);
  EXPECT_EQ(f.x, 1);
  EXPECT_EQ(f.y, 2);
  EXPECT_EQ(f.z, 3);
  EXPECT_EQ(f.w, 4);
  uchar3 c = make_uchar3(7, 8, 255);
  EXPECT_EQ(c.z, 255);
}

TEST(Layout, DimensionsDefaultToOne) {
  constexpr dim3 d(5, 6);
  static_assert(d.x == 5 && d.y == 6 && d.z == 1);
  dim3 fromNumber = 7;
  EXPECT_EQ(fromNumber.x, 7u);
  EXPECT_EQ(fromNumber.z, 1u);
  uint3 u = d;
  EXPECT_EQ(dim3(u).y, 6u);
  expectLayout<dim3>(12, 4);
}

// What the compiler lays out, it lays out by these numbers.
TEST(Layout, AbiStructs) {
  EXPECT_EQ(sizeof(HeddleLaunchConfig), 40u);
  EXPECT_EQ(offsetof(HeddleLaunchConfig, dynamicSharedBytes), 24u);
  EXPECT_EQ(sizeof(HeddleKernelInfo), 72u);
  EXPECT_EQ(offsetof(HeddleKernelInfo, maxThreadsPerBlock), 24u);
  EXPECT_EQ(offsetof(HeddleThread, staticShared), 48u);
}

} // namespace
