//===- DriverDevice.cpp - Devices, versions and names of errors -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "Device.h"
#include <cstring>

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

const char *nameOf(CUresult error) {
  switch (error) {
#define HEDDLE_CU_NAME(name, number)                                           \
  case name:                                                                   \
    return #name;
    HEDDLE_CU_RESULTS(HEDDLE_CU_NAME)
#undef HEDDLE_CU_NAME
  }
  return nullptr;
}

} // namespace

extern "C" {

CUresult cuDriverGetVersion(int *version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  *name = nameOf(error);
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  // The runtime has the same error under the same number, except for this one.
  *text = error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT
              ? "context already current"
          : nameOf(error) ? cudaGetErrorString(static_cast<cudaError_t>(error))
                          : nullptr;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  if (CUresult result = checkDriverDevice(ordinal))
    return result;
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  if (CUresult result = checkInitialized())
    return result;
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  *count = deviceCount();
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!name || length <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::strncpy(name, deviceProperties().name, length);
  name[length - 1] = 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  if (!uuid)
    return CUDA_ERROR_INVALID_VALUE;
  return onDevice(device, [=] {
    cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    *uuid = properties.uuid;
    return error;
  });
}

// Only Windows identifies devices so.
CUresult cuDeviceGetLuid(char *, unsigned *, CUdevice) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *elements,
                                            CUarray_format format,
                                            unsigned channels,
                                            CUdevice device) {
  cudaChannelFormatDesc desc = describe(format, channels);
  if (!desc.x)
    return CUDA_ERROR_INVALID_VALUE;
  return onDevice(device, [=] {
    return cudaDeviceGetTexture1DLinearMaxWidth(elements, &desc, device);
  });
}

// A context uses all cores.
CUresult cuDeviceGetExecAffinitySupport(int *supported, CUexecAffinityType type,
                                        CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!supported || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
    return CUDA_ERROR_INVALID_VALUE;
  *supported = 0;
  return CUDA_SUCCESS;
}

CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                    CUflushGPUDirectRDMAWritesScope scope) {
  return inContext([=] {
    return cudaDeviceFlushGPUDirectRDMAWrites(
        static_cast<cudaFlushGPUDirectRDMAWritesTarget>(target),
        static_cast<cudaFlushGPUDirectRDMAWritesScope>(scope));
  });
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  *bytes = deviceProperties().totalGlobalMem;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice device) {
  return onDevice(device, [=] {
    if (!value)
      return cudaErrorInvalidValue;
    switch (attribute) {
    // Features that the runtime has no names for.
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
      *value = 1;
      return cudaSuccess;
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
      *value = 0;
      return cudaSuccess;
    default:
      return cudaDeviceGetAttribute(
          value, static_cast<cudaDeviceAttr>(attribute), device);
    }
  });
}

CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!properties)
    return CUDA_ERROR_INVALID_VALUE;
  const cudaDeviceProp &p = deviceProperties();
  properties->maxThreadsPerBlock = p.maxThreadsPerBlock;
  std::memcpy(properties->maxThreadsDim, p.maxThreadsDim,
              sizeof p.maxThreadsDim);
  std::memcpy(properties->maxGridSize, p.maxGridSize, sizeof p.maxGridSize);
  properties->sharedMemPerBlock = static_cast<int>(p.sharedMemPerBlock);
  properties->totalConstantMemory = static_cast<int>(p.totalConstMem);
  properties->SIMDWidth = p.warpSize;
  properties->memPitch = static_cast<int>(p.memPitch);
  properties->regsPerBlock = p.regsPerBlock;
  properties->clockRate = p.clockRate;
  properties->textureAlign = static_cast<int>(p.textureAlignment);
  return CUDA_SUCCESS;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
  if (CUresult result = checkDriverDevice(device))
    return result;
  if (!major || !minor)
    return CUDA_ERROR_INVALID_VALUE;
  *major = deviceProperties().major;
  *minor = deviceProperties().minor;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device) {
  return onDevice(device,
                  [=] { return cudaDeviceGetPCIBusId(id, length, device); });
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id) {
  if (CUresult result = checkInitialized())
    return result;
  KeepLastError keep;
  return resultOf(cudaDeviceGetByPCIBusId(device, id));
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  return onDevice(device,
                  [=] { return cudaDeviceCanAccessPeer(can, device, peer); });
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute,
                                 CUdevice device, CUdevice peer) {
  return onDevice(device, [=] {
    return cudaDeviceGetP2PAttribute(
        value, static_cast<cudaDeviceP2PAttr>(attribute), device, peer);
  });
}

} // extern "C"
