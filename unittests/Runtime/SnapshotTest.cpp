//===- SnapshotTest.cpp - Snapshots and the comparison of results ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../runtime/src/CompareResults.h"
#include "heddle/abi.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

using namespace heddle::rt;

namespace {

template <typename T> Region regionOf(std::vector<T> &data, uint32_t stored) {
  return {reinterpret_cast<char *>(data.data()), data.size() * sizeof(T),
          stored, "data"};
}

TEST(SnapshotTest, GoesBackAndForth) {
  std::vector<int> first(5000), second(3);
  std::iota(first.begin(), first.end(), 0);
  std::vector<char> copy(5003 * sizeof(int));
  Snapshot snapshot({regionOf(first, HeddleInt32), regionOf(second, 0)},
                    copy.data());
  EXPECT_TRUE(snapshot.findChanges().blocks().empty());

  first[4999] = -1;
  second[2] = 7;
  Changes changes = snapshot.takeChanges();
  EXPECT_EQ(changes.blocks().size(), 2u);
  EXPECT_EQ(first[4999], 4999);
  EXPECT_EQ(second[2], 0);

  first[0] = 8;
  snapshot.restore();
  EXPECT_EQ(first[0], 0);
  snapshot.apply(changes);
  EXPECT_EQ(first[4999], -1);
  EXPECT_EQ(second[2], 7);
}

// Large regions are copied and compared by several threads.
TEST(SnapshotTest, FindsEachChangeInLargeMemory) {
  std::vector<char> data(70 << 20), copy(data.size());
  Snapshot snapshot({regionOf(data, HeddleInt8)}, copy.data());
  std::vector<size_t> at = {0, 17 << 20, (35 << 20) - 1, data.size() - 1};
  for (size_t i : at)
    data[i] = 1;
  Changes changes = snapshot.takeChanges();
  EXPECT_EQ(changes.blocks().size(), at.size());
  for (size_t i : at) {
    EXPECT_EQ(data[i], 0);
    const char *block = changes.find(i / snapshotBlockBytes);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block[i % snapshotBlockBytes], 1);
  }
}

/// Compares three results of one element of type T.
template <typename T>
Comparison compare(uint32_t stored, T optimized, T first, T second) {
  std::vector<T> data(1);
  std::vector<char> copy(sizeof(T));
  Snapshot snapshot({regionOf(data, stored)}, copy.data());
  auto run = [&](T value) {
    data[0] = value;
    return snapshot.takeChanges();
  };
  Changes a = run(optimized), r = run(first), s = run(second);
  return compareResults(snapshot, a, r, s, Tolerance());
}

template <typename T> bool differ(uint32_t stored, T optimized, T reference) {
  return compare(stored, optimized, reference, reference).numDifferent != 0;
}

TEST(CompareResultsTest, IntegersAreExact) {
  EXPECT_TRUE(differ<int>(HeddleInt32, 1000000, 1000001));
  EXPECT_FALSE(differ<int>(HeddleInt32, 1000000, 1000000));
  EXPECT_TRUE(differ<char>(HeddleInt8, 1, 2));
  EXPECT_TRUE(differ<int64_t>(HeddleInt64, 1ll << 40, (1ll << 40) + 1));
  // Nothing is known of what the kernel stores here.
  EXPECT_TRUE(differ<float>(0, 1.f, 1.000001f));
}

TEST(CompareResultsTest, FloatsMayBeOffByTheTolerance) {
  EXPECT_FALSE(differ<float>(HeddleFloat, 1.f, 1.00001f));
  EXPECT_TRUE(differ<float>(HeddleFloat, 1.f, 1.001f));
  EXPECT_FALSE(differ<double>(HeddleDouble, 1., 1. + 1e-12));
  EXPECT_TRUE(differ<double>(HeddleDouble, 1., 1. + 1e-6));
  float inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(differ<float>(HeddleFloat, inf, 3e38f));
  EXPECT_TRUE(differ<float>(HeddleFloat, NAN, 0.f));
  EXPECT_FALSE(differ<float>(HeddleFloat, NAN, -NAN));
  EXPECT_FALSE(differ<float>(HeddleFloat, 0.f, -0.f));
  EXPECT_FALSE(differ<_Float16>(HeddleHalf, 1.f16, 1.001f16));
  EXPECT_TRUE(differ<_Float16>(HeddleHalf, 1.f16, 1.1f16));
  // Of a double, half the bits mean nothing by themselves.
  EXPECT_TRUE(differ<double>(HeddleDouble | HeddleInt32, 1., 1.5));
  EXPECT_FALSE(differ<double>(HeddleDouble | HeddleInt32, 1., 1. + 1e-12));
}

TEST(CompareResultsTest, SmallIntegersAreNoFloats) {
  uint32_t both = HeddleFloat | HeddleInt32;
  EXPECT_TRUE(differ<int>(both, 1000000, 1000001));
  EXPECT_TRUE(differ<int>(both, -5, -6));
  EXPECT_FALSE(differ<float>(both, 1.f, 1.00001f));
  EXPECT_FALSE(differ<float>(both, NAN, -NAN));
}

// What is left where terms cancel has the error of the terms, which are about
// as large as other elements.
TEST(CompareResultsTest, ErrorsOfCancelledTermsAreNone) {
  std::vector<float> data(100);
  std::vector<char> copy(400);
  Snapshot snapshot({regionOf(data, HeddleFloat)}, copy.data());
  auto run = [&](float last) {
    std::fill(data.begin(), data.end(), 1.f);
    data[50] = 3e38f;
    data[99] = last;
    return snapshot.takeChanges();
  };
  Changes r = run(0), close = run(1e-7f), far = run(1e-3f);
  EXPECT_EQ(compareResults(snapshot, close, r, r, {}).numDifferent, 0u);
  EXPECT_EQ(compareResults(snapshot, far, r, r, {}).numDifferent, 1u);
}

TEST(CompareResultsTest, WhatTheReferenceDoesNotAgreeOnIsNoDifference) {
  Comparison c = compare<int>(HeddleInt32, 1, 2, 3);
  EXPECT_EQ(c.numDifferent, 0u);
  EXPECT_EQ(c.numOrderDependent, 1u);
  c = compare<int>(HeddleInt32, 2, 2, 3);
  EXPECT_EQ(c.numOrderDependent, 1u);
  // A sum whose last bits depend on the order still has to be that sum.
  c = compare<float>(HeddleFloat, 1.000001f, 1.f, 1.000002f);
  EXPECT_EQ(c.numDifferent, 0u);
  EXPECT_EQ(c.numOrderDependent, 1u);
  c = compare<float>(HeddleFloat, .5f, 1.f, 1.000002f);
  EXPECT_EQ(c.numDifferent, 1u);
  EXPECT_EQ(c.numOrderDependent, 0u);
}

TEST(CompareResultsTest, SaysWhereAndWhat) {
  std::vector<int> data(3000), other(5);
  std::vector<char> copy(3005 * sizeof(int));
  Snapshot snapshot({regionOf(other, HeddleInt32), regionOf(data, HeddleInt32)},
                    copy.data());
  data[2000] = 1;
  data[2500] = -2;
  Changes a = snapshot.takeChanges();
  data[2000] = 1;
  Changes r = snapshot.takeChanges();
  Comparison c = compareResults(snapshot, a, r, r, {});
  ASSERT_EQ(c.numDifferent, 1u);
  EXPECT_EQ(c.different[0].region, 1u);
  EXPECT_EQ(c.different[0].offset, 2500 * sizeof(int));
  EXPECT_EQ(describeValue(c.different[0].type, c.different[0].optimized),
            "-2 (0xfffffffe)");
  EXPECT_EQ(describeValue(HeddleFloat, 0x3fc00000), "1.5");

  // Another run shows that the element depends on the order.
  data[2500] = 9;
  Changes another = snapshot.takeChanges();
  dropOrderDependent(c, snapshot, another, {});
  EXPECT_EQ(c.numDifferent, 0u);
  EXPECT_EQ(c.numOrderDependent, 1u);
}

} // namespace
