//===- DeviceProperties.cpp - The CPU in CUDA's terms ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties are real where CUDA's term applies to a CPU: its name, its cores
// (a multiprocessor is an OpenMP thread), its memory, its clock. Limits by
// which programs choose their launches are those of compute capability 8.0. All
// others are 0.
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Error.h"
#include "Launch.h"
#include "Limits.h"
#include "Memory.h"
#include "Team.h"
#include <climits>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>

namespace heddle::rt {
namespace {

/// The value of the first line of /proc/cpuinfo that starts with `key`.
std::string cpuInfo(const char *key) {
  std::string value;
  FILE *file = std::fopen("/proc/cpuinfo", "r");
  if (!file)
    return value;
  char line[512];
  while (value.empty() && std::fgets(line, sizeof line, file)) {
    const char *colon = std::strchr(line, ':');
    if (std::strncmp(line, key, std::strlen(key)) != 0 || !colon)
      continue;
    value = colon + 1;
    value.erase(0, value.find_first_not_of(" \t"));
    value.erase(value.find_last_not_of(" \t\n") + 1);
  }
  std::fclose(file);
  return value;
}

/// In kHz: the maximum frequency if the system reports it, otherwise the
/// current one.
int clockKilohertz() {
  int kilohertz = 0;
  if (FILE *file = std::fopen(
          "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "r")) {
    if (std::fscanf(file, "%d", &kilohertz) != 1)
      kilohertz = 0;
    std::fclose(file);
  }
  if (kilohertz == 0) {
    std::string megahertz = cpuInfo("cpu MHz");
    if (!megahertz.empty())
      kilohertz = static_cast<int>(std::stod(megahertz) * 1000);
  }
  return kilohertz;
}

/// CUDA's L2 is the cache that all multiprocessors share.
int lastLevelCacheBytes() {
  long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (bytes <= 0)
    bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes > INT_MAX ? INT_MAX : bytes > 0 ? static_cast<int>(bytes) : 0;
}

void readTextureLimits(cudaDeviceProp &p) {
  p.textureAlignment = p.surfaceAlignment = textureAlignment;
  p.texturePitchAlignment = texturePitchAlignment;
  auto set = [](auto &sizes, auto... values) {
    int *size = sizes;
    ((*size++ = values), ...);
  };
  p.maxTexture1D = max1D;
  p.maxTexture1DMipmap = maxMipmap;
  p.maxTexture1DLinear = max1DLinear;
  set(p.maxTexture2D, max2DWidth, max2DHeight);
  set(p.maxTexture2DMipmap, maxMipmap, maxMipmap);
  set(p.maxTexture2DLinear, max2DWidth, max2DLinearHeight, max2DPitch);
  set(p.maxTexture2DGather, maxGather, maxGather);
  set(p.maxTexture3D, max3D, max3D, max3D);
  set(p.maxTexture3DAlt, max3D / 2, max3D / 2, max3D * 2);
  p.maxTextureCubemap = maxCubemap;
  set(p.maxTexture1DLayered, maxLayered, maxLayers);
  set(p.maxTexture2DLayered, maxLayered, maxLayered, maxLayers);
  set(p.maxTextureCubemapLayered, maxCubemap, maxCubemapFaces);
  p.maxSurface1D = maxSurface1D;
  set(p.maxSurface2D, max2DWidth, max2DHeight);
  set(p.maxSurface3D, max3D, max3D, max3D);
  set(p.maxSurface1DLayered, maxLayered, maxLayers);
  set(p.maxSurface2DLayered, maxLayered, maxLayered, maxLayers);
  p.maxSurfaceCubemap = maxCubemap;
  set(p.maxSurfaceCubemapLayered, maxCubemap, maxCubemapFaces);
}

cudaDeviceProp readProperties() {
  cudaDeviceProp p;
  std::memset(&p, 0, sizeof p);

  std::string name = cpuInfo("model name");
  std::snprintf(p.name, sizeof p.name, "%s",
                name.empty() ? "CPU" : name.c_str());
  std::memcpy(p.uuid.bytes, "heddle-cpu-0", 12);
  p.multiProcessorCount = static_cast<int>(teamSize());
  p.clockRate = clockKilohertz();
  p.totalGlobalMem = physicalMemory();
  p.l2CacheSize = lastLevelCacheBytes();

  p.major = computeMajor;
  p.minor = computeMinor;
  p.warpSize = warpThreads;
  p.maxThreadsPerBlock = maxThreadsPerBlock;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = maxBlockXY;
  p.maxThreadsDim[2] = maxBlockZ;
  p.maxGridSize[0] = maxGridX;
  p.maxGridSize[1] = p.maxGridSize[2] = maxGridYZ;
  p.maxThreadsPerMultiProcessor = maxThreadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = maxBlocksPerMultiprocessor;
  p.regsPerBlock = p.regsPerMultiprocessor = registersPerMultiprocessor;
  p.sharedMemPerBlock = maxSharedPerBlock;
  p.sharedMemPerBlockOptin = maxSharedPerBlockOptin;
  p.sharedMemPerMultiprocessor = sharedPerMultiprocessor;
  p.reservedSharedMemPerBlock = reservedSharedPerBlock;
  p.totalConstMem = constantBytes;
  p.memPitch = INT_MAX;
  readTextureLimits(p);

  // Host and device share one memory, and calls return when the work is done.
  p.integrated = 1;
  p.canMapHostMemory = 1;
  p.unifiedAddressing = 1;
  p.managedMemory = 1;
  p.concurrentManagedAccess = 1;
  p.pageableMemoryAccess = 1;
  p.pageableMemoryAccessUsesHostPageTables = 1;
  p.directManagedMemAccessFromHost = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.hostRegisterSupported = 1;
  p.hostRegisterReadOnlySupported = 1;
  p.memoryPoolsSupported = 1;
  p.hostNativeAtomicSupported = 1;
  p.streamPrioritiesSupported = 1;
  p.cooperativeLaunch = 1;
  // Allowed, but not faster, as on every device since 2.0.
  p.deviceOverlap = p.asyncEngineCount = p.concurrentKernels = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.unifiedFunctionPointers = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  p.computeMode = cudaComputeModeDefault;
  return p;
}

} // namespace

const cudaDeviceProp &deviceProperties() {
  static const cudaDeviceProp properties = readProperties();
  return properties;
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *prop, int device) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (!prop)
    return fail(cudaErrorInvalidValue);
  *prop = deviceProperties();
  prop->pciDeviceID = device;
  prop->uuid.bytes[11] = static_cast<char>('0' + device);
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp *prop, int device) {
  return cudaGetDeviceProperties(prop, device);
}

} // extern "C"
