//===- Occupancy.cpp - Attributes and occupancy of kernels ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Occupancy.h"
#include "Device.h"
#include "Error.h"
#include "Limits.h"
#include "Registry.h"
#include <algorithm>
#include <cstring>

namespace heddle::rt {
namespace {

cudaError_t find(const void *function, Kernel *&kernel) {
  if (cudaError_t error = pending())
    return error;
  kernel = findKernel(function);
  return kernel ? cudaSuccess : fail(cudaErrorInvalidDeviceFunction);
}

uint64_t dynamicSharedLimit(const Kernel &kernel) {
  int64_t set = kernel.maxDynamicShared.load(std::memory_order_relaxed);
  if (set >= 0)
    return static_cast<uint64_t>(set);
  uint64_t used = limitedShared(*kernel.info);
  return used < maxSharedPerBlock ? maxSharedPerBlock - used : 0;
}

/// The number of such blocks that are resident on a multiprocessor at a time.
int residentBlocks(const Kernel &kernel, int blockSize, size_t sharedBytes) {
  uint64_t shared = limitedShared(*kernel.info) + sharedBytes;
  if (blockSize <= 0 ||
      blockSize > static_cast<int>(kernel.info->maxThreadsPerBlock) ||
      shared > maxSharedPerBlockOptin)
    return 0;
  int warps = (blockSize + warpThreads - 1) / warpThreads;
  int byThreads = maxThreadsPerMultiprocessor / warpThreads / warps;
  uint64_t byShared =
      sharedPerMultiprocessor / (shared + reservedSharedPerBlock);
  return static_cast<int>(
      std::min<uint64_t>({static_cast<uint64_t>(byThreads), byShared,
                          static_cast<uint64_t>(maxBlocksPerMultiprocessor)}));
}

} // namespace

uint64_t cooperativeBlocks(const Kernel &kernel, uint32_t blockSize,
                           size_t sharedBytes) {
  return uint64_t(
             residentBlocks(kernel, static_cast<int>(blockSize), sharedBytes)) *
         deviceProperties().multiProcessorCount;
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes,
                                  const void *function) {
  if (!attributes)
    return fail(cudaErrorInvalidValue);
  Kernel *kernel;
  if (cudaError_t error = find(function, kernel))
    return error;
  std::memset(attributes, 0, sizeof *attributes);
  attributes->sharedSizeBytes = limitedShared(*kernel->info);
  attributes->localSizeBytes = kernel->info->localBytes;
  attributes->maxThreadsPerBlock =
      static_cast<int>(kernel->info->maxThreadsPerBlock);
  // A kernel uses the CPU's registers; programs divide by this number.
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion =
      10 * computeMajor + computeMinor;
  attributes->maxDynamicSharedSizeBytes =
      static_cast<int>(dynamicSharedLimit(*kernel));
  attributes->preferredShmemCarveout = kernel->preferredCarveout;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *function,
                                 cudaFuncAttribute attribute, int value) {
  Kernel *kernel;
  if (cudaError_t error = find(function, kernel))
    return error;
  switch (attribute) {
  case cudaFuncAttributeMaxDynamicSharedMemorySize:
    if (value < 0 ||
        limitedShared(*kernel->info) + value > maxSharedPerBlockOptin)
      return fail(cudaErrorInvalidValue);
    kernel->maxDynamicShared = value;
    return cudaSuccess;
  case cudaFuncAttributePreferredSharedMemoryCarveout:
    if (value < -1 || value > 100)
      return fail(cudaErrorInvalidValue);
    kernel->preferredCarveout = value;
    return cudaSuccess;
  // There are no clusters, but the size 1 is allowed.
  case cudaFuncAttributeRequiredClusterWidth:
  case cudaFuncAttributeRequiredClusterHeight:
  case cudaFuncAttributeRequiredClusterDepth:
    return value <= 1 ? cudaSuccess : fail(cudaErrorInvalidClusterSize);
  case cudaFuncAttributeNonPortableClusterSizeAllowed:
  case cudaFuncAttributeClusterSchedulingPolicyPreference:
    return cudaSuccess;
  default:
    return fail(cudaErrorInvalidValue);
  }
}

cudaError_t cudaFuncSetCacheConfig(const void *function, cudaFuncCache) {
  Kernel *kernel;
  return find(function, kernel);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function,
                                       cudaSharedMemConfig) {
  Kernel *kernel;
  return find(function, kernel);
}

cudaError_t cudaFuncGetName(const char **name, const void *function) {
  Kernel *kernel;
  if (!name)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = find(function, kernel))
    return error;
  *name = symbolOf(*kernel->info);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int blockSize, size_t sharedBytes,
    unsigned flags) {
  if (!blocks || blockSize <= 0 ||
      (flags & ~unsigned(cudaOccupancyDisableCachingOverride)))
    return fail(cudaErrorInvalidValue);
  Kernel *kernel;
  if (cudaError_t error = find(function, kernel))
    return error;
  *blocks = residentBlocks(*kernel, blockSize, sharedBytes);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *function,
                                                          int blockSize,
                                                          size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, function, blockSize, sharedBytes, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                      const void *function,
                                                      int blocks,
                                                      int blockSize) {
  if (!bytes || blocks <= 0 || blockSize <= 0)
    return fail(cudaErrorInvalidValue);
  Kernel *kernel;
  if (cudaError_t error = find(function, kernel))
    return error;
  uint64_t each = sharedPerMultiprocessor / blocks;
  uint64_t used = limitedShared(*kernel->info) + reservedSharedPerBlock;
  *bytes = each > used ? std::min(each - used, dynamicSharedLimit(*kernel)) : 0;
  return cudaSuccess;
}

// Without clusters, a block is a cluster of one.
cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                     const cudaLaunchConfig_t *config) {
  Kernel *kernel;
  if (!size || !config)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = find(function, kernel))
    return error;
  *size = 1;
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *config) {
  Kernel *kernel;
  if (!clusters || !config)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = find(function, kernel))
    return error;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute &attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeClusterDimension &&
        attribute.val.clusterDim.x * attribute.val.clusterDim.y *
                attribute.val.clusterDim.z >
            1)
      return fail(cudaErrorInvalidClusterSize);
  }
  const dim3 &block = config->blockDim;
  *clusters = residentBlocks(*kernel, block.x * block.y * block.z,
                             config->dynamicSmemBytes) *
              deviceProperties().multiProcessorCount;
  return cudaSuccess;
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol) {
  Kernel *kernel;
  if (!function)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = find(symbol, kernel))
    return error;
  *function = static_cast<cudaFunction_t>(const_cast<void *>(kernel->handle));
  return cudaSuccess;
}

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index,
                                 size_t *offset, size_t *bytes) {
  Kernel *kernel;
  if (!offset)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = find(function, kernel))
    return error;
  const HeddleKernelInfo &info = *kernel->info;
  if (index >= info.numParams || !info.paramOffsets)
    return fail(cudaErrorInvalidValue);
  *offset = info.paramOffsets[index];
  if (bytes)
    *bytes = info.paramBytes[index];
  return cudaSuccess;
}

} // extern "C"
