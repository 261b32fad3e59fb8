//===- DeviceLaunch.cpp - Launches from kernels ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that a thread launches runs immediately, on that thread's worker.
// CUDA does not specify when it runs, only that it sees earlier writes and that
// it ends. A launch into cudaStreamTailLaunch runs after the parent's grid.
//
//===----------------------------------------------------------------------===//

#include "DeviceLaunch.h"
#include "Error.h"
#include "Registry.h"
#include "Thread.h"
#include <cstdlib>

namespace heddle::rt {
namespace {
const uintptr_t tailLaunch = 3, fireAndForget = 4;
} // namespace

void TailLaunches::add(const TailLaunch &launch) {
  std::lock_guard lock(mutex);
  waiting.push_back(launch);
}

void TailLaunches::run() {
  if (waiting.empty())
    return;
  OriginScope scope(thisThread());
  // Nothing is added meanwhile: the launches that run here have their own
  // tails.
  for (const TailLaunch &launch : waiting) {
    launch.kernel->entry(&launch.config,
                         const_cast<void **>(launch.args.data()));
    std::free(launch.buffer);
  }
  waiting.clear();
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void *cudaGetParameterBuffer(size_t alignment, size_t size) {
  size_t bytes = (size + alignment) & ~(alignment - 1);
  return std::aligned_alloc(alignment, bytes);
}

int __heddle_launch_device(const void *handle, void *buffer, uint64_t gridXY,
                           uint32_t gridZ, uint64_t blockXY, uint32_t blockZ,
                           uint32_t sharedBytes, void *stream,
                           const uint32_t *offsets, uint32_t count) {
  Kernel *kernel = findKernel(static_cast<const HeddleKernelInfo *>(handle));
  if (!kernel)
    kernel = findKernel(handle);
  if (!kernel) {
    std::free(buffer);
    return fail(cudaErrorInvalidDeviceFunction);
  }
  auto which = reinterpret_cast<uintptr_t>(stream);
  bool special = which == tailLaunch || which == fireAndForget;
  HeddleLaunchConfig config = {{static_cast<uint32_t>(gridXY),
                                static_cast<uint32_t>(gridXY >> 32), gridZ},
                               {static_cast<uint32_t>(blockXY),
                                static_cast<uint32_t>(blockXY >> 32), blockZ},
                               sharedBytes,
                               special ? nullptr : stream};
  std::vector<void *> args(count);
  for (uint32_t i = 0; i < count; ++i)
    args[i] = static_cast<char *>(buffer) + offsets[i];
  Thread &thread = thisThread();
  if (which == tailLaunch && thread.tails) {
    thread.tails->add({kernel, config, std::move(args), buffer});
    return cudaSuccess;
  }
  thread.launchError = cudaSuccess;
  OriginScope scope(thread);
  kernel->entry(&config, args.data());
  std::free(buffer);
  return thisThread().launchError;
}

} // extern "C"
