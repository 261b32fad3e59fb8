//===- OccupancyTest.cpp - Attributes and occupancy of kernels ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

namespace {

class OccupancyTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    __heddle_register_kernel(reinterpret_cast<const void *>(&kernel), &info,
                             entry);
  }

  static void kernel(int *) {}
  static void entry(const HeddleLaunchConfig *, void **) {}
  static constexpr HeddleKernelInfo info = {
      "kernel(int*)", 23 * 1024,     96,      512, 1, 0, 0, nullptr,
      nullptr,        "_Z6kernelPi", 3 * 1024};
};

TEST_F(OccupancyTest, AttributesAreTheKernels) {
  cudaFuncAttributes a;
  ASSERT_EQ(cudaFuncGetAttributes(&a, kernel), cudaSuccess);
  EXPECT_EQ(a.sharedSizeBytes, 20u * 1024);
  EXPECT_EQ(a.localSizeBytes, 96u);
  EXPECT_EQ(a.maxThreadsPerBlock, 512);
  EXPECT_EQ(a.maxDynamicSharedSizeBytes, 28 * 1024);
  EXPECT_EQ(cudaFuncGetAttributes(&a, static_cast<const void *>(&a)),
            cudaErrorInvalidDeviceFunction);
  const char *name;
  EXPECT_EQ(cudaFuncGetName(&name, kernel), cudaSuccess);
  EXPECT_STREQ(name, "_Z6kernelPi");
}

TEST_F(OccupancyTest, IsBoundByThreadsOrSharedMemory) {
  int blocks = 0;
  ASSERT_EQ(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 512, 0),
      cudaSuccess);
  EXPECT_EQ(blocks, 4) << "2048 threads";
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 64, 0);
  EXPECT_EQ(blocks, 7) << "164 KiB in pieces of 21";
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 64, 60 * 1024);
  EXPECT_EQ(blocks, 2);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 1024, 0);
  EXPECT_EQ(blocks, 0) << "more threads than its bounds";
}

TEST_F(OccupancyTest, TheBestBlockSizeFillsAMultiprocessor) {
  int grid = 0, block = 0, multiprocessors = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel),
            cudaSuccess);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  EXPECT_EQ(block, 512);
  EXPECT_EQ(grid, 4 * multiprocessors);
  ASSERT_EQ(
      cudaOccupancyMaxPotentialBlockSizeVariableSMem(
          &grid, &block, kernel, [](int size) { return size * 256; }, 400),
      cudaSuccess);
  EXPECT_LE(block, 400);
  EXPECT_EQ(block % 32, 0);
}

} // namespace
