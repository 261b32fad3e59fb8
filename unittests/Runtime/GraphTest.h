//===- GraphTest.h - A kernel that graphs can launch ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_GRAPHTEST_H
#define HEDDLE_UNITTESTS_GRAPHTEST_H

#include "RuntimeTest.h"

/// The handle of a kernel `add(int *p, int value)`, which adds to the first
/// gridDim.x integers; made as the compiler makes one.
inline void addHandle(int *, int) {}

inline constexpr uint32_t addSizes[] = {sizeof(int *), sizeof(int)};
inline constexpr uint32_t addOffsets[] = {0, sizeof(int *)};
inline constexpr HeddleKernelInfo addInfo = {
    "add(int*, int)", 0,          0,           1024, 2, 0, 0,
    addSizes,         addOffsets, "_Z3addPii", 0};

inline void addEntry(const HeddleLaunchConfig *config, void **args) {
  int answer = __heddle_launch_begin(&addInfo, config);
  if (answer < 0)
    __heddle_launch_record(&addInfo, config, args);
  if (answer)
    return;
  int *p = *static_cast<int **>(args[0]);
  for (uint32_t i = 0; i < config->grid[0]; ++i)
    p[i] += *static_cast<int *>(args[1]);
}

class GraphTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    __heddle_register_kernel(reinterpret_cast<const void *>(&addHandle),
                             &addInfo, addEntry);
    ASSERT_EQ(cudaMallocManaged(&data, 8 * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemset(data, 0, 8 * sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    ASSERT_EQ(cudaStreamCreate(&other), cudaSuccess);
  }

  static cudaError_t add(int *p, int value, cudaStream_t stream) {
    void *args[] = {&p, &value};
    return cudaLaunchKernel(addHandle, dim3(1), dim3(1), args, 0, stream);
  }

  /// A node that adds `value` to `*p` after `dependencies`.
  static cudaGraphNode_t addNode(cudaGraph_t graph,
                                 std::initializer_list<cudaGraphNode_t> after,
                                 int *p, int value) {
    void *args[] = {&p, &value};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void *>(&addHandle);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = args;
    cudaGraphNode_t node = nullptr;
    EXPECT_EQ(cudaGraphAddKernelNode(&node, graph, after.begin(), after.size(),
                                     &params),
              cudaSuccess);
    return node;
  }

  /// Instantiates and launches once.
  static cudaError_t run(cudaGraph_t graph) {
    cudaGraphExec_t exec;
    if (cudaError_t error = cudaGraphInstantiate(&exec, graph, 0))
      return error;
    cudaError_t error = cudaGraphLaunch(exec, 0);
    cudaGraphExecDestroy(exec);
    return error;
  }

  static cudaGraphNodeType typeOf(cudaGraphNode_t node) {
    cudaGraphNodeType type = cudaGraphNodeTypeCount;
    EXPECT_EQ(cudaGraphNodeGetType(node, &type), cudaSuccess);
    return type;
  }

  static size_t countNodes(cudaGraph_t graph) {
    size_t count = 0;
    EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &count), cudaSuccess);
    return count;
  }

  int *data = nullptr;
  cudaStream_t stream, other;
};

#endif // HEDDLE_UNITTESTS_GRAPHTEST_H
