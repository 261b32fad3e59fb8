//===- api_external.h - The API's functions for what is shared --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of cuda_runtime_api.h, inside its extern "C". Sharing with another
// process or a graphics API is not there: these say cudaErrorNotSupported, so
// that programs that can do without go on.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_API_EXTERNAL_H
#define HEDDLE_API_EXTERNAL_H

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);
cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle,
                                 unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle,
                                  cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event,
                                   cudaIpcEventHandle_t handle);

cudaError_t
cudaImportExternalMemory(cudaExternalMemory_t *memory,
                         const struct cudaExternalMemoryHandleDesc *desc);
cudaError_t cudaExternalMemoryGetMappedBuffer(
    void **pointer, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryBufferDesc *desc);
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryMipmappedArrayDesc *desc);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);
cudaError_t
cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore,
                            const struct cudaExternalSemaphoreHandleDesc *desc);
cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *params, unsigned int count,
    cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *params, unsigned int count,
    cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);
cudaError_t cudaDeviceGetNvSciSyncAttributes(void *list, int device, int flags);

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource,
                                            unsigned int flags);
cudaError_t cudaGraphicsMapResources(int count,
                                     cudaGraphicsResource_t *resources,
                                     cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaGraphicsUnmapResources(int count,
                                       cudaGraphicsResource_t *resources,
                                       cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t
cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *bytes,
                                     cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(
    cudaArray_t *array, cudaGraphicsResource_t resource,
    unsigned int arrayIndex, unsigned int mipLevel);
cudaError_t
cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *array,
                                            cudaGraphicsResource_t resource);

cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(
    enum cudaFlushGPUDirectRDMAWritesTarget target,
    enum cudaFlushGPUDirectRDMAWritesScope scope);

/// The address of a driver function, if a driver library is loaded.
cudaError_t cudaGetDriverEntryPoint(
    const char *symbol, void **function, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *status HEDDLE_DEFAULT(0));
cudaError_t cudaGetDriverEntryPointByVersion(
    const char *symbol, void **function, unsigned int version,
    unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *status HEDDLE_DEFAULT(0));

#endif // HEDDLE_API_EXTERNAL_H
