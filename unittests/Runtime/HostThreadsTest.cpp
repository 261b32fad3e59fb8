//===- HostThreadsTest.cpp - Several host threads at once -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <thread>
#include <vector>

namespace {

using HostThreadsTest = RuntimeTest;

template <class F> void onThreads(int count, F f) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back(f, i);
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(HostThreadsTest, EachHasItsOwnLastError) {
  cudaSetDevice(9);
  onThreads(3, [](int i) {
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    if (i == 1)
      cudaFree(&i);
    EXPECT_EQ(cudaGetLastError(), i == 1 ? cudaErrorInvalidValue : cudaSuccess);
  });
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST_F(HostThreadsTest, AllocateAndCopy) {
  onThreads(8, [](int i) {
    for (int k = 0; k < 200; ++k) {
      int *p, value = i * 1000 + k, back = 0;
      ASSERT_EQ(cudaMalloc(&p, 4 + 64 * k), cudaSuccess);
      ASSERT_EQ(cudaMemcpy(p, &value, 4, cudaMemcpyHostToDevice), cudaSuccess);
      ASSERT_EQ(cudaMemcpy(&back, p, 4, cudaMemcpyDeviceToHost), cudaSuccess);
      ASSERT_EQ(back, value);
      ASSERT_EQ(cudaFree(p), cudaSuccess);
    }
  });
}

TEST_F(HostThreadsTest, LaunchBlocks) {
  std::atomic<long> total{0};
  onThreads(6, [&](int) {
    for (int k = 0; k < 50; ++k)
      __heddle_launch_blocks(
          [](void *context, uint64_t begin, uint64_t end, void *shared) {
            auto *mine = static_cast<long *>(shared);
            *mine = 0;
            for (uint64_t b = begin; b < end; ++b)
              ++*mine;
            *static_cast<std::atomic<long> *>(context) += *mine;
          },
          &total, 100, 64, 100000);
  });
  EXPECT_EQ(total, 6 * 50 * 100);
}

TEST_F(HostThreadsTest, LaunchFibers) {
  std::atomic<long> total{0};
  onThreads(4, [&](int) {
    for (int k = 0; k < 10; ++k) {
      HeddleLaunchConfig config = {{6, 1, 1}, {33, 1, 1}, 0, nullptr};
      __heddle_launch_fibers(
          [](void *context) {
            __heddle_fiber_barrier();
            ++*static_cast<std::atomic<long> *>(context);
            __heddle_fiber_barrier();
          },
          &total, &plainKernel, &config);
    }
  });
  EXPECT_EQ(total, 4 * 10 * 6 * 33);
}

} // namespace
