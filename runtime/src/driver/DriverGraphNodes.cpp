//===- DriverGraphNodes.cpp - Nodes of graphs and their parameters
//--------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "DriverLaunch.h"
#include <bit>

using namespace heddle::rt;
using namespace heddle::rt::driver;

static_assert(sizeof(CUDA_HOST_NODE_PARAMS) == sizeof(cudaHostNodeParams));
static_assert(sizeof(CUDA_MEMSET_NODE_PARAMS) == sizeof(cudaMemsetParams));
static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) ==
              sizeof(cudaMemAllocNodeParams));
static_assert(sizeof(CUgraphNodeParams) == sizeof(cudaGraphNodeParams));

namespace {

/// A kernel node's parameters in the runtime's form.
class KernelParams {
public:
  /// Success, or what is wrong with them.
  CUresult read(const CUDA_KERNEL_NODE_PARAMS *given) {
    if (CUresult result = checkContext())
      return result;
    if (!given || (!given->func && !given->kern))
      return CUDA_ERROR_INVALID_VALUE;
    const void *handle = given->func ? static_cast<void *>(given->func)
                                     : static_cast<void *>(given->kern);
    Kernel *kernel = findKernel(handle);
    if (!kernel)
      return CUDA_ERROR_INVALID_HANDLE;
    if (given->ctx && !isContext(given->ctx))
      return CUDA_ERROR_INVALID_CONTEXT;
    if (!readArguments(*kernel, given->kernelParams, given->extra, arguments))
      return CUDA_ERROR_INVALID_VALUE;
    params.func = const_cast<void *>(handle);
    params.gridDim = dim3(given->gridDimX, given->gridDimY, given->gridDimZ);
    params.blockDim =
        dim3(given->blockDimX, given->blockDimY, given->blockDimZ);
    params.sharedMemBytes = given->sharedMemBytes;
    params.kernelParams = arguments.data();
    return CUDA_SUCCESS;
  }

  cudaKernelNodeParams params = {};

private:
  std::vector<void *> arguments;
};

/// What `use` does with a kernel node's parameters.
template <class Use>
CUresult withKernel(const CUDA_KERNEL_NODE_PARAMS *given, Use use) {
  KernelParams kernel;
  if (CUresult result = kernel.read(given))
    return result;
  return inContext([&] { return use(&kernel.params); });
}

/// What `use` does with a copy in the runtime's form.
template <class Use>
CUresult withCopy(const CUDA_MEMCPY3D *given, CUcontext context, Use use) {
  if (CUresult result = checkContext())
    return result;
  if (!given || (context && !isContext(context)) || given->srcLOD ||
      given->dstLOD || !given->WidthInBytes || !given->Height || !given->Depth)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([&] {
    cudaMemcpy3DParms parms;
    if (cudaError_t error = convert(*given, parms))
      return error;
    return use(&parms);
  });
}

const cudaMemsetParams *plain(const CUDA_MEMSET_NODE_PARAMS *params) {
  return reinterpret_cast<const cudaMemsetParams *>(params);
}
const cudaHostNodeParams *plain(const CUDA_HOST_NODE_PARAMS *params) {
  return reinterpret_cast<const cudaHostNodeParams *>(params);
}

/// What `use` does with a node's parameters in the runtime's form. It may write
/// to them.
template <class Use> CUresult withNode(CUgraphNodeParams *given, Use use) {
  if (CUresult result = checkContext())
    return result;
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  // Where the runtime's parameters differ, they are converted.
  auto params = std::bit_cast<cudaGraphNodeParams>(*given);
  switch (given->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return withKernel(&given->kernel, [&](const cudaKernelNodeParams *kernel) {
      params.kernel = {kernel->func,         kernel->gridDim,
                       kernel->blockDim,     kernel->sharedMemBytes,
                       kernel->kernelParams, kernel->extra};
      return use(&params);
    });
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return withCopy(&given->memcpy.copyParams, given->memcpy.copyCtx,
                    [&](const cudaMemcpy3DParms *copy) {
                      params.memcpy = {given->memcpy.flags, {}, *copy};
                      return use(&params);
                    });
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return CUDA_ERROR_INVALID_VALUE;
  default: {
    CUresult result = inContext([&] { return use(&params); });
    // What the runtime tells the program.
    if (given->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
      given->alloc.dptr = addressOf(params.alloc.dptr);
    if (given->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
      given->conditional.phGraph_out = params.conditional.phGraph_out;
    return result;
  }
  }
}

} // namespace

extern "C" {

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS *params) {
  return withKernel(params, [=](const cudaKernelNodeParams *its) {
    return cudaGraphAddKernelNode(node, graph, dependencies, count, its);
  });
}
CUresult cuGraphKernelNodeGetParams(CUgraphNode node,
                                    CUDA_KERNEL_NODE_PARAMS *params) {
  if (!params)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    cudaKernelNodeParams its;
    if (cudaError_t error = cudaGraphKernelNodeGetParams(node, &its))
      return error;
    *params = {static_cast<CUfunction>(its.func),
               its.gridDim.x,
               its.gridDim.y,
               its.gridDim.z,
               its.blockDim.x,
               its.blockDim.y,
               its.blockDim.z,
               its.sharedMemBytes,
               its.kernelParams,
               nullptr,
               nullptr,
               nullptr};
    return cudaSuccess;
  });
}
CUresult cuGraphKernelNodeSetParams(CUgraphNode node,
                                    const CUDA_KERNEL_NODE_PARAMS *params) {
  return withKernel(params, [=](const cudaKernelNodeParams *its) {
    return cudaGraphKernelNodeSetParams(node, its);
  });
}
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS *params) {
  return withKernel(params, [=](const cudaKernelNodeParams *its) {
    return cudaGraphExecKernelNodeSetParams(exec, node, its);
  });
}
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode destination,
                                         CUgraphNode source) {
  return inContext(
      [=] { return cudaGraphKernelNodeCopyAttributes(source, destination); });
}
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node,
                                       CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue *value) {
  return inContext([=] {
    return cudaGraphKernelNodeGetAttribute(
        node, static_cast<cudaLaunchAttributeID>(attribute),
        reinterpret_cast<cudaLaunchAttributeValue *>(value));
  });
}
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node,
                                       CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue *value) {
  return inContext([=] {
    return cudaGraphKernelNodeSetAttribute(
        node, static_cast<cudaLaunchAttributeID>(attribute),
        reinterpret_cast<const cudaLaunchAttributeValue *>(value));
  });
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMCPY3D *copy, CUcontext context) {
  return withCopy(copy, context, [=](const cudaMemcpy3DParms *its) {
    return cudaGraphAddMemcpyNode(node, graph, dependencies, count, its);
  });
}
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params) {
  if (!params)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    cudaMemcpy3DParms its;
    if (cudaError_t error = cudaGraphMemcpyNodeGetParams(node, &its))
      return error;
    *params = convert(its);
    return cudaSuccess;
  });
}
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node,
                                    const CUDA_MEMCPY3D *params) {
  return withCopy(params, nullptr, [=](const cudaMemcpy3DParms *its) {
    return cudaGraphMemcpyNodeSetParams(node, its);
  });
}
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D *params,
                                        CUcontext context) {
  return withCopy(params, context, [=](const cudaMemcpy3DParms *its) {
    return cudaGraphExecMemcpyNodeSetParams(exec, node, its);
  });
}

CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph,
                              const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *params,
                              CUcontext context) {
  if (context && !isContext(context))
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    return cudaGraphAddMemsetNode(node, graph, dependencies, count,
                                  plain(params));
  });
}
CUresult cuGraphMemsetNodeGetParams(CUgraphNode node,
                                    CUDA_MEMSET_NODE_PARAMS *params) {
  return inContext([=] {
    return cudaGraphMemsetNodeGetParams(
        node, reinterpret_cast<cudaMemsetParams *>(params));
  });
}
CUresult cuGraphMemsetNodeSetParams(CUgraphNode node,
                                    const CUDA_MEMSET_NODE_PARAMS *params) {
  return inContext(
      [=] { return cudaGraphMemsetNodeSetParams(node, plain(params)); });
}
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *params,
                                        CUcontext context) {
  if (context && !isContext(context))
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    return cudaGraphExecMemsetNodeSetParams(exec, node, plain(params));
  });
}

CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph,
                            const CUgraphNode *dependencies, size_t count,
                            const CUDA_HOST_NODE_PARAMS *params) {
  return inContext([=] {
    return cudaGraphAddHostNode(node, graph, dependencies, count,
                                plain(params));
  });
}
CUresult cuGraphHostNodeGetParams(CUgraphNode node,
                                  CUDA_HOST_NODE_PARAMS *params) {
  return inContext([=] {
    return cudaGraphHostNodeGetParams(
        node, reinterpret_cast<cudaHostNodeParams *>(params));
  });
}
CUresult cuGraphHostNodeSetParams(CUgraphNode node,
                                  const CUDA_HOST_NODE_PARAMS *params) {
  return inContext(
      [=] { return cudaGraphHostNodeSetParams(node, plain(params)); });
}
CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS *params) {
  return inContext([=] {
    return cudaGraphExecHostNodeSetParams(exec, node, plain(params));
  });
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph,
                                  const CUgraphNode *dependencies, size_t count,
                                  CUgraph child) {
  return inContext([=] {
    return cudaGraphAddChildGraphNode(node, graph, dependencies, count, child);
  });
}
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph) {
  return inContext(
      [=] { return cudaGraphChildGraphNodeGetGraph(node, graph); });
}
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                            CUgraph child) {
  return inContext(
      [=] { return cudaGraphExecChildGraphNodeSetParams(exec, node, child); });
}
CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph,
                             const CUgraphNode *dependencies, size_t count) {
  return inContext(
      [=] { return cudaGraphAddEmptyNode(node, graph, dependencies, count); });
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph,
                                   const CUgraphNode *dependencies,
                                   size_t count, CUevent event) {
  return inContext([=] {
    return cudaGraphAddEventRecordNode(node, graph, dependencies, count, event);
  });
}
CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event) {
  return inContext(
      [=] { return cudaGraphEventRecordNodeGetEvent(node, event); });
}
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event) {
  return inContext(
      [=] { return cudaGraphEventRecordNodeSetEvent(node, event); });
}
CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                            CUevent event) {
  return inContext(
      [=] { return cudaGraphExecEventRecordNodeSetEvent(exec, node, event); });
}
CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph,
                                 const CUgraphNode *dependencies, size_t count,
                                 CUevent event) {
  return inContext([=] {
    return cudaGraphAddEventWaitNode(node, graph, dependencies, count, event);
  });
}
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event) {
  return inContext([=] { return cudaGraphEventWaitNodeGetEvent(node, event); });
}
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event) {
  return inContext([=] { return cudaGraphEventWaitNodeSetEvent(node, event); });
}
CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                          CUevent event) {
  return inContext(
      [=] { return cudaGraphExecEventWaitNodeSetEvent(exec, node, event); });
}

CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph,
                                const CUgraphNode *dependencies, size_t count,
                                CUDA_MEM_ALLOC_NODE_PARAMS *params) {
  return inContext([=] {
    return cudaGraphAddMemAllocNode(
        node, graph, dependencies, count,
        reinterpret_cast<cudaMemAllocNodeParams *>(params));
  });
}
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node,
                                      CUDA_MEM_ALLOC_NODE_PARAMS *params) {
  return inContext([=] {
    return cudaGraphMemAllocNodeGetParams(
        node, reinterpret_cast<cudaMemAllocNodeParams *>(params));
  });
}
CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph,
                               const CUgraphNode *dependencies, size_t count,
                               CUdeviceptr pointer) {
  return inContext([=] {
    return cudaGraphAddMemFreeNode(node, graph, dependencies, count,
                                   pointerOf(pointer));
  });
}
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *pointer) {
  return inContext(
      [=] { return cudaGraphMemFreeNodeGetParams(node, pointer); });
}

CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph,
                        const CUgraphNode *dependencies, size_t count,
                        CUgraphNodeParams *params) {
  if (params && params->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP)
    return cuGraphAddBatchMemOpNode(node, graph, dependencies, count,
                                    &params->memOp);
  return withNode(params, [=](cudaGraphNodeParams *its) {
    return cudaGraphAddNode(node, graph, dependencies, count, its);
  });
}
// Edges carry data for launches that need compute capability 9.0.
CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph,
                           const CUgraphNode *dependencies,
                           const CUgraphEdgeData *, size_t count,
                           CUgraphNodeParams *params) {
  return cuGraphAddNode(node, graph, dependencies, count, params);
}
CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params) {
  if (params && params->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP)
    return cuGraphBatchMemOpNodeSetParams(node, &params->memOp);
  return withNode(params, [=](cudaGraphNodeParams *its) {
    return cudaGraphNodeSetParams(node, its);
  });
}
CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                  CUgraphNodeParams *params) {
  if (params && params->type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP)
    return cuGraphExecBatchMemOpNodeSetParams(exec, node, &params->memOp);
  return withNode(params, [=](cudaGraphNodeParams *its) {
    return cudaGraphExecNodeSetParams(exec, node, its);
  });
}
CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle,
                                        CUgraph graph, CUcontext context,
                                        unsigned defaultValue, unsigned flags) {
  if (context && !isContext(context))
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    return cudaGraphConditionalHandleCreate(
        reinterpret_cast<cudaGraphConditionalHandle *>(handle), graph,
        defaultValue, flags);
  });
}

} // extern "C"
