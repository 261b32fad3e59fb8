//===- MemoryTest.cpp - Allocation ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <cstring>
#include <set>
#include <vector>

namespace {

using MemoryTest = RuntimeTest;

TEST_F(MemoryTest, IsAlignedTo256Bytes) {
  for (size_t bytes : {1, 100, 4096, 1 << 20, 5 << 20}) {
    float *p = nullptr;
    ASSERT_EQ(cudaMalloc(&p, bytes), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 256, 0u) << bytes;
    std::memset(p, 1, bytes);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
  }
}

TEST_F(MemoryTest, ZeroBytesAreNull) {
  void *p = &p;
  EXPECT_EQ(cudaMalloc(&p, 0), cudaSuccess);
  EXPECT_EQ(p, nullptr);
}

TEST_F(MemoryTest, FreeingNullDoesNothing) {
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(nullptr), cudaSuccess);
}

TEST_F(MemoryTest, DoubleFreeIsInvalid) {
  int *p;
  ASSERT_EQ(cudaMalloc(&p, 64), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, FreeingWhatWasNotAllocatedIsInvalid) {
  int local = 0;
  EXPECT_EQ(cudaFree(&local), cudaErrorInvalidValue);
  char *p;
  ASSERT_EQ(cudaMalloc(&p, 64), cudaSuccess);
  EXPECT_EQ(cudaFree(p + 16), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(MemoryTest, PinnedMemoryIsFreedByFreeHost) {
  int *p;
  ASSERT_EQ(cudaMallocHost(&p, 64), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(p), cudaSuccess);
}

TEST_F(MemoryTest, TooMuchIsOutOfMemory) {
  void *p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, size_t(1) << 60), cudaErrorMemoryAllocation);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
}

TEST_F(MemoryTest, PitchHoldsARow) {
  float *p;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&p, &pitch, 1000, 7), cudaSuccess);
  EXPECT_EQ(pitch, 1024u);
  EXPECT_EQ(cudaMemset2D(p, pitch, 0, 1000, 7), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST_F(MemoryTest, PointerAttributesTellTheKind) {
  cudaPointerAttributes a;
  int local = 0;
  EXPECT_EQ(cudaPointerGetAttributes(&a, &local), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeUnregistered);

  char *device, *host, *managed;
  cudaMalloc(&device, 64);
  cudaMallocHost(&host, 64);
  cudaMallocManaged(&managed, 64);
  cudaPointerGetAttributes(&a, device + 63);
  EXPECT_EQ(a.type, cudaMemoryTypeDevice);
  EXPECT_EQ(a.devicePointer, device + 63);
  EXPECT_EQ(a.hostPointer, nullptr);
  cudaPointerGetAttributes(&a, device + 64);
  EXPECT_NE(a.devicePointer, device + 64) << "one past the end is not inside";
  cudaPointerGetAttributes(&a, host);
  EXPECT_EQ(a.type, cudaMemoryTypeHost);
  cudaPointerGetAttributes(&a, managed);
  EXPECT_EQ(a.type, cudaMemoryTypeManaged);
}

TEST_F(MemoryTest, RegisteredMemoryIsBoth) {
  std::vector<char> v(4096);
  void *device = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&device, v.data(), 0),
            cudaErrorInvalidValue);
  ASSERT_EQ(cudaHostRegister(v.data(), v.size(), 0), cudaSuccess);
  EXPECT_EQ(cudaHostRegister(v.data() + 10, 10, 0),
            cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostGetDevicePointer(&device, v.data(), 0), cudaSuccess);
  EXPECT_EQ(device, v.data());
  EXPECT_EQ(cudaMemset(v.data(), 3, 10), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(v.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(v.data()), cudaErrorHostMemoryNotRegistered);
}

TEST_F(MemoryTest, InfoIsPlausible) {
  size_t free = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_GT(free, 0u);
  EXPECT_GE(total, free);
}

TEST_F(MemoryTest, ResetFreesEverything) {
  int *p;
  ASSERT_EQ(cudaMalloc(&p, 64), cudaSuccess);
  ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, HostMemoryTellsItsFlags) {
  std::vector<char> own(64);
  void *pinned;
  unsigned flags = 0;
  ASSERT_EQ(cudaHostAlloc(&pinned, 64, cudaHostAllocPortable), cudaSuccess);
  EXPECT_EQ(cudaHostGetFlags(&flags, static_cast<char *>(pinned) + 5),
            cudaSuccess);
  EXPECT_EQ(flags, unsigned(cudaHostAllocPortable | cudaHostAllocMapped));
  EXPECT_EQ(cudaHostGetFlags(&flags, own.data()), cudaErrorInvalidValue);
  EXPECT_EQ(cudaHostAlloc(&pinned, 64, 0x80), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, IsAlignedAsCudaAligns) {
  for (size_t bytes : {1, 100, 5000, 3000000}) {
    char *p;
    ASSERT_EQ(cudaMalloc(&p, bytes), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 512, 0u);
    cudaFree(p);
    ASSERT_EQ(cudaMallocAsync(&p, bytes, nullptr), cudaSuccess);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 512, 0u);
    cudaFree(p);
  }
}

TEST_F(MemoryTest, LargeArraysBeginAtDifferentPlacesOfPageAndCache) {
  const size_t bytes = 4 << 20, way = 128 << 10;
  char *arrays[4];
  std::set<uintptr_t> places, cachePlaces;
  for (char *&array : arrays) {
    ASSERT_EQ(cudaMalloc(&array, bytes), cudaSuccess);
    places.insert(reinterpret_cast<uintptr_t>(array) % 4096);
    cachePlaces.insert(reinterpret_cast<uintptr_t>(array) % way / 4096);
    memset(array, 1, bytes);
  }
  EXPECT_EQ(places.size(), 4u);
  EXPECT_EQ(cachePlaces.size(), 4u);
  for (char *array : arrays)
    EXPECT_EQ(cudaFree(array), cudaSuccess);
}

} // namespace
