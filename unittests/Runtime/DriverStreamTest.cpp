//===- DriverStreamTest.cpp - Values in memory, attributes of streams -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"

namespace {

class DriverStreamTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    ASSERT_EQ(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuMemAllocManaged(&memory, 64, CU_MEM_ATTACH_GLOBAL),
              CUDA_SUCCESS);
    word = reinterpret_cast<unsigned *>(memory);
    wide = reinterpret_cast<unsigned long long *>(memory + 8);
    *word = 0;
    *wide = 0;
  }

  CUstream stream = nullptr;
  CUdeviceptr memory = 0;
  unsigned *word = nullptr;
  unsigned long long *wide = nullptr;
};

TEST_F(DriverStreamTest, WritesAndWaits) {
  EXPECT_OK(cuStreamWriteValue32(stream, memory, 5, 0));
  EXPECT_EQ(*word, 5u);
  EXPECT_OK(cuStreamWriteValue64(stream, memory + 8, 1ull << 40, 0));
  EXPECT_EQ(*wide, 1ull << 40);
  EXPECT_OK(cuStreamWaitValue32(stream, memory, 4, CU_STREAM_WAIT_VALUE_GEQ));
  EXPECT_OK(cuStreamWaitValue32(stream, memory, 5, CU_STREAM_WAIT_VALUE_EQ));
  EXPECT_OK(cuStreamWaitValue32(stream, memory, 4, CU_STREAM_WAIT_VALUE_AND));
  EXPECT_OK(cuStreamWaitValue32(stream, memory, 2,
                                CU_STREAM_WAIT_VALUE_NOR |
                                    CU_STREAM_WAIT_VALUE_FLUSH));
  EXPECT_OK(cuStreamWaitValue64(stream, memory + 8, 1ull << 40,
                                CU_STREAM_WAIT_VALUE_EQ));
  // Greater or equal counts around zero.
  *word = 3;
  EXPECT_OK(cuStreamWaitValue32(stream, memory, 0xfffffff0u,
                                CU_STREAM_WAIT_VALUE_GEQ));
  // Another thread writes what a stream waits for.
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    __atomic_store_n(word, 77, __ATOMIC_RELEASE);
  });
  EXPECT_OK(cuStreamWaitValue32(stream, memory, 77, CU_STREAM_WAIT_VALUE_EQ));
  writer.join();

  EXPECT_EQ(cuStreamWriteValue32(stream, memory + 2, 5, 0),
            CUDA_ERROR_INVALID_VALUE)
      << "not aligned";
  EXPECT_EQ(cuStreamWriteValue64(stream, memory + 4, 5, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamWriteValue32(stream, 0, 5, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuStreamWaitValue32(stream, memory, 5, 16),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(
      cuStreamWriteValue32(reinterpret_cast<CUstream>(&memory), memory, 5, 0),
      CUDA_ERROR_INVALID_HANDLE);
  int can = 0;
  EXPECT_OK(cuDeviceGetAttribute(
      &can, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 0));
  EXPECT_EQ(can, 1);
}

TEST_F(DriverStreamTest, Batches) {
  CUstreamBatchMemOpParams operations[3] = {};
  operations[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  operations[0].writeValue.address = memory;
  operations[0].writeValue.value = 3;
  operations[1].memoryBarrier.operation = CU_STREAM_MEM_OP_BARRIER;
  operations[2].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  operations[2].waitValue.address = memory;
  operations[2].waitValue.value = 3;
  EXPECT_OK(cuStreamBatchMemOp(stream, 3, operations, 0));
  EXPECT_EQ(*word, 3u);
  operations[1].operation = static_cast<CUstreamBatchMemOpType>(17);
  operations[0].writeValue.value = 4;
  EXPECT_EQ(cuStreamBatchMemOp(stream, 3, operations, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(*word, 3u) << "nothing is done";
  EXPECT_EQ(cuStreamBatchMemOp(stream, 0, operations, 0),
            CUDA_ERROR_INVALID_VALUE);

  // Captured, they are a node.
  CUgraph graph;
  ASSERT_EQ(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED),
            CUDA_SUCCESS);
  EXPECT_OK(cuStreamWriteValue32(stream, memory, 9, 0));
  ASSERT_EQ(cuStreamEndCapture(stream, &graph), CUDA_SUCCESS);
  EXPECT_EQ(*word, 3u);
  CUgraphExec exec;
  ASSERT_EQ(cuGraphInstantiate(&exec, graph, 0), CUDA_SUCCESS);
  EXPECT_OK(cuGraphLaunch(exec, stream));
  EXPECT_EQ(*word, 9u);
}

TEST_F(DriverStreamTest, Attributes) {
  CUstreamAttrValue value = {}, read = {};
  value.syncPolicy = CU_SYNC_POLICY_SPIN;
  EXPECT_OK(cuStreamSetAttribute(
      stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  CUstream other;
  ASSERT_EQ(cuStreamCreateWithPriority(&other, CU_STREAM_NON_BLOCKING, -1),
            CUDA_SUCCESS);
  EXPECT_OK(cuStreamCopyAttributes(other, stream));
  EXPECT_OK(cuStreamGetAttribute(
      other, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &read));
  EXPECT_EQ(read.syncPolicy, CU_SYNC_POLICY_SPIN);
  EXPECT_EQ(cuStreamGetAttribute(
                stream, CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  CUcontext owner;
  CUgreenCtx green = reinterpret_cast<CUgreenCtx>(&owner);
  EXPECT_OK(cuStreamGetCtx_v2(stream, &owner, &green));
  EXPECT_EQ(owner, context);
  EXPECT_EQ(green, nullptr);
  green = reinterpret_cast<CUgreenCtx>(&owner);
  EXPECT_OK(cuStreamGetGreenCtx(stream, &green));
  EXPECT_EQ(green, nullptr);
  int priority = 9;
  EXPECT_OK(cuStreamGetPriority(other, &priority));
  EXPECT_EQ(priority, -1);
  unsigned long long one, two;
  EXPECT_OK(cuStreamGetId(stream, &one));
  EXPECT_OK(cuStreamGetId(other, &two));
  EXPECT_NE(one, two);
  CUdevice device = 7;
  EXPECT_OK(cuStreamGetDevice(stream, &device));
  EXPECT_EQ(device, 0);
  EXPECT_OK(cuStreamAttachMemAsync(stream, memory, 0, CU_MEM_ATTACH_SINGLE));
  EXPECT_EQ(cuStreamAttachMemAsync(stream, memory, 0, 77),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverStreamTest, EventsOfContexts) {
  CUevent event;
  ASSERT_EQ(cuEventCreate(&event, 0), CUDA_SUCCESS);
  EXPECT_OK(cuCtxRecordEvent(context, event));
  EXPECT_OK(cuEventQuery(event));
  EXPECT_OK(cuCtxWaitEvent(context, event));
  EXPECT_OK(cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_DEFAULT));
  EXPECT_EQ(cuEventRecordWithFlags(event, stream, 9), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCtxRecordEvent(nullptr, event), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxWaitEvent(reinterpret_cast<CUcontext>(&event), event),
            CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuCtxRecordEvent(context, nullptr), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(DriverStreamTest, StreamsAndEventsKnowTheirContext) {
  CUevent event;
  CUmemoryPool pool;
  ASSERT_EQ(cuEventCreate(&event, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuDeviceGetDefaultMemPool(&pool, 0), CUDA_SUCCESS);
  std::thread([&] {
    CUcontext current = context, owner = nullptr;
    CUdeviceptr pointer = 0;
    EXPECT_OK(cuStreamSynchronize(stream));
    EXPECT_OK(cuEventRecord(event, stream));
    EXPECT_OK(cuEventSynchronize(event));
    EXPECT_OK(cuStreamWaitEvent(stream, event, 0));
    EXPECT_OK(cuStreamGetCtx(stream, &owner));
    EXPECT_EQ(owner, context);
    EXPECT_OK(cuMemAllocFromPoolAsync(&pointer, 64, pool, stream));
    EXPECT_OK(cuMemsetD32Async(pointer, 5, 16, stream));
    EXPECT_OK(cuMemcpyAsync(memory, pointer, 4, stream));
    EXPECT_EQ(*word, 5u);
    EXPECT_OK(cuStreamWriteValue32(stream, memory, 6, 0));
    EXPECT_OK(cuMemFreeAsync(pointer, stream));
    EXPECT_EQ(cuMemsetD32Async(pointer, 5, 16, nullptr),
              CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuStreamSynchronize(nullptr), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(cuEventQuery(nullptr), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT_OK(cuCtxGetCurrent(&current));
    EXPECT_EQ(current, nullptr) << "as before";
  }).join();
}

} // namespace
