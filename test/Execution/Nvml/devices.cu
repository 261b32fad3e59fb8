// RUN: %check-execution %s -lnvidia-ml
// NVML agrees with the runtime about the device. What only a graphics card has
// is not supported.
#include "../check.h"
#include <cstring>
#include <nvml.h>

int main() {
  unsigned count, number;
  nvmlDevice_t device, same;
  CHECK(nvmlDeviceGetCount(&count) == NVML_ERROR_UNINITIALIZED);
  CHECK(nvmlInit() == NVML_SUCCESS);
  CHECK(nvmlDeviceGetCount(&count) == NVML_SUCCESS);
  int devices;
  CUDA(cudaGetDeviceCount(&devices));
  CHECK(int(count) == devices);
  CHECK(nvmlDeviceGetHandleByIndex(0, &device) == NVML_SUCCESS);
  CHECK(nvmlDeviceGetHandleByIndex(count, &same) ==
        NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetIndex(device, &number) == NVML_SUCCESS && number == 0);

  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE];
  CHECK(nvmlDeviceGetName(device, name, sizeof name) == NVML_SUCCESS);
  CHECK(!strcmp(name, properties.name));
  CHECK(nvmlDeviceGetName(device, name, 1) == NVML_ERROR_INSUFFICIENT_SIZE);
  char uuid[NVML_DEVICE_UUID_BUFFER_SIZE];
  CHECK(nvmlDeviceGetUUID(device, uuid, sizeof uuid) == NVML_SUCCESS);
  CHECK(strlen(uuid) == 40);
  CHECK(nvmlDeviceGetHandleByUUID(uuid, &same) == NVML_SUCCESS &&
        same == device);
  int major, minor;
  CHECK(nvmlDeviceGetCudaComputeCapability(device, &major, &minor) ==
        NVML_SUCCESS);
  CHECK(major == properties.major && minor == properties.minor);

  nvmlMemory_t memory;
  CHECK(nvmlDeviceGetMemoryInfo(device, &memory) == NVML_SUCCESS);
  CHECK(memory.total == properties.totalGlobalMem &&
        memory.used + memory.free == memory.total);
  nvmlUtilization_t utilization;
  CHECK(nvmlDeviceGetUtilizationRates(device, &utilization) == NVML_SUCCESS);
  CHECK(utilization.gpu <= 100);

  unsigned value;
  CHECK(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &value) ==
            NVML_SUCCESS &&
        int(value) == properties.clockRate / 1000);
  CHECK(nvmlDeviceGetClockInfo(device, NVML_CLOCK_MEM, &value) ==
            NVML_SUCCESS &&
        int(value) == properties.memoryClockRate / 1000);
  CHECK(nvmlDeviceGetClockInfo(device, NVML_CLOCK_VIDEO, &value) ==
        NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetClockInfo(device, nvmlClockType_t(9), &value) ==
        NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, nullptr) ==
        NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &value) ==
        NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetPowerUsage(device, &value) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetPowerUsage(nullptr, &value) ==
        NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetTemperatureThreshold(device,
                                          NVML_TEMPERATURE_THRESHOLD_SLOWDOWN,
                                          &value) == NVML_ERROR_NOT_SUPPORTED);
  unsigned long long reasons;
  CHECK(nvmlDeviceGetCurrentClocksEventReasons(device, &reasons) ==
        NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetCurrentClocksThrottleReasons(device, nullptr) ==
        NVML_ERROR_INVALID_ARGUMENT);
  nvmlSample_t samples[4];
  nvmlValueType_t type;
  value = 4;
  CHECK(nvmlDeviceGetSamples(device, NVML_GPU_UTILIZATION_SAMPLES, 0, &type,
                             &value, samples) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetSamples(device, NVML_GPU_UTILIZATION_SAMPLES, 0, nullptr,
                             &value, samples) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(!strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "Not Supported"));
  CHECK(nvmlShutdown() == NVML_SUCCESS);
  CHECK(nvmlShutdown() == NVML_ERROR_UNINITIALIZED);
  printf("right\n");
}
