//===- EventTest.cpp - Events and times -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <chrono>
#include <thread>

namespace {

using EventTest = RuntimeTest;

TEST_F(EventTest, MeasureTime) {
  cudaEvent_t start, stop;
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&stop), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(start), cudaSuccess);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(cudaEventRecord(stop, 0), cudaSuccess);
  EXPECT_EQ(cudaEventSynchronize(stop), cudaSuccess);
  float ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
  EXPECT_GE(ms, 20);
  EXPECT_LT(ms, 2000);
  EXPECT_EQ(cudaEventElapsedTime(&ms, stop, start), cudaSuccess);
  EXPECT_LE(ms, -20);
}

TEST_F(EventTest, NeedRecordingAndTiming) {
  cudaEvent_t recorded, not_recorded, untimed;
  cudaEventCreate(&recorded);
  cudaEventCreate(&not_recorded);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  cudaEventRecord(recorded);
  cudaEventRecord(untimed);
  float ms;
  EXPECT_EQ(cudaEventElapsedTime(&ms, recorded, not_recorded),
            cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventElapsedTime(&ms, untimed, recorded),
            cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventQuery(not_recorded), cudaSuccess);
}

TEST_F(EventTest, LiveUntilDestroyed) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  EXPECT_EQ(cudaStreamWaitEvent(0, event), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventRecord(event), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamWaitEvent(0, event), cudaErrorInvalidResourceHandle);
}

} // namespace
