//===- GridTest.cpp - Blocks that wait for each other ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <omp.h>
#include <string>
#include <vector>

namespace {

/// With one worker and with more of them than there are cores.
class GridTest : public RuntimeTest, public testing::WithParamInterface<int> {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    before = omp_get_max_threads();
    omp_set_num_threads(GetParam());
  }
  void TearDown() override {
    omp_set_num_threads(before);
    RuntimeTest::TearDown();
  }

private:
  int before = 1;
};
INSTANTIATE_TEST_SUITE_P(Threads, GridTest, testing::Values(1, 3));

HeddleThreadFn body;
HeddleKernelInfo info = {"kernel", 64,      0,       1024,    0, 1,
                         0,        nullptr, nullptr, nullptr, 0};
char handle;

/// The entry as the compiler makes it.
void entry(const HeddleLaunchConfig *config, void **) {
  if (__heddle_launch_begin(&info, config) == 0)
    __heddle_launch_fibers(body, nullptr, &info, config);
}

cudaError_t launchCooperative(HeddleThreadFn thread, dim3 grid, dim3 block) {
  body = thread;
  info.flags = 0;
  __heddle_register_kernel(&handle, &info, entry);
  void *none = nullptr;
  return cudaLaunchCooperativeKernel((const void *)&handle, grid, block, &none,
                                     0, nullptr);
}

void launchSpinning(HeddleThreadFn thread, dim3 grid, dim3 block) {
  body = thread;
  info.flags = HeddleKernelWaitsForBlocks;
  HeddleLaunchConfig config = {
      {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, 0, nullptr};
  entry(&config, nullptr);
}

std::atomic<int> counter, wrong;

TEST_P(GridTest, AGridBarrierIsOneOfAllThreads) {
  counter = wrong = 0;
  ASSERT_EQ(launchCooperative(
                [](void *) {
                  const HeddleThread *t = __heddle_this_thread();
                  auto *own = static_cast<uint32_t *>(t->staticShared);
                  wrong += !__heddle_grid_valid();
                  for (int round = 1; round <= 5; ++round) {
                    ++counter;
                    if (t->threadIdx[0] == 0)
                      *own = t->blockIdx[0] * 10 + round;
                    __heddle_grid_sync();
                    wrong += counter != round * 7 * 40;
                    wrong += *own != t->blockIdx[0] * 10 + round;
                    __heddle_grid_sync();
                  }
                },
                7, 40),
            cudaSuccess);
  EXPECT_EQ(wrong, 0);
}

TEST_P(GridTest, ThreadsAndBlocksThatEndedAreNotWaitedFor) {
  counter = wrong = 0;
  ASSERT_EQ(launchCooperative(
                [](void *) {
                  const HeddleThread *t = __heddle_this_thread();
                  if (t->blockIdx[0] == 2 || t->threadIdx[0] % 2 == 1)
                    return;
                  ++counter;
                  __heddle_grid_sync();
                  wrong += counter != 3 * 16;
                  if (t->blockIdx[0] == 0)
                    return;
                  __heddle_grid_sync();
                  ++counter;
                },
                4, 32),
            cudaSuccess);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(counter, 48 + 32);
}

TEST_P(GridTest, AGridOfMoreBlocksThanTheDeviceHoldsIsRefused) {
  auto nothing = [](void *) {};
  int device = 0, processors = 0, blocks = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  ASSERT_EQ(launchCooperative(nothing, 1, 128), cudaSuccess);
  ASSERT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &blocks, (const void *)&handle, 128, 0),
            cudaSuccess);
  EXPECT_EQ(launchCooperative(nothing, blocks * processors, 128), cudaSuccess);
  EXPECT_EQ(launchCooperative(nothing, blocks * processors + 1, 128),
            cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(launchCooperative(nothing, 1, 2000), cudaErrorInvalidConfiguration);
}

TEST_P(GridTest, AnAssertionEndsAllBlocks) {
  counter = 0;
  testing::internal::CaptureStderr();
  launchCooperative(
      [](void *) {
        const HeddleThread *t = __heddle_this_thread();
        if (t->blockIdx[0] == 3 && t->threadIdx[0] == 7)
          __heddle_assert_fail("ok", "f.cu", 1, "k", 3, 0, 0, 7, 0, 0);
        __heddle_grid_sync();
        ++counter;
      },
      6, 32);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(counter, 0);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
}

// Each block waits for the one before it: more blocks than can be there at a
// time.
TEST_P(GridTest, BlocksThatSpinGetTheirTurnInOrder) {
  counter = 0;
  launchSpinning(
      [](void *) {
        const HeddleThread *t = __heddle_this_thread();
        if (t->threadIdx[0] == 0)
          while (counter != int(t->blockIdx[0]))
            __heddle_yield();
        __heddle_fiber_barrier();
        if (t->threadIdx[0] == 0)
          ++counter;
      },
      3000, 64);
  EXPECT_EQ(counter, 3000);
}

// The barrier that programs write themselves: all blocks have to be there.
TEST_P(GridTest, BlocksThatSpinForAllOthersGetThem) {
  counter = wrong = 0;
  launchSpinning(
      [](void *) {
        const HeddleThread *t = __heddle_this_thread();
        wrong += __heddle_grid_valid();
        for (int round = 1; round <= 3; ++round) {
          __heddle_fiber_barrier();
          if (t->threadIdx[0] == 0) {
            ++counter;
            while (counter < 40 * round)
              __heddle_yield();
          }
          __heddle_fiber_barrier();
          wrong += counter < 40 * round;
        }
      },
      40, 32);
  EXPECT_EQ(counter, 120);
  EXPECT_EQ(wrong, 0);
}

TEST_P(GridTest, WaitingForTheGridTakesACooperativeLaunch) {
  testing::internal::CaptureStderr();
  body = [](void *) { __heddle_grid_sync(); };
  info.flags = 0;
  HeddleLaunchConfig config = {{2, 1, 1}, {32, 1, 1}, 0, nullptr};
  entry(&config, nullptr);
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "not launched by cudaLaunchCooperativeKernel"),
            std::string::npos);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

} // namespace
