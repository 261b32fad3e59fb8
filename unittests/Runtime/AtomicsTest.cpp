//===- AtomicsTest.cpp - Atomic functions ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include <thread>
#include <vector>

namespace {

TEST(Atomics, ReturnTheOldValue) {
  int i = 5;
  EXPECT_EQ(test_atomicAdd(&i, 3), 5);
  EXPECT_EQ(i, 8);
  EXPECT_EQ(test_atomicSub(&i, 10), 8);
  EXPECT_EQ(i, -2);
  EXPECT_EQ(test_atomicMin(&i, 4), -2);
  EXPECT_EQ(i, -2);
  unsigned long long u = ~0ull - 1;
  EXPECT_EQ(test_atomicMax(&u, 7), ~0ull - 1);
  unsigned x = 6;
  EXPECT_EQ(test_atomicXor(&x, 3), 6u);
  EXPECT_EQ(x, 5u);
  float f = 1.5f;
  EXPECT_EQ(test_atomicExch(&f, 2.5f), 1.5f);
  EXPECT_EQ(f, 2.5f);
  unsigned short s = 9;
  EXPECT_EQ(test_atomicCAS(&s, 8, 1), 9);
  EXPECT_EQ(s, 9);
  EXPECT_EQ(test_atomicCAS(&s, 9, 1), 9);
  EXPECT_EQ(s, 1);
}

TEST(Atomics, IncrementAndDecrementWrap) {
  unsigned x = 6;
  EXPECT_EQ(test_atomicInc(&x, 7), 6u);
  EXPECT_EQ(test_atomicInc(&x, 7), 7u);
  EXPECT_EQ(x, 0u);
  x = 9;
  test_atomicInc(&x, 7);
  EXPECT_EQ(x, 0u) << "from above the bound";
  EXPECT_EQ(test_atomicDec(&x, 7), 0u);
  EXPECT_EQ(x, 7u);
  x = 9;
  test_atomicDec(&x, 7);
  EXPECT_EQ(x, 7u) << "from above the bound";
}

TEST(Atomics, LoseNothing) {
  double d = 0;
  float f = 0;
  unsigned wrapped = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 20000; ++k) {
        test_atomicAdd_system(&d, 0.5);
        test_atomicAdd_block(&f, 1);
        test_atomicInc(&wrapped, 99);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(d, 40000);
  EXPECT_EQ(f, 80000);
  EXPECT_EQ(wrapped, 0u);
}

} // namespace
