//===- ErrorTest.cpp - What stays after an error --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <string>

namespace {

using ErrorTest = RuntimeTest;

TEST_F(ErrorTest, IsKeptUntilAskedFor) {
  EXPECT_EQ(cudaSetDevice(5), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess) << "a later success keeps it";
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(ErrorTest, TheLastOneCounts) {
  cudaSetDevice(5);
  cudaFree(this);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST_F(ErrorTest, NamesAndTexts) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorAssert), "cudaErrorAssert");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorAssert),
               "device-side assert triggered");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidConfiguration),
               "invalid configuration argument");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)),
               "unrecognized error code");
}

TEST_F(ErrorTest, NumbersAreCudas) {
  EXPECT_EQ(cudaErrorMemoryAllocation, 2);
  EXPECT_EQ(cudaErrorInvalidDeviceFunction, 98);
  EXPECT_EQ(cudaErrorNotReady, 600);
  EXPECT_EQ(cudaErrorIllegalAddress, 700);
  EXPECT_EQ(cudaErrorLaunchFailure, 719);
  EXPECT_EQ(cudaErrorUnknown, 999);
}

void failAssertion(void *, uint64_t, uint64_t, void *) {
  __heddle_assert_fail("x > 0", "file.cu", 7, "void k(int *)", 1, 2, 3, 4, 5,
                       6);
  ADD_FAILURE() << "a failed assertion does not return to the kernel";
}

void trap(void *, uint64_t, uint64_t, void *) {
  __heddle_trap();
  ADD_FAILURE() << "a trap does not return to the kernel";
}

TEST_F(ErrorTest, AFailedAssertionSticks) {
  testing::internal::CaptureStderr();
  __heddle_launch_blocks(failAssertion, nullptr, 1, 0, 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "file.cu:7: void k(int *): block: [1,2,3], thread: [4,5,6] "
            "Assertion `x > 0` failed.\n");
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
  EXPECT_EQ(cudaGetLastError(), cudaErrorAssert);
  EXPECT_EQ(cudaGetLastError(), cudaErrorAssert) << "asking does not clear it";
  void *p;
  EXPECT_EQ(cudaMalloc(&p, 16), cudaErrorAssert);
  HeddleLaunchConfig config = {{1, 1, 1}, {1, 1, 1}, 0, nullptr};
  EXPECT_NE(__heddle_launch_begin(&plainKernel, &config), 0);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&p, 16), cudaSuccess);
}

TEST_F(ErrorTest, ATrapIsALaunchFailure) {
  __heddle_launch_blocks(trap, nullptr, 1000, 0, 1000000);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

void countBlocks(void *count, uint64_t begin, uint64_t end, void *) {
  *static_cast<std::atomic<uint64_t> *>(count) += end - begin;
}

TEST_F(ErrorTest, ABlockThatHasBegunGoesOn) {
  std::atomic<uint64_t> count{0};
  __heddle_launch_blocks(trap, nullptr, 1, 0, 1);
  __heddle_launch_blocks(countBlocks, &count, 10, 0, 1000000);
  EXPECT_EQ(count, 0u);
  __heddle_launch_blocks(countBlocks, &count, 10, 0,
                         1000000 | HeddleInsideBlock);
  EXPECT_EQ(count, 10u);
}

TEST_F(ErrorTest, TheRuntimeRunsOnAfterAReset) {
  for (int i = 0; i < 100; ++i) {
    __heddle_launch_blocks(trap, nullptr, 100, 1000, 1000000);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  }
}

} // namespace
