//===- ScratchTest.cpp - Workers' memory ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <cstring>
#include <set>

namespace {

using ScratchTest = RuntimeTest;

TEST_F(ScratchTest, IsAlignedAndDistinct) {
  __heddle_launch_blocks(
      [](void *, uint64_t begin, uint64_t, void *) {
        // Small and large ones, so that the arena has to grow on the way.
        char *pieces[40];
        size_t sizes[40];
        for (int i = 0; i < 40; ++i) {
          sizes[i] = i % 5 == 4 ? 300000 : 100 + i;
          pieces[i] = static_cast<char *>(__heddle_scratch(sizes[i]));
          ASSERT_EQ(reinterpret_cast<uintptr_t>(pieces[i]) % 64, 0u);
          std::memset(pieces[i], i + int(begin), sizes[i]);
        }
        for (int i = 0; i < 40; ++i)
          for (size_t k : {size_t(0), sizes[i] / 2, sizes[i] - 1})
            ASSERT_EQ(pieces[i][k], char(i + int(begin)));
      },
      nullptr, 50, 0, 1000000);
}

TEST_F(ScratchTest, ComesBackAfterTheBody) {
  static std::set<void *> seen;
  seen.clear();
  for (int i = 0; i < 10; ++i)
    __heddle_launch_blocks([](void *, uint64_t, uint64_t,
                              void *) { seen.insert(__heddle_scratch(1000)); },
                           nullptr, 1, 0, 1);
  EXPECT_EQ(seen.size(), 1u) << "each launch reuses the memory of the last";
}

TEST_F(ScratchTest, ComesBackAfterAnAbandonedBody) {
  static std::set<void *> seen;
  seen.clear();
  for (int i = 0; i < 10; ++i) {
    __heddle_launch_blocks(
        [](void *, uint64_t, uint64_t, void *) {
          seen.insert(__heddle_scratch(1000));
          __heddle_trap();
        },
        nullptr, 1, 0, 1);
    cudaDeviceReset();
  }
  EXPECT_EQ(seen.size(), 1u);
}

// In a process's first launch too: that thread has no memory yet.
TEST_F(ScratchTest, NoDynamicSharedIsAPlaceToo) {
  static std::set<void *> seen;
  seen.clear();
  std::thread([] {
    for (int i = 0; i < 2; ++i)
      __heddle_launch_blocks(
          [](void *, uint64_t, uint64_t, void *shared) { seen.insert(shared); },
          nullptr, 1, 0, 1);
  }).join();
  EXPECT_EQ(seen.size(), 1u);
  EXPECT_FALSE(seen.contains(nullptr));
}

TEST_F(ScratchTest, DynamicSharedIsEachWorkersOwn) {
  static std::atomic<int> wrong;
  wrong = 0;
  __heddle_launch_blocks(
      [](void *, uint64_t begin, uint64_t end, void *shared) {
        if (reinterpret_cast<uintptr_t>(shared) % 128 != 0)
          ++wrong;
        auto *values = static_cast<uint64_t *>(shared);
        for (uint64_t b = begin; b < end; ++b) {
          for (int i = 0; i < 1000; ++i)
            values[i] = b;
          for (int i = 0; i < 1000; ++i)
            wrong += values[i] != b;
        }
      },
      nullptr, 500, 8000, 1000000);
  EXPECT_EQ(wrong, 0);
}

} // namespace
