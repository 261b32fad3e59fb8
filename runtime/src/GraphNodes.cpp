//===- GraphNodes.cpp - Node types and their parameters -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Event.h"
#include "Graph.h"
#include "Launch.h"
#include "Symbol.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace heddle::rt {

/// The offset of each argument. A type's alignment divides its size.
KernelArguments::KernelArguments(const HeddleKernelInfo &info, void **args) {
  std::vector<size_t> offsets;
  for (uint32_t i = 0; i < info.numParams; ++i) {
    size_t size = info.paramBytes[i];
    size_t alignment = std::min<size_t>(128, size & -size);
    bytes = (bytes + alignment - 1) / alignment * alignment;
    offsets.push_back(bytes);
    bytes += size;
  }
  if (bytes == 0)
    return;
  storage.reset(
      static_cast<char *>(std::aligned_alloc(128, (bytes + 127) / 128 * 128)));
  for (uint32_t i = 0; i < info.numParams; ++i) {
    pointers.push_back(storage.get() + offsets[i]);
    std::memcpy(pointers[i], args[i], info.paramBytes[i]);
  }
}

KernelArguments::KernelArguments(const KernelArguments &other)
    : bytes(other.bytes), pointers(other.pointers) {
  if (!bytes)
    return;
  storage.reset(
      static_cast<char *>(std::aligned_alloc(128, (bytes + 127) / 128 * 128)));
  std::memcpy(storage.get(), other.storage.get(), bytes);
  for (void *&pointer : pointers)
    pointer =
        storage.get() + (static_cast<char *>(pointer) - other.storage.get());
}

cudaGraphNodeType typeOf(const Work &work) {
  struct Type {
    cudaGraphNodeType operator()(const EmptyWork &) {
      return cudaGraphNodeTypeEmpty;
    }
    cudaGraphNodeType operator()(const KernelWork &) {
      return cudaGraphNodeTypeKernel;
    }
    cudaGraphNodeType operator()(const CopyWork &) {
      return cudaGraphNodeTypeMemcpy;
    }
    cudaGraphNodeType operator()(const FillWork &) {
      return cudaGraphNodeTypeMemset;
    }
    cudaGraphNodeType operator()(const HostWork &) {
      return cudaGraphNodeTypeHost;
    }
    cudaGraphNodeType operator()(const ChildWork &) {
      return cudaGraphNodeTypeGraph;
    }
    cudaGraphNodeType operator()(const RecordWork &) {
      return cudaGraphNodeTypeEventRecord;
    }
    cudaGraphNodeType operator()(const WaitWork &) {
      return cudaGraphNodeTypeWaitEvent;
    }
    cudaGraphNodeType operator()(const AllocateWork &) {
      return cudaGraphNodeTypeMemAlloc;
    }
    cudaGraphNodeType operator()(const FreeWork &) {
      return cudaGraphNodeTypeMemFree;
    }
    cudaGraphNodeType operator()(const ConditionalWork &) {
      return cudaGraphNodeTypeConditional;
    }
    // The runtime API has no name for it.
    cudaGraphNodeType operator()(const MemoryOperationsWork &) {
      return static_cast<cudaGraphNodeType>(CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
    }
  };
  return std::visit(Type(), work);
}

cudaError_t makeWork(const cudaKernelNodeParams *params, Work &work) {
  if (!params)
    return fail(cudaErrorInvalidValue);
  Kernel *kernel = findKernel(params->func);
  if (!kernel)
    return fail(cudaErrorInvalidDeviceFunction);
  // Arguments packed into one buffer are only supported by the driver API.
  if (params->extra)
    return fail(cudaErrorNotSupported);
  if (kernel->info->numParams &&
      (!params->kernelParams || !kernel->info->paramBytes))
    return fail(cudaErrorInvalidValue);
  const dim3 &grid = params->gridDim, &block = params->blockDim;
  HeddleLaunchConfig config = {{grid.x, grid.y, grid.z},
                               {block.x, block.y, block.z},
                               params->sharedMemBytes,
                               nullptr};
  if (cudaError_t error = checkLaunch(kernel->info, config))
    return fail(error);
  work = KernelWork{kernel,
                    config,
                    KernelArguments(*kernel->info, params->kernelParams),
                    {},
                    false};
  return cudaSuccess;
}

cudaError_t makeWork(const cudaMemcpy3DParms *params, Work &work) {
  if (!params)
    return fail(cudaErrorInvalidValue);
  if (params->kind < cudaMemcpyHostToHost || params->kind > cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  // One source and one destination.
  if (!params->srcArray == !params->srcPtr.ptr ||
      !params->dstArray == !params->dstPtr.ptr)
    return fail(cudaErrorInvalidValue);
  work = CopyWork{*params};
  return cudaSuccess;
}

cudaError_t makeWork(const cudaMemsetParams *params, Work &work) {
  if (!params || !params->dst || params->width == 0 || params->height == 0 ||
      (params->elementSize != 1 && params->elementSize != 2 &&
       params->elementSize != 4))
    return fail(cudaErrorInvalidValue);
  if (params->height > 1 && params->pitch < params->width * params->elementSize)
    return fail(cudaErrorInvalidValue);
  work = FillWork{*params};
  return cudaSuccess;
}

cudaError_t makeWork(const cudaHostNodeParams *params, Work &work) {
  if (!params || !params->fn)
    return fail(cudaErrorInvalidValue);
  work = HostWork{*params};
  return cudaSuccess;
}

cudaMemcpy3DParms linearCopy(void *dst, const void *src, size_t bytes,
                             cudaMemcpyKind kind) {
  cudaMemcpy3DParms parms = {};
  parms.srcPtr = {const_cast<void *>(src), bytes, bytes, 1};
  parms.dstPtr = {dst, bytes, bytes, 1};
  parms.extent = {bytes, 1, 1};
  parms.kind = kind;
  return parms;
}

namespace {

cudaError_t allocateNode(cudaMemAllocNodeParams *params, Work &work) {
  if (!params || params->bytesize == 0 ||
      params->poolProps.allocType != cudaMemAllocationTypePinned)
    return fail(cudaErrorInvalidValue);
  std::shared_ptr<GraphMemory> memory =
      GraphMemory::make(params->bytesize, params->poolProps.location.id);
  if (!memory)
    return fail(cudaErrorMemoryAllocation);
  params->dptr = memory->pointer();
  work = AllocateWork{*params, memory};
  return cudaSuccess;
}

cudaError_t conditionalNode(cudaGraph_t graph,
                            cudaConditionalNodeParams &params, Work &work) {
  bool sized = params.type == cudaGraphCondTypeIf      ? params.size <= 2
               : params.type == cudaGraphCondTypeWhile ? params.size == 1
                                                       : true;
  if (!isGraph(graph) || !params.size || !sized)
    return fail(cudaErrorInvalidValue);
  for (const auto &condition : graph->conditions) {
    if (reinterpret_cast<uintptr_t>(condition.get()) != params.handle)
      continue;
    ConditionalWork made = {condition.get(), params.type, {}, {}};
    for (unsigned i = 0; i < params.size; ++i) {
      auto body = std::make_unique<CUgraph_st>();
      // Conditional nodes may nest and share handles.
      body->conditions = graph->conditions;
      made.bodies.emplace_back(std::move(body));
    }
    work = std::move(made);
    return cudaSuccess;
  }
  return fail(cudaErrorInvalidValue);
}

} // namespace

cudaError_t makeWork(cudaGraph_t graph, cudaGraphNodeParams *params,
                     Work &work) {
  if (!params)
    return fail(cudaErrorInvalidValue);
  switch (params->type) {
  case cudaGraphNodeTypeKernel: {
    const cudaKernelNodeParamsV2 &k = params->kernel;
    cudaKernelNodeParams plain = {k.func,           k.gridDim,      k.blockDim,
                                  k.sharedMemBytes, k.kernelParams, k.extra};
    return makeWork(&plain, work);
  }
  case cudaGraphNodeTypeMemcpy:
    return makeWork(&params->memcpy.copyParams, work);
  case cudaGraphNodeTypeMemset: {
    const cudaMemsetParamsV2 &m = params->memset;
    cudaMemsetParams plain = {m.dst,         m.pitch, m.value,
                              m.elementSize, m.width, m.height};
    return makeWork(&plain, work);
  }
  case cudaGraphNodeTypeHost: {
    cudaHostNodeParams plain = {params->host.fn, params->host.userData};
    return makeWork(&plain, work);
  }
  case cudaGraphNodeTypeGraph:
    if (!isGraph(params->graph.graph))
      return fail(cudaErrorInvalidValue);
    work = ChildWork{InnerGraph(copyGraph(*params->graph.graph))};
    return cudaSuccess;
  case cudaGraphNodeTypeEmpty:
    work = EmptyWork{};
    return cudaSuccess;
  case cudaGraphNodeTypeWaitEvent:
    if (!isEvent(params->eventWait.event))
      return fail(cudaErrorInvalidValue);
    work = WaitWork{params->eventWait.event};
    return cudaSuccess;
  case cudaGraphNodeTypeEventRecord:
    if (!isEvent(params->eventRecord.event))
      return fail(cudaErrorInvalidValue);
    work = RecordWork{params->eventRecord.event};
    return cudaSuccess;
  case cudaGraphNodeTypeMemAlloc: {
    cudaMemAllocNodeParamsV2 &a = params->alloc;
    cudaMemAllocNodeParams plain = {a.poolProps, a.accessDescs,
                                    a.accessDescCount, a.bytesize, nullptr};
    cudaError_t error = allocateNode(&plain, work);
    a.dptr = plain.dptr;
    return error;
  }
  case cudaGraphNodeTypeMemFree:
    if (!params->free.dptr)
      return fail(cudaErrorInvalidValue);
    work = FreeWork{params->free.dptr};
    return cudaSuccess;
  case cudaGraphNodeTypeConditional:
    return conditionalNode(graph, params->conditional, work);
  case cudaGraphNodeTypeExtSemaphoreSignal:
  case cudaGraphNodeTypeExtSemaphoreWait:
    return fail(cudaErrorNotSupported);
  default:
    return fail(cudaErrorInvalidValue);
  }
}

} // namespace heddle::rt

using namespace heddle::rt;

/// Adds a node with the work that `...` describes.
#define HEDDLE_ADD(...)                                                        \
  Work work;                                                                   \
  if (cudaError_t error = makeWork(__VA_ARGS__, work))                         \
    return error;                                                              \
  return addNode(node, graph, dependencies, count, std::move(work))

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies,
                                   size_t count,
                                   const cudaKernelNodeParams *params) {
  HEDDLE_ADD(params);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies,
                                   size_t count,
                                   const cudaMemcpy3DParms *params) {
  HEDDLE_ADD(params);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies,
                                     size_t count, void *dst, const void *src,
                                     size_t bytes, cudaMemcpyKind kind) {
  cudaMemcpy3DParms parms = linearCopy(dst, src, bytes, kind);
  HEDDLE_ADD(&parms);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node,
                                           cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies,
                                           size_t count, const void *symbol,
                                           const void *src, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
  if (cudaError_t error = checkToSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaGraphAddMemcpyNode1D(node, graph, dependencies, count,
                                  symbolAt(symbol, offset), src, bytes, kind);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph,
    const cudaGraphNode_t *dependencies, size_t count, void *dst,
    const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  if (cudaError_t error = checkFromSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaGraphAddMemcpyNode1D(node, graph, dependencies, count, dst,
                                  symbolAt(symbol, offset), bytes, kind);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies,
                                   size_t count,
                                   const cudaMemsetParams *params) {
  HEDDLE_ADD(params);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies,
                                 size_t count,
                                 const cudaHostNodeParams *params) {
  HEDDLE_ADD(params);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *dependencies,
                                       size_t count, cudaGraph_t child) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeGraph;
  params.graph.graph = child;
  HEDDLE_ADD(graph, &params);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies,
                                  size_t count) {
  return addNode(node, graph, dependencies, count, EmptyWork{});
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node,
                                        cudaGraph_t graph,
                                        const cudaGraphNode_t *dependencies,
                                        size_t count, cudaEvent_t event) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeEventRecord;
  params.eventRecord.event = event;
  HEDDLE_ADD(graph, &params);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *dependencies,
                                      size_t count, cudaEvent_t event) {
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeWaitEvent;
  params.eventWait.event = event;
  HEDDLE_ADD(graph, &params);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies,
                                     size_t count,
                                     cudaMemAllocNodeParams *params) {
  Work work;
  if (cudaError_t error = allocateNode(params, work))
    return error;
  return addNode(node, graph, dependencies, count, std::move(work));
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies,
                                    size_t count, void *pointer) {
  if (!pointer)
    return fail(cudaErrorInvalidValue);
  return addNode(node, graph, dependencies, count, FreeWork{pointer});
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *dependencies, size_t count,
                             cudaGraphNodeParams *params) {
  Work work;
  if (cudaError_t error = makeWork(graph, params, work))
    return error;
  if (cudaError_t error =
          addNode(node, graph, dependencies, count, std::move(work)))
    return error;
  if (auto *conditional = std::get_if<ConditionalWork>(&(*node)->work)) {
    for (const InnerGraph &body : conditional->bodies)
      conditional->handles.push_back(body.get());
    params->conditional.phGraph_out = conditional->handles.data();
  }
  return cudaSuccess;
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
                                const cudaGraphNode_t *dependencies,
                                const cudaGraphEdgeData *, size_t count,
                                cudaGraphNodeParams *params) {
  return cudaGraphAddNode(node, graph, dependencies, count, params);
}

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
    const cudaExternalSemaphoreSignalNodeParams *) {
  return fail(cudaErrorNotSupported);
}
cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t,
    const cudaExternalSemaphoreWaitNodeParams *) {
  return fail(cudaErrorNotSupported);
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle,
                                             cudaGraph_t graph,
                                             unsigned defaultValue,
                                             unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!handle || !isGraph(graph) ||
      (flags & ~unsigned(cudaGraphCondAssignDefault)))
    return fail(cudaErrorInvalidValue);
  bool assign = flags & cudaGraphCondAssignDefault;
  auto condition = std::make_shared<Condition>(defaultValue, assign);
  *handle = reinterpret_cast<uintptr_t>(condition.get());
  graph->conditions.push_back(std::move(condition));
  return cudaSuccess;
}

} // extern "C"
