//===- LaunchConfig.cpp - From <<<>>> to a launch that may go ahead -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Limits.h"
#include "Occupancy.h"
#include "Registry.h"
#include "Stream.h"
#include "Thread.h"
#include <utility>

namespace heddle::rt {
namespace {

/// The rare case: more shared memory than a block gets without asking.
bool optedIn(const HeddleKernelInfo *info, uint64_t dynamicSharedBytes) {
  if (info->staticSharedBytes + dynamicSharedBytes > maxSharedPerBlockOptin)
    return false;
  Kernel *kernel = findKernel(info);
  return kernel && kernel->maxDynamicShared.load(std::memory_order_relaxed) >=
                       static_cast<int64_t>(dynamicSharedBytes);
}

cudaError_t check(const HeddleKernelInfo *info,
                  const HeddleLaunchConfig &config) {
  if (cudaError_t error = pending())
    return error;
  const uint32_t *grid = config.grid, *block = config.block;
  if (!grid[0] || !grid[1] || !grid[2] || grid[0] > maxGridX ||
      grid[1] > maxGridYZ || grid[2] > maxGridYZ)
    return cudaErrorInvalidConfiguration;
  if (!block[0] || !block[1] || !block[2] || block[0] > maxBlockXY ||
      block[1] > maxBlockXY || block[2] > maxBlockZ)
    return cudaErrorInvalidConfiguration;
  // Each factor is at most 1024, so the product does not overflow.
  uint32_t threads = block[0] * block[1] * block[2];
  if (threads > maxThreadsPerBlock)
    return cudaErrorInvalidConfiguration;
  if (threads > info->maxThreadsPerBlock)
    return cudaErrorLaunchOutOfResources;
  if (info->staticSharedBytes + config.dynamicSharedBytes > maxSharedPerBlock &&
      !optedIn(info, config.dynamicSharedBytes))
    return cudaErrorInvalidValue;
  if (config.stream && !isStream(static_cast<cudaStream_t>(config.stream)))
    return cudaErrorInvalidResourceHandle;
  return cudaSuccess;
}

HeddleLaunchConfig makeConfig(dim3 grid, dim3 block, size_t sharedBytes,
                              cudaStream_t stream) {
  return {{grid.x, grid.y, grid.z},
          {block.x, block.y, block.z},
          sharedBytes,
          stream};
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                         size_t sharedBytes,
                                         cudaStream_t stream) {
  thisThread().configs.push_back(makeConfig(grid, block, sharedBytes, stream));
  return 0;
}

void __heddle_pop_config(HeddleLaunchConfig *config) {
  std::vector<HeddleLaunchConfig> &configs = thisThread().configs;
  // A stub called without <<<>>>: a configuration that no launch accepts.
  if (configs.empty()) {
    *config = {};
    return;
  }
  *config = configs.back();
  configs.pop_back();
}

int __heddle_launch_begin(const HeddleKernelInfo *info,
                          const HeddleLaunchConfig *config) {
  cudaError_t error = check(info, *config);
  Thread &thread = thisThread();
  thread.launchError = error;
  thread.cooperative = std::exchange(thread.nextIsCooperative, false);
  if (error != cudaSuccess)
    thread.lastError = error;
  return error;
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                             void **args, size_t sharedBytes,
                             cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  Kernel *kernel = findKernel(function);
  if (!kernel)
    return fail(cudaErrorInvalidDeviceFunction);
  HeddleLaunchConfig config = makeConfig(grid, block, sharedBytes, stream);
  thisThread().launchError = cudaSuccess;
  kernel->entry(&config, args);
  return thisThread().launchError;
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                        dim3 block, void **args,
                                        size_t sharedBytes,
                                        cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  Kernel *kernel = findKernel(function);
  if (!kernel)
    return fail(cudaErrorInvalidDeviceFunction);
  uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z;
  uint64_t threads = uint64_t(block.x) * block.y * block.z;
  // Other errors go first: they are for the launch to find.
  if (threads > 0 && threads <= kernel->info->maxThreadsPerBlock &&
      blocks > cooperativeBlocks(*kernel, threads, sharedBytes))
    return fail(cudaErrorCooperativeLaunchTooLarge);
  thisThread().nextIsCooperative = true;
  cudaError_t error =
      cudaLaunchKernel(function, grid, block, args, sharedBytes, stream);
  thisThread().nextIsCooperative = false;
  return error;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *function, void **args) {
  if (!config)
    return fail(cudaErrorInvalidValue);
  // Attributes ask for clusters, priorities, cooperation: none is there.
  if (config->numAttrs)
    return fail(cudaErrorNotSupported);
  return cudaLaunchKernel(function, config->gridDim, config->blockDim, args,
                          config->dynamicSmemBytes, config->stream);
}

} // extern "C"
