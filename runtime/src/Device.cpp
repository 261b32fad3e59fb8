//===- Device.cpp - Choosing, waiting for and resetting the device --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one device, number 0: the CPU.
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Array.h"
#include "Error.h"
#include "Event.h"
#include "Memory.h"
#include "Registry.h"
#include "Stream.h"
#include "Texture.h"
#include "Thread.h"
#include <atomic>
#include <cstdio>
#include <cstring>

namespace heddle::rt {
namespace {

constexpr const char *pciBusId = "0000:00:00.0";

/// Settings that are remembered and read back. None changes how kernels run:
/// stacks and heaps are the system's, caches are the CPU's.
struct Settings {
  std::atomic<unsigned> flags{cudaDeviceMapHost};
  std::atomic<cudaFuncCache> cacheConfig{cudaFuncCachePreferNone};
  std::atomic<cudaSharedMemConfig> sharedConfig{cudaSharedMemBankSizeFourByte};
  std::atomic<size_t> limits[7] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};
};

Settings &settings() {
  static auto &instance = *new Settings;
  return instance;
}

bool isLimit(cudaLimit limit) {
  return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
}

/// Stores a result, if there is a place for it and no kernel failed.
template <class T, class U> cudaError_t give(T *place, U value) {
  if (cudaError_t error = pending())
    return error;
  if (!place)
    return fail(cudaErrorInvalidValue);
  *place = value;
  return cudaSuccess;
}

cudaError_t checkDevice(int device) {
  if (cudaError_t error = pending())
    return error;
  return device == 0 ? cudaSuccess : fail(cudaErrorInvalidDevice);
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaGetDeviceCount(int *count) { return give(count, 1); }
cudaError_t cudaGetDevice(int *device) { return give(device, 0); }
cudaError_t cudaSetDevice(int device) { return checkDevice(device); }

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *prop) {
  if (!prop)
    return fail(cudaErrorInvalidValue);
  return give(device, 0);
}

cudaError_t cudaSetValidDevices(int *devices, int count) {
  if (count < 0 || (count && !devices))
    return fail(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i)
    if (devices[i] != 0)
      return fail(cudaErrorInvalidDevice);
  return succeed();
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return checkDevice(device);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (flags & ~unsigned(cudaDeviceMask))
    return fail(cudaErrorInvalidValue);
  settings().flags = flags | cudaDeviceMapHost;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
  return give(flags, settings().flags.load());
}

// Every launch has ended when its call returned; what is left is its error.
cudaError_t cudaDeviceSynchronize(void) { return succeed(); }
cudaError_t cudaThreadSynchronize(void) { return succeed(); }

cudaError_t cudaDeviceReset(void) {
  destroyAllTextures();
  destroyAllSurfaces();
  freeAllArrays();
  freeAllMemory();
  destroyAllStreams();
  destroyAllEvents();
  resetKernelAttributes();
  stickyError = cudaSuccess;
  return cudaSuccess;
}

cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (cudaError_t error = pending())
    return error;
  if (!isLimit(limit))
    return fail(cudaErrorInvalidValue);
  settings().limits[limit] = value;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
  if (!isLimit(limit))
    return fail(cudaErrorInvalidValue);
  return give(value, settings().limits[limit].load());
}

cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  settings().cacheConfig = config;
  return succeed();
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
  return give(config, settings().cacheConfig.load());
}
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *config) {
  return cudaDeviceGetCacheConfig(config);
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  settings().sharedConfig = config;
  return succeed();
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
  return give(config, settings().sharedConfig.load());
}
cudaError_t cudaCtxResetPersistingL2Cache(void) { return succeed(); }

cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int device) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (!id || length <= static_cast<int>(std::strlen(pciBusId)))
    return fail(cudaErrorInvalidValue);
  std::strcpy(id, pciBusId);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
  if (!id)
    return fail(cudaErrorInvalidValue);
  if (std::strcmp(id, pciBusId) != 0)
    return fail(cudaErrorInvalidDevice);
  return give(device, 0);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  if (device != 0 || peer != 0)
    return fail(cudaErrorInvalidDevice);
  return give(can, 0);
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  if (cudaError_t error = pending())
    return error;
  return fail(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  if (cudaError_t error = pending())
    return error;
  return fail(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr, int, int) {
  if (!value)
    return fail(cudaErrorInvalidValue);
  return fail(cudaErrorInvalidDevice);
}

cudaError_t cudaDriverGetVersion(int *version) {
  return give(version, CUDART_VERSION);
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  return give(version, CUDART_VERSION);
}

cudaError_t cudaProfilerStart(void) { return succeed(); }
cudaError_t cudaProfilerStop(void) { return succeed(); }

} // extern "C"
