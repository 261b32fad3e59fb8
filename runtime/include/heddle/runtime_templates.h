//===- runtime_templates.h - The typed overloads of the runtime API -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allows a program to write cudaMalloc(&p, n) for a `float *p`, and to name a
// kernel or a device variable where the C interface takes its address. The host
// shadow of a device variable is the variable itself, so its address is enough.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TEMPLATES_H
#define HEDDLE_RUNTIME_TEMPLATES_H

#include "../cuda_runtime_api.h"
#include "graph_templates.h"

template <class T> inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
  return ::cudaMalloc((void **)pointer, bytes);
}

template <class T>
inline cudaError_t cudaMallocHost(T **pointer, size_t bytes,
                                  unsigned int flags = 0) {
  return ::cudaHostAlloc((void **)pointer, bytes, flags);
}

template <class T>
inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes,
                                 unsigned int flags) {
  return ::cudaHostAlloc((void **)pointer, bytes, flags);
}

template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **device, void *host,
                                            unsigned int flags) {
  return ::cudaHostGetDevicePointer((void **)device, host, flags);
}

template <class T>
inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                     unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)pointer, bytes, flags);
}

template <class T>
inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes,
                                   cudaStream_t stream) {
  return ::cudaMallocAsync((void **)pointer, bytes, stream);
}

template <class T>
inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width,
                                   size_t height) {
  return ::cudaMallocPitch((void **)pointer, pitch, width, height);
}

template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes,
                                           cudaMemPool_t pool,
                                           cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream);
}

template <class T>
inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes,
                                   cudaMemPool_t pool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream);
}

// CUDA 13 changed the old names to take a location instead of a device number.
inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes,
                                        cudaMemLocation location,
                                        unsigned int flags,
                                        cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync_v2(pointer, bytes, location, flags, stream);
}

inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                                 cudaMemoryAdvise advice,
                                 cudaMemLocation location) {
  return ::cudaMemAdvise_v2(pointer, bytes, advice, location);
}

template <class T>
inline cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t bytes = 0,
                         unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void *)pointer, bytes, flags);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

template <class T>
inline cudaError_t
cudaMemcpyToSymbol(const T &symbol, const void *src, size_t bytes,
                   size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&symbol, src, bytes, offset, kind);
}

template <class T>
inline cudaError_t
cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t bytes,
                     size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, bytes, offset,
                                kind);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(
    const T &symbol, const void *src, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, bytes, offset,
                                   kind, stream);
}

template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(
    void *dst, const T &symbol, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, bytes, offset,
                                     kind, stream);
}

template <class T>
inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
  return ::cudaGetSymbolAddress(pointer, (const void *)&symbol);
}

template <class T>
inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
  return ::cudaGetSymbolSize(bytes, (const void *)&symbol);
}

template <class T>
inline cudaError_t cudaLaunchKernel(T *function, dim3 grid, dim3 block,
                                    void **args, size_t sharedBytes = 0,
                                    cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void *)function, grid, block, args,
                            sharedBytes, stream);
}

template <class T>
inline cudaError_t
cudaLaunchCooperativeKernel(T *function, dim3 grid, dim3 block, void **args,
                            size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)function, grid, block,
                                       args, sharedBytes, stream);
}

template <class... Parameters, class... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                      void (*kernel)(Parameters...),
                                      Arguments &&...arguments) {
  return [&](Parameters... converted) {
    void *pointers[] = {(void *)&converted..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, pointers);
  }(static_cast<Arguments &&>(arguments)...);
}

template <class T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                         T *function) {
  return ::cudaFuncGetAttributes(attributes, (const void *)function);
}

template <class T>
inline cudaError_t
cudaFuncSetAttribute(T *function, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute((const void *)function, attribute, value);
}

template <class T>
inline cudaError_t cudaFuncSetCacheConfig(T *function, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig((const void *)function, config);
}

template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T *function,
                                              cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void *)function, config);
}

template <class T>
inline cudaError_t cudaFuncGetName(const char **name, T *function) {
  return ::cudaFuncGetName(name, (const void *)function);
}

template <class T>
inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, T *symbol) {
  return ::cudaGetFuncBySymbol(function, (const void *)symbol);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, T function, int blockSize, size_t sharedBytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, (const void *)function, blockSize, sharedBytes);
}

template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, T function, int blockSize, size_t sharedBytes,
    unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, (const void *)function, blockSize, sharedBytes, flags);
}

template <class T>
inline cudaError_t
cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, T *function,
                                          int blocks, int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(
      bytes, (const void *)function, blocks, blockSize);
}

template <class T>
inline cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, T *function,
                                     const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxPotentialClusterSize(size, (const void *)function,
                                                config);
}

template <class T>
inline cudaError_t
cudaOccupancyMaxActiveClusters(int *clusters, T *function,
                               const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxActiveClusters(clusters, (const void *)function,
                                          config);
}

/// The block size, a multiple of a warp, with which most threads are resident;
/// the largest of several. `sharedBytesOf` returns how much dynamic shared
/// memory a block of a given size needs.
template <class SharedBytesOf, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, T function, SharedBytesOf sharedBytesOf,
    int blockSizeLimit = 0) {
  if (!minGridSize || !blockSize || !function)
    return cudaErrorInvalidValue;
  cudaFuncAttributes attributes;
  int device = 0, multiprocessors = 0;
  cudaError_t error =
      ::cudaFuncGetAttributes(&attributes, (const void *)function);
  if (error == cudaSuccess)
    error = ::cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = ::cudaDeviceGetAttribute(&multiprocessors,
                                     cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess)
    return error;

  int limit = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit)
    limit = blockSizeLimit;
  int bestSize = 0, bestBlocks = 0;
  for (int rounded = (limit + 31) / 32 * 32; rounded > 0; rounded -= 32) {
    int size = rounded < limit ? rounded : limit;
    int blocks = 0;
    error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, (const void *)function, size, sharedBytesOf(size));
    if (error != cudaSuccess)
      return error;
    if (blocks * size > bestBlocks * bestSize) {
      bestSize = size;
      bestBlocks = blocks;
    }
  }
  *minGridSize = bestBlocks * multiprocessors;
  *blockSize = bestSize;
  return cudaSuccess;
}

template <class T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T function,
                                   size_t sharedBytes = 0,
                                   int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      minGridSize, blockSize, function, [=](int) { return sharedBytes; },
      blockSizeLimit);
}

template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(
    int *minGridSize, int *blockSize, T function, size_t sharedBytes = 0,
    int blockSizeLimit = 0, unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, function,
                                            sharedBytes, blockSizeLimit);
}

template <class SharedBytesOf, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minGridSize, int *blockSize, T function, SharedBytesOf sharedBytesOf,
    int blockSizeLimit = 0, unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      minGridSize, blockSize, function, sharedBytesOf, blockSizeLimit);
}

#endif // HEDDLE_RUNTIME_TEMPLATES_H
