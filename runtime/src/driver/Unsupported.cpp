//===- Unsupported.cpp - Functions that need a GPU ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most are declared in external_api.h, which says why; graphs cannot signal or
// wait for semaphores that cannot be imported.
//
//===----------------------------------------------------------------------===//

#include "cuda.h"

extern "C" {

CUresult cuImportExternalMemory(CUexternalMemory *,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult
cuExternalMemoryGetMappedBuffer(CUdeviceptr *, CUexternalMemory,
                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *, CUexternalMemory,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDestroyExternalMemory(CUexternalMemory) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult
cuImportExternalSemaphore(CUexternalSemaphore *,
                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult
cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *,
                                const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *,
                                unsigned, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult
cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *,
                              const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *,
                              unsigned, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDeviceGetNvSciSyncAttributes(void *, CUdevice, int) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphicsUnregisterResource(CUgraphicsResource) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *, CUgraphicsResource,
                                             unsigned, unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *,
                                                   CUgraphicsResource) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *, size_t *,
                                            CUgraphicsResource) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource, unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphicsMapResources(unsigned, CUgraphicsResource *, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphicsUnmapResources(unsigned, CUgraphicsResource *, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMulticastCreate(CUmemGenericAllocationHandle *,
                           const CUmulticastObjectProp *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle, CUdevice) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMulticastBindMem(CUmemGenericAllocationHandle, size_t,
                            CUmemGenericAllocationHandle, size_t, size_t,
                            unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle, size_t, CUdeviceptr,
                             size_t, unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMulticastUnbind(CUmemGenericAllocationHandle, CUdevice, size_t,
                           size_t) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMulticastGetGranularity(size_t *, const CUmulticastObjectProp *,
                                   CUmulticastGranularity_flags) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemGetHandleForAddressRange(void *, CUdeviceptr, size_t,
                                       CUmemRangeHandleType,
                                       unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDeviceGetDevResource(CUdevice, CUdevResource *, CUdevResourceType) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCtxGetDevResource(CUcontext, CUdevResource *, CUdevResourceType) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDevSmResourceSplitByCount(CUdevResource *, unsigned *,
                                     const CUdevResource *, CUdevResource *,
                                     unsigned, unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *, CUdevResource *,
                                   unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGreenCtxCreate(CUgreenCtx *, CUdevResourceDesc, CUdevice, unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGreenCtxDestroy(CUgreenCtx) { return CUDA_ERROR_NOT_SUPPORTED; }
CUresult cuCtxFromGreenCtx(CUcontext *, CUgreenCtx) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGreenCtxGetDevResource(CUgreenCtx, CUdevResource *,
                                  CUdevResourceType) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGreenCtxRecordEvent(CUgreenCtx, CUevent) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGreenCtxWaitEvent(CUgreenCtx, CUevent) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGreenCtxStreamCreate(CUstream *, CUgreenCtx, unsigned, int) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDeviceRegisterAsyncNotification(CUdevice, CUasyncCallback, void *,
                                           CUasyncCallbackHandle *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuDeviceUnregisterAsyncNotification(CUdevice, CUasyncCallbackHandle) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCoredumpGetAttribute(CUcoredumpSettings, void *, size_t *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings, void *, size_t *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCoredumpSetAttribute(CUcoredumpSettings, void *, size_t *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings, void *, size_t *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCheckpointProcessGetRestoreThreadId(int, int *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCheckpointProcessGetState(int, CUprocessState *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCheckpointProcessLock(int, CUcheckpointLockArgs *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCheckpointProcessCheckpoint(int, CUcheckpointCheckpointArgs *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCheckpointProcessRestore(int, CUcheckpointRestoreArgs *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuCheckpointProcessUnlock(int, CUcheckpointUnlockArgs *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGetExportTable(const void **, const CUuuid *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *, CUgraph, const CUgraphNode *, size_t,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExternalSemaphoresSignalNodeGetParams(
    CUgraphNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult
cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *, CUgraph,
                                     const CUgraphNode *, size_t,
                                     const CUDA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult
cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode,
                                           CUDA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExternalSemaphoresWaitNodeSetParams(
    CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

} // extern "C"
