//===- DriverGraphTest.cpp - Graphs of cuda.h -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"
#include "GraphTest.h"
#include <filesystem>

namespace {

class DriverGraphTest : public DriverTest {
protected:
  void SetUp() override {
    DriverTest::SetUp();
    __heddle_register_kernel(reinterpret_cast<const void *>(&addHandle),
                             &addInfo, addEntry);
    ASSERT_EQ(cuMemAllocManaged(&memory, 64, CU_MEM_ATTACH_GLOBAL),
              CUDA_SUCCESS);
    data = reinterpret_cast<int *>(memory);
    for (int i = 0; i < 16; ++i)
      data[i] = 0;
    ASSERT_EQ(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphCreate(&graph, 0), CUDA_SUCCESS);
  }
  void TearDown() override {
    EXPECT_OK(cuGraphDestroy(graph));
    EXPECT_EQ(cuGraphDestroy(graph), CUDA_ERROR_INVALID_VALUE);
    DriverTest::TearDown();
  }

  /// A kernel that adds `*value` to the first integers of `*pointer`.
  CUDA_KERNEL_NODE_PARAMS addTo(CUdeviceptr *pointer, int *value) {
    arguments[0] = pointer;
    arguments[1] = value;
    CUDA_KERNEL_NODE_PARAMS params = {};
    params.func = reinterpret_cast<CUfunction>(&addHandle);
    params.gridDimX = params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
    return params;
  }

  CUgraphExec instantiate() {
    CUgraphExec exec = nullptr;
    EXPECT_OK(cuGraphInstantiate(&exec, graph, 0));
    return exec;
  }
  void run(CUgraphExec exec) {
    EXPECT_OK(cuGraphUpload(exec, stream));
    EXPECT_OK(cuGraphLaunch(exec, stream));
    EXPECT_OK(cuStreamSynchronize(stream));
  }

  CUdeviceptr memory = 0;
  int *data = nullptr;
  CUstream stream = nullptr;
  CUgraph graph = nullptr;
  void *arguments[2];
};

TEST_F(DriverGraphTest, KernelNodes) {
  int value = 5, other = 7;
  CUDA_KERNEL_NODE_PARAMS params = addTo(&memory, &value), read;
  CUgraphNode node;
  EXPECT_OK(cuGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  CUgraphExec exec = instantiate();
  run(exec);
  EXPECT_EQ(data[0], 5);
  EXPECT_OK(cuGraphKernelNodeGetParams(node, &read));
  EXPECT_EQ(read.func, params.func);
  EXPECT_EQ(*static_cast<int *>(read.kernelParams[1]), 5);

  // As one buffer, for the executable graph only; then by the CUkernel.
  struct {
    CUdeviceptr pointer;
    int value;
  } buffer = {memory, 100};
  size_t bytes = sizeof buffer;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  params.kernelParams = nullptr;
  params.extra = extra;
  EXPECT_OK(cuGraphExecKernelNodeSetParams(exec, node, &params));
  run(exec);
  EXPECT_EQ(data[0], 105);
  params = addTo(&memory, &other);
  params.kern = reinterpret_cast<CUkernel>(params.func);
  params.func = nullptr;
  EXPECT_OK(cuGraphKernelNodeSetParams(node, &params));
  CUgraphExec second = instantiate();
  run(second);
  EXPECT_EQ(data[0], 112);
  EXPECT_OK(cuGraphExecDestroy(second));

  CUkernelNodeAttrValue attribute = {}, got;
  attribute.priority = 1;
  EXPECT_OK(cuGraphKernelNodeSetAttribute(
      node, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &attribute));
  CUgraphNode copy;
  EXPECT_OK(cuGraphAddKernelNode(&copy, graph, &node, 1, &params));
  EXPECT_OK(cuGraphKernelNodeCopyAttributes(copy, node));
  EXPECT_OK(cuGraphKernelNodeGetAttribute(
      copy, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &got));
  EXPECT_EQ(got.priority, 1);

  params.func = reinterpret_cast<CUfunction>(&value);
  EXPECT_EQ(cuGraphKernelNodeSetParams(node, &params),
            CUDA_ERROR_INVALID_HANDLE);
  params.func = nullptr;
  params.kern = nullptr;
  EXPECT_EQ(cuGraphAddKernelNode(&node, graph, nullptr, 0, &params),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddKernelNode(&node, graph, nullptr, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphKernelNodeGetParams(node, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
  EXPECT_EQ(cuGraphExecDestroy(exec), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphLaunch(exec, stream), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverGraphTest, CopiesAndFills) {
  CUgraphNode fill, copy;
  CUDA_MEMSET_NODE_PARAMS set = {memory, 0, 9, 4, 4, 1}, setBack;
  EXPECT_OK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &set, context));
  int host[4] = {};
  CUDA_MEMCPY3D move = {}, moveBack;
  move.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  move.srcDevice = memory;
  move.dstMemoryType = CU_MEMORYTYPE_HOST;
  move.dstHost = host;
  move.WidthInBytes = 16;
  move.Height = move.Depth = 1;
  EXPECT_OK(cuGraphAddMemcpyNode(&copy, graph, &fill, 1, &move, context));
  CUgraphExec exec = instantiate();
  run(exec);
  EXPECT_EQ(host[3], 9);
  EXPECT_OK(cuGraphMemsetNodeGetParams(fill, &setBack));
  EXPECT_EQ(setBack.value, 9u);
  EXPECT_OK(cuGraphMemcpyNodeGetParams(copy, &moveBack));
  EXPECT_EQ(moveBack.dstHost, host);
  EXPECT_EQ(moveBack.srcDevice, memory);
  EXPECT_EQ(moveBack.WidthInBytes, 16u);

  set.value = 3;
  EXPECT_OK(cuGraphExecMemsetNodeSetParams(exec, fill, &set, context));
  move.dstHost = host + 2;
  move.WidthInBytes = 8;
  EXPECT_OK(cuGraphExecMemcpyNodeSetParams(exec, copy, &move, context));
  run(exec);
  EXPECT_EQ(host[1], 9);
  EXPECT_EQ(host[3], 3);
  EXPECT_OK(cuGraphMemsetNodeSetParams(fill, &set));
  EXPECT_OK(cuGraphMemcpyNodeSetParams(copy, &move));

  unsigned enabled = 1;
  EXPECT_OK(cuGraphNodeSetEnabled(exec, fill, 0));
  EXPECT_OK(cuGraphNodeGetEnabled(exec, fill, &enabled));
  EXPECT_EQ(enabled, 0u);
  data[0] = 77;
  run(exec);
  EXPECT_EQ(host[2], 77) << "copied, not filled";

  set.elementSize = 3;
  EXPECT_EQ(cuGraphMemsetNodeSetParams(fill, &set), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddMemcpyNode(&copy, graph, nullptr, 0, nullptr, context),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &setBack,
                                 reinterpret_cast<CUcontext>(host)),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphMemcpyNodeGetParams(fill, &moveBack),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
}

TEST_F(DriverGraphTest, HostChildAndEmptyNodes) {
  auto count = [](void *number) { ++*static_cast<int *>(number); };
  int calls = 0, others = 0;
  CUDA_HOST_NODE_PARAMS host = {count, &calls}, read;
  CUgraphNode node, child, empty;
  EXPECT_OK(cuGraphAddHostNode(&node, graph, nullptr, 0, &host));
  EXPECT_OK(cuGraphHostNodeGetParams(node, &read));
  EXPECT_EQ(read.userData, &calls);
  EXPECT_OK(cuGraphAddEmptyNode(&empty, graph, &node, 1));

  CUgraph inner, found;
  EXPECT_OK(cuGraphClone(&inner, graph));
  CUgraphNode twin;
  EXPECT_OK(cuGraphNodeFindInClone(&twin, node, inner));
  host.userData = &others;
  EXPECT_OK(cuGraphHostNodeSetParams(twin, &host));
  EXPECT_OK(cuGraphAddChildGraphNode(&child, graph, &empty, 1, inner));
  EXPECT_OK(cuGraphChildGraphNodeGetGraph(child, &found));
  EXPECT_NE(found, inner) << "a copy";
  CUgraphExec exec = instantiate();
  run(exec);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(others, 1);
  EXPECT_OK(cuGraphExecHostNodeSetParams(exec, node, &host));
  EXPECT_OK(cuGraphExecChildGraphNodeSetParams(exec, child, inner));
  run(exec);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(others, 3);
  host.fn = nullptr;
  EXPECT_EQ(cuGraphHostNodeSetParams(node, &host), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddChildGraphNode(&child, graph, nullptr, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
  EXPECT_OK(cuGraphDestroy(inner));
}

TEST_F(DriverGraphTest, EventNodes) {
  CUevent first, second, read;
  ASSERT_EQ(cuEventCreate(&first, 0), CUDA_SUCCESS);
  ASSERT_EQ(cuEventCreate(&second, 0), CUDA_SUCCESS);
  CUgraphNode record, wait;
  EXPECT_OK(cuGraphAddEventRecordNode(&record, graph, nullptr, 0, first));
  EXPECT_OK(cuGraphAddEventWaitNode(&wait, graph, &record, 1, first));
  CUgraphExec exec = instantiate();
  EXPECT_OK(cuGraphExecEventRecordNodeSetEvent(exec, record, second));
  EXPECT_OK(cuGraphExecEventWaitNodeSetEvent(exec, wait, second));
  run(exec);
  float time;
  EXPECT_OK(cuEventRecord(first, stream));
  EXPECT_OK(cuEventElapsedTime_v2(&time, second, first));
  EXPECT_GE(time, 0);
  EXPECT_OK(cuGraphEventRecordNodeSetEvent(record, second));
  EXPECT_OK(cuGraphEventRecordNodeGetEvent(record, &read));
  EXPECT_EQ(read, second);
  EXPECT_OK(cuGraphEventWaitNodeSetEvent(wait, second));
  EXPECT_OK(cuGraphEventWaitNodeGetEvent(wait, &read));
  EXPECT_EQ(read, second);
  EXPECT_EQ(cuGraphEventWaitNodeGetEvent(record, &read),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddEventWaitNode(&wait, graph, nullptr, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
}

TEST_F(DriverGraphTest, MemoryNodes) {
  CUDA_MEM_ALLOC_NODE_PARAMS params = {}, read;
  params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  params.bytesize = 4096;
  CUgraphNode allocate, use, release;
  EXPECT_OK(cuGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params));
  ASSERT_NE(params.dptr, 0u);
  CUDA_MEMSET_NODE_PARAMS set = {params.dptr, 0, 9, 1, 4096, 1};
  EXPECT_OK(cuGraphAddMemsetNode(&use, graph, &allocate, 1, &set, context));
  EXPECT_OK(cuGraphAddMemFreeNode(&release, graph, &use, 1, params.dptr));
  EXPECT_OK(cuGraphMemAllocNodeGetParams(allocate, &read));
  EXPECT_EQ(read.dptr, params.dptr);
  CUdeviceptr freed;
  EXPECT_OK(cuGraphMemFreeNodeGetParams(release, &freed));
  EXPECT_EQ(freed, params.dptr);
  CUgraphExec exec = instantiate();
  run(exec);
  cuuint64_t used = 1, high = 1;
  EXPECT_OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT,
                                         &used));
  EXPECT_EQ(used, 0u);
  high = 0;
  EXPECT_OK(
      cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &high));
  EXPECT_OK(cuDeviceGraphMemTrim(0));
  EXPECT_EQ(cuDeviceGraphMemTrim(9), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(cuGraphAddMemFreeNode(&release, graph, nullptr, 0, 0),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddMemAllocNode(&allocate, graph, nullptr, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
}

TEST_F(DriverGraphTest, GenericNodes) {
  int value = 3;
  CUgraphNodeParams params = {};
  params.type = CU_GRAPH_NODE_TYPE_KERNEL;
  params.kernel = addTo(&memory, &value);
  CUgraphNode kernel, copy, allocate;
  EXPECT_OK(cuGraphAddNode(&kernel, graph, nullptr, 0, &params));
  CUgraphNodeParams move = {};
  int host = 0;
  move.type = CU_GRAPH_NODE_TYPE_MEMCPY;
  move.memcpy.copyParams.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  move.memcpy.copyParams.srcDevice = memory;
  move.memcpy.copyParams.dstMemoryType = CU_MEMORYTYPE_HOST;
  move.memcpy.copyParams.dstHost = &host;
  move.memcpy.copyParams.WidthInBytes = 4;
  move.memcpy.copyParams.Height = move.memcpy.copyParams.Depth = 1;
  CUgraphEdgeData edge = {};
  EXPECT_OK(cuGraphAddNode_v2(&copy, graph, &kernel, &edge, 1, &move));
  CUgraphNodeParams memoryNode = {};
  memoryNode.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
  memoryNode.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  memoryNode.alloc.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  memoryNode.alloc.bytesize = 64;
  EXPECT_OK(cuGraphAddNode(&allocate, graph, nullptr, 0, &memoryNode));
  EXPECT_NE(memoryNode.alloc.dptr, 0u);
  EXPECT_OK(cuGraphDestroyNode(allocate));
  CUgraphExec exec = instantiate();
  run(exec);
  EXPECT_EQ(host, 3);
  value = 10;
  EXPECT_OK(cuGraphExecNodeSetParams(exec, kernel, &params));
  run(exec);
  EXPECT_EQ(host, 13);
  EXPECT_OK(cuGraphNodeSetParams(kernel, &params));
  EXPECT_EQ(cuGraphNodeSetParams(kernel, &move), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddNode(&kernel, graph, nullptr, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
}

TEST_F(DriverGraphTest, ConditionalNodes) {
  CUgraphConditionalHandle handle;
  EXPECT_OK(cuGraphConditionalHandleCreate(&handle, graph, context, 1,
                                           CU_GRAPH_COND_ASSIGN_DEFAULT));
  CUgraphNodeParams params = {};
  params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
  params.conditional.handle = handle;
  params.conditional.type = CU_GRAPH_COND_TYPE_IF;
  params.conditional.size = 1;
  params.conditional.ctx = context;
  CUgraphNode node, inner;
  EXPECT_OK(cuGraphAddNode(&node, graph, nullptr, 0, &params));
  ASSERT_NE(params.conditional.phGraph_out, nullptr);
  int value = 4;
  CUDA_KERNEL_NODE_PARAMS kernel = addTo(&memory, &value);
  EXPECT_OK(cuGraphAddKernelNode(&inner, params.conditional.phGraph_out[0],
                                 nullptr, 0, &kernel));
  CUgraphExec exec = instantiate();
  run(exec);
  EXPECT_EQ(data[0], 4);
  EXPECT_EQ(cuGraphConditionalHandleCreate(&handle, graph, context, 0, 8),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
}

TEST_F(DriverGraphTest, Structure) {
  CUgraphNode a, b, nodes[4], from[4], to[4];
  EXPECT_OK(cuGraphAddEmptyNode(&a, graph, nullptr, 0));
  EXPECT_OK(cuGraphAddEmptyNode(&b, graph, nullptr, 0));
  EXPECT_OK(cuGraphAddDependencies(graph, &a, &b, 1));
  CUgraphNodeType type;
  EXPECT_OK(cuGraphNodeGetType(a, &type));
  EXPECT_EQ(type, CU_GRAPH_NODE_TYPE_EMPTY);
  size_t count = 4;
  EXPECT_OK(cuGraphGetNodes(graph, nodes, &count));
  EXPECT_EQ(count, 2u);
  count = 4;
  EXPECT_OK(cuGraphGetRootNodes(graph, nodes, &count));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(nodes[0], a);
  count = 4;
  EXPECT_OK(cuGraphGetEdges(graph, from, to, &count));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(to[0], b);
  CUgraphEdgeData edges[4];
  count = 4;
  EXPECT_OK(cuGraphGetEdges_v2(graph, from, to, edges, &count));
  EXPECT_EQ(edges[0].type, CU_GRAPH_DEPENDENCY_TYPE_DEFAULT);
  count = 4;
  EXPECT_OK(cuGraphNodeGetDependencies(b, nodes, &count));
  EXPECT_EQ(nodes[0], a);
  count = 4;
  EXPECT_OK(cuGraphNodeGetDependencies_v2(a, nodes, edges, &count));
  EXPECT_EQ(count, 0u);
  count = 4;
  EXPECT_OK(cuGraphNodeGetDependentNodes(a, nodes, &count));
  EXPECT_EQ(nodes[0], b);
  count = 4;
  EXPECT_OK(cuGraphNodeGetDependentNodes_v2(b, nodes, edges, &count));
  EXPECT_EQ(count, 0u);
  EXPECT_OK(cuGraphRemoveDependencies(graph, &a, &b, 1));
  edges[0] = {};
  EXPECT_OK(cuGraphAddDependencies_v2(graph, &b, &a, edges, 1));
  EXPECT_OK(cuGraphRemoveDependencies_v2(graph, &b, &a, edges, 1));
  EXPECT_EQ(cuGraphRemoveDependencies(graph, &a, &b, 1),
            CUDA_ERROR_INVALID_VALUE);
  std::string path = testing::TempDir() + "driver-graph.dot";
  EXPECT_OK(cuGraphDebugDotPrint(graph, path.c_str(),
                                 CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
  EXPECT_GT(std::filesystem::file_size(path), 0u);
  std::filesystem::remove(path);
  EXPECT_EQ(cuGraphNodeGetType(nullptr, &type), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphGetNodes(graph, nullptr, nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverGraphTest, InstantiationAndUpdate) {
  int value = 1, other = 20;
  CUDA_KERNEL_NODE_PARAMS params = addTo(&memory, &value);
  CUgraphNode node;
  ASSERT_EQ(cuGraphAddKernelNode(&node, graph, nullptr, 0, &params),
            CUDA_SUCCESS);
  CUDA_GRAPH_INSTANTIATE_PARAMS how = {};
  how.flags = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
  how.result_out = CUDA_GRAPH_INSTANTIATE_ERROR;
  CUgraphExec exec;
  EXPECT_OK(cuGraphInstantiateWithParams(&exec, graph, &how));
  EXPECT_EQ(how.result_out, CUDA_GRAPH_INSTANTIATE_SUCCESS);
  cuuint64_t flags = 0;
  EXPECT_OK(cuGraphExecGetFlags(exec, &flags));
  EXPECT_EQ(flags, how.flags);
  params = addTo(&memory, &other);
  ASSERT_EQ(cuGraphKernelNodeSetParams(node, &params), CUDA_SUCCESS);
  CUgraphExecUpdateResultInfo info;
  EXPECT_OK(cuGraphExecUpdate(exec, graph, &info));
  EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
  run(exec);
  EXPECT_EQ(data[0], 20);
  CUgraphNode extra;
  ASSERT_EQ(cuGraphAddEmptyNode(&extra, graph, nullptr, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuGraphExecUpdate(exec, graph, &info),
            CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  EXPECT_EQ(cuGraphInstantiate(&exec, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverGraphTest, Capture) {
  CUstreamCaptureStatus status;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  EXPECT_OK(cuThreadExchangeStreamCaptureMode(&mode));
  EXPECT_EQ(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
  EXPECT_OK(cuThreadExchangeStreamCaptureMode(&mode));
  CUgraphNode first;
  ASSERT_EQ(cuGraphAddEmptyNode(&first, graph, nullptr, 0), CUDA_SUCCESS);
  EXPECT_OK(cuStreamBeginCaptureToGraph(stream, graph, &first, nullptr, 1,
                                        CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  cuuint64_t id = 0;
  CUgraph into;
  const CUgraphNode *dependencies;
  const CUgraphEdgeData *edges;
  size_t count;
  EXPECT_OK(cuStreamGetCaptureInfo(stream, &status, &id, &into, &dependencies,
                                   &count));
  EXPECT_EQ(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(into, graph);
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(dependencies[0], first);
  CUgraphNode empty;
  ASSERT_EQ(cuGraphAddEmptyNode(&empty, graph, nullptr, 0), CUDA_SUCCESS);
  EXPECT_OK(cuStreamUpdateCaptureDependencies(
      stream, &empty, 1, CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
  EXPECT_OK(cuStreamUpdateCaptureDependencies_v2(
      stream, &empty, nullptr, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES));
  EXPECT_OK(cuStreamGetCaptureInfo_v3(stream, &status, nullptr, nullptr,
                                      &dependencies, &edges, &count));
  ASSERT_EQ(count, 1u);
  EXPECT_EQ(dependencies[0], empty);
  EXPECT_OK(cuMemsetD32Async(memory, 6, 4, stream));
  EXPECT_EQ(cuStreamSynchronize(stream), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(cuStreamEndCapture(stream, &into),
            CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_EQ(cuStreamEndCapture(stream, &into), CUDA_ERROR_ILLEGAL_STATE);
}

TEST_F(DriverGraphTest, UserObjects) {
  int destroyed = 0;
  CUuserObject object;
  auto count = [](void *number) { ++*static_cast<int *>(number); };
  EXPECT_OK(cuUserObjectCreate(&object, &destroyed, count, 1,
                               CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  EXPECT_OK(cuUserObjectRetain(object, 1));
  EXPECT_OK(
      cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  EXPECT_OK(cuUserObjectRelease(object, 1));
  EXPECT_EQ(destroyed, 0);
  EXPECT_OK(cuGraphReleaseUserObject(graph, object, 1));
  EXPECT_EQ(destroyed, 1);
  EXPECT_EQ(cuUserObjectRetain(object, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuUserObjectCreate(&object, nullptr, nullptr, 1, 0),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverGraphTest, MemoryOperationNodes) {
  CUstreamBatchMemOpParams operations[2] = {};
  operations[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  operations[0].writeValue.address = memory;
  operations[0].writeValue.value = 8;
  operations[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  operations[1].waitValue.address = memory;
  operations[1].waitValue.value = 8;
  operations[1].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  CUDA_BATCH_MEM_OP_NODE_PARAMS params = {context, 2, operations, 0}, read;
  CUgraphNode node;
  EXPECT_OK(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &params));
  CUgraphNodeType type;
  EXPECT_OK(cuGraphNodeGetType(node, &type));
  EXPECT_EQ(type, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  EXPECT_OK(cuGraphBatchMemOpNodeGetParams(node, &read));
  EXPECT_EQ(read.count, 2u);
  EXPECT_EQ(read.paramArray[0].writeValue.value, 8u);
  CUgraphExec exec = instantiate();
  run(exec);
  EXPECT_EQ(data[0], 8);
  operations[0].writeValue.value = operations[1].waitValue.value = 31;
  EXPECT_OK(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
  run(exec);
  EXPECT_EQ(data[0], 31);
  EXPECT_OK(cuGraphBatchMemOpNodeSetParams(node, &params));
  operations[0].writeValue.address = 2;
  EXPECT_EQ(cuGraphBatchMemOpNodeSetParams(node, &params),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphAddBatchMemOpNode(&node, graph, nullptr, 0, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuGraphExecDestroy(exec));
}

} // namespace
