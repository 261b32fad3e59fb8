//===- DriverLaunchTest.cpp - Functions and launches of cuda.h ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"
#include "GraphTest.h"
#include <cstring>

namespace {

class DriverLaunchTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    __heddle_register_kernel(reinterpret_cast<const void *>(&addHandle),
                             &addInfo, addEntry);
    ASSERT_EQ(cuMemAllocManaged(&memory, 64, CU_MEM_ATTACH_GLOBAL),
              CUDA_SUCCESS);
    data = reinterpret_cast<int *>(memory);
    std::memset(data, 0, 64);
  }

  CUfunction function = reinterpret_cast<CUfunction>(&addHandle);
  CUdeviceptr memory = 0;
  int *data = nullptr;
};

TEST_F(DriverLaunchTest, FunctionsAreLoaded) {
  CUfunctionLoadingState state = CU_FUNCTION_LOADING_STATE_UNLOADED;
  EXPECT_OK(cuFuncIsLoaded(&state, function));
  EXPECT_EQ(state, CU_FUNCTION_LOADING_STATE_LOADED);
  EXPECT_OK(cuFuncLoad(function));
  EXPECT_EQ(cuFuncLoad(nullptr), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuFuncIsLoaded(nullptr, function), CUDA_ERROR_INVALID_VALUE);
  CUmodule module;
  EXPECT_EQ(cuFuncGetModule(&module, function), CUDA_ERROR_INVALID_HANDLE)
      << "of the program itself";
  const char *name = nullptr;
  EXPECT_OK(cuFuncGetName(&name, function));
  EXPECT_NE(name, nullptr);
  size_t offset, bytes;
  EXPECT_OK(cuFuncGetParamInfo(function, 1, &offset, &bytes));
  EXPECT_EQ(offset, 8u);
  EXPECT_EQ(bytes, 4u);
  EXPECT_EQ(cuFuncGetParamInfo(function, 2, &offset, &bytes),
            CUDA_ERROR_INVALID_VALUE);
  int threads = 0;
  EXPECT_OK(cuFuncGetAttribute(
      &threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  EXPECT_EQ(threads, 1024);
  EXPECT_EQ(cuFuncGetAttribute(nullptr, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuFuncSetAttribute(
      function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536));
  EXPECT_OK(cuFuncGetAttribute(
      &threads, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  EXPECT_EQ(threads, 65536);
  EXPECT_OK(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_L1));
  EXPECT_OK(cuFuncSetSharedMemConfig(function,
                                     CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
}

TEST_F(DriverLaunchTest, LaunchesOfOneCall) {
  int value = 3;
  void *arguments[] = {&memory, &value};
  CUlaunchConfig config = {};
  config.gridDimX = 2;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  attribute.value.priority = 0;
  config.attrs = &attribute;
  config.numAttrs = 1;
  EXPECT_OK(cuLaunchKernelEx(&config, function, arguments, nullptr));
  EXPECT_EQ(data[1], 3);
  EXPECT_OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments,
                           nullptr));
  EXPECT_EQ(data[0], 6);
  EXPECT_OK(cuLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr,
                                      arguments));
  CUDA_LAUNCH_PARAMS params = {function, 1, 1, 1,       1,
                               1,        1, 0, nullptr, arguments};
  EXPECT_OK(cuLaunchCooperativeKernelMultiDevice(&params, 1, 0));
  EXPECT_EQ(data[0], 12);
  EXPECT_EQ(cuLaunchCooperativeKernelMultiDevice(&params, 2, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernelEx(nullptr, function, arguments, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 0, 1, 1, 0, nullptr, arguments,
                           nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
      CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(DriverLaunchTest, LaunchesOfCUDA3) {
  EXPECT_OK(cuFuncSetBlockShape(function, 1, 1, 1));
  EXPECT_OK(cuFuncSetSharedSize(function, 0));
  EXPECT_OK(cuParamSetSize(function, 12));
  EXPECT_OK(cuParamSetv(function, 0, &memory, sizeof memory));
  EXPECT_OK(cuParamSeti(function, 8, 5));
  EXPECT_OK(cuLaunch(function));
  EXPECT_EQ(data[0], 5);
  EXPECT_OK(cuLaunchGrid(function, 3, 1));
  EXPECT_EQ(data[2], 5);
  EXPECT_OK(cuLaunchGridAsync(function, 1, 1, nullptr));
  EXPECT_EQ(data[0], 15);
  float bits;
  int seven = 7;
  std::memcpy(&bits, &seven, sizeof bits);
  EXPECT_OK(cuParamSetf(function, 8, bits));
  EXPECT_OK(cuLaunch(function));
  EXPECT_EQ(data[0], 22);
  EXPECT_OK(cuParamSetTexRef(function, CU_PARAM_TR_DEFAULT,
                             reinterpret_cast<CUtexref>(&seven)));
  EXPECT_EQ(cuFuncSetBlockShape(function, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuParamSeti(function, -4, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuParamSetSize(function, 5000), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunchGrid(function, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLaunch(nullptr), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(DriverLaunchTest, Occupancy) {
  int blocks = 0, size = 0, clusters = 0;
  EXPECT_OK(
      cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 0));
  EXPECT_GT(blocks, 0);
  EXPECT_OK(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      &size, function, 128, 0, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE));
  EXPECT_EQ(size, blocks);
  EXPECT_OK(cuOccupancyMaxPotentialBlockSize(&blocks, &size, function, nullptr,
                                             0, 256));
  EXPECT_EQ(size, 256);
  EXPECT_OK(cuOccupancyMaxPotentialBlockSizeWithFlags(
      &blocks, &size, function, nullptr, 0, 0, CU_OCCUPANCY_DEFAULT));
  EXPECT_GE(size, 256);
  size_t bytes = 0;
  EXPECT_OK(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, function, 1, 128));
  EXPECT_GE(bytes, 48u << 10);
  CUlaunchConfig config = {};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  EXPECT_OK(cuOccupancyMaxPotentialClusterSize(&size, function, &config));
  EXPECT_EQ(size, 1);
  EXPECT_OK(cuOccupancyMaxActiveClusters(&clusters, function, &config));
  EXPECT_GT(clusters, 0);
  EXPECT_EQ(cuOccupancyMaxActiveClusters(&clusters, function, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      cuOccupancyMaxPotentialBlockSize(nullptr, &size, function, nullptr, 0, 0),
      CUDA_ERROR_INVALID_VALUE);
}

} // namespace
