//===- DriverPoolTest.cpp - Memory pools, ranges and batches of cuda.h ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"
#include <cstring>

namespace {

using DriverPoolTest = DriverTest;

TEST_F(DriverPoolTest, Pools) {
  CUmemPoolProps props = {};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  CUmemoryPool pool, first, now;
  EXPECT_OK(cuMemPoolCreate(&pool, &props));
  cuuint64_t threshold = 1 << 20, value = 0;
  EXPECT_OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
                                  &threshold));
  EXPECT_OK(
      cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  EXPECT_EQ(value, threshold);
  CUdeviceptr a, b;
  EXPECT_OK(cuMemAllocFromPoolAsync(&a, 4096, pool, nullptr));
  EXPECT_OK(cuMemsetD8(a, 1, 4096));
  EXPECT_OK(
      cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
  EXPECT_GE(value, 4096u);
  EXPECT_OK(cuMemFreeAsync(a, nullptr));
  EXPECT_OK(cuMemPoolTrimTo(pool, 0));
  EXPECT_OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT,
                                  &value));
  EXPECT_EQ(value, 0u);

  CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                            CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  EXPECT_OK(cuMemPoolSetAccess(pool, &access, 1));
  CUmemAccess_flags flags;
  EXPECT_OK(cuMemPoolGetAccess(&flags, pool, &access.location));
  EXPECT_EQ(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);

  EXPECT_OK(cuDeviceGetDefaultMemPool(&first, 0));
  EXPECT_OK(cuDeviceGetMemPool(&now, 0));
  EXPECT_EQ(now, first);
  cudaMemPool_t ofRuntime;
  EXPECT_EQ(cudaDeviceGetDefaultMemPool(&ofRuntime, 0), cudaSuccess);
  EXPECT_EQ(ofRuntime, first) << "one pool for both APIs";
  EXPECT_OK(cuDeviceSetMemPool(0, pool));
  EXPECT_OK(cuMemAllocAsync(&b, 64, nullptr));
  EXPECT_OK(
      cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &value));
  EXPECT_GE(value, 64u);
  EXPECT_OK(cuMemFreeAsync(b, nullptr));
  EXPECT_OK(cuDeviceSetMemPool(0, first));
  EXPECT_OK(cuMemPoolDestroy(pool));
  EXPECT_EQ(cuMemPoolDestroy(pool), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemPoolTrimTo(pool, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemPoolCreate(&pool, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGetMemPool(&pool, 5), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuMemAllocAsync(&b, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAllocAsync(nullptr, 8, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemPoolExportToShareableHandle(
                nullptr, first, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
            CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(cuMemPoolImportFromShareableHandle(
                &pool, nullptr, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
            CUDA_ERROR_NOT_SUPPORTED);
  CUmemPoolPtrExportData data;
  EXPECT_EQ(cuMemPoolExportPointer(&data, b), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(cuMemPoolImportPointer(&b, first, &data), CUDA_ERROR_NOT_SUPPORTED);
}

TEST_F(DriverPoolTest, RangesAndAdvice) {
  CUdeviceptr memory;
  ASSERT_EQ(cuMemAllocManaged(&memory, 1 << 16, CU_MEM_ATTACH_GLOBAL),
            CUDA_SUCCESS);
  EXPECT_OK(cuMemAdvise(memory, 1 << 16, CU_MEM_ADVISE_SET_READ_MOSTLY, 0));
  int mostly = 0, where = 9;
  EXPECT_OK(cuMemRangeGetAttribute(&mostly, sizeof mostly,
                                   CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory,
                                   1 << 16));
  EXPECT_EQ(mostly, 1);
  CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};
  EXPECT_OK(cuMemAdvise_v2(memory, 1 << 16,
                           CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
  EXPECT_OK(cuMemPrefetchAsync(memory, 1 << 16, 0, nullptr));
  EXPECT_OK(cuMemPrefetchAsync_v2(memory, 1 << 16, host, 0, nullptr));
  void *data[] = {&mostly, &where};
  size_t sizes[] = {sizeof mostly, sizeof where};
  CUmem_range_attribute attributes[] = {
      CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
      CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
  EXPECT_OK(
      cuMemRangeGetAttributes(data, sizes, attributes, 2, memory, 1 << 16));
  EXPECT_EQ(where, CU_DEVICE_CPU);
  EXPECT_EQ(cuMemRangeGetAttribute(&mostly, 3,
                                   CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory,
                                   1 << 16),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAdvise(memory, 1 << 16, static_cast<CUmem_advise>(99), 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemPrefetchAsync(memory, 0, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverPoolTest, Batches) {
  CUstream stream;
  CUdeviceptr a, b;
  ASSERT_EQ(cuStreamCreate(&stream, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAlloc(&a, 64), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAlloc(&b, 64), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD8(a, 7, 64), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD8(b, 0, 64), CUDA_SUCCESS);
  CUdeviceptr from[] = {a, a + 8}, to[] = {b, b + 32};
  size_t sizes[] = {4, 16}, index = 0, failed = 9;
  CUmemcpyAttributes how = {};
  how.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  EXPECT_OK(
      cuMemcpyBatchAsync(to, from, sizes, 2, &how, &index, 1, &failed, stream));
  unsigned char host[64];
  ASSERT_EQ(cuMemcpyDtoH(host, b, 64), CUDA_SUCCESS);
  EXPECT_EQ(host[3], 7);
  EXPECT_EQ(host[4], 0);
  EXPECT_EQ(host[47], 7);

  // A box of 4 by 2 bytes, from rows of 8 to rows of 4.
  CUDA_MEMCPY3D_BATCH_OP box = {};
  box.src.type = box.dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
  for (int i = 0; i < 64; ++i)
    host[i] = static_cast<unsigned char>(i);
  ASSERT_EQ(cuMemcpyHtoD(a, host, 64), CUDA_SUCCESS);
  box.src.op.ptr.ptr = a;
  box.src.op.ptr.rowLength = 8;
  box.dst.op.ptr.ptr = b;
  box.extent = {4, 2, 1};
  box.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
  EXPECT_OK(cuMemcpy3DBatchAsync(1, &box, &failed, 0, stream));
  ASSERT_EQ(cuMemcpyDtoH(host, b, 8), CUDA_SUCCESS);
  EXPECT_EQ(host[3], 3);
  EXPECT_EQ(host[4], 8);
  box.src.type = static_cast<CUmemcpy3DOperandType>(5);
  EXPECT_EQ(cuMemcpy3DBatchAsync(1, &box, &failed, 0, stream),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(failed, 0u);
  EXPECT_EQ(
      cuMemcpyBatchAsync(to, from, sizes, 0, &how, &index, 1, &failed, stream),
      CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemBatchDecompressAsync(nullptr, 0, 0, &failed, stream),
            CUDA_ERROR_NOT_SUPPORTED);
}

TEST_F(DriverPoolTest, HandlesForOtherProcesses) {
  CUdeviceptr memory, opened;
  CUipcMemHandle handle;
  ASSERT_EQ(cuMemAlloc(&memory, 64), CUDA_SUCCESS);
  EXPECT_OK(cuIpcGetMemHandle(&handle, memory));
  EXPECT_OK(
      cuIpcOpenMemHandle(&opened, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  EXPECT_EQ(opened, memory) << "in this process";
  EXPECT_OK(cuIpcCloseMemHandle(opened));
  CUevent event, other;
  CUipcEventHandle eventHandle;
  ASSERT_EQ(
      cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING),
      CUDA_SUCCESS);
  EXPECT_OK(cuIpcGetEventHandle(&eventHandle, event));
  EXPECT_OK(cuIpcOpenEventHandle(&other, eventHandle));
  EXPECT_EQ(other, event);
  EXPECT_EQ(cuIpcGetMemHandle(nullptr, memory), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuIpcOpenMemHandle(&opened, handle, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuIpcGetEventHandle(&eventHandle, nullptr),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuIpcCloseMemHandle(3), CUDA_ERROR_INVALID_VALUE);
}

} // namespace
