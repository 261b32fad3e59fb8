//===- FiberTest.cpp - Blocks whose threads run on fibers -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using FiberTest = RuntimeTest;

void launch(HeddleThreadFn thread, void *context, dim3 grid, dim3 block,
            uint64_t staticShared = 0, uint64_t dynamicShared = 0) {
  HeddleKernelInfo info = plainKernel;
  info.usesFibers = 1;
  info.staticSharedBytes = staticShared;
  HeddleLaunchConfig config = {{grid.x, grid.y, grid.z},
                               {block.x, block.y, block.z},
                               dynamicShared,
                               nullptr};
  ASSERT_EQ(__heddle_launch_begin(&info, &config), 0);
  __heddle_launch_fibers(thread, context, &info, &config);
}

uint32_t linearThread(const HeddleThread &t) {
  return t.threadIdx[0] +
         t.blockDim[0] * (t.threadIdx[1] + t.blockDim[1] * t.threadIdx[2]);
}
uint32_t linearBlock(const HeddleThread &t) {
  return t.blockIdx[0] +
         t.gridDim[0] * (t.blockIdx[1] + t.gridDim[1] * t.blockIdx[2]);
}

TEST_F(FiberTest, EveryThreadOfEveryBlockRunsOnce) {
  dim3 grid(3, 4, 5), block(7, 2, 3);
  std::vector<std::atomic<int>> seen(60 * 42);
  launch(
      [](void *context) {
        const HeddleThread &t = *__heddle_this_thread();
        auto &seen = *static_cast<std::vector<std::atomic<int>> *>(context);
        ++seen[linearBlock(t) * 42 + linearThread(t)];
      },
      &seen, grid, block);
  for (auto &s : seen)
    ASSERT_EQ(s, 1);
}

TEST_F(FiberTest, ThreadsRunXFastest) {
  static std::vector<uint32_t> order;
  order.clear();
  launch([](void *) { order.push_back(linearThread(*__heddle_this_thread())); },
         nullptr, 1, dim3(4, 3, 2));
  for (uint32_t i = 0; i < 24; ++i)
    EXPECT_EQ(order[i], i);
}

// The tree reduction of every CUDA course: wrong if any barrier lets one by.
TEST_F(FiberTest, ReducesThroughSharedMemory) {
  constexpr int blocks = 50, threads = 256;
  std::vector<int> sums(blocks);
  for (int run = 0; run < 3; ++run) {
    launch(
        [](void *context) {
          const HeddleThread *t = __heddle_this_thread();
          auto *shared = static_cast<int *>(t->dynamicShared);
          uint32_t i = t->threadIdx[0];
          shared[i] = int(i * (t->blockIdx[0] + 1));
          __heddle_fiber_barrier();
          for (uint32_t half = t->blockDim[0] / 2; half > 0; half /= 2) {
            if (i < half)
              shared[i] += shared[i + half];
            __heddle_fiber_barrier();
          }
          if (i == 0)
            static_cast<int *>(context)[t->blockIdx[0]] = shared[0];
        },
        sums.data(), blocks, threads, 0, threads * sizeof(int));
    for (int b = 0; b < blocks; ++b)
      ASSERT_EQ(sums[b], threads * (threads - 1) / 2 * (b + 1));
  }
}

TEST_F(FiberTest, ABarrierWaitsOnlyForThreadsThatHaveNotEnded) {
  std::vector<int> passed(64);
  launch(
      [](void *context) {
        const HeddleThread *t = __heddle_this_thread();
        auto *count = static_cast<int *>(t->staticShared);
        uint32_t i = t->threadIdx[0];
        if (i == 0)
          *count = 0;
        __heddle_fiber_barrier();
        if (i % 3 == 0)
          return;
        ++*count;
        __heddle_fiber_barrier();
        if (i % 2 == 0)
          return;
        static_cast<int *>(context)[i] = *count;
        __heddle_fiber_barrier();
      },
      passed.data(), 1, 64, sizeof(int));
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(passed[i], i % 3 != 0 && i % 2 != 0 ? 42 : 0) << i;
}

TEST_F(FiberTest, StacksHoldWhatAThreadNeeds) {
  static std::atomic<long> total;
  total = 0;
  launch(
      [](void *) {
        volatile char local[40000];
        for (size_t i = 0; i < sizeof local; i += 100)
          local[i] = char(linearThread(*__heddle_this_thread()));
        __heddle_fiber_barrier();
        char text[100];
        std::snprintf(text, sizeof text, "%f %g", 3.25, 1e300);
        total += local[39900] == char(linearThread(*__heddle_this_thread()));
      },
      nullptr, 4, 1024);
  EXPECT_EQ(total, 4 * 1024);
}

TEST_F(FiberTest, ScratchIsDistinctForEachThread) {
  static std::atomic<int> wrong;
  wrong = 0;
  launch(
      [](void *) {
        uint32_t self = linearThread(*__heddle_this_thread());
        auto *mine = static_cast<uint32_t *>(__heddle_scratch(64));
        *mine = self;
        __heddle_fiber_barrier();
        wrong += *mine != self;
      },
      nullptr, 8, 128);
  EXPECT_EQ(wrong, 0);
}

TEST_F(FiberTest, AFailedAssertionEndsTheLaunch) {
  for (int run = 0; run < 3; ++run) {
    static std::atomic<int> after;
    after = 0;
    testing::internal::CaptureStderr();
    launch(
        [](void *) {
          __heddle_fiber_barrier();
          if (linearThread(*__heddle_this_thread()) == 5)
            __heddle_assert_fail("ok", "f.cu", 1, "k", 0, 0, 0, 5, 0, 0);
          __heddle_fiber_barrier();
          ++after;
        },
        nullptr, 1, 32);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("Assertion `ok`"),
              std::string::npos);
    EXPECT_EQ(after, 0) << "the block is abandoned";
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
    cudaDeviceReset();
  }
}

TEST_F(FiberTest, ALaunchFromAFiberNests) {
  static std::atomic<int> inner;
  static std::atomic<int> wrong;
  inner = wrong = 0;
  launch(
      [](void *) {
        uint32_t self = linearThread(*__heddle_this_thread());
        __heddle_fiber_barrier();
        HeddleLaunchConfig config = {{2, 1, 1}, {4, 1, 1}, 0, nullptr};
        __heddle_launch_fibers(
            [](void *) {
              __heddle_fiber_barrier();
              ++inner;
            },
            nullptr, &plainKernel, &config);
        wrong += linearThread(*__heddle_this_thread()) != self;
        __heddle_fiber_barrier();
      },
      nullptr, 3, 5);
  EXPECT_EQ(inner, 3 * 5 * 8);
  EXPECT_EQ(wrong, 0);
}

TEST_F(FiberTest, ATrapInALaunchFromAFiberEndsThatLaunchOnly) {
  static std::atomic<int> after;
  after = 0;
  launch(
      [](void *) {
        __heddle_fiber_barrier();
        __heddle_launch_blocks(
            [](void *, uint64_t, uint64_t, void *) { __heddle_trap(); },
            nullptr, 1, 0, 1);
        __heddle_fiber_barrier();
        ++after;
      },
      nullptr, 1, 4);
  EXPECT_EQ(after, 4);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

} // namespace
