//===- MemPoolTest.cpp - Memory pools, advice and handles of memory -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <thread>
#include <vector>

namespace {

using MemPoolTest = RuntimeTest;

uint64_t get(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  uint64_t value = ~0ull;
  EXPECT_EQ(cudaMemPoolGetAttribute(pool, attribute, &value), cudaSuccess);
  return value;
}

TEST_F(MemPoolTest, HoldsWhatIsFreedUntilTheNextWait) {
  cudaMemPool_t pool;
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  char *a, *b;
  ASSERT_EQ(cudaMallocAsync(&a, 1000, nullptr), cudaSuccess);
  EXPECT_EQ(get(pool, cudaMemPoolAttrUsedMemCurrent), 1000u);
  EXPECT_EQ(cudaMemset(a, 1, 1001), cudaErrorInvalidValue) << "past the end";
  ASSERT_EQ(cudaFreeAsync(a, nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(a, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(a, 1, 4), cudaErrorInvalidValue) << "freed";
  EXPECT_EQ(get(pool, cudaMemPoolAttrUsedMemCurrent), 0u);
  EXPECT_GE(get(pool, cudaMemPoolAttrReservedMemCurrent), 1000u);
  ASSERT_EQ(cudaMallocAsync(&b, 900, nullptr), cudaSuccess);
  EXPECT_EQ(a, b) << "used again";
  ASSERT_EQ(cudaFree(b), cudaSuccess) << "cudaFree does as well";
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(get(pool, cudaMemPoolAttrReservedMemCurrent), 0u);
  EXPECT_EQ(get(pool, cudaMemPoolAttrUsedMemHigh), 1000u);
  uint64_t zero = 0, one = 1;
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero),
            cudaSuccess);
  EXPECT_EQ(get(pool, cudaMemPoolAttrUsedMemHigh), 0u);
}

TEST_F(MemPoolTest, KeepsUpToItsThreshold) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = {cudaMemLocationTypeDevice, 0};
  cudaMemPool_t pool, current;
  ASSERT_EQ(cudaMemPoolCreate(&pool, &props), cudaSuccess);
  uint64_t threshold = ~0ull;
  ASSERT_EQ(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold,
                                    &threshold),
            cudaSuccess);
  ASSERT_EQ(cudaDeviceSetMemPool(0, pool), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetMemPool(&current, 0), cudaSuccess);
  EXPECT_EQ(current, pool);
  float *p;
  ASSERT_EQ(cudaMallocAsync(&p, 3 << 20, nullptr), cudaSuccess);
  ASSERT_EQ(cudaFreeAsync(p, nullptr), cudaSuccess);
  cudaDeviceSynchronize();
  EXPECT_EQ(get(pool, cudaMemPoolAttrReservedMemCurrent), 4u << 20);
  EXPECT_EQ(cudaMemPoolTrimTo(pool, 0), cudaSuccess);
  EXPECT_EQ(get(pool, cudaMemPoolAttrReservedMemCurrent), 0u);

  ASSERT_EQ(cudaMallocFromPoolAsync(&p, 64, pool, nullptr), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaSuccess);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(p, 0, 64), cudaSuccess) << "outlives its pool's handle";
  EXPECT_EQ(cudaFreeAsync(p, nullptr), cudaSuccess);
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceGetMemPool(&current, 0);
  EXPECT_EQ(current, pool);
  EXPECT_EQ(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}

TEST_F(MemPoolTest, AccessAndSharing) {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  EXPECT_EQ(cudaMemPoolGetAccess(&flags, pool, &here), cudaSuccess);
  EXPECT_EQ(flags, cudaMemAccessFlagsProtReadWrite);
  cudaMemAccessDesc none = {here, cudaMemAccessFlagsProtNone};
  EXPECT_EQ(cudaMemPoolSetAccess(pool, &none, 1), cudaErrorInvalidValue);
  int handle;
  EXPECT_EQ(cudaMemPoolExportToShareableHandle(
                &handle, pool, cudaMemHandleTypePosixFileDescriptor, 0),
            cudaErrorNotSupported);
}

TEST_F(MemPoolTest, ServesManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 500; ++i) {
        char *p = nullptr;
        size_t bytes = 1 + 997 * ((i * 7 + t) % 50);
        ASSERT_EQ(cudaMallocAsync(&p, bytes, cudaStreamPerThread), cudaSuccess);
        EXPECT_EQ(cudaMemsetAsync(p, t, bytes, cudaStreamPerThread),
                  cudaSuccess);
        EXPECT_EQ(p[bytes - 1], t);
        EXPECT_EQ(cudaFreeAsync(p, cudaStreamPerThread), cudaSuccess);
        if (i % 50 == 0)
          cudaStreamSynchronize(cudaStreamPerThread);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  EXPECT_EQ(get(pool, cudaMemPoolAttrUsedMemCurrent), 0u);
}

using AdviceTest = RuntimeTest;

int get(cudaMemRangeAttribute attribute, const void *p, size_t bytes) {
  int value = -99;
  EXPECT_EQ(cudaMemRangeGetAttribute(&value, sizeof value, attribute, p, bytes),
            cudaSuccess);
  return value;
}

TEST_F(AdviceTest, IsKeptByPages) {
  char *p;
  ASSERT_EQ(cudaMallocManaged(&p, 4 * 4096), cudaSuccess);
  EXPECT_EQ(get(cudaMemRangeAttributeReadMostly, p, 4096), 0);
  EXPECT_EQ(get(cudaMemRangeAttributePreferredLocation, p, 4096),
            cudaInvalidDeviceId);
  ASSERT_EQ(cudaMemAdvise(p, 2 * 4096, cudaMemAdviseSetReadMostly, 0),
            cudaSuccess);
  EXPECT_EQ(get(cudaMemRangeAttributeReadMostly, p, 4096), 1);
  EXPECT_EQ(get(cudaMemRangeAttributeReadMostly, p, 4 * 4096), 0);
  ASSERT_EQ(cudaMemAdvise(p, 4 * 4096, cudaMemAdviseSetPreferredLocation,
                          cudaCpuDeviceId),
            cudaSuccess);
  EXPECT_EQ(get(cudaMemRangeAttributePreferredLocation, p, 4 * 4096),
            cudaCpuDeviceId);
  cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  ASSERT_EQ(cudaMemAdvise(p, 4096, cudaMemAdviseSetAccessedBy, device),
            cudaSuccess);
  int accessed[2] = {7, 7};
  ASSERT_EQ(cudaMemRangeGetAttribute(accessed, sizeof accessed,
                                     cudaMemRangeAttributeAccessedBy, p, 4096),
            cudaSuccess);
  EXPECT_EQ(accessed[0], 0);
  EXPECT_EQ(accessed[1], cudaInvalidDeviceId);
  ASSERT_EQ(cudaMemPrefetchAsync(p, 4096, 0), cudaSuccess);
  ASSERT_EQ(cudaMemPrefetchAsync(p + 4096, 4096, device, 0, nullptr),
            cudaSuccess);
  EXPECT_EQ(get(cudaMemRangeAttributeLastPrefetchLocation, p, 2 * 4096), 0);
  EXPECT_EQ(get(cudaMemRangeAttributeLastPrefetchLocation, p, 3 * 4096),
            cudaInvalidDeviceId);
  EXPECT_EQ(get(cudaMemRangeAttributeLastPrefetchLocationType, p, 4096),
            cudaMemLocationTypeDevice);
  int most = 0, where = 0;
  void *results[] = {&most, &where};
  size_t sizes[] = {4, 4};
  cudaMemRangeAttribute which[] = {cudaMemRangeAttributeReadMostly,
                                   cudaMemRangeAttributePreferredLocation};
  EXPECT_EQ(cudaMemRangeGetAttributes(results, sizes, which, 2, p, 4096),
            cudaSuccess);
  EXPECT_EQ(most, 1);
  EXPECT_EQ(where, cudaCpuDeviceId);
  cudaFree(p);
}

TEST_F(AdviceTest, IsForManagedMemoryAndKnownDevices) {
  char *p, *managed;
  cudaMalloc(&p, 4096);
  cudaMallocManaged(&managed, 4096);
  EXPECT_EQ(cudaMemPrefetchAsync(p, 4096, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, 4096, 77), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaMemPrefetchAsync(managed, 8192, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemAdvise(managed, 4096, cudaMemoryAdvise(99), 0),
            cudaErrorInvalidValue);
}

using IpcTest = RuntimeTest;

TEST_F(IpcTest, WorksWithinTheProcess) {
  int *p, *q = nullptr;
  cudaMalloc(&p, 64);
  cudaIpcMemHandle_t handle;
  ASSERT_EQ(cudaIpcGetMemHandle(&handle, p), cudaSuccess);
  ASSERT_EQ(
      cudaIpcOpenMemHandle((void **)&q, handle, cudaIpcMemLazyEnablePeerAccess),
      cudaSuccess);
  EXPECT_EQ(p, q);
  EXPECT_EQ(cudaIpcCloseMemHandle(q), cudaSuccess);
  handle.reserved[9] ^= 1; // the process
  EXPECT_EQ(
      cudaIpcOpenMemHandle((void **)&q, handle, cudaIpcMemLazyEnablePeerAccess),
      cudaErrorNotSupported);
  handle = {};
  EXPECT_EQ(
      cudaIpcOpenMemHandle((void **)&q, handle, cudaIpcMemLazyEnablePeerAccess),
      cudaErrorInvalidResourceHandle);

  cudaEvent_t event, same, plain;
  cudaIpcEventHandle_t eventHandle;
  cudaEventCreate(&plain);
  EXPECT_EQ(cudaEventCreateWithFlags(&event, cudaEventInterprocess),
            cudaErrorInvalidValue);
  ASSERT_EQ(cudaEventCreateWithFlags(&event, cudaEventInterprocess |
                                                 cudaEventDisableTiming),
            cudaSuccess);
  EXPECT_EQ(cudaIpcGetEventHandle(&eventHandle, plain),
            cudaErrorInvalidResourceHandle);
  ASSERT_EQ(cudaIpcGetEventHandle(&eventHandle, event), cudaSuccess);
  ASSERT_EQ(cudaIpcOpenEventHandle(&same, eventHandle), cudaSuccess);
  EXPECT_EQ(same, event);
}

} // namespace
