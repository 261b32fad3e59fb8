//===- GraphTest.cpp - Graphs: structure, parameters, running, updating ---===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTest.h"
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

TEST_F(GraphTest, RunsNodesAfterTheirDependencies) {
  cudaGraph_t graph;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  // Made in the wrong order: the copy comes first, and runs last.
  int result = -1;
  cudaGraphNode_t copy, fill;
  ASSERT_EQ(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, &result, data,
                                     sizeof(int), cudaMemcpyDeviceToHost),
            cudaSuccess);
  cudaGraphNode_t kernel = addNode(graph, {}, data, 5);
  cudaMemsetParams params = {data, 0, 7, 4, 2, 1};
  ASSERT_EQ(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &params),
            cudaSuccess);
  cudaGraphNode_t from[] = {fill, kernel}, to[] = {kernel, copy};
  ASSERT_EQ(cudaGraphAddDependencies(graph, from, to, 2), cudaSuccess);
  EXPECT_EQ(cudaGraphAddDependencies(graph, from, to, 1), cudaErrorInvalidValue)
      << "the edge is there";
  EXPECT_EQ(result, -1) << "nothing has run";
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(result, 12);
  EXPECT_EQ(data[1], 7) << "the fill has two elements of 4 bytes";
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(result, 12);

  // A cycle cannot be instantiated.
  ASSERT_EQ(cudaGraphAddDependencies(graph, &copy, &fill, 1), cudaSuccess);
  EXPECT_EQ(run(graph), cudaErrorInvalidValue);
  ASSERT_EQ(cudaGraphRemoveDependencies(graph, &copy, &fill, 1), cudaSuccess);
  EXPECT_EQ(cudaGraphRemoveDependencies(graph, &copy, &fill, 1),
            cudaErrorInvalidValue);

  // Without the kernel the copy has no dependency left.
  ASSERT_EQ(cudaGraphDestroyNode(kernel), cudaSuccess);
  size_t roots = 0;
  ASSERT_EQ(cudaGraphGetRootNodes(graph, nullptr, &roots), cudaSuccess);
  EXPECT_EQ(roots, 2u);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaErrorInvalidValue);
  cudaGraphNodeType type;
  EXPECT_EQ(cudaGraphNodeGetType(copy, &type), cudaErrorInvalidValue);
}

TEST_F(GraphTest, TellsItsStructure) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t a, b, c;
  ASSERT_EQ(cudaGraphAddEmptyNode(&a, graph, nullptr, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEmptyNode(&b, graph, &a, 1), cudaSuccess);
  cudaGraphNode_t both[] = {a, b};
  ASSERT_EQ(cudaGraphAddEmptyNode(&c, graph, both, 2), cudaSuccess);
  EXPECT_EQ(countNodes(graph), 3u);
  cudaGraphNode_t from[4], to[4];
  size_t count = 4;
  ASSERT_EQ(cudaGraphGetEdges(graph, from, to, &count), cudaSuccess);
  ASSERT_EQ(count, 3u);
  EXPECT_EQ(from[0], a);
  EXPECT_EQ(to[0], b);
  EXPECT_EQ(from[3], nullptr);
  cudaGraphEdgeData data[4];
  count = 4;
  ASSERT_EQ(cudaGraphGetEdges(graph, from, to, data, &count), cudaSuccess);
  EXPECT_EQ(data[2].type, cudaGraphDependencyTypeDefault);
  cudaGraphNode_t places[2];
  count = 2;
  ASSERT_EQ(cudaGraphNodeGetDependencies(c, places, &count), cudaSuccess);
  EXPECT_EQ(places[1], b);
  count = 2;
  ASSERT_EQ(cudaGraphNodeGetDependentNodes(b, places, &count), cudaSuccess);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(places[0], c);

  cudaGraph_t clone;
  cudaGraphNode_t found;
  ASSERT_EQ(cudaGraphClone(&clone, graph), cudaSuccess);
  ASSERT_EQ(cudaGraphNodeFindInClone(&found, c, clone), cudaSuccess);
  EXPECT_NE(found, c);
  cudaGraphDestroy(graph);
  count = 2;
  ASSERT_EQ(cudaGraphNodeGetDependencies(found, places, &count), cudaSuccess);
  EXPECT_EQ(count, 2u);
  cudaGraphDestroy(clone);
}

TEST_F(GraphTest, KeepsAndChangesParameters) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t node = addNode(graph, {}, data, 5);
  cudaKernelNodeParams params;
  ASSERT_EQ(cudaGraphKernelNodeGetParams(node, &params), cudaSuccess);
  EXPECT_EQ(params.func, reinterpret_cast<void *>(&addHandle));
  EXPECT_EQ(*static_cast<int *>(params.kernelParams[1]), 5);

  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0),
            cudaSuccess);
  int seven = 7;
  void *args[] = {&data, &seven};
  params.kernelParams = args;
  params.gridDim = dim3(2);
  ASSERT_EQ(cudaGraphExecKernelNodeSetParams(exec, node, &params), cudaSuccess);
  seven = 100; // copied before
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(data[0], 7);
  EXPECT_EQ(data[1], 7);

  unsigned enabled = 9;
  ASSERT_EQ(cudaGraphNodeSetEnabled(exec, node, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphNodeGetEnabled(exec, node, &enabled), cudaSuccess);
  EXPECT_EQ(enabled, 0u);
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(data[0], 7) << "left out";

  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(data[0], 12) << "the graph itself is as it was";
  params.blockDim = dim3(4096);
  EXPECT_EQ(cudaGraphKernelNodeSetParams(node, &params),
            cudaErrorInvalidConfiguration);
  cudaMemsetParams fill = {data, 0, 0, 1, 4, 1};
  EXPECT_EQ(cudaGraphMemsetNodeSetParams(node, &fill), cudaErrorInvalidValue)
      << "another kind of node";
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue);
  cudaGraphDestroy(graph);
}

TEST_F(GraphTest, UpdatesToAGraphOfTheSameForm) {
  auto build = [&](int first, int second, bool chained) {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t a = addNode(graph, {}, data, first);
    if (chained)
      addNode(graph, {a}, data, second);
    else
      addNode(graph, {}, data, second);
    return graph;
  };
  cudaGraph_t one = build(1, 10, true), two = build(2, 20, true);
  cudaGraph_t wide = build(1, 10, false);
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, one), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(data[0], 11);
  cudaGraphExecUpdateResultInfo info;
  ASSERT_EQ(cudaGraphExecUpdate(exec, two, &info), cudaSuccess);
  EXPECT_EQ(info.result, cudaGraphExecUpdateSuccess);
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(data[0], 33);
  EXPECT_EQ(cudaGraphExecUpdate(exec, wide, &info),
            cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  cudaGraphNode_t errorNode;
  cudaGraphExecUpdateResult result;
  EXPECT_EQ(cudaGraphExecUpdate(exec, two, &errorNode, &result), cudaSuccess);
}

TEST_F(GraphTest, ChildGraphsAreCopied) {
  cudaGraph_t child, graph, inner;
  cudaGraphCreate(&child, 0);
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t add = addNode(child, {}, data, 1);
  cudaGraphNode_t node;
  ASSERT_EQ(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child),
            cudaSuccess);
  ASSERT_EQ(cudaGraphChildGraphNodeGetGraph(node, &inner), cudaSuccess);
  EXPECT_NE(inner, child);
  EXPECT_EQ(countNodes(inner), 1u);
  EXPECT_EQ(cudaGraphDestroy(inner), cudaErrorInvalidValue) << "the node's";
  ASSERT_EQ(cudaGraphDestroyNode(add), cudaSuccess);
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(data[0], 1);
}

TEST_F(GraphTest, HostAndEventNodes) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaEvent_t event;
  cudaEventCreate(&event);
  static int seen;
  cudaHostNodeParams host = {
      [](void *value) { seen = *static_cast<int *>(value); }, data};
  cudaGraphNode_t add = addNode(graph, {}, data, 3), node, record;
  ASSERT_EQ(cudaGraphAddHostNode(&node, graph, &add, 1, &host), cudaSuccess);
  ASSERT_EQ(cudaGraphAddEventRecordNode(&record, graph, &node, 1, event),
            cudaSuccess);
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(seen, 3);
  float time;
  EXPECT_EQ(cudaEventElapsedTime(&time, event, event), cudaSuccess)
      << "it has been recorded";
}

TEST_F(GraphTest, AllocatesMemory) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 4096;
  cudaGraphNode_t alloc, fill, free;
  ASSERT_EQ(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params),
            cudaSuccess);
  ASSERT_NE(params.dptr, nullptr);
  cudaMemsetParams value = {params.dptr, 0, 0x55, 1, 4096, 1};
  ASSERT_EQ(cudaGraphAddMemsetNode(&fill, graph, &alloc, 1, &value),
            cudaSuccess);
  char byte;
  EXPECT_EQ(cudaMemcpy(&byte, params.dptr, 1, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue)
      << "not allocated before the node runs";
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(&byte, params.dptr, 1, cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(byte, 0x55);
  uint64_t used = 0;
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
  EXPECT_EQ(used, 4096u);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue)
      << "still allocated";
  EXPECT_EQ(cudaFree(params.dptr), cudaSuccess);
  EXPECT_EQ(cudaFree(params.dptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(params.dptr, stream), cudaSuccess);
  cudaGraphExecDestroy(exec);

  // Freed by the graph, it can be launched again and again; or freed by the
  // next launch.
  ASSERT_EQ(cudaGraphInstantiateWithFlags(
                &exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch),
            cudaSuccess);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaFree(params.dptr), cudaSuccess);
  ASSERT_EQ(cudaGraphAddMemFreeNode(&free, graph, &fill, 1, params.dptr),
            cudaSuccess);
  cudaGraphExecDestroy(exec);
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph), cudaSuccess);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaFree(params.dptr), cudaErrorInvalidValue);
}

TEST_F(GraphTest, ConditionalBodies) {
  // While data[0] is not 5, add 1 to it. Then, as switch, body 1 of 3.
  struct State {
    int *data;
    cudaGraphConditionalHandle handle;
  };
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  static State state;
  state.data = data;
  ASSERT_EQ(cudaGraphConditionalHandleCreate(&state.handle, graph, 1,
                                             cudaGraphCondAssignDefault),
            cudaSuccess);
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = state.handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  cudaGraphNode_t loop, choice, decide;
  ASSERT_EQ(cudaGraphAddNode(&loop, graph, nullptr, 0, &params), cudaSuccess);
  cudaGraph_t body = params.conditional.phGraph_out[0];
  cudaGraphNode_t add = addNode(body, {}, data, 1);
  cudaHostNodeParams host = {[](void *) {
                               *reinterpret_cast<volatile unsigned *>(
                                   state.handle) = state.data[0] < 5;
                             },
                             nullptr};
  ASSERT_EQ(cudaGraphAddHostNode(&decide, body, &add, 1, &host), cudaSuccess);
  cudaGraphConditionalHandle which;
  ASSERT_EQ(cudaGraphConditionalHandleCreate(&which, graph, 1,
                                             cudaGraphCondAssignDefault),
            cudaSuccess);
  params.conditional.handle = which;
  params.conditional.type = cudaGraphCondTypeSwitch;
  params.conditional.size = 3;
  ASSERT_EQ(cudaGraphAddNode(&choice, graph, &loop, 1, &params), cudaSuccess);
  for (int i = 0; i < 3; ++i)
    addNode(params.conditional.phGraph_out[i], {}, data + 1 + i, 1);
  ASSERT_EQ(run(graph), cudaSuccess);
  EXPECT_EQ(data[0], 5);
  EXPECT_EQ(data[1], 0);
  EXPECT_EQ(data[2], 1);
  EXPECT_EQ(data[3], 0);
  ASSERT_EQ(run(graph), cudaSuccess) << "the default value is set again";
  EXPECT_EQ(data[0], 6);
}

TEST_F(GraphTest, KeepsUserObjects) {
  static int destroyed;
  destroyed = 0;
  cudaUserObject_t object;
  ASSERT_EQ(cudaUserObjectCreate(
                &object, nullptr, [](void *) { ++destroyed; }, 1,
                cudaUserObjectNoDestructorSync),
            cudaSuccess);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  ASSERT_EQ(
      cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove),
      cudaSuccess);
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph), cudaSuccess);
  cudaGraphDestroy(graph);
  EXPECT_EQ(destroyed, 0);
  cudaGraphExecDestroy(exec);
  EXPECT_EQ(destroyed, 1);
  EXPECT_EQ(cudaUserObjectRelease(object), cudaErrorInvalidValue);
}

TEST_F(GraphTest, PrintsItself) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t a = addNode(graph, {}, data, 3);
  addNode(graph, {a}, data, 3);
  std::string path = testing::TempDir() + "heddle-graph.dot";
  ASSERT_EQ(cudaGraphDebugDotPrint(graph, path.c_str(),
                                   cudaGraphDebugDotFlagsVerbose),
            cudaSuccess);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_NE(text.str().find("digraph"), std::string::npos);
  EXPECT_NE(text.str().find("_Z3addPii"), std::string::npos);
  EXPECT_NE(text.str().find("<<<(1,1,1),(1,1,1),0>>>"), std::string::npos);
  EXPECT_NE(text.str().find("->"), std::string::npos);
  std::remove(path.c_str());
  EXPECT_EQ(cudaGraphDebugDotPrint(graph, "/no/such/folder/x.dot", 0),
            cudaErrorOperatingSystem);
}

} // namespace
