//===- graph_templates.h - Typed and older overloads of the graph API -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_GRAPH_TEMPLATES_H
#define HEDDLE_GRAPH_TEMPLATES_H

#include "../cuda_runtime_api.h"

// The CUDA 11 form: with a node and a text that describe the error.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec,
                                        cudaGraph_t graph,
                                        cudaGraphNode_t *errorNode,
                                        char *logBuffer, size_t bufferSize) {
  if (errorNode)
    *errorNode = nullptr;
  if (logBuffer && bufferSize)
    *logBuffer = 0;
  return ::cudaGraphInstantiate(exec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                       cudaGraphNode_t *errorNode,
                                       cudaGraphExecUpdateResult *result) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t error = ::cudaGraphExecUpdate(exec, graph, &info);
  if (errorNode)
    *errorNode = info.errorNode;
  if (result)
    *result = info.result;
  return error;
}

// The CUDA 13 form: with data for each edge.
inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies,
                                    const cudaGraphEdgeData *edgeData,
                                    size_t count, cudaGraphNodeParams *params) {
  return ::cudaGraphAddNode_v2(node, graph, dependencies, edgeData, count,
                               params);
}

inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                            const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to,
                                            const cudaGraphEdgeData *edgeData,
                                            size_t count) {
  return ::cudaGraphAddDependencies_v2(graph, from, to, edgeData, count);
}

inline cudaError_t
cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                            const cudaGraphNode_t *to,
                            const cudaGraphEdgeData *edgeData, size_t count) {
  return ::cudaGraphRemoveDependencies_v2(graph, from, to, edgeData, count);
}

inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                                     cudaGraphNode_t *to,
                                     cudaGraphEdgeData *edgeData,
                                     size_t *count) {
  return ::cudaGraphGetEdges_v2(graph, from, to, edgeData, count);
}

inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                cudaGraphNode_t *dependencies,
                                                cudaGraphEdgeData *edgeData,
                                                size_t *count) {
  return ::cudaGraphNodeGetDependencies_v2(node, dependencies, edgeData, count);
}

inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                  cudaGraphNode_t *dependents,
                                                  cudaGraphEdgeData *edgeData,
                                                  size_t *count) {
  return ::cudaGraphNodeGetDependentNodes_v2(node, dependents, edgeData, count);
}

inline cudaError_t cudaStreamUpdateCaptureDependencies(
    cudaStream_t stream, cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *edgeData, size_t count, unsigned int flags = 0) {
  return ::cudaStreamUpdateCaptureDependencies_v2(stream, dependencies,
                                                  edgeData, count, flags);
}

inline cudaError_t
cudaStreamGetCaptureInfo_v2(cudaStream_t stream,
                            cudaStreamCaptureStatus *status,
                            unsigned long long *id, cudaGraph_t *graph,
                            const cudaGraphNode_t **dependencies,
                            const cudaGraphEdgeData **edgeData, size_t *count) {
  return ::cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies,
                                       edgeData, count);
}

// Accept a device variable where the C interface takes its address.
template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, const T &symbol,
    const void *src, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(node, graph, dependencies, count,
                                          (const void *)&symbol, src, bytes,
                                          offset, kind);
}

template <class T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, void *dst,
    const T &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, count,
                                            dst, (const void *)&symbol, bytes,
                                            offset, kind);
}

template <class T>
inline cudaError_t
cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol,
                                     const void *src, size_t bytes,
                                     size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol,
                                                src, bytes, offset, kind);
}

template <class T>
inline cudaError_t
cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
                                       const T &symbol, size_t bytes,
                                       size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsFromSymbol(
      node, dst, (const void *)&symbol, bytes, offset, kind);
}

template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const T &symbol,
    const void *src, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(
      exec, node, (const void *)&symbol, src, bytes, offset, kind);
}

template <class T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const T &symbol,
    size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(
      exec, node, dst, (const void *)&symbol, bytes, offset, kind);
}

#ifdef __CUDA__
/// For a conditional node: the value of its handle when the node runs. The
/// handle is the address of the value.
static __device__ __inline__ void
cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  *(volatile unsigned int *)handle = value;
}
#endif

#endif // HEDDLE_GRAPH_TEMPLATES_H
