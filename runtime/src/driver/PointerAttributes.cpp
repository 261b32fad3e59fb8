//===- PointerAttributes.cpp - What the driver API says of a pointer ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Memory.h"
#include <cstring>

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

bool isHostMemory(MemoryKind kind) {
  return kind == MemoryKind::Pinned || kind == MemoryKind::Registered;
}

template <class T> CUresult give(void *data, T value) {
  std::memcpy(data, &value, sizeof value);
  return CUDA_SUCCESS;
}

CUresult read(void *data, CUpointer_attribute attribute,
              const Allocation &allocation, CUdeviceptr pointer) {
  bool managed = allocation.kind == MemoryKind::Managed ||
                 allocation.kind == MemoryKind::ManagedVariable;
  bool host = isHostMemory(allocation.kind);
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT: {
    CUcontext owner = ownerOf(pointerOf(allocation.begin));
    return give(data, owner ? owner : primaryContext(allocation.device));
  }
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return give<unsigned>(data,
                          host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return give(data, pointer);
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    return host || managed ? give(data, pointerOf(pointer))
                           : CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    return give<unsigned>(data, 1); // Copies are complete when calls return.
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    return give<unsigned long long>(data, allocation.begin);
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return give<unsigned>(data, managed);
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return give<int>(data, allocation.device);
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    return give<CUdeviceptr>(data, allocation.begin);
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    return give<size_t>(data, allocation.bytes);
  case CU_POINTER_ATTRIBUTE_MAPPED:
    return give<unsigned>(data, 1);
  case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    return give<unsigned long long>(data, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
  case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    return give<unsigned>(data, 0);
  case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    return give<unsigned long long>(data, CU_MEM_HANDLE_TYPE_NONE);
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

bool isAttribute(CUpointer_attribute attribute) {
  return attribute >= CU_POINTER_ATTRIBUTE_CONTEXT &&
         attribute <= CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID;
}

} // namespace

extern "C" {

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute,
                               CUdeviceptr pointer) {
  if (CUresult result = checkInitialized())
    return result;
  if (!data || !isAttribute(attribute))
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> allocation = findAllocation(pointerOf(pointer));
  if (!allocation)
    return CUDA_ERROR_INVALID_VALUE;
  return read(data, attribute, *allocation, pointer);
}

// For memory that CUDA does not know, the values are zero, which is no error.
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes,
                                void **data, CUdeviceptr pointer) {
  if (CUresult result = checkInitialized())
    return result;
  if (!count || !attributes || !data)
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> allocation = findAllocation(pointerOf(pointer));
  for (unsigned i = 0; i < count; ++i) {
    if (!data[i] || !isAttribute(attributes[i]))
      return CUDA_ERROR_INVALID_VALUE;
    CUpointer_attribute attribute = attributes[i];
    if (allocation &&
        read(data[i], attribute, *allocation, pointer) == CUDA_SUCCESS)
      continue;
    bool wide = attribute == CU_POINTER_ATTRIBUTE_CONTEXT ||
                attribute == CU_POINTER_ATTRIBUTE_DEVICE_POINTER ||
                attribute == CU_POINTER_ATTRIBUTE_HOST_POINTER ||
                attribute == CU_POINTER_ATTRIBUTE_BUFFER_ID ||
                attribute == CU_POINTER_ATTRIBUTE_RANGE_START_ADDR ||
                attribute == CU_POINTER_ATTRIBUTE_RANGE_SIZE ||
                attribute == CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES ||
                attribute == CU_POINTER_ATTRIBUTE_ACCESS_FLAGS ||
                attribute == CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE;
    if (attribute == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
      give<int>(data[i], CU_DEVICE_INVALID);
    else if (wide)
      give<unsigned long long>(data[i], 0);
    else
      give<unsigned>(data[i], 0);
  }
  return CUDA_SUCCESS;
}

CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute,
                               CUdeviceptr pointer) {
  if (CUresult result = checkInitialized())
    return result;
  if (!value || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS ||
      !findAllocation(pointerOf(pointer)))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

} // extern "C"
