//===- CaptureTest.cpp - Stream capture -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTest.h"
#include <thread>

namespace {

using CaptureTest = GraphTest;

TEST_F(CaptureTest, RecordsAndDoesNotRun) {
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal),
            cudaSuccess);
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal),
            cudaErrorIllegalState);
  cudaStreamCaptureStatus status;
  EXPECT_EQ(cudaStreamIsCapturing(stream, &status), cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);

  int host = 40, back = 0;
  static int called;
  called = 0;
  EXPECT_EQ(cudaMemcpyAsync(data, &host, 4, cudaMemcpyHostToDevice, stream),
            cudaSuccess);
  EXPECT_EQ(add(data, 2, stream), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(data + 1, 1, 4, stream), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(
                stream, [](void *) { ++called; }, nullptr),
            cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(&back, data, 4, cudaMemcpyDeviceToHost, stream),
            cudaSuccess);
  EXPECT_EQ(data[0], 0);
  EXPECT_EQ(called, 0);

  cudaGraph_t graph;
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  cudaGetLastError();
  cudaStreamIsCapturing(stream, &status);
  EXPECT_EQ(status, cudaStreamCaptureStatusNone);

  cudaGraph_t made = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal),
            cudaSuccess);
  cudaStreamEndCapture(stream, &made);
  EXPECT_EQ(countNodes(made), 0u);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  host = 40;
  cudaMemcpyAsync(data, &host, 4, cudaMemcpyHostToDevice, stream);
  add(data, 2, stream);
  cudaLaunchHostFunc(stream, [](void *) { ++called; }, nullptr);
  cudaMemcpyAsync(&back, data, 4, cudaMemcpyDeviceToHost, stream);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(countNodes(graph), 4u);
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(back, 42);
  EXPECT_EQ(called, 1);
  host = 50; // read when the graph runs
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(back, 52);
}

TEST_F(CaptureTest, ForksAndJoinsByEvents) {
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal),
            cudaSuccess);
  add(data, 1, stream);
  ASSERT_EQ(cudaEventRecord(fork, stream), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(fork), cudaErrorCapturedEvent);
  ASSERT_EQ(cudaStreamWaitEvent(other, fork), cudaSuccess);
  add(data + 1, 1, other);
  add(data + 2, 1, stream);
  EXPECT_EQ(data[1], 0) << "the other stream is captured too";
  ASSERT_EQ(cudaEventRecord(join, other), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(stream, join), cudaSuccess);
  add(data + 3, 1, stream);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  size_t count = 0;
  cudaGraphGetEdges(graph, (cudaGraphNode_t *)nullptr,
                    (cudaGraphNode_t *)nullptr, &count);
  EXPECT_EQ(count, 4u) << "a diamond";
  ASSERT_EQ(run(graph), cudaSuccess);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(data[i], 1);

  // The stream that joined is an ordinary one again, and so is the event.
  add(data, 1, other);
  EXPECT_EQ(data[0], 2);
  EXPECT_EQ(cudaEventRecord(fork, other), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(fork), cudaSuccess);
}

TEST_F(CaptureTest, MustBeJoined) {
  cudaEvent_t fork;
  cudaEventCreate(&fork);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  add(data, 1, other);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph),
            cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(graph, nullptr);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork);
  EXPECT_EQ(cudaStreamEndCapture(other, &graph),
            cudaErrorStreamCaptureUnmatched);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph),
            cudaErrorStreamCaptureInvalidated);
}

TEST_F(CaptureTest, IsSpoiltByWhatItCannotHold) {
  struct {
    const char *what;
    cudaError_t error;
    cudaError_t (*call)(cudaStream_t);
  } calls[] = {
      {"wait", cudaErrorStreamCaptureUnsupported,
       [](cudaStream_t s) { return cudaStreamSynchronize(s); }},
      {"query", cudaErrorStreamCaptureUnsupported,
       [](cudaStream_t s) { return cudaStreamQuery(s); }},
      {"wait for the device", cudaErrorStreamCaptureUnsupported,
       [](cudaStream_t) { return cudaDeviceSynchronize(); }},
      {"allocate", cudaErrorStreamCaptureUnsupported,
       [](cudaStream_t) {
         int *p;
         return cudaMalloc(&p, 4);
       }},
      {"copy", cudaErrorStreamCaptureImplicit,
       [](cudaStream_t) {
         int a = 0, b;
         return cudaMemcpy(&b, &a, 4, cudaMemcpyHostToHost);
       }},
      {"legacy launch", cudaErrorStreamCaptureImplicit,
       [](cudaStream_t) {
         int value = 0, *p = &value;
         void *args[] = {&p, &value};
         return cudaLaunchKernel(addHandle, dim3(1), dim3(1), args);
       }},
  };
  for (auto &call : calls) {
    SCOPED_TRACE(call.what);
    cudaGraph_t graph;
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal),
              cudaSuccess);
    EXPECT_EQ(call.call(stream), call.error);
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(stream, &status);
    EXPECT_EQ(status, cudaStreamCaptureStatusInvalidated);
    EXPECT_EQ(add(data, 1, stream), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph),
              cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(data[0], 0);
  }
}

TEST_F(CaptureTest, ModesSayWhatOthersMayDo) {
  int *p = nullptr;
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  EXPECT_EQ(cudaMalloc(&p, 4), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  std::thread([&] {
    EXPECT_EQ(cudaMalloc(&p, 4), cudaSuccess);
    EXPECT_EQ(cudaFree(p), cudaSuccess);
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph),
              cudaErrorStreamCaptureWrongThread);
  }).join();
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  std::thread([&] {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
    EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
    EXPECT_EQ(cudaMalloc(&p, 4), cudaSuccess);
    EXPECT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
    EXPECT_EQ(cudaFree(p), cudaErrorStreamCaptureUnsupported);
  }).join();
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph),
            cudaErrorStreamCaptureInvalidated);
  cudaFree(p);
}

TEST_F(CaptureTest, CannotDependOnWorkOutside) {
  cudaEvent_t event;
  cudaGraph_t graph;
  cudaEventCreate(&event);
  cudaEventRecord(event, other);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaStreamWaitEvent(stream, event),
            cudaErrorStreamCaptureIsolation);
  cudaStreamEndCapture(stream, &graph);
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
            cudaErrorStreamCaptureUnsupported);

  // External events are nodes.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal),
            cudaSuccess);
  EXPECT_EQ(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal),
            cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(countNodes(graph), 2u);
  EXPECT_EQ(run(graph), cudaSuccess);
}

TEST_F(CaptureTest, HoldsAllocationsAndGraphs) {
  cudaGraph_t inner, graph;
  cudaGraphCreate(&inner, 0);
  addNode(inner, {}, data, 4);
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, inner), cudaSuccess);
  int *p = nullptr, back = 0;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  ASSERT_EQ(cudaMallocAsync(&p, 64, stream), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(p, 0, 64, stream), cudaSuccess);
  EXPECT_EQ(add(p, 9, stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(&back, p, 4, cudaMemcpyDefault, stream),
            cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(p, stream), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(countNodes(graph), 6u);
  for (int i = 1; i < 3; ++i) {
    ASSERT_EQ(run(graph), cudaSuccess);
    EXPECT_EQ(back, 9);
    EXPECT_EQ(data[0], 4 * i);
  }
}

TEST_F(CaptureTest, TellsAndTakesDependencies) {
  cudaGraph_t graph, same;
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  const cudaGraphNode_t *dependencies;
  size_t count = 9;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first = addNode(graph, {}, data, 1);
  ASSERT_EQ(cudaStreamBeginCaptureToGraph(stream, graph, &first, nullptr, 1,
                                          cudaStreamCaptureModeGlobal),
            cudaSuccess);
  ASSERT_EQ(cudaStreamGetCaptureInfo(stream, &status, &id, &same, &dependencies,
                                     &count),
            cudaSuccess);
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  EXPECT_EQ(same, graph);
  EXPECT_NE(id, 0u);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(dependencies[0], first);
  cudaGraphNode_t second = addNode(graph, {}, data, 10);
  ASSERT_EQ(cudaStreamUpdateCaptureDependencies(
                stream, &second, 1, cudaStreamSetCaptureDependencies),
            cudaSuccess);
  add(data, 100, stream);
  ASSERT_EQ(cudaStreamEndCapture(stream, &same), cudaSuccess);
  EXPECT_EQ(same, graph);
  cudaGraphNode_t after = nullptr;
  count = 1;
  cudaGraphNodeGetDependentNodes(second, &after, &count);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(data[0], 111);
}

TEST_F(CaptureTest, EachThreadHasAStreamToCapture) {
  std::thread threads[4];
  for (std::thread &thread : threads)
    thread = std::thread([&] {
      int *p = nullptr;
      cudaGraph_t graph;
      EXPECT_EQ(cudaMallocManaged(&p, 4), cudaSuccess);
      for (int i = 0; i < 50; ++i) {
        *p = 0;
        EXPECT_EQ(cudaStreamBeginCapture(cudaStreamPerThread,
                                         cudaStreamCaptureModeRelaxed),
                  cudaSuccess);
        EXPECT_EQ(add(p, 1, cudaStreamPerThread), cudaSuccess);
        EXPECT_EQ(add(p, 2, cudaStreamPerThread), cudaSuccess);
        EXPECT_EQ(cudaStreamEndCapture(cudaStreamPerThread, &graph),
                  cudaSuccess);
        cudaGraphExec_t exec;
        EXPECT_EQ(cudaGraphInstantiate(&exec, graph), cudaSuccess);
        EXPECT_EQ(cudaGraphLaunch(exec, cudaStreamPerThread), cudaSuccess);
        EXPECT_EQ(*p, 3);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
      }
      cudaFree(p);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(CaptureTest, EndsWithItsStream) {
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add(data, 1, stream);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  int *p;
  EXPECT_EQ(cudaMalloc(&p, 4), cudaSuccess) << "nothing captures any more";
}

TEST_F(CaptureTest, AStreamThatHasJoinedMayGo) {
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStream_t helper;
  cudaStreamCreate(&helper);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(helper, fork);
  add(data, 1, helper);
  cudaEventRecord(join, helper);
  cudaStreamWaitEvent(stream, join);
  EXPECT_EQ(cudaStreamDestroy(helper), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(fork), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(join), cudaSuccess);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(data[0], 1);
}

TEST_F(CaptureTest, IntoAGraphThatIsKnown) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  ASSERT_EQ(cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0,
                                          cudaStreamCaptureModeRelaxed),
            cudaSuccess);
  add(data, 1, stream);
  EXPECT_EQ(cudaStreamEndCapture(stream, nullptr), cudaSuccess);
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(data[0], 1);
}

} // namespace
