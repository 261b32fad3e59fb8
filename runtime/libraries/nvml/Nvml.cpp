//===- Nvml.cpp - Management of devices -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvml.h"
#include "cuda_runtime_api.h"
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace {

std::atomic<int> initializations = 0;

/// A handle is the number of the device, plus 1 so that it is not null.
int indexOf(nvmlDevice_t device) {
  return static_cast<int>(reinterpret_cast<uintptr_t>(device)) - 1;
}
nvmlDevice_t handleOf(int index) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<uintptr_t>(index) + 1);
}

int deviceCount() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

/// The checks that all functions of a device begin with.
nvmlReturn_t check(nvmlDevice_t device, const void *result) {
  if (initializations == 0)
    return NVML_ERROR_UNINITIALIZED;
  if (!result || indexOf(device) < 0 || indexOf(device) >= deviceCount())
    return NVML_ERROR_INVALID_ARGUMENT;
  return NVML_SUCCESS;
}

nvmlReturn_t copyText(const char *text, char *to, unsigned length) {
  if (!to)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (length < std::strlen(text) + 1)
    return NVML_ERROR_INSUFFICIENT_SIZE;
  std::strcpy(to, text);
  return NVML_SUCCESS;
}

nvmlReturn_t readProperties(nvmlDevice_t device, const void *result,
                            cudaDeviceProp &properties) {
  if (nvmlReturn_t error = check(device, result))
    return error;
  return cudaGetDeviceProperties(&properties, indexOf(device)) == cudaSuccess
             ? NVML_SUCCESS
             : NVML_ERROR_UNKNOWN;
}

/// In the form GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.
void formatUuid(const cudaDeviceProp &properties,
                char (&text)[NVML_DEVICE_UUID_BUFFER_SIZE]) {
  char *to = text + std::sprintf(text, "GPU");
  for (int i = 0; i < 16; ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10)
      *to++ = '-';
    to += std::sprintf(to, "%02x",
                       static_cast<unsigned char>(properties.uuid.bytes[i]));
  }
}

/// The share of the cores' time that was busy since the last call, in percent,
/// from the system's statistics.
nvmlReturn_t busyShare(unsigned &percent) {
  static std::mutex mutex;
  static unsigned long long lastBusy = 0, lastAll = 0;
  unsigned long long times[8] = {};
  FILE *file = std::fopen("/proc/stat", "r");
  if (!file)
    return NVML_ERROR_NOT_SUPPORTED;
  int fields = std::fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu",
                           &times[0], &times[1], &times[2], &times[3],
                           &times[4], &times[5], &times[6], &times[7]);
  std::fclose(file);
  if (fields < 4)
    return NVML_ERROR_NOT_SUPPORTED;
  unsigned long long all = 0;
  for (unsigned long long time : times)
    all += time;
  unsigned long long busy =
      all - times[3] - times[4]; // idle, waiting for disks
  std::lock_guard lock(mutex);
  unsigned long long passed = all - lastAll;
  percent =
      passed == 0 ? 0 : static_cast<unsigned>(100 * (busy - lastBusy) / passed);
  lastBusy = busy;
  lastAll = all;
  return NVML_SUCCESS;
}

nvmlReturn_t unsupported(nvmlDevice_t device, const void *result) {
  nvmlReturn_t error = check(device, result);
  return error ? error : NVML_ERROR_NOT_SUPPORTED;
}

} // namespace

extern "C" {

#undef nvmlInit
nvmlReturn_t nvmlInit_v2(void) {
  ++initializations;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlInit(void) { return nvmlInit_v2(); }
nvmlReturn_t nvmlInitWithFlags(unsigned int) { return nvmlInit_v2(); }

nvmlReturn_t nvmlShutdown(void) {
  for (int count = initializations; count > 0;)
    if (initializations.compare_exchange_weak(count, count - 1))
      return NVML_SUCCESS;
  return NVML_ERROR_UNINITIALIZED;
}

const char *nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
  case NVML_SUCCESS:
    return "Success";
  case NVML_ERROR_UNINITIALIZED:
    return "Uninitialized";
  case NVML_ERROR_INVALID_ARGUMENT:
    return "Invalid Argument";
  case NVML_ERROR_NOT_SUPPORTED:
    return "Not Supported";
  case NVML_ERROR_NO_PERMISSION:
    return "Insufficient Permissions";
  case NVML_ERROR_NOT_FOUND:
    return "Not Found";
  case NVML_ERROR_INSUFFICIENT_SIZE:
    return "Insufficient Size";
  case NVML_ERROR_DRIVER_NOT_LOADED:
    return "Driver Not Loaded";
  default:
    return "Unknown Error";
  }
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length) {
  if (initializations == 0)
    return NVML_ERROR_UNINITIALIZED;
  return copyText("Heddle", version, length);
}
nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int length) {
  return copyText("12.0 (Heddle)", version, length);
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) {
  if (!version)
    return NVML_ERROR_INVALID_ARGUMENT;
  return cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS
                                                      : NVML_ERROR_UNKNOWN;
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *version) {
  return nvmlSystemGetCudaDriverVersion(version);
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int *count) {
  if (initializations == 0)
    return NVML_ERROR_UNINITIALIZED;
  if (!count)
    return NVML_ERROR_INVALID_ARGUMENT;
  *count = static_cast<unsigned>(deviceCount());
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index,
                                           nvmlDevice_t *device) {
  nvmlDevice_t found = handleOf(static_cast<int>(index));
  if (nvmlReturn_t error = check(found, device))
    return error;
  *device = found;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device) {
  if (initializations == 0)
    return NVML_ERROR_UNINITIALIZED;
  if (!uuid || !device)
    return NVML_ERROR_INVALID_ARGUMENT;
  for (int i = 0; i < deviceCount(); ++i) {
    char text[NVML_DEVICE_UUID_BUFFER_SIZE];
    if (nvmlDeviceGetUUID(handleOf(i), text, sizeof text) == NVML_SUCCESS &&
        std::strcmp(text, uuid) == 0) {
      *device = handleOf(i);
      return NVML_SUCCESS;
    }
  }
  return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *busId,
                                              nvmlDevice_t *device) {
  if (initializations == 0)
    return NVML_ERROR_UNINITIALIZED;
  int index;
  if (!busId || !device)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (cudaDeviceGetByPCIBusId(&index, busId) != cudaSuccess) {
    cudaGetLastError();
    return NVML_ERROR_NOT_FOUND;
  }
  *device = handleOf(index);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index) {
  if (nvmlReturn_t error = check(device, index))
    return error;
  *index = static_cast<unsigned>(indexOf(device));
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name,
                               unsigned int length) {
  cudaDeviceProp properties;
  if (nvmlReturn_t error = readProperties(device, name, properties))
    return error;
  return copyText(properties.name, name, length);
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid,
                               unsigned int length) {
  cudaDeviceProp properties;
  if (nvmlReturn_t error = readProperties(device, uuid, properties))
    return error;
  char text[NVML_DEVICE_UUID_BUFFER_SIZE];
  formatUuid(properties, text);
  return copyText(text, uuid, length);
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci) {
  cudaDeviceProp properties;
  if (nvmlReturn_t error = readProperties(device, pci, properties))
    return error;
  *pci = {};
  pci->domain = static_cast<unsigned>(properties.pciDomainID);
  pci->bus = static_cast<unsigned>(properties.pciBusID);
  pci->device = static_cast<unsigned>(properties.pciDeviceID);
  std::snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.0", pci->domain,
                pci->bus, pci->device);
  std::snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.0",
                pci->domain & 0xffff, pci->bus & 0xff, pci->device & 0xff);
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device,
                                     nvmlMemory_t *memory) {
  if (nvmlReturn_t error = check(device, memory))
    return error;
  size_t free, total;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess)
    return NVML_ERROR_UNKNOWN;
  *memory = {total, free, total - free};
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device,
                                        nvmlMemory_v2_t *memory) {
  nvmlMemory_t plain;
  if (nvmlReturn_t error =
          nvmlDeviceGetMemoryInfo(device, memory ? &plain : nullptr))
    return error;
  if (memory->version != nvmlMemory_v2)
    return NVML_ERROR_INVALID_ARGUMENT;
  memory->total = plain.total;
  memory->reserved = 0;
  memory->free = plain.free;
  memory->used = plain.used;
  return NVML_SUCCESS;
}

// How busy the memory is, a CPU does not tell.
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device,
                                           nvmlUtilization_t *utilization) {
  if (nvmlReturn_t error = check(device, utilization))
    return error;
  utilization->memory = 0;
  return busyShare(utilization->gpu);
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major,
                                                int *minor) {
  cudaDeviceProp properties;
  if (nvmlReturn_t error =
          readProperties(device, minor ? major : nullptr, properties))
    return error;
  *major = properties.major;
  *minor = properties.minor;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device,
                                      nvmlComputeMode_t *mode) {
  if (nvmlReturn_t error = check(device, mode))
    return error;
  *mode = NVML_COMPUTEMODE_DEFAULT;
  return NVML_SUCCESS;
}

#define HEDDLE_UNSUPPORTED(name, type)                                         \
  nvmlReturn_t name(nvmlDevice_t device, type *result) {                       \
    return unsupported(device, result);                                        \
  }
HEDDLE_UNSUPPORTED(nvmlDeviceGetPowerUsage, unsigned int)
HEDDLE_UNSUPPORTED(nvmlDeviceGetPowerManagementLimit, unsigned int)
HEDDLE_UNSUPPORTED(nvmlDeviceGetEnforcedPowerLimit, unsigned int)
HEDDLE_UNSUPPORTED(nvmlDeviceGetTotalEnergyConsumption, unsigned long long)
HEDDLE_UNSUPPORTED(nvmlDeviceGetFanSpeed, unsigned int)
HEDDLE_UNSUPPORTED(nvmlDeviceGetPerformanceState, nvmlPstates_t)
HEDDLE_UNSUPPORTED(nvmlDeviceGetPersistenceMode, nvmlEnableState_t)
HEDDLE_UNSUPPORTED(nvmlDeviceGetCurrentClocksEventReasons, unsigned long long)
HEDDLE_UNSUPPORTED(nvmlDeviceGetCurrentClocksThrottleReasons,
                   unsigned long long)
#undef HEDDLE_UNSUPPORTED

nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device,
                                      nvmlTemperatureSensors_t,
                                      unsigned int *temperature) {
  return unsupported(device, temperature);
}
nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t device,
                                               nvmlTemperatureThresholds_t,
                                               unsigned int *temperature) {
  return unsupported(device, temperature);
}
nvmlReturn_t nvmlDeviceGetSamples(nvmlDevice_t device, nvmlSamplingType_t,
                                  unsigned long long, nvmlValueType_t *type,
                                  unsigned int *count, nvmlSample_t *) {
  return unsupported(device, type ? count : nullptr);
}
// As in cudaDeviceProp: the cores' highest frequency, and 0 for the memory's,
// which a CPU does not tell. Programs that print it end at an error.
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device,
                                       nvmlClockType_t type,
                                       unsigned int *clock) {
  cudaDeviceProp properties;
  if (nvmlReturn_t error = readProperties(device, clock, properties))
    return error;
  switch (type) {
  case NVML_CLOCK_GRAPHICS:
  case NVML_CLOCK_SM:
    *clock = static_cast<unsigned>(properties.clockRate) / 1000;
    return NVML_SUCCESS;
  case NVML_CLOCK_MEM:
    *clock = static_cast<unsigned>(properties.memoryClockRate) / 1000;
    return NVML_SUCCESS;
  case NVML_CLOCK_VIDEO:
    return NVML_ERROR_NOT_SUPPORTED;
  }
  return NVML_ERROR_INVALID_ARGUMENT;
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type,
                                    unsigned int *clock) {
  return nvmlDeviceGetMaxClockInfo(device, type, clock);
}
nvmlReturn_t nvmlDeviceGetSerial(nvmlDevice_t device, char *serial,
                                 unsigned int) {
  return unsupported(device, serial);
}
nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device,
                                                     unsigned int *count,
                                                     nvmlProcessInfo_t *) {
  return unsupported(device, count);
}

} // extern "C"
