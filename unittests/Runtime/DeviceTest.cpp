//===- DeviceTest.cpp - Device queries ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <cstring>
#include <omp.h>
#include <unistd.h>

namespace {

using DeviceTest = RuntimeTest;

TEST_F(DeviceTest, ThereIsOne) {
  int count = 0, device = -1;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 1);
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
}

TEST_F(DeviceTest, PropertiesAreTrue) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_GT(std::strlen(p.name), 2u);
  EXPECT_EQ(p.totalGlobalMem,
            size_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE));
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_EQ(p.maxThreadsDim[2], 64);
  EXPECT_EQ(p.maxGridSize[0], 2147483647);
  EXPECT_EQ(p.sharedMemPerBlock, 49152u);
  EXPECT_EQ(p.major, 8);
  EXPECT_EQ(p.minor, 0);
  EXPECT_EQ(p.unifiedAddressing, 1);
  if (!getenv("HEDDLE_NUM_THREADS"))
    EXPECT_EQ(p.multiProcessorCount, omp_get_max_threads());
  EXPECT_EQ(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
}

TEST_F(DeviceTest, AttributesAgreeWithProperties) {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  auto attribute = [](cudaDeviceAttr which) {
    int value = -1;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, which, 0), cudaSuccess) << which;
    return value;
  };
  EXPECT_EQ(attribute(cudaDevAttrMultiProcessorCount), p.multiProcessorCount);
  EXPECT_EQ(attribute(cudaDevAttrWarpSize), p.warpSize);
  EXPECT_EQ(attribute(cudaDevAttrMaxGridDimZ), p.maxGridSize[2]);
  EXPECT_EQ(attribute(cudaDevAttrClockRate), p.clockRate);
  EXPECT_EQ(attribute(cudaDevAttrComputeCapabilityMajor), 8);
  EXPECT_EQ(attribute(cudaDevAttrClusterLaunch), 0);
  int value;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDeviceAttr(10000), 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 3),
            cudaErrorInvalidDevice);
}

TEST_F(DeviceTest, Versions) {
  int driver = 0, runtime = 0;
  EXPECT_EQ(cudaDriverGetVersion(&driver), cudaSuccess);
  EXPECT_EQ(cudaRuntimeGetVersion(&runtime), cudaSuccess);
  EXPECT_EQ(runtime, CUDART_VERSION);
  EXPECT_GE(driver, runtime);
}

TEST_F(DeviceTest, LimitsAreKept) {
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 26), cudaSuccess);
  size_t value = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize), cudaSuccess);
  EXPECT_EQ(value, size_t(1) << 26);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimit(50), 1), cudaErrorInvalidValue);
}

TEST_F(DeviceTest, HasNoPeers) {
  int can = 1;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
}

TEST_F(DeviceTest, AttributesAreTheProperties) {
  cudaDeviceProp p;
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  auto get = [](cudaDeviceAttr attribute) {
    int value = -99;
    EXPECT_EQ(cudaDeviceGetAttribute(&value, attribute, 0), cudaSuccess);
    return value;
  };
  EXPECT_EQ(get(cudaDevAttrMaxGridDimY), p.maxGridSize[1]);
  EXPECT_EQ(get(cudaDevAttrMaxPitch), int(p.memPitch));
  EXPECT_EQ(get(cudaDevAttrMaxTexture2DLayeredLayers),
            p.maxTexture2DLayered[2]);
  EXPECT_EQ(get(cudaDevAttrMemoryPoolsSupported), 1);
  EXPECT_EQ(get(cudaDevAttrReservedSharedMemoryPerBlock),
            int(p.reservedSharedMemPerBlock));
  for (int i = 1; i < cudaDevAttrMax; ++i)
    EXPECT_NE(get(cudaDeviceAttr(i)), -99);
  int value;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMax, 0),
            cudaErrorInvalidValue);
}

TEST_F(DeviceTest, HasABusId) {
  char id[16];
  int device = -1;
  ASSERT_EQ(cudaDeviceGetPCIBusId(id, sizeof id, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, id), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "0000:07:00.0"),
            cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "nonsense"),
            cudaErrorInvalidValue);
}

TEST_F(DeviceTest, SharesNothingWithOtherApis) {
  cudaExternalMemory_t memory;
  cudaExternalMemoryHandleDesc desc = {};
  EXPECT_EQ(cudaImportExternalMemory(&memory, &desc), cudaErrorNotSupported);
  EXPECT_EQ(cudaGraphicsMapResources(0, nullptr), cudaErrorNotSupported);
  void *function = &memory;
  cudaDriverEntryPointQueryResult status;
  EXPECT_EQ(cudaGetDriverEntryPoint("cuNoSuchFunction", &function, 0, &status),
            cudaSuccess);
  EXPECT_EQ(status, cudaDriverEntryPointSymbolNotFound);
  EXPECT_EQ(function, nullptr);
}

} // namespace
