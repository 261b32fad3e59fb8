//===- LaunchConfig.cpp - Checks launch configurations --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include "Error.h"
#include "Event.h"
#include "Graph.h"
#include "Launch.h"
#include "Limits.h"
#include "Occupancy.h"
#include "Profile.h"
#include "Registry.h"
#include "Thread.h"
#include "driver/CurrentContext.h"
#include <utility>

namespace heddle::rt {
namespace {

/// The rare case: more shared memory than the default limit.
bool optedIn(const HeddleKernelInfo *info, uint64_t dynamicSharedBytes) {
  if (limitedShared(*info) + dynamicSharedBytes > maxSharedPerBlockOptin)
    return false;
  Kernel *kernel = findKernel(info);
  return kernel && kernel->maxDynamicShared.load(std::memory_order_relaxed) >=
                       static_cast<int64_t>(dynamicSharedBytes);
}

HeddleLaunchConfig makeConfig(dim3 grid, dim3 block, size_t sharedBytes,
                              cudaStream_t stream) {
  return {{grid.x, grid.y, grid.z},
          {block.x, block.y, block.z},
          sharedBytes,
          stream};
}

/// The attributes of cudaLaunchKernelEx, besides the launch itself.
struct Extras {
  bool cooperative = false;
  cudaEvent_t recordAfter = nullptr;
};

/// An event that a launch records must have timing disabled.
cudaError_t checkEvent(cudaEvent_t event) {
  return isEvent(event) && !(eventFlags(event) & cudaEventDisableTiming)
             ? cudaErrorNotSupported
             : cudaSuccess;
}

/// Most attributes concern scheduling and caching on a GPU and do not affect
/// results.
cudaError_t readAttribute(const cudaLaunchAttribute &attribute,
                          Extras &extras) {
  const cudaLaunchAttributeValue &value = attribute.val;
  switch (attribute.id) {
  case cudaLaunchAttributeIgnore:
  case cudaLaunchAttributeAccessPolicyWindow:
  case cudaLaunchAttributeSynchronizationPolicy:
  case cudaLaunchAttributeClusterSchedulingPolicyPreference:
  case cudaLaunchAttributeProgrammaticStreamSerialization:
  case cudaLaunchAttributePriority:
  case cudaLaunchAttributeMemSyncDomainMap:
  case cudaLaunchAttributeMemSyncDomain:
  case cudaLaunchAttributePreferredClusterDimension:
  case cudaLaunchAttributePreferredSharedMemoryCarveout:
    return cudaSuccess;
  case cudaLaunchAttributeCooperative:
    extras.cooperative = value.cooperative != 0;
    return cudaSuccess;
  // A device of compute capability 8.0 has no clusters.
  case cudaLaunchAttributeClusterDimension:
    return value.clusterDim.x * value.clusterDim.y * value.clusterDim.z > 1
               ? cudaErrorInvalidClusterSize
               : cudaSuccess;
  case cudaLaunchAttributeProgrammaticEvent:
    extras.recordAfter = value.programmaticEvent.event;
    return checkEvent(extras.recordAfter);
  case cudaLaunchAttributeLaunchCompletionEvent:
    extras.recordAfter = value.launchCompletionEvent.event;
    return checkEvent(extras.recordAfter);
  case cudaLaunchAttributeDeviceUpdatableKernelNode:
    return value.deviceUpdatableKernelNode.deviceUpdatable
               ? cudaErrorNotSupported
               : cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

} // namespace

cudaError_t checkLaunch(const HeddleKernelInfo *info,
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
  if (limitedShared(*info) + config.dynamicSharedBytes > maxSharedPerBlock &&
      !optedIn(info, config.dynamicSharedBytes))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

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
  bool capturing = false;
  cudaError_t error = checkLaunch(info, *config);
  if (error == cudaSuccess)
    error = checkStream(static_cast<cudaStream_t>(config->stream), capturing);
  Thread &thread = thisThread();
  if (!thread.inContext)
    enterPrimaryContext();
  thread.launchError = error;
  thread.cooperative = std::exchange(thread.nextIsCooperative, false);
  thread.mayWait = std::exchange(thread.nextMayWait, false);
  // A grid function that reads memory before it runs its blocks must find there
  // what earlier launches write.
  if (thread.waiting && (capturing || error != cudaSuccess ||
                         !(info->flags & HeddleKernelMayJoin)))
    __heddle_launch_settle();
  thread.origin.info = info;
  thread.origin.config = config;
  thread.isStarting = !error && !capturing;
  if (profiling && error == cudaSuccess && !capturing) [[unlikely]]
    thread.origin.number = profileLaunch(*info);
  if (error != cudaSuccess)
    thread.lastError = error;
  return capturing ? -1 : error;
}

void __heddle_launch_record(const HeddleKernelInfo *info,
                            const HeddleLaunchConfig *config, void **args) {
  Kernel *kernel = findKernel(info);
  HeddleLaunchConfig kept = *config;
  kept.stream = nullptr;
  thisThread().launchError = record(static_cast<cudaStream_t>(config->stream),
                                    KernelWork{kernel,
                                               kept,
                                               KernelArguments(*info, args),
                                               {},
                                               thisThread().cooperative});
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
  // Other errors take precedence: the launch reports them.
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
  if (config->numAttrs && !config->attrs)
    return fail(cudaErrorInvalidValue);
  Extras extras;
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (cudaError_t error = readAttribute(config->attrs[i], extras))
      return fail(error);
  auto *launch =
      extras.cooperative ? cudaLaunchCooperativeKernel : cudaLaunchKernel;
  cudaError_t error = launch(function, config->gridDim, config->blockDim, args,
                             config->dynamicSmemBytes, config->stream);
  if (error == cudaSuccess && extras.recordAfter)
    error = cudaEventRecord(extras.recordAfter, config->stream);
  return error;
}

} // extern "C"
