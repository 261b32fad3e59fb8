//===- GraphParams.cpp - Gets and sets node parameters --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each setter exists twice: for a node of a graph, and for its copy in an
// executable graph.
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Event.h"
#include "Graph.h"
#include "GraphExec.h"
#include "Symbol.h"

namespace heddle::rt {
namespace {

/// The node's work if it is of that type.
template <class Kind> cudaError_t find(cudaGraphNode_t node, Kind *&work) {
  if (cudaError_t error = pending())
    return error;
  work = isNode(node) ? std::get_if<Kind>(&node->work) : nullptr;
  return work ? cudaSuccess : fail(cudaErrorInvalidValue);
}

/// Replaces a node's work by other work of the same type.
cudaError_t replace(cudaGraphNode_t node, Work work) {
  if (cudaError_t error = pending())
    return error;
  if (!isNode(node) || node->work.index() != work.index())
    return fail(cudaErrorInvalidValue);
  if (auto *kernel = std::get_if<KernelWork>(&work)) {
    kernel->attributes = std::get<KernelWork>(node->work).attributes;
    kernel->cooperative = std::get<KernelWork>(node->work).cooperative;
  }
  node->work = std::move(work);
  return cudaSuccess;
}

template <class Params>
cudaError_t setParams(cudaGraphNode_t node, const Params *params) {
  Work work;
  if (cudaError_t error = makeWork(params, work))
    return error;
  return replace(node, std::move(work));
}

cudaError_t setGeneric(cudaGraphNode_t node, cudaGraphNodeParams *params) {
  // The contents of these cannot be replaced.
  if (params && (params->type == cudaGraphNodeTypeMemAlloc ||
                 params->type == cudaGraphNodeTypeMemFree ||
                 params->type == cudaGraphNodeTypeConditional))
    return fail(cudaErrorInvalidValue);
  Work work;
  if (cudaError_t error = makeWork(nullptr, params, work))
    return error;
  return replace(node, std::move(work));
}

template <class Kind>
cudaError_t setEvent(cudaGraphNode_t node, cudaEvent_t event) {
  if (!isEvent(event))
    return fail(cudaErrorInvalidValue);
  return replace(node, Kind{event});
}

template <class Kind, class Result, class Read>
cudaError_t get(cudaGraphNode_t node, Result *result, Read read) {
  Kind *work;
  if (cudaError_t error = find(node, work))
    return error;
  if (!result)
    return fail(cudaErrorInvalidValue);
  *result = read(*work);
  return cudaSuccess;
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         cudaKernelNodeParams *params) {
  return get<KernelWork>(node, params, [](KernelWork &work) {
    const HeddleLaunchConfig &c = work.config;
    return cudaKernelNodeParams{
        const_cast<void *>(work.kernel->handle),
        dim3(c.grid[0], c.grid[1], c.grid[2]),
        dim3(c.block[0], c.block[1], c.block[2]),
        static_cast<unsigned>(c.dynamicSharedBytes),
        work.kernel->info->numParams ? work.arguments.data() : nullptr,
        nullptr};
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                         cudaMemcpy3DParms *params) {
  return get<CopyWork>(node, params, [](CopyWork &work) { return work.parms; });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         cudaMemsetParams *params) {
  return get<FillWork>(node, params,
                       [](FillWork &work) { return work.params; });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                       cudaHostNodeParams *params) {
  return get<HostWork>(node, params,
                       [](HostWork &work) { return work.params; });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node,
                                            cudaGraph_t *graph) {
  return get<ChildWork>(node, graph,
                        [](ChildWork &work) { return work.graph.get(); });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node,
                                             cudaEvent_t *event) {
  return get<RecordWork>(node, event,
                         [](RecordWork &work) { return work.event; });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node,
                                           cudaEvent_t *event) {
  return get<WaitWork>(node, event, [](WaitWork &work) { return work.event; });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams *params) {
  return get<AllocateWork>(node, params,
                           [](AllocateWork &work) { return work.params; });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer) {
  return get<FreeWork>(node, static_cast<void **>(pointer),
                       [](FreeWork &work) { return work.pointer; });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node,
                                            cudaLaunchAttributeID attribute,
                                            cudaLaunchAttributeValue *value) {
  return get<KernelWork>(node, value, [=](KernelWork &work) {
    auto found = work.attributes.find(attribute);
    return found == work.attributes.end() ? cudaLaunchAttributeValue{}
                                          : found->second;
  });
}

cudaError_t
cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node,
                                cudaLaunchAttributeID attribute,
                                const cudaLaunchAttributeValue *value) {
  KernelWork *work;
  if (cudaError_t error = find(node, work))
    return error;
  if (!value)
    return fail(cudaErrorInvalidValue);
  switch (attribute) {
  case cudaLaunchAttributeAccessPolicyWindow:
  case cudaLaunchAttributePriority:
  case cudaLaunchAttributeMemSyncDomain:
  case cudaLaunchAttributeMemSyncDomainMap:
  case cudaLaunchAttributePreferredSharedMemoryCarveout:
    work->attributes[attribute] = *value;
    return cudaSuccess;
  case cudaLaunchAttributeCooperative:
    work->cooperative = value->cooperative != 0;
    work->attributes[attribute] = *value;
    return cudaSuccess;
  case cudaLaunchAttributeClusterDimension:
    if (value->clusterDim.x * value->clusterDim.y * value->clusterDim.z > 1)
      return fail(cudaErrorInvalidClusterSize);
    return cudaSuccess;
  default:
    return fail(cudaErrorInvalidValue);
  }
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t source,
                                              cudaGraphNode_t destination) {
  KernelWork *from, *to;
  if (cudaError_t error = find(source, from))
    return error;
  if (cudaError_t error = find(destination, to))
    return error;
  to->attributes = from->attributes;
  to->cooperative = from->cooperative;
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams *params) {
  return setParams(node, params);
}
cudaError_t
cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                 const cudaKernelNodeParams *params) {
  return setParams(findInExec(exec, node), params);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms *params) {
  return setParams(node, params);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const cudaMemcpy3DParms *params) {
  return setParams(findInExec(exec, node), params);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst,
                                           const void *src, size_t bytes,
                                           cudaMemcpyKind kind) {
  cudaMemcpy3DParms parms = linearCopy(dst, src, bytes, kind);
  return setParams(node, &parms);
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                               cudaGraphNode_t node, void *dst,
                                               const void *src, size_t bytes,
                                               cudaMemcpyKind kind) {
  return cudaGraphMemcpyNodeSetParams1D(findInExec(exec, node), dst, src, bytes,
                                        kind);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                 const void *symbol,
                                                 const void *src, size_t bytes,
                                                 size_t offset,
                                                 cudaMemcpyKind kind) {
  if (cudaError_t error = checkToSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaGraphMemcpyNodeSetParams1D(node, symbolAt(symbol, offset), src,
                                        bytes, kind);
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const void *symbol,
    const void *src, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphMemcpyNodeSetParamsToSymbol(findInExec(exec, node), symbol,
                                              src, bytes, offset, kind);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node,
                                                   void *dst,
                                                   const void *symbol,
                                                   size_t bytes, size_t offset,
                                                   cudaMemcpyKind kind) {
  if (cudaError_t error = checkFromSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaGraphMemcpyNodeSetParams1D(node, dst, symbolAt(symbol, offset),
                                        bytes, kind);
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, void *dst, const void *symbol,
    size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return cudaGraphMemcpyNodeSetParamsFromSymbol(findInExec(exec, node), dst,
                                                symbol, bytes, offset, kind);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemsetParams *params) {
  return setParams(node, params);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const cudaMemsetParams *params) {
  return setParams(findInExec(exec, node), params);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const cudaHostNodeParams *params) {
  return setParams(node, params);
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec,
                                           cudaGraphNode_t node,
                                           const cudaHostNodeParams *params) {
  return setParams(findInExec(exec, node), params);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node,
                                             cudaEvent_t event) {
  return setEvent<RecordWork>(node, event);
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec,
                                                 cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return setEvent<RecordWork>(findInExec(exec, node), event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node,
                                           cudaEvent_t event) {
  return setEvent<WaitWork>(node, event);
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec,
                                               cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return setEvent<WaitWork>(findInExec(exec, node), event);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node,
                                   cudaGraphNodeParams *params) {
  return setGeneric(node, params);
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec,
                                       cudaGraphNode_t node,
                                       cudaGraphNodeParams *params) {
  if (params && params->type == cudaGraphNodeTypeGraph)
    return cudaGraphExecChildGraphNodeSetParams(exec, node,
                                                params->graph.graph);
  return setGeneric(findInExec(exec, node), params);
}

} // extern "C"
