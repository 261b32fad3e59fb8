//===- StreamTest.cpp - Streams -------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

namespace {

using StreamTest = RuntimeTest;

TEST_F(StreamTest, LivesUntilDestroyed) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
}

TEST_F(StreamTest, DefaultStreamsAreThere) {
  for (cudaStream_t s :
       {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread})
    EXPECT_EQ(cudaStreamSynchronize(s), cudaSuccess);
}

TEST_F(StreamTest, KeepsFlagsAndPriority) {
  int least = -1, greatest = 1;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  EXPECT_LE(greatest, least);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -1000),
            cudaSuccess);
  unsigned flags = 0;
  int priority = 0;
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(flags, unsigned(cudaStreamNonBlocking));
  EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(priority, greatest) << "clamped to the range";
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, 99), cudaErrorInvalidValue);
}

TEST_F(StreamTest, WorkOnADestroyedStreamFails) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  int *p;
  cudaMalloc(&p, 4);
  EXPECT_EQ(cudaMemsetAsync(p, 0, 4, stream), cudaErrorInvalidResourceHandle);
  HeddleLaunchConfig config = {{1, 1, 1}, {1, 1, 1}, 0, stream};
  EXPECT_NE(__heddle_launch_begin(&plainKernel, &config), 0);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
}

TEST_F(StreamTest, CallbacksRunInOrder) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int seen = 0;
  EXPECT_EQ(cudaStreamAddCallback(
                stream,
                [](cudaStream_t, cudaError_t status, void *data) {
                  EXPECT_EQ(status, cudaSuccess);
                  *static_cast<int *>(data) += 1;
                },
                &seen, 0),
            cudaSuccess);
  EXPECT_EQ(
      cudaLaunchHostFunc(
          stream, [](void *data) { *static_cast<int *>(data) *= 10; }, &seen),
      cudaSuccess);
  EXPECT_EQ(seen, 10);
}

TEST_F(StreamTest, KeepsItsAttributes) {
  cudaStream_t stream, other;
  cudaStreamCreateWithPriority(&stream, cudaStreamDefault, -2);
  cudaStreamCreate(&other);
  cudaStreamAttrValue value = {}, read = {};
  EXPECT_EQ(cudaStreamGetAttribute(stream, cudaStreamAttributePriority, &read),
            cudaSuccess);
  EXPECT_EQ(read.priority, -2);
  value.accessPolicyWindow.num_bytes = 4096;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  EXPECT_EQ(cudaStreamSetAttribute(
                stream, cudaStreamAttributeAccessPolicyWindow, &value),
            cudaSuccess);
  EXPECT_EQ(cudaStreamCopyAttributes(other, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow,
                                   &read),
            cudaSuccess);
  EXPECT_EQ(read.accessPolicyWindow.num_bytes, 4096u);
  EXPECT_EQ(
      cudaStreamSetAttribute(stream, cudaLaunchAttributeCooperative, &value),
      cudaErrorInvalidValue);
  int device = -1;
  unsigned long long id = 0, otherId = 0;
  EXPECT_EQ(cudaStreamGetDevice(stream, &device), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cudaStreamGetId(stream, &id), cudaSuccess);
  EXPECT_EQ(cudaStreamGetId(other, &otherId), cudaSuccess);
  EXPECT_NE(id, otherId);
}

} // namespace
