//===- DriverGraph.cpp - Capture, graphs and executable graphs ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime has the same functions: its handles are the same, and its types
// and enumerations have the same layout and numbers.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

static_assert(sizeof(CUgraphExecUpdateResultInfo) ==
              sizeof(cudaGraphExecUpdateResultInfo));
static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) ==
              sizeof(cudaGraphInstantiateParams));

extern "C" {

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  return inContextOf(stream, [=] {
    return cudaStreamBeginCapture(stream,
                                  static_cast<cudaStreamCaptureMode>(mode));
  });
}
CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                     const CUgraphNode *dependencies,
                                     const CUgraphEdgeData *edgeData,
                                     size_t count, CUstreamCaptureMode mode) {
  return inContext([=] {
    return cudaStreamBeginCaptureToGraph(
        stream, graph, dependencies, edgeData, count,
        static_cast<cudaStreamCaptureMode>(mode));
  });
}
CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
  return inContextOf(stream,
                     [=] { return cudaStreamEndCapture(stream, graph); });
}
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) {
  return inContextOf(stream, [=] {
    return cudaStreamIsCapturing(
        stream, reinterpret_cast<cudaStreamCaptureStatus *>(status));
  });
}
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  return inContext([=] {
    return cudaThreadExchangeStreamCaptureMode(
        reinterpret_cast<cudaStreamCaptureMode *>(mode));
  });
}
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status,
                                cuuint64_t *id, CUgraph *graph,
                                const CUgraphNode **dependencies,
                                size_t *count) {
  return inContext([=] {
    return cudaStreamGetCaptureInfo(
        stream, reinterpret_cast<cudaStreamCaptureStatus *>(status),
        reinterpret_cast<unsigned long long *>(id), graph, dependencies, count);
  });
}
CUresult cuStreamGetCaptureInfo_v3(CUstream stream,
                                   CUstreamCaptureStatus *status,
                                   cuuint64_t *id, CUgraph *graph,
                                   const CUgraphNode **dependencies,
                                   const CUgraphEdgeData **edgeData,
                                   size_t *count) {
  return inContext([=] {
    return cudaStreamGetCaptureInfo_v3(
        stream, reinterpret_cast<cudaStreamCaptureStatus *>(status),
        reinterpret_cast<unsigned long long *>(id), graph, dependencies,
        edgeData, count);
  });
}
CUresult cuStreamUpdateCaptureDependencies(CUstream stream,
                                           CUgraphNode *dependencies,
                                           size_t count, unsigned flags) {
  return inContext([=] {
    return cudaStreamUpdateCaptureDependencies(stream, dependencies, count,
                                               flags);
  });
}
CUresult cuStreamUpdateCaptureDependencies_v2(CUstream stream,
                                              CUgraphNode *dependencies,
                                              const CUgraphEdgeData *edgeData,
                                              size_t count, unsigned flags) {
  return inContext([=] {
    return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies,
                                                  edgeData, count, flags);
  });
}

CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
  return inContext([=] { return cudaGraphCreate(graph, flags); });
}
CUresult cuGraphDestroy(CUgraph graph) {
  return inContext([=] { return cudaGraphDestroy(graph); });
}
CUresult cuGraphClone(CUgraph *clone, CUgraph graph) {
  return inContext([=] { return cudaGraphClone(clone, graph); });
}
CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original,
                                CUgraph clone) {
  return inContext(
      [=] { return cudaGraphNodeFindInClone(node, original, clone); });
}
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type) {
  return inContext([=] {
    return cudaGraphNodeGetType(node,
                                reinterpret_cast<cudaGraphNodeType *>(type));
  });
}
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count) {
  return inContext([=] { return cudaGraphGetNodes(graph, nodes, count); });
}
CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count) {
  return inContext([=] { return cudaGraphGetRootNodes(graph, nodes, count); });
}
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                         size_t *count) {
  return inContext([=] { return cudaGraphGetEdges(graph, from, to, count); });
}
CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                            CUgraphEdgeData *edgeData, size_t *count) {
  return inContext(
      [=] { return cudaGraphGetEdges_v2(graph, from, to, edgeData, count); });
}
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *dependencies,
                                    size_t *count) {
  return inContext(
      [=] { return cudaGraphNodeGetDependencies(node, dependencies, count); });
}
CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node,
                                       CUgraphNode *dependencies,
                                       CUgraphEdgeData *edgeData,
                                       size_t *count) {
  return inContext([=] {
    return cudaGraphNodeGetDependencies_v2(node, dependencies, edgeData, count);
  });
}
CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *dependents,
                                      size_t *count) {
  return inContext(
      [=] { return cudaGraphNodeGetDependentNodes(node, dependents, count); });
}
CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node,
                                         CUgraphNode *dependents,
                                         CUgraphEdgeData *edgeData,
                                         size_t *count) {
  return inContext([=] {
    return cudaGraphNodeGetDependentNodes_v2(node, dependents, edgeData, count);
  });
}
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from,
                                const CUgraphNode *to, size_t count) {
  return inContext(
      [=] { return cudaGraphAddDependencies(graph, from, to, count); });
}
CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                   const CUgraphNode *to,
                                   const CUgraphEdgeData *edgeData,
                                   size_t count) {
  return inContext([=] {
    return cudaGraphAddDependencies_v2(graph, from, to, edgeData, count);
  });
}
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from,
                                   const CUgraphNode *to, size_t count) {
  return inContext(
      [=] { return cudaGraphRemoveDependencies(graph, from, to, count); });
}
CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                      const CUgraphNode *to,
                                      const CUgraphEdgeData *edgeData,
                                      size_t count) {
  return inContext([=] {
    return cudaGraphRemoveDependencies_v2(graph, from, to, edgeData, count);
  });
}
CUresult cuGraphDestroyNode(CUgraphNode node) {
  return inContext([=] { return cudaGraphDestroyNode(node); });
}
CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned flags) {
  return inContext([=] { return cudaGraphDebugDotPrint(graph, path, flags); });
}

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph,
                            unsigned long long flags) {
  return inContext(
      [=] { return cudaGraphInstantiateWithFlags(exec, graph, flags); });
}
CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *params) {
  return inContext([=] {
    return cudaGraphInstantiateWithParams(
        exec, graph, reinterpret_cast<cudaGraphInstantiateParams *>(params));
  });
}
CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags) {
  return inContext([=] {
    return cudaGraphExecGetFlags(exec,
                                 reinterpret_cast<unsigned long long *>(flags));
  });
}
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph,
                           CUgraphExecUpdateResultInfo *result) {
  return inContext([=] {
    return cudaGraphExecUpdate(
        exec, graph, reinterpret_cast<cudaGraphExecUpdateResultInfo *>(result));
  });
}
CUresult cuGraphExecDestroy(CUgraphExec exec) {
  return inContext([=] { return cudaGraphExecDestroy(exec); });
}
CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
  return inContextOf(stream, [=] { return cudaGraphUpload(exec, stream); });
}
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return inContextOf(stream, [=] { return cudaGraphLaunch(exec, stream); });
}
CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node,
                               unsigned enabled) {
  return inContext(
      [=] { return cudaGraphNodeSetEnabled(exec, node, enabled); });
}
CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node,
                               unsigned *enabled) {
  return inContext(
      [=] { return cudaGraphNodeGetEnabled(exec, node, enabled); });
}

CUresult cuUserObjectCreate(CUuserObject *object, void *pointer,
                            CUhostFn destroy, unsigned references,
                            unsigned flags) {
  return inContext([=] {
    return cudaUserObjectCreate(object, pointer, destroy, references, flags);
  });
}
CUresult cuUserObjectRetain(CUuserObject object, unsigned count) {
  return inContext([=] { return cudaUserObjectRetain(object, count); });
}
CUresult cuUserObjectRelease(CUuserObject object, unsigned count) {
  return inContext([=] { return cudaUserObjectRelease(object, count); });
}
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object,
                                 unsigned count, unsigned flags) {
  return inContext(
      [=] { return cudaGraphRetainUserObject(graph, object, count, flags); });
}
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object,
                                  unsigned count) {
  return inContext(
      [=] { return cudaGraphReleaseUserObject(graph, object, count); });
}
CUresult cuDeviceGetGraphMemAttribute(CUdevice device,
                                      CUgraphMem_attribute attribute,
                                      void *value) {
  return onDevice(device, [=] {
    return cudaDeviceGetGraphMemAttribute(
        device, static_cast<cudaGraphMemAttributeType>(attribute), value);
  });
}
CUresult cuDeviceSetGraphMemAttribute(CUdevice device,
                                      CUgraphMem_attribute attribute,
                                      void *value) {
  return onDevice(device, [=] {
    return cudaDeviceSetGraphMemAttribute(
        device, static_cast<cudaGraphMemAttributeType>(attribute), value);
  });
}
CUresult cuDeviceGraphMemTrim(CUdevice device) {
  return onDevice(device, [=] { return cudaDeviceGraphMemTrim(device); });
}

} // extern "C"
