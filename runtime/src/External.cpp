//===- External.cpp - Sharing with other APIs: not supported --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory and semaphores of Vulkan, Direct3D and NvSci, and buffers of OpenGL,
// would need a GPU. The calls return an error that says so.
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "cuda.h"

using namespace heddle::rt;

namespace {
cudaError_t unsupported() {
  if (cudaError_t error = pending())
    return error;
  return fail(cudaErrorNotSupported);
}
} // namespace

extern "C" {

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *,
                                     const cudaExternalMemoryHandleDesc *) {
  return unsupported();
}
cudaError_t
cudaExternalMemoryGetMappedBuffer(void **, cudaExternalMemory_t,
                                  const cudaExternalMemoryBufferDesc *) {
  return unsupported();
}
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *, cudaExternalMemory_t,
    const cudaExternalMemoryMipmappedArrayDesc *) {
  return unsupported();
}
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t) {
  return unsupported();
}
cudaError_t
cudaImportExternalSemaphore(cudaExternalSemaphore_t *,
                            const cudaExternalSemaphoreHandleDesc *) {
  return unsupported();
}
cudaError_t
cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *,
                                  const cudaExternalSemaphoreSignalParams *,
                                  unsigned, cudaStream_t) {
  return unsupported();
}
cudaError_t
cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *,
                                const cudaExternalSemaphoreWaitParams *,
                                unsigned, cudaStream_t) {
  return unsupported();
}
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t) {
  return unsupported();
}
cudaError_t cudaDeviceGetNvSciSyncAttributes(void *, int, int) {
  return unsupported();
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t) {
  return unsupported();
}
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned) {
  return unsupported();
}
cudaError_t cudaGraphicsMapResources(int, cudaGraphicsResource_t *,
                                     cudaStream_t) {
  return unsupported();
}
cudaError_t cudaGraphicsUnmapResources(int, cudaGraphicsResource_t *,
                                       cudaStream_t) {
  return unsupported();
}
cudaError_t cudaGraphicsResourceGetMappedPointer(void **, size_t *,
                                                 cudaGraphicsResource_t) {
  return unsupported();
}
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *,
                                                  cudaGraphicsResource_t,
                                                  unsigned, unsigned) {
  return unsupported();
}
cudaError_t
cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *,
                                            cudaGraphicsResource_t) {
  return unsupported();
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource **, unsigned,
                                         unsigned) {
  return unsupported();
}
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource **, unsigned,
                                        unsigned, unsigned) {
  return unsupported();
}
cudaError_t cudaGLGetDevices(unsigned *, int *, unsigned, int) {
  return unsupported();
}
cudaError_t cudaGLSetGLDevice(int device) { return cudaSetDevice(device); }
cudaError_t cudaGLRegisterBufferObject(unsigned) { return unsupported(); }
cudaError_t cudaGLUnregisterBufferObject(unsigned) { return unsupported(); }
cudaError_t cudaGLSetBufferObjectMapFlags(unsigned, unsigned) {
  return unsupported();
}
cudaError_t cudaGLMapBufferObject(void **, unsigned) { return unsupported(); }
cudaError_t cudaGLUnmapBufferObject(unsigned) { return unsupported(); }
cudaError_t cudaGLMapBufferObjectAsync(void **, unsigned, cudaStream_t) {
  return unsupported();
}
cudaError_t cudaGLUnmapBufferObjectAsync(unsigned, cudaStream_t) {
  return unsupported();
}

// All writes go to host memory.
cudaError_t
cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget,
                                   cudaFlushGPUDirectRDMAWritesScope) {
  return succeed();
}

cudaError_t
cudaGetDriverEntryPointByVersion(const char *symbol, void **function,
                                 unsigned version, unsigned long long flags,
                                 cudaDriverEntryPointQueryResult *status) {
  if (cudaError_t error = pending())
    return error;
  if (!symbol || !function || flags > cudaEnablePerThreadDefaultStream)
    return fail(cudaErrorInvalidValue);
  CUdriverProcAddressQueryResult found;
  cuGetProcAddress(symbol, function, static_cast<int>(version), flags, &found);
  if (status)
    *status = static_cast<cudaDriverEntryPointQueryResult>(found);
  if (*function || status)
    return cudaSuccess;
  return fail(cudaErrorSymbolNotFound);
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function,
                                    unsigned long long flags,
                                    cudaDriverEntryPointQueryResult *status) {
  return cudaGetDriverEntryPointByVersion(symbol, function, CUDA_VERSION, flags,
                                          status);
}

} // extern "C"
