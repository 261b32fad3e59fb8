//===- device_runtime.h - The runtime API in device code --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code calls the same functions as the host. Those that CUDA provides in
// device code are declared again here as device functions. A kernel that a
// thread launches has finished when the launch returns, so there is nothing to
// wait for.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEVICE_RUNTIME_H
#define HEDDLE_DEVICE_RUNTIME_H

#include "../cuda_runtime_api.h"

/// Launches that wait for nothing, and those that wait for the end of the grid
/// that launches them.
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#define HEDDLE_DEVICE_API extern "C" __device__ cudaError_t

// The calls that Clang emits for a launch in device code.
extern "C" __device__ void *cudaGetParameterBuffer(size_t alignment,
                                                   size_t size);
HEDDLE_DEVICE_API cudaLaunchDevice(void *function, void *parameters,
                                   dim3 gridDim, dim3 blockDim,
                                   unsigned int sharedBytes,
                                   cudaStream_t stream);

HEDDLE_DEVICE_API cudaDeviceSynchronize(void);
HEDDLE_DEVICE_API cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr,
                                         int device);
HEDDLE_DEVICE_API cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
HEDDLE_DEVICE_API cudaGetDevice(int *device);
HEDDLE_DEVICE_API cudaGetDeviceCount(int *count);
HEDDLE_DEVICE_API cudaRuntimeGetVersion(int *version);
HEDDLE_DEVICE_API cudaGetLastError(void);
HEDDLE_DEVICE_API cudaPeekAtLastError(void);
extern "C" __device__ const char *cudaGetErrorName(cudaError_t error);
extern "C" __device__ const char *cudaGetErrorString(cudaError_t error);

HEDDLE_DEVICE_API cudaStreamCreateWithFlags(cudaStream_t *stream,
                                            unsigned int flags);
HEDDLE_DEVICE_API cudaStreamDestroy(cudaStream_t stream);
HEDDLE_DEVICE_API cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                      unsigned int flags);
HEDDLE_DEVICE_API cudaEventCreateWithFlags(cudaEvent_t *event,
                                           unsigned int flags);
HEDDLE_DEVICE_API cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
HEDDLE_DEVICE_API cudaEventDestroy(cudaEvent_t event);

HEDDLE_DEVICE_API cudaMalloc(void **pointer, size_t size);
HEDDLE_DEVICE_API cudaFree(void *pointer);
HEDDLE_DEVICE_API cudaMemcpyAsync(void *to, const void *from, size_t size,
                                  enum cudaMemcpyKind kind,
                                  cudaStream_t stream);
HEDDLE_DEVICE_API cudaMemsetAsync(void *pointer, int value, size_t size,
                                  cudaStream_t stream);

#undef HEDDLE_DEVICE_API

#endif // HEDDLE_DEVICE_RUNTIME_H
