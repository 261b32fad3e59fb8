//===- Device.cpp - Selects, synchronises and resets devices --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device is the CPU. A program can have several: numbers under which the
// same CPU does the same work.
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Array.h"
#include "Capture.h"
#include "Error.h"
#include "Event.h"
#include "GraphExec.h"
#include "MemPool.h"
#include "Memory.h"
#include "Registry.h"
#include "Stream.h"
#include "Texture.h"
#include "Thread.h"
#include "VerifyReport.h"
#include "driver/CurrentContext.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

namespace heddle::rt {
namespace {

constexpr const char *pciBusFormat = "0000:00:%02X.0";

/// The devices that CUDA_VISIBLE_DEVICES leaves: the list ends at the first
/// invalid number.
int visible(const char *list, int devices) {
  int count = 0;
  while (*list) {
    char *end;
    long device = std::strtol(list, &end, 10);
    if (end == list || device < 0 || device >= devices || count == devices)
      break;
    ++count;
    list = *end == ',' ? end + 1 : end;
    if (*end && *end != ',')
      break;
  }
  return count;
}

/// Without a device, every call returns an error.
__attribute__((constructor)) void checkForDevices() {
  if (deviceCount() == 0)
    stickyError = cudaErrorNoDevice;
}

/// Settings that are stored and returned. None affects kernels: stacks and
/// heaps are the system's, caches are the CPU's.
struct Settings {
  std::atomic<unsigned> flags{cudaDeviceMapHost};
  std::atomic<cudaFuncCache> cacheConfig{cudaFuncCachePreferNone};
  std::atomic<cudaSharedMemConfig> sharedConfig{cudaSharedMemBankSizeFourByte};
  /// Pairs of devices with enabled peer access.
  std::mutex mutex;
  std::set<std::pair<int, int>> peers;
  std::atomic<size_t> limits[7] = {1024, 1 << 20, 8 << 20, 2, 2048, 64, 0};
};

Settings &settings() {
  static auto &instance = *new Settings;
  return instance;
}

bool isLimit(cudaLimit limit) {
  return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
}

/// Stores a result, if there is a pointer for it and no kernel has failed.
template <class T, class U> cudaError_t give(T *place, U value) {
  if (cudaError_t error = pending())
    return error;
  if (!place)
    return fail(cudaErrorInvalidValue);
  *place = value;
  return cudaSuccess;
}

bool mayReach(int device, int peer) { return device != peer; }

} // namespace

int deviceCount() {
  static const int count = [] {
    const char *number = std::getenv("HEDDLE_NUM_DEVICES");
    int devices = number ? std::clamp(std::atoi(number), 1, 32) : 1;
    const char *list = std::getenv("CUDA_VISIBLE_DEVICES");
    return list ? visible(list, devices) : devices;
  }();
  return count;
}

cudaError_t checkDevice(int device) {
  if (cudaError_t error = pending())
    return error;
  initializeDriver();
  return device >= 0 && device < deviceCount() ? cudaSuccess
                                               : fail(cudaErrorInvalidDevice);
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaGetDeviceCount(int *count) {
  if (!count)
    return fail(cudaErrorInvalidValue);
  initializeDriver();
  *count = deviceCount();
  return *count ? cudaSuccess : fail(cudaErrorNoDevice);
}

cudaError_t cudaGetDevice(int *device) {
  initializeDriver();
  return give(device, thisThread().device);
}

cudaError_t cudaSetDevice(int device) {
  if (cudaError_t error = checkDevice(device))
    return error;
  thisThread().device = device;
  enterPrimaryContext();
  return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *prop) {
  if (!prop)
    return fail(cudaErrorInvalidValue);
  return give(device, 0);
}

cudaError_t cudaSetValidDevices(int *devices, int count) {
  if (count < 0 || (count && !devices))
    return fail(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i)
    if (cudaError_t error = checkDevice(devices[i]))
      return error;
  return succeed();
}

cudaError_t cudaInitDevice(int device, unsigned deviceFlags, unsigned flags) {
  if (cudaError_t error = checkDevice(device))
    return error;
  return flags ? cudaSetDeviceFlags(deviceFlags) : cudaSuccess;
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

// Every launch has ended when its call returns; only its error can be left.
cudaError_t cudaDeviceSynchronize(void) {
  if (cudaError_t error = pending())
    return error;
  useContext();
  trimPools();
  return refuseWhileAnyCaptures();
}
cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }

cudaError_t cudaDeviceReset(void) {
  destroyAllTextures();
  destroyAllSurfaces();
  freeAllArrays();
  abandonAllCaptures();
  destroyAllExecs();
  resetPools();
  freeAllMemory();
  forgetDeviceHeap();
  destroyAllStreams();
  destroyAllEvents();
  resetKernelAttributes();
  {
    std::lock_guard lock(settings().mutex);
    settings().peers.clear();
  }
  stickyError = deviceCount() ? cudaSuccess : cudaErrorNoDevice;
  return pending();
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
  if (!id || length < 13)
    return fail(cudaErrorInvalidValue);
  std::snprintf(id, length, pciBusFormat, device);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
  if (!id)
    return fail(cudaErrorInvalidValue);
  // With or without the domain and the function.
  unsigned domain = 0, bus = 0, number = 0, function = 0;
  if (std::sscanf(id, "%x:%x:%x.%x", &domain, &bus, &number, &function) < 3) {
    domain = 0;
    if (std::sscanf(id, "%x:%x.%x", &bus, &number, &function) < 2)
      return fail(cudaErrorInvalidValue);
  }
  if (domain || bus || number >= static_cast<unsigned>(deviceCount()))
    return fail(cudaErrorInvalidDevice);
  return give(device, static_cast<int>(number));
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (cudaError_t error = checkDevice(peer))
    return error;
  return give(can, mayReach(device, peer));
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (cudaError_t error = checkDevice(peer))
    return error;
  int device = thisThread().device;
  if (flags)
    return fail(cudaErrorInvalidValue);
  if (!mayReach(device, peer))
    return fail(cudaErrorInvalidDevice);
  std::lock_guard lock(settings().mutex);
  return settings().peers.insert({device, peer}).second
             ? cudaSuccess
             : fail(cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (cudaError_t error = checkDevice(peer))
    return error;
  std::lock_guard lock(settings().mutex);
  return settings().peers.erase({thisThread().device, peer})
             ? cudaSuccess
             : fail(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute,
                                      int device, int peer) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (cudaError_t error = checkDevice(peer))
    return error;
  if (device == peer)
    return fail(cudaErrorInvalidDevice);
  switch (attribute) {
  case cudaDevP2PAttrPerformanceRank:
    return give(value, 0);
  case cudaDevP2PAttrAccessSupported:
  case cudaDevP2PAttrNativeAtomicSupported:
  case cudaDevP2PAttrCudaArrayAccessSupported:
    return give(value, 1);
  }
  return fail(cudaErrorInvalidValue);
}

// Versions are available even without a device.
cudaError_t cudaDriverGetVersion(int *version) {
  if (!version)
    return fail(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
  return cudaDriverGetVersion(version);
}

cudaError_t cudaProfilerStart(void) { return succeed(); }
cudaError_t cudaProfilerStop(void) { return succeed(); }

} // extern "C"
