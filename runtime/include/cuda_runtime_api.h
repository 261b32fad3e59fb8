//===- cuda_runtime_api.h - The CUDA runtime API, C interface ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the API that Heddle implements; docs/cuda-support.md lists it.
// Plain C, so that any compiler's object files can call it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_RUNTIME_API_H
#define HEDDLE_CUDA_RUNTIME_API_H

// Programs ask whether this header came first by the name of its guard in CUDA.
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"
#include "heddle/array_api.h"

#ifndef CUDART_VERSION
#define CUDART_VERSION 12080
#endif

#ifdef __cplusplus
#define HEDDLE_DEFAULT(value) = value
extern "C" {
#else
#define HEDDLE_DEFAULT(value)
#endif

// Errors.
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// Devices.
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *prop, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                   int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetValidDevices(int *devices, int count);
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags,
                           unsigned int flags);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr,
                                      int source, int destination);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config);

// Memory.
cudaError_t cudaMalloc(void **pointer, size_t bytes);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocHost(void **pointer, size_t bytes);
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host,
                                     unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int *flags, void *host);
cudaError_t
cudaMallocManaged(void **pointer, size_t bytes,
                  unsigned int flags HEDDLE_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width,
                            size_t height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched,
                         struct cudaExtent extent);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t bytes,
                                    struct cudaMemLocation location,
                                    unsigned int flags,
                                    cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                          enum cudaMemoryAdvise advice, int device);
cudaError_t cudaMemAdvise_v2(const void *pointer, size_t bytes,
                             enum cudaMemoryAdvise advice,
                             struct cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataBytes,
                                     enum cudaMemRangeAttribute attribute,
                                     const void *pointer, size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *dataBytes,
                                      enum cudaMemRangeAttribute *attributes,
                                      size_t count, const void *pointer,
                                      size_t bytes);

cudaError_t cudaMemcpy(void *dst, const void *src, size_t bytes,
                       enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes,
                            enum cudaMemcpyKind kind,
                            cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src,
                           int srcDevice, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src,
                                int srcDevice, size_t bytes,
                                cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *dst, size_t dstPitch, const void *src,
                         size_t srcPitch, size_t width, size_t height,
                         enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *dst, size_t dstPitch, const void *src,
                              size_t srcPitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind,
                              cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parms);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parms,
                              cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes,
                                 size_t count,
                                 struct cudaMemcpyAttributes *attributes,
                                 size_t *attributeIndices,
                                 size_t attributeCount, size_t *failed,
                                 cudaStream_t stream);
cudaError_t cudaMemset(void *pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t bytes,
                            cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width,
                         size_t height);
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value,
                              size_t width, size_t height,
                              cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value,
                         struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value,
                              struct cudaExtent extent,
                              cudaStream_t stream HEDDLE_DEFAULT(0));

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src,
                               size_t bytes, size_t offset HEDDLE_DEFAULT(0),
                               enum cudaMemcpyKind kind
                                   HEDDLE_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t bytes,
                                 size_t offset HEDDLE_DEFAULT(0),
                                 enum cudaMemcpyKind kind
                                     HEDDLE_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src,
                                    size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind,
                                    cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol,
                                      size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind,
                                      cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol);

// Streams.
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream,
                                         unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags HEDDLE_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *userData,
                                  unsigned int flags);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, void *pointer, size_t bytes HEDDLE_DEFAULT(0),
    unsigned int flags HEDDLE_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID attribute,
                                   cudaLaunchAttributeValue *value);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                   cudaLaunchAttributeID attribute,
                                   const cudaLaunchAttributeValue *value);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *userData);
cudaError_t cudaCtxResetPersistingL2Cache(void);

// Events.
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event,
                            cudaStream_t stream HEDDLE_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event,
                                     cudaStream_t stream HEDDLE_DEFAULT(0),
                                     unsigned int flags HEDDLE_DEFAULT(0));
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end);
cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start,
                                    cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);

// Kernels.
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                             void **args, size_t sharedBytes,
                             cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                        dim3 block, void **args,
                                        size_t sharedBytes,
                                        cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *function, void **args);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                  const void *function);
cudaError_t cudaFuncSetAttribute(const void *function,
                                 enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *function,
                                   enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *function,
                                       enum cudaSharedMemConfig config);
cudaError_t cudaFuncGetName(const char **name, const void *function);
cudaError_t cudaFuncGetParamInfo(const void *function, size_t index,
                                 size_t *offset, size_t *bytes);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *function,
                                                          int blockSize,
                                                          size_t sharedBytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int blockSize, size_t sharedBytes,
    unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                      const void *function,
                                                      int blocks,
                                                      int blockSize);
cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                     const cudaLaunchConfig_t *config);
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *config);

#include "heddle/api_external.h"
#include "heddle/api_graphs.h"
#include "heddle/api_libraries.h"
#include "heddle/api_memory_pools.h"

// Profiling. A profiler of the CPU needs no switch, so these do nothing.
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

// Called by the code that Clang makes for <<<...>>>, before the kernel's stub.
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                         size_t sharedBytes HEDDLE_DEFAULT(0),
                                         cudaStream_t stream HEDDLE_DEFAULT(0));

// Makes stream 0 each thread's own in the whole program.
void __heddle_per_thread_default_stream(void);

#ifdef __cplusplus
}
#endif
#undef HEDDLE_DEFAULT

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined(__CUDA_ARCH__)
__attribute__((constructor(101))) static void
__heddle_choose_default_stream(void) {
  __heddle_per_thread_default_stream();
}
#endif

#endif // HEDDLE_CUDA_RUNTIME_API_H
