//===- DriverMemoryTest.cpp - Memory and launches of cuda.h ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"
#include <cstring>
#include <numeric>
#include <unistd.h>

namespace {

using DriverMemoryTest = DriverTest;

TEST_F(DriverMemoryTest, CopiesByDirection) {
  CUdeviceptr a, b;
  std::vector<int> host(64), back(64);
  std::iota(host.begin(), host.end(), 5);
  ASSERT_EQ(cuMemAlloc(&a, 256), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAlloc(&b, 256), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyHtoD(a, host.data(), 256), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoD(b, a, 256), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH(back.data(), b, 256), CUDA_SUCCESS);
  EXPECT_EQ(back, host);
  EXPECT_EQ(cuMemcpyHtoD(a, host.data(), 257), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoD(0, host.data(), 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      cuMemcpyDtoH(back.data(), reinterpret_cast<CUdeviceptr>(host.data()), 4),
      CUDA_ERROR_INVALID_VALUE)
      << "host memory is not the device's";
  back.assign(64, 0);
  EXPECT_EQ(cuMemcpy(reinterpret_cast<CUdeviceptr>(back.data()), a, 256),
            CUDA_SUCCESS);
  EXPECT_EQ(back, host);
  back.assign(64, 0);
  EXPECT_EQ(cuMemcpyPeer(b, context, a, context, 256), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoHAsync(back.data(), b, 256, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(back, host);
  EXPECT_EQ(cuMemFree(a), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(a), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(b), CUDA_SUCCESS);
}

TEST_F(DriverMemoryTest, SetsElementsOfAllSizes) {
  CUdeviceptr pointer;
  size_t pitch;
  ASSERT_EQ(cuMemAllocPitch(&pointer, &pitch, 40, 3, 4), CUDA_SUCCESS);
  EXPECT_GE(pitch, 40u);
  EXPECT_EQ(cuMemAllocPitch(&pointer, &pitch, 40, 3, 5),
            CUDA_ERROR_INVALID_VALUE);
  auto byte = [&](size_t at) {
    unsigned char value;
    EXPECT_EQ(cuMemcpyDtoH(&value, pointer + at, 1), CUDA_SUCCESS);
    return int(value);
  };
  EXPECT_EQ(cuMemsetD8(pointer, 0, 3 * pitch), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD2D8(pointer, pitch, 0xab, 5, 3), CUDA_SUCCESS);
  EXPECT_EQ(byte(2 * pitch + 4), 0xab);
  EXPECT_EQ(byte(2 * pitch + 5), 0);
  EXPECT_EQ(cuMemsetD16(pointer, 0x1234, 3), CUDA_SUCCESS);
  EXPECT_EQ(byte(4), 0x34);
  EXPECT_EQ(byte(5), 0x12);
  EXPECT_EQ(byte(6), 0);
  EXPECT_EQ(cuMemsetD2D16(pointer, pitch, 0x5678, 2, 2), CUDA_SUCCESS);
  EXPECT_EQ(byte(pitch + 3), 0x56);
  EXPECT_EQ(cuMemsetD2D32Async(pointer, pitch, 0x01020304, 1, 3, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(byte(2 * pitch + 3), 1);
  EXPECT_EQ(byte(2 * pitch + 4), 0xab);
  EXPECT_EQ(cuMemsetD32(pointer + 2, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD32(pointer, 1, 1 << 20), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD8(0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(pointer), CUDA_SUCCESS);
}

TEST_F(DriverMemoryTest, HostAndManagedMemory) {
  void *host;
  CUdeviceptr device, managed;
  unsigned flags;
  ASSERT_EQ(cuMemHostAlloc(&host, 128, CU_MEMHOSTALLOC_DEVICEMAP),
            CUDA_SUCCESS);
  EXPECT_EQ(cuMemHostGetDevicePointer(&device, host, 0), CUDA_SUCCESS);
  EXPECT_EQ(device, reinterpret_cast<CUdeviceptr>(host));
  EXPECT_EQ(cuMemHostGetFlags(&flags, host), CUDA_SUCCESS);
  EXPECT_TRUE(flags & CU_MEMHOSTALLOC_DEVICEMAP);
  unsigned type, isManaged;
  EXPECT_EQ(
      cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device),
      CUDA_SUCCESS);
  EXPECT_EQ(type, unsigned(CU_MEMORYTYPE_HOST));
  ASSERT_EQ(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL),
            CUDA_SUCCESS);
  EXPECT_EQ(cuMemAllocManaged(&managed, 64, 77), CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr base;
  size_t bytes;
  CUpointer_attribute which[] = {CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                 CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                 CU_POINTER_ATTRIBUTE_RANGE_SIZE};
  void *results[] = {&isManaged, &base, &bytes};
  EXPECT_EQ(cuPointerGetAttributes(3, which, results, managed + 10),
            CUDA_SUCCESS);
  EXPECT_EQ(isManaged, 1u);
  EXPECT_EQ(base, managed);
  EXPECT_EQ(bytes, 64u);
  int local;
  EXPECT_EQ(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  reinterpret_cast<CUdeviceptr>(&local)),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemGetAddressRange(&base, &bytes, managed + 5), CUDA_SUCCESS);
  EXPECT_EQ(base, managed);
  EXPECT_EQ(cuMemGetAddressRange(&base, &bytes, 12), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuMemFreeHost(host), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFreeHost(host), CUDA_ERROR_INVALID_VALUE);
  static char buffer[4096];
  EXPECT_EQ(cuMemHostRegister(buffer, sizeof buffer, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemHostRegister(buffer, sizeof buffer, 0),
            CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_EQ(cuMemHostUnregister(buffer), CUDA_SUCCESS);
  EXPECT_EQ(cuMemHostUnregister(buffer), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  size_t free, total;
  EXPECT_EQ(cuMemGetInfo(&free, &total), CUDA_SUCCESS);
  EXPECT_LE(free, total);
  EXPECT_EQ(cuMemFree(managed), CUDA_SUCCESS);
}

TEST_F(DriverMemoryTest, CopiesRectanglesAndArrays) {
  const int width = 6, height = 4;
  CUDA_ARRAY_DESCRIPTOR descriptor = {width, height, CU_AD_FORMAT_FLOAT, 1};
  CUarray array;
  ASSERT_EQ(cuArrayCreate(&array, &descriptor), CUDA_SUCCESS);
  CUDA_ARRAY_DESCRIPTOR read;
  EXPECT_EQ(cuArrayGetDescriptor(&read, array), CUDA_SUCCESS);
  EXPECT_EQ(read.Width, size_t(width));
  EXPECT_EQ(read.Format, CU_AD_FORMAT_FLOAT);
  EXPECT_EQ(read.NumChannels, 1u);
  descriptor.NumChannels = 3;
  CUarray bad;
  EXPECT_EQ(cuArrayCreate(&bad, &descriptor), CUDA_ERROR_INVALID_VALUE);

  float host[height][8], back[height][8] = {};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < 8; ++x)
      host[y][x] = 10 * y + x;
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = sizeof host[0];
  copy.srcXInBytes = 4;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = width * 4;
  copy.Height = height;
  ASSERT_EQ(cuMemcpy2D(&copy), CUDA_SUCCESS);
  CUDA_MEMCPY2D out = {};
  out.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  out.srcArray = array;
  out.srcXInBytes = 8;
  out.srcY = 1;
  out.dstMemoryType = CU_MEMORYTYPE_HOST;
  out.dstHost = back;
  out.dstPitch = sizeof back[0];
  out.dstY = 1;
  out.WidthInBytes = 8;
  out.Height = 2;
  ASSERT_EQ(cuMemcpy2DAsync(&out, nullptr), CUDA_SUCCESS);
  EXPECT_EQ(back[1][0], 13);
  EXPECT_EQ(back[2][1], 24);
  EXPECT_EQ(back[1][2], 0);
  EXPECT_EQ(back[3][0], 0);
  out.WidthInBytes = 7;
  EXPECT_EQ(cuMemcpy2D(&out), CUDA_ERROR_INVALID_VALUE) << "half an element";
  out.WidthInBytes = 8;
  out.dstPitch = 4;
  EXPECT_EQ(cuMemcpy2D(&out), CUDA_ERROR_INVALID_VALUE) << "rows overlap";
  EXPECT_EQ(cuMemcpy2D(nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuArrayDestroy(array), CUDA_SUCCESS);
  EXPECT_EQ(cuArrayDestroy(array), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(DriverMemoryTest, CopiesBoxes) {
  CUdeviceptr device;
  ASSERT_EQ(cuMemAlloc(&device, 4 * 8 * 16), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD8(device, 0, 4 * 8 * 16), CUDA_SUCCESS);
  unsigned char host[3][2][5];
  for (int i = 0; i < 30; ++i)
    (&host[0][0][0])[i] = i + 1;
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = 5;
  copy.srcHeight = 2;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = device;
  copy.dstPitch = 16;
  copy.dstHeight = 8;
  copy.dstXInBytes = 2;
  copy.dstY = 3;
  copy.dstZ = 1;
  copy.WidthInBytes = 5;
  copy.Height = 2;
  copy.Depth = 3;
  ASSERT_EQ(cuMemcpy3D(&copy), CUDA_SUCCESS);
  unsigned char all[4][8][16];
  ASSERT_EQ(cuMemcpyDtoH(all, device, sizeof all), CUDA_SUCCESS);
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 16; ++x) {
        bool inside = z >= 1 && y >= 3 && y < 5 && x >= 2 && x < 7;
        EXPECT_EQ(all[z][y][x], inside ? host[z - 1][y - 3][x - 2] : 0);
      }
  EXPECT_EQ(cuMemFree(device), CUDA_SUCCESS);
}

TEST_F(DriverMemoryTest, VirtualMemory) {
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  size_t page;
  ASSERT_EQ(cuMemGetAllocationGranularity(&page, &prop,
                                          CU_MEM_ALLOC_GRANULARITY_MINIMUM),
            CUDA_SUCCESS);
  CUdeviceptr place;
  CUmemGenericAllocationHandle first, second;
  ASSERT_EQ(cuMemAddressReserve(&place, 4 * page, 0, 0, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAddressReserve(&place, 17, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemCreate(&first, page, &prop, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemCreate(&second, page, &prop, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemCreate(&second, page + 1, &prop, 0), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemMap(place, page, 0, first, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemMap(place, page, 0, second, 0), CUDA_ERROR_INVALID_VALUE);
  ASSERT_EQ(cuMemMap(place + page, page, 0, second, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemMap(place + 3 * page, page, 0, first, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD8(place, 1, 1), CUDA_ERROR_INVALID_VALUE)
      << "no access yet";
  CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0},
                            CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  EXPECT_EQ(cuMemSetAccess(place, 3 * page, &access, 1),
            CUDA_ERROR_INVALID_VALUE)
      << "a gap";
  ASSERT_EQ(cuMemSetAccess(place, 2 * page, &access, 1), CUDA_SUCCESS);
  ASSERT_EQ(cuMemSetAccess(place + 3 * page, page, &access, 1), CUDA_SUCCESS);
  unsigned long long flags;
  EXPECT_EQ(cuMemGetAccess(&flags, &access.location, place + 5), CUDA_SUCCESS);
  EXPECT_EQ(flags, (unsigned long long)CU_MEM_ACCESS_FLAGS_PROT_READWRITE);

  // Across the border of two allocations, and at two addresses.
  EXPECT_EQ(cuMemsetD8(place + page - 4, 0x5a, 8), CUDA_SUCCESS);
  unsigned char bytes[8] = {};
  EXPECT_EQ(cuMemcpyDtoH(bytes, place + page, 4), CUDA_SUCCESS);
  EXPECT_EQ(bytes[3], 0x5a);
  EXPECT_EQ(cuMemcpyDtoH(bytes, place + 4 * page - 4, 4), CUDA_SUCCESS);
  EXPECT_EQ(bytes[0], 0x5a);

  // Through a file descriptor, as another process would.
  int file = -1;
  ASSERT_EQ(cuMemExportToShareableHandle(
                &file, second, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
            CUDA_SUCCESS);
  CUmemGenericAllocationHandle imported, retained;
  ASSERT_EQ(cuMemImportFromShareableHandle(
                &imported, reinterpret_cast<void *>(intptr_t(file)),
                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
            CUDA_SUCCESS);
  close(file);
  ASSERT_EQ(cuMemMap(place + 2 * page, page, 0, imported, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuMemSetAccess(place + 2 * page, page, &access, 1), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH(bytes, place + 2 * page, 1), CUDA_SUCCESS);
  EXPECT_EQ(bytes[0], 0x5a);
  EXPECT_EQ(cuMemRetainAllocationHandle(&retained,
                                        reinterpret_cast<void *>(place + 7)),
            CUDA_SUCCESS);
  EXPECT_EQ(retained, first);
  EXPECT_EQ(cuMemRelease(retained), CUDA_SUCCESS);
  CUmemAllocationProp same;
  EXPECT_EQ(cuMemGetAllocationPropertiesFromHandle(&same, first), CUDA_SUCCESS);
  EXPECT_EQ(same.requestedHandleTypes, prop.requestedHandleTypes);

  // The mapping keeps memory whose handle is gone.
  EXPECT_EQ(cuMemRelease(first), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(first), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD8(place, 3, 16), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(place), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAddressFree(place, 4 * page), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemUnmap(place, 4 * page), CUDA_SUCCESS);
  EXPECT_EQ(cuMemsetD8(place, 3, 16), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemUnmap(place, 4 * page), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemRelease(second), CUDA_SUCCESS);
  EXPECT_EQ(cuMemRelease(imported), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAddressFree(place, 4 * page), CUDA_SUCCESS);
  EXPECT_EQ(cuMemAddressFree(place, 4 * page), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverMemoryTest, CopiesAndFillsOfStreams) {
  CUdeviceptr a, b;
  ASSERT_EQ(cuMemAlloc(&a, 64), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAlloc(&b, 64), CUDA_SUCCESS);
  void *pinned = nullptr;
  EXPECT_OK(cuMemAllocHost(&pinned, 64));
  auto *bytes = static_cast<unsigned char *>(pinned);
  EXPECT_OK(cuMemsetD8Async(a, 1, 64, nullptr));
  EXPECT_OK(cuMemsetD16Async(a, 0x0202, 8, nullptr));
  EXPECT_OK(cuMemsetD2D8Async(a + 16, 8, 3, 2, 2, nullptr));
  EXPECT_OK(cuMemsetD2D16Async(a + 32, 8, 0x0404, 2, 2, nullptr));
  EXPECT_OK(cuMemcpyDtoDAsync(b, a, 64, nullptr));
  EXPECT_OK(
      cuMemcpyAsync(reinterpret_cast<CUdeviceptr>(bytes), b, 64, nullptr));
  EXPECT_EQ(bytes[15], 2);
  EXPECT_EQ(bytes[17], 3);
  EXPECT_EQ(bytes[18], 1);
  EXPECT_EQ(bytes[25], 3);
  EXPECT_EQ(bytes[43], 4);
  EXPECT_EQ(bytes[63], 1);
  bytes[0] = 99;
  EXPECT_OK(cuMemcpyHtoDAsync(a, bytes, 64, nullptr));
  EXPECT_OK(cuMemcpyPeerAsync(b, context, a, context, 64, nullptr));
  EXPECT_EQ(cuMemcpyPeerAsync(b, nullptr, a, context, 64, nullptr),
            CUDA_ERROR_INVALID_CONTEXT);
  CUDA_MEMCPY3D box = {};
  box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = b;
  box.dstMemoryType = CU_MEMORYTYPE_HOST;
  box.dstHost = bytes + 32;
  box.WidthInBytes = 4;
  box.Height = box.Depth = 1;
  EXPECT_OK(cuMemcpy3DAsync(&box, nullptr));
  EXPECT_EQ(bytes[32], 99);
  CUDA_MEMCPY2D plane = {};
  plane.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  plane.srcDevice = b;
  plane.srcPitch = 3;
  plane.dstMemoryType = CU_MEMORYTYPE_HOST;
  plane.dstHost = bytes + 40;
  plane.dstPitch = 2;
  plane.WidthInBytes = 2;
  plane.Height = 2;
  EXPECT_OK(cuMemcpy2DUnaligned(&plane));
  EXPECT_EQ(bytes[40], 99);
  EXPECT_EQ(cuMemcpy2DUnaligned(nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD16Async(a + 1, 0, 8, nullptr), CUDA_ERROR_INVALID_VALUE);
  int synchronous = 1;
  EXPECT_OK(
      cuPointerSetAttribute(&synchronous, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, a));
  EXPECT_EQ(
      cuPointerSetAttribute(&synchronous, CU_POINTER_ATTRIBUTE_BUFFER_ID, a),
      CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverMemoryTest, RowsOfArrays) {
  CUDA_ARRAY_DESCRIPTOR descriptor = {8, 0, CU_AD_FORMAT_SIGNED_INT32, 1};
  CUarray array;
  CUdeviceptr memory;
  ASSERT_EQ(cuArrayCreate(&array, &descriptor), CUDA_SUCCESS);
  ASSERT_EQ(cuMemAlloc(&memory, 32), CUDA_SUCCESS);
  int values[8] = {0, 1, 2, 3, 4, 5, 6, 7}, back[2] = {};
  EXPECT_OK(cuMemcpyHtoA(array, 0, values, 32));
  EXPECT_OK(cuMemcpyAtoD(memory, array, 8, 8));
  EXPECT_OK(cuMemcpyDtoA(array, 24, memory, 8));
  EXPECT_OK(cuMemcpyAtoH(back, array, 24, 8));
  EXPECT_EQ(back[0], 2);
  EXPECT_EQ(back[1], 3);
  EXPECT_EQ(cuMemcpyHtoA(nullptr, 0, values, 32), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemcpyHtoA(array, 8, values, 32), CUDA_ERROR_INVALID_VALUE);
}

} // namespace
