//===- DriverLaunch.cpp - Functions, launches and occupancy ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverLaunch.h"
#include <bit>

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

/// A CUfunction is the kernel's handle, as in the runtime.
Kernel *kernelOf(CUfunction function) { return findKernel(function); }

/// What the runtime's function does, for a kernel.
template <class Call> CUresult onKernel(CUfunction function, Call call) {
  if (CUresult result = checkContext())
    return result;
  if (!kernelOf(function))
    return CUDA_ERROR_INVALID_HANDLE;
  return inContext(call);
}

/// The runtime's form of a configuration.
struct RuntimeConfig {
  explicit RuntimeConfig(const CUlaunchConfig &given)
      : attributes(given.attrs ? given.numAttrs : 0) {
    for (size_t i = 0; i < attributes.size(); ++i) {
      attributes[i].id = static_cast<cudaLaunchAttributeID>(given.attrs[i].id);
      attributes[i].val =
          std::bit_cast<cudaLaunchAttributeValue>(given.attrs[i].value);
    }
    config.gridDim = dim3(given.gridDimX, given.gridDimY, given.gridDimZ);
    config.blockDim = dim3(given.blockDimX, given.blockDimY, given.blockDimZ);
    config.dynamicSmemBytes = given.sharedMemBytes;
    config.stream = given.hStream;
    config.attrs = attributes.data();
    config.numAttrs = static_cast<unsigned>(attributes.size());
  }

  std::vector<cudaLaunchAttribute> attributes;
  cudaLaunchConfig_t config = {};
};

CUresult launch(CUfunction function, dim3 grid, dim3 block, unsigned shared,
                CUstream stream, void **parameters, void **extra,
                bool cooperative) {
  ContextOf current(stream);
  if (current.result)
    return current.result;
  Kernel *kernel = kernelOf(function);
  if (!kernel)
    return CUDA_ERROR_INVALID_HANDLE;
  KeepLastError keep;
  std::vector<void *> arguments;
  if (!readArguments(*kernel, parameters, extra, arguments))
    return CUDA_ERROR_INVALID_VALUE;
  auto *run = cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel;
  return resultOf(
      run(kernel->handle, grid, block, arguments.data(), shared, stream));
}

} // namespace

bool heddle::rt::driver::readArguments(const Kernel &kernel, void **parameters,
                                       void **extra,
                                       std::vector<void *> &arguments) {
  uint32_t count = kernel.info->numParams;
  if (!extra) {
    if (!parameters && count)
      return false;
    arguments.assign(parameters, parameters + (parameters ? count : 0));
    return true;
  }
  if (parameters)
    return false;
  char *buffer = nullptr;
  size_t bytes = 0;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = static_cast<char *>(extra[1]);
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
      bytes = *static_cast<size_t *>(extra[1]);
    else
      return false;
  }
  for (uint32_t i = 0; i < count; ++i) {
    size_t offset, size;
    if (!buffer ||
        cudaFuncGetParamInfo(kernel.handle, i, &offset, &size) != cudaSuccess ||
        offset + size > bytes)
      return false;
    arguments.push_back(buffer + offset);
  }
  return true;
}

CUresult heddle::rt::driver::readAttribute(int *value,
                                           CUfunction_attribute attribute,
                                           CUfunction function) {
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  cudaFuncAttributes all;
  if (cudaError_t error = cudaFuncGetAttributes(&all, function))
    return resultOf(error);
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = all.maxThreadsPerBlock;
    break;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(all.sharedSizeBytes);
    break;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    *value = static_cast<int>(all.constSizeBytes);
    break;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(all.localSizeBytes);
    break;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    *value = all.numRegs;
    break;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    *value = all.ptxVersion;
    break;
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = all.binaryVersion;
    break;
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    *value = all.cacheModeCA;
    break;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = all.maxDynamicSharedSizeBytes;
    break;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = all.preferredShmemCarveout;
    break;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
  case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    *value = 0;
    break;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

extern "C" {

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                            CUfunction function) {
  if (CUresult result = checkContext())
    return result;
  if (!kernelOf(function))
    return CUDA_ERROR_INVALID_HANDLE;
  KeepLastError keep;
  return readAttribute(value, attribute, function);
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                            int value) {
  return onKernel(function, [=] {
    return cudaFuncSetAttribute(
        function, static_cast<cudaFuncAttribute>(attribute), value);
  });
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return onKernel(function, [=] {
    return cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config));
  });
}
CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  return onKernel(function, [=] {
    return cudaFuncSetSharedMemConfig(function,
                                      static_cast<cudaSharedMemConfig>(config));
  });
}
CUresult cuFuncGetName(const char **name, CUfunction function) {
  return onKernel(function, [=] { return cudaFuncGetName(name, function); });
}
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset,
                            size_t *bytes) {
  return onKernel(function, [=] {
    return cudaFuncGetParamInfo(function, index, offset, bytes);
  });
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, CUstream stream,
                        void **parameters, void **extra) {
  return launch(function, dim3(gridX, gridY, gridZ),
                dim3(blockX, blockY, blockZ), sharedBytes, stream, parameters,
                extra, /*cooperative=*/false);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned gridX,
                                   unsigned gridY, unsigned gridZ,
                                   unsigned blockX, unsigned blockY,
                                   unsigned blockZ, unsigned sharedBytes,
                                   CUstream stream, void **parameters) {
  return launch(function, dim3(gridX, gridY, gridZ),
                dim3(blockX, blockY, blockZ), sharedBytes, stream, parameters,
                nullptr, /*cooperative=*/true);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                          void **parameters, void **extra) {
  ContextOf current(config ? config->hStream : nullptr);
  if (current.result)
    return current.result;
  if (!config || (config->numAttrs && !config->attrs))
    return CUDA_ERROR_INVALID_VALUE;
  Kernel *kernel = kernelOf(function);
  if (!kernel)
    return CUDA_ERROR_INVALID_HANDLE;
  KeepLastError keep;
  std::vector<void *> arguments;
  if (!readArguments(*kernel, parameters, extra, arguments))
    return CUDA_ERROR_INVALID_VALUE;
  RuntimeConfig plain(*config);
  return resultOf(
      cudaLaunchKernelExC(&plain.config, kernel->handle, arguments.data()));
}

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launches,
                                              unsigned count, unsigned flags) {
  if (CUresult result = checkContext())
    return result;
  // One launch for each device, and there is one.
  if (!launches || count != 1 || flags > 3)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_LAUNCH_PARAMS &l = *launches;
  return cuLaunchCooperativeKernel(
      l.function, l.gridDimX, l.gridDimY, l.gridDimZ, l.blockDimX, l.blockDimY,
      l.blockDimZ, l.sharedMemBytes, l.hStream, l.kernelParams);
}

// A module's functions are loaded with it.
CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function) {
  if (!state)
    return CUDA_ERROR_INVALID_VALUE;
  return onKernel(function, [=] {
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return cudaSuccess;
  });
}
CUresult cuFuncLoad(CUfunction function) {
  return onKernel(function, [] { return cudaSuccess; });
}

CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function,
                                            const CUlaunchConfig *config) {
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  return onKernel(function, [=] {
    RuntimeConfig plain(*config);
    return cudaOccupancyMaxPotentialClusterSize(size, function, &plain.config);
  });
}
CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function,
                                      const CUlaunchConfig *config) {
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  return onKernel(function, [=] {
    RuntimeConfig plain(*config);
    return cudaOccupancyMaxActiveClusters(clusters, function, &plain.config);
  });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                     CUfunction function,
                                                     int blockSize,
                                                     size_t sharedBytes) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, blockSize, sharedBytes, CU_OCCUPANCY_DEFAULT);
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, CUfunction function, int blockSize, size_t sharedBytes,
    unsigned flags) {
  return onKernel(function, [=] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, function, blockSize, sharedBytes, flags);
  });
}

CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize,
                                          CUfunction function,
                                          CUoccupancyB2DSize sharedBytesOf,
                                          size_t sharedBytes, int limit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(
      minGridSize, blockSize, function, sharedBytesOf, sharedBytes, limit,
      CU_OCCUPANCY_DEFAULT);
}
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(
    int *minGridSize, int *blockSize, CUfunction function,
    CUoccupancyB2DSize sharedBytesOf, size_t sharedBytes, int limit,
    unsigned flags) {
  if (!minGridSize || !blockSize || limit < 0)
    return CUDA_ERROR_INVALID_VALUE;
  return onKernel(function, [=] {
    cudaFuncAttributes all;
    if (cudaError_t error = cudaFuncGetAttributes(&all, function))
      return error;
    int multiprocessors = 0;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount,
                           thisThread().device);
    // The largest block of whole warps that keeps the most threads resident.
    int largest = limit && limit < all.maxThreadsPerBlock
                      ? limit
                      : all.maxThreadsPerBlock;
    int best = 0;
    *minGridSize = *blockSize = 0;
    for (int size = (largest + 31) / 32 * 32; size > 0; size -= 32) {
      int threads = size < largest ? size : largest, blocks = 0;
      size_t shared = sharedBytesOf ? sharedBytesOf(threads) : sharedBytes;
      if (cudaError_t error =
              cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                  &blocks, function, threads, shared, flags))
        return error;
      if (blocks * threads <= best)
        continue;
      best = blocks * threads;
      *blockSize = threads;
      *minGridSize = blocks * multiprocessors;
    }
    return cudaSuccess;
  });
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                 CUfunction function,
                                                 int blocks, int blockSize) {
  return onKernel(function, [=] {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks,
                                                     blockSize);
  });
}

} // extern "C"
