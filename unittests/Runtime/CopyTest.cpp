//===- CopyTest.cpp - Copies, and the checks on them ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <algorithm>
#include <numeric>
#include <vector>

namespace {

class CopyTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    std::iota(host.begin(), host.end(), 1);
    ASSERT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&other, bytes), cudaSuccess);
  }

  static constexpr size_t count = 100, bytes = count * sizeof(int);
  std::vector<int> host = std::vector<int>(count);
  int *device = nullptr, *other = nullptr;
};

// All cores share what is long: parts of pages, and a rest.
TEST(Copy, LongRows) {
  const size_t bytes = (5u << 20) + 123;
  std::vector<unsigned char> host(bytes), back(bytes);
  for (size_t i = 0; i < bytes; ++i)
    host[i] = static_cast<unsigned char>(i * 7 + i / 4096);
  unsigned char *device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, bytes + 2), cudaSuccess);
  ASSERT_EQ(cudaMemset(device, 0xab, bytes + 2), cudaSuccess);
  EXPECT_EQ(std::count(device, device + bytes + 2, 0xab),
            static_cast<ptrdiff_t>(bytes + 2));
  ASSERT_EQ(cudaMemcpy(device + 1, host.data(), bytes, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(device[0], 0xab);
  EXPECT_EQ(device[bytes + 1], 0xab);
  ASSERT_EQ(cudaMemcpy(back.data(), device + 1, bytes, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_TRUE(back == host);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(CopyTest, ThereAndBack) {
  std::vector<int> back(count);
  EXPECT_EQ(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpy(other, device, bytes, cudaMemcpyDeviceToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(back.data(), other, bytes, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(back, host);
}

TEST_F(CopyTest, WrongDirectionIsInvalid) {
  std::vector<int> back(count);
  EXPECT_EQ(cudaMemcpy(back.data(), host.data(), bytes, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, host.data(), bytes, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(back.data(), host.data(), bytes, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, other, bytes, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, host.data(), bytes, cudaMemcpyDeviceToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device, other, bytes, cudaMemcpyHostToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(back, std::vector<int>(count)) << "nothing was copied";
}

TEST_F(CopyTest, UnknownDirectionHasItsOwnError) {
  EXPECT_EQ(
      cudaMemcpy(device, host.data(), bytes, static_cast<cudaMemcpyKind>(77)),
      cudaErrorInvalidMemcpyDirection);
}

TEST_F(CopyTest, PastTheEndIsInvalid) {
  std::vector<int> more(2 * count);
  EXPECT_EQ(cudaMemcpy(device, more.data(), bytes + 1, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device + 1, more.data(), bytes, cudaMemcpyHostToDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(device + 1, 0, bytes), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(device + 1, 0, bytes - sizeof(int)), cudaSuccess);
}

TEST_F(CopyTest, NothingMayComeFromAnywhere) {
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(cudaMemset(nullptr, 0, 0), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(nullptr, host.data(), 4, cudaMemcpyDefault),
            cudaErrorInvalidValue);
}

TEST_F(CopyTest, DefaultInfersTheDirection) {
  std::vector<int> back(count);
  EXPECT_EQ(cudaMemcpy(device, host.data(), bytes, cudaMemcpyDefault),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpy(back.data(), device, bytes, cudaMemcpyDefault),
            cudaSuccess);
  EXPECT_EQ(back, host);
}

TEST_F(CopyTest, PinnedAndManagedAreOnBothSides) {
  int *pinned, *managed;
  cudaMallocHost(&pinned, bytes);
  cudaMallocManaged(&managed, bytes);
  for (int *both : {pinned, managed}) {
    EXPECT_EQ(cudaMemcpy(both, host.data(), bytes, cudaMemcpyHostToDevice),
              cudaSuccess);
    EXPECT_EQ(cudaMemcpy(device, both, bytes, cudaMemcpyHostToDevice),
              cudaSuccess);
    EXPECT_EQ(cudaMemcpy(both, device, bytes, cudaMemcpyDeviceToHost),
              cudaSuccess);
    EXPECT_EQ(both[count - 1], int(count));
  }
}

TEST_F(CopyTest, RowsWithAPitch) {
  // Rows of 3 ints out of rows of 10 into rows of 5.
  EXPECT_EQ(cudaMemset(device, 0xff, bytes), cudaSuccess);
  EXPECT_EQ(
      cudaMemcpy2D(device, 20, host.data(), 40, 12, 4, cudaMemcpyHostToDevice),
      cudaSuccess);
  std::vector<int> back(count);
  cudaMemcpy(back.data(), device, bytes, cudaMemcpyDeviceToHost);
  for (int y = 0; y < 4; ++y) {
    EXPECT_EQ(back[5 * y], host[10 * y]);
    EXPECT_EQ(back[5 * y + 2], host[10 * y + 2]);
    EXPECT_EQ(back[5 * y + 3], -1) << "between the rows";
  }
  EXPECT_EQ(
      cudaMemcpy2D(device, 10, host.data(), 40, 12, 4, cudaMemcpyHostToDevice),
      cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(device, 20, host.data(), 40, 12, 100,
                         cudaMemcpyHostToDevice),
            cudaErrorInvalidValue)
      << "the last rows lie past the end";
}

TEST_F(CopyTest, BoxesWithPitches) {
  cudaPitchedPtr box;
  cudaExtent extent = make_cudaExtent(2 * sizeof(int), 3, 4);
  ASSERT_EQ(cudaMalloc3D(&box, extent), cudaSuccess);
  ASSERT_EQ(cudaMemset3D(box, 0, extent), cudaSuccess);
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = make_cudaPitchedPtr(host.data(), 8, 8, 3);
  parms.dstPtr = box;
  parms.extent = extent;
  parms.kind = cudaMemcpyHostToDevice;
  ASSERT_EQ(cudaMemcpy3D(&parms), cudaSuccess);
  const char *slice = static_cast<char *>(box.ptr) + 3 * box.pitch * 3;
  EXPECT_EQ(*reinterpret_cast<const int *>(slice + 2 * box.pitch + 4),
            host[2 * 3 * 4 - 1]);
}

TEST_F(CopyTest, BatchesStopAtTheFirstError) {
  char a[] = "one", b[] = "two", *p, *q;
  cudaMalloc(&p, 4);
  cudaMalloc(&q, 4);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  void *to[] = {p, q}, *from[] = {a, b};
  size_t sizes[] = {4, 4}, failed = 99;
  EXPECT_EQ(cudaMemcpyBatchAsync(to, from, sizes, 2, nullptr, nullptr, 0,
                                 &failed, stream),
            cudaSuccess);
  EXPECT_STREQ(q, "two");
  sizes[1] = 5; // past the end
  EXPECT_EQ(cudaMemcpyBatchAsync(to, from, sizes, 2, nullptr, nullptr, 0,
                                 &failed, stream),
            cudaErrorInvalidValue);
  EXPECT_EQ(failed, 1u);
}

} // namespace
