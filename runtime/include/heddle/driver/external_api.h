//===- external_api.h - What has no meaning without a GPU -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of them return CUDA_ERROR_NOT_SUPPORTED: objects of graphics APIs, memory
// that several GPUs write at once, parts of a GPU, core dumps and checkpoints
// of a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CU_EXTERNAL_API_H
#define HEDDLE_CU_EXTERNAL_API_H

#include "types.h"

#define cuGraphicsResourceGetMappedPointer cuGraphicsResourceGetMappedPointer_v2
#define cuGraphicsResourceSetMapFlags cuGraphicsResourceSetMapFlags_v2

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *desc);
CUresult
cuExternalMemoryGetMappedBuffer(CUdeviceptr *pointer, CUexternalMemory memory,
                                const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc);
CUresult cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory memory,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *desc);
CUresult cuDestroyExternalMemory(CUexternalMemory memory);
CUresult
cuImportExternalSemaphore(CUexternalSemaphore *semaphore,
                          const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *desc);
CUresult cuSignalExternalSemaphoresAsync(
    const CUexternalSemaphore *semaphores,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params, unsigned int count,
    CUstream stream);
CUresult
cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *semaphores,
                              const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params,
                              unsigned int count, CUstream stream);
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore semaphore);
CUresult cuDeviceGetNvSciSyncAttributes(void *list, CUdevice device, int flags);

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource);
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *array,
                                             CUgraphicsResource resource,
                                             unsigned int index,
                                             unsigned int level);
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *mipmap,
                                                   CUgraphicsResource resource);
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *pointer, size_t *bytes,
                                            CUgraphicsResource resource);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource,
                                       unsigned int flags);
CUresult cuGraphicsMapResources(unsigned int count,
                                CUgraphicsResource *resources, CUstream stream);
CUresult cuGraphicsUnmapResources(unsigned int count,
                                  CUgraphicsResource *resources,
                                  CUstream stream);

CUresult cuMulticastCreate(CUmemGenericAllocationHandle *handle,
                           const CUmulticastObjectProp *prop);
CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle handle,
                              CUdevice device);
CUresult cuMulticastBindMem(CUmemGenericAllocationHandle handle, size_t offset,
                            CUmemGenericAllocationHandle memory,
                            size_t memoryOffset, size_t bytes,
                            unsigned long long flags);
CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle handle, size_t offset,
                             CUdeviceptr pointer, size_t bytes,
                             unsigned long long flags);
CUresult cuMulticastUnbind(CUmemGenericAllocationHandle handle, CUdevice device,
                           size_t offset, size_t bytes);
CUresult cuMulticastGetGranularity(size_t *granularity,
                                   const CUmulticastObjectProp *prop,
                                   CUmulticastGranularity_flags option);
CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr pointer,
                                       size_t bytes, CUmemRangeHandleType type,
                                       unsigned long long flags);

CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource,
                                CUdevResourceType type);
CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *resource,
                             CUdevResourceType type);
CUresult cuDevSmResourceSplitByCount(CUdevResource *result,
                                     unsigned int *groups,
                                     const CUdevResource *input,
                                     CUdevResource *remaining,
                                     unsigned int flags, unsigned int least);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *desc,
                                   CUdevResource *resources,
                                   unsigned int count);
CUresult cuGreenCtxCreate(CUgreenCtx *context, CUdevResourceDesc desc,
                          CUdevice device, unsigned int flags);
CUresult cuGreenCtxDestroy(CUgreenCtx context);
CUresult cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green);
CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource *resource,
                                  CUdevResourceType type);
CUresult cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event);
CUresult cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event);
CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx context,
                                unsigned int flags, int priority);

CUresult cuDeviceRegisterAsyncNotification(CUdevice device,
                                           CUasyncCallback function,
                                           void *userData,
                                           CUasyncCallbackHandle *callback);
CUresult cuDeviceUnregisterAsyncNotification(CUdevice device,
                                             CUasyncCallbackHandle callback);
CUresult cuCoredumpGetAttribute(CUcoredumpSettings attribute, void *value,
                                size_t *bytes);
CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attribute, void *value,
                                      size_t *bytes);
CUresult cuCoredumpSetAttribute(CUcoredumpSettings attribute, void *value,
                                size_t *bytes);
CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attribute, void *value,
                                      size_t *bytes);
CUresult cuCheckpointProcessGetRestoreThreadId(int process, int *thread);
CUresult cuCheckpointProcessGetState(int process, CUprocessState *state);
CUresult cuCheckpointProcessLock(int process, CUcheckpointLockArgs *arguments);
CUresult cuCheckpointProcessCheckpoint(int process,
                                       CUcheckpointCheckpointArgs *arguments);
CUresult cuCheckpointProcessRestore(int process,
                                    CUcheckpointRestoreArgs *arguments);
CUresult cuCheckpointProcessUnlock(int process,
                                   CUcheckpointUnlockArgs *arguments);
CUresult cuGetExportTable(const void **table, const CUuuid *id);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_CU_EXTERNAL_API_H
