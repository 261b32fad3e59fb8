//===- MemoryPools.cpp - Memory pools and ranges of the driver API --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime has the same functions; its types have the same layout.
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Copies.h"
#include "driver_functions.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps));
static_assert(sizeof(CUmemPoolPtrExportData) ==
              sizeof(cudaMemPoolPtrExportData));
static_assert(sizeof(CUmemAccessDesc) == sizeof(cudaMemAccessDesc));
static_assert(sizeof(CUmemLocation) == sizeof(cudaMemLocation));
static_assert(sizeof(CUmemcpyAttributes) == sizeof(cudaMemcpyAttributes));

namespace {

template <class Call> CUresult initialized(Call call) {
  if (CUresult result = checkInitialized())
    return result;
  KeepLastError keep;
  return resultOf(call());
}

/// Memory that the runtime's function makes.
template <class Call>
CUresult allocate(CUdeviceptr *pointer, CUstream stream, Call call) {
  if (!pointer)
    return CUDA_ERROR_INVALID_VALUE;
  void *memory = nullptr;
  CUresult result = inContextOf(stream, [&] { return call(&memory); });
  if (result == CUDA_SUCCESS)
    *pointer = addressOf(memory);
  return result;
}

cudaMemLocation locationOf(CUmemLocation location) {
  return {static_cast<cudaMemLocationType>(location.type), location.id};
}

/// A copy of a batch as a single one. False if an operand is neither a pointer
/// nor an array.
bool readOperation(const CUDA_MEMCPY3D_BATCH_OP &op, CUDA_MEMCPY3D &copy) {
  copy = {};
  size_t unit = 1;
  for (const CUmemcpy3DOperand *operand : {&op.src, &op.dst}) {
    if (operand->type == CU_MEMCPY_OPERAND_TYPE_ARRAY)
      unit = elementBytes(operand->op.array.array);
    else if (operand->type != CU_MEMCPY_OPERAND_TYPE_POINTER)
      return false;
  }
  copy.WidthInBytes = op.extent.width * unit;
  copy.Height = op.extent.height;
  copy.Depth = op.extent.depth;
  // Lengths that are 0 are those of the copy.
  auto pitchOf = [&](const CUmemcpy3DOperand &operand) {
    size_t length = operand.op.ptr.rowLength;
    return (length ? length : op.extent.width) * unit;
  };
  auto heightOf = [&](const CUmemcpy3DOperand &operand) {
    size_t height = operand.op.ptr.layerHeight;
    return height ? height : op.extent.height;
  };
  if (op.src.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) {
    const auto &a = op.src.op.array;
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = a.array;
    copy.srcXInBytes = a.offset.x * unit;
    copy.srcY = a.offset.y;
    copy.srcZ = a.offset.z;
  } else {
    copy.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    copy.srcDevice = op.src.op.ptr.ptr;
    copy.srcPitch = pitchOf(op.src);
    copy.srcHeight = heightOf(op.src);
  }
  if (op.dst.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) {
    const auto &a = op.dst.op.array;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = a.array;
    copy.dstXInBytes = a.offset.x * unit;
    copy.dstY = a.offset.y;
    copy.dstZ = a.offset.z;
  } else {
    copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    copy.dstDevice = op.dst.op.ptr.ptr;
    copy.dstPitch = pitchOf(op.dst);
    copy.dstHeight = heightOf(op.dst);
  }
  return true;
}

} // namespace

extern "C" {

CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream) {
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate(pointer, stream, [=](void **memory) {
    return cudaMallocAsync(memory, bytes, stream);
  });
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes,
                                 CUmemoryPool pool, CUstream stream) {
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate(pointer, stream, [=](void **memory) {
    return cudaMallocFromPoolAsync(memory, bytes, pool, stream);
  });
}
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  CUresult result = inContextOf(
      stream, [=] { return cudaFreeAsync(pointerOf(pointer), stream); });
  if (result == CUDA_SUCCESS)
    disown(pointerOf(pointer));
  return result;
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props) {
  return initialized([=] {
    return cudaMemPoolCreate(pool,
                             reinterpret_cast<const cudaMemPoolProps *>(props));
  });
}
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return initialized([=] { return cudaMemPoolDestroy(pool); });
}
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytesToKeep) {
  return initialized([=] { return cudaMemPoolTrimTo(pool, bytesToKeep); });
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute,
                               void *value) {
  return initialized([=] {
    return cudaMemPoolSetAttribute(
        pool, static_cast<cudaMemPoolAttr>(attribute), value);
  });
}
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute,
                               void *value) {
  return initialized([=] {
    return cudaMemPoolGetAttribute(
        pool, static_cast<cudaMemPoolAttr>(attribute), value);
  });
}
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *descs,
                            size_t count) {
  return initialized([=] {
    return cudaMemPoolSetAccess(
        pool, reinterpret_cast<const cudaMemAccessDesc *>(descs), count);
  });
}
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool,
                            CUmemLocation *location) {
  return initialized([=] {
    return cudaMemPoolGetAccess(reinterpret_cast<cudaMemAccessFlags *>(flags),
                                pool,
                                reinterpret_cast<cudaMemLocation *>(location));
  });
}

// Between processes.
CUresult cuMemPoolExportToShareableHandle(void *, CUmemoryPool,
                                          CUmemAllocationHandleType,
                                          unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *, void *,
                                            CUmemAllocationHandleType,
                                            unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *, CUdeviceptr) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemPoolImportPointer(CUdeviceptr *, CUmemoryPool,
                                CUmemPoolPtrExportData *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) {
  return onDevice(device,
                  [=] { return cudaDeviceGetDefaultMemPool(pool, device); });
}
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device) {
  return onDevice(device, [=] { return cudaDeviceGetMemPool(pool, device); });
}
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return onDevice(device, [=] { return cudaDeviceSetMemPool(device, pool); });
}

CUresult cuMemRangeGetAttribute(void *data, size_t dataBytes,
                                CUmem_range_attribute attribute,
                                CUdeviceptr pointer, size_t bytes) {
  return inContext([=] {
    return cudaMemRangeGetAttribute(
        data, dataBytes, static_cast<cudaMemRangeAttribute>(attribute),
        pointerOf(pointer), bytes);
  });
}
CUresult cuMemRangeGetAttributes(void **data, size_t *dataBytes,
                                 CUmem_range_attribute *attributes,
                                 size_t count, CUdeviceptr pointer,
                                 size_t bytes) {
  return inContext([=] {
    return cudaMemRangeGetAttributes(
        data, dataBytes, reinterpret_cast<cudaMemRangeAttribute *>(attributes),
        count, pointerOf(pointer), bytes);
  });
}
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device,
                            CUstream stream) {
  return inContextOf(stream, [=] {
    return cudaMemPrefetchAsync(pointerOf(pointer), bytes, device, stream);
  });
}
CUresult cuMemPrefetchAsync_v2(CUdeviceptr pointer, size_t bytes,
                               CUmemLocation location, unsigned flags,
                               CUstream stream) {
  return inContextOf(stream, [=] {
    return cudaMemPrefetchAsync_v2(pointerOf(pointer), bytes,
                                   locationOf(location), flags, stream);
  });
}
CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                     CUdevice device) {
  return inContext([=] {
    return cudaMemAdvise(pointerOf(pointer), bytes,
                         static_cast<cudaMemoryAdvise>(advice), device);
  });
}
CUresult cuMemAdvise_v2(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                        CUmemLocation location) {
  return inContext([=] {
    return cudaMemAdvise_v2(pointerOf(pointer), bytes,
                            static_cast<cudaMemoryAdvise>(advice),
                            locationOf(location));
  });
}

CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *bytes,
                            size_t count, CUmemcpyAttributes *attributes,
                            size_t *attributeIndices, size_t attributeCount,
                            size_t *failed, CUstream stream) {
  return inContextOf(stream, [=] {
    return cudaMemcpyBatchAsync(
        reinterpret_cast<void **>(dsts), reinterpret_cast<void **>(srcs), bytes,
        count, reinterpret_cast<cudaMemcpyAttributes *>(attributes),
        attributeIndices, attributeCount, failed, stream);
  });
}
CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *operations,
                              size_t *failed, unsigned long long flags,
                              CUstream stream) {
  if (!count || !operations || flags || !stream)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i) {
    CUDA_MEMCPY3D copy;
    CUresult result = readOperation(operations[i], copy)
                          ? cuMemcpy3DAsync(&copy, stream)
                          : CUDA_ERROR_INVALID_VALUE;
    if (!result)
      continue;
    if (failed)
      *failed = i;
    return result;
  }
  return CUDA_SUCCESS;
}
// By a part of the GPU that the device attributes say is not there.
CUresult cuMemBatchDecompressAsync(CUmemDecompressParams *, size_t, unsigned,
                                   size_t *, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr pointer) {
  return inContext([=] {
    return cudaIpcGetMemHandle(reinterpret_cast<cudaIpcMemHandle_t *>(handle),
                               pointerOf(pointer));
  });
}
CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle,
                            unsigned flags) {
  return allocate(pointer, nullptr, [&](void **memory) {
    return cudaIpcOpenMemHandle(
        memory, reinterpret_cast<cudaIpcMemHandle_t &>(handle), flags);
  });
}
CUresult cuIpcCloseMemHandle(CUdeviceptr pointer) {
  return inContext([=] { return cudaIpcCloseMemHandle(pointerOf(pointer)); });
}
CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event) {
  return inContext([=] {
    return cudaIpcGetEventHandle(
        reinterpret_cast<cudaIpcEventHandle_t *>(handle), event);
  });
}
CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle) {
  return inContext([&] {
    return cudaIpcOpenEventHandle(
        event, reinterpret_cast<cudaIpcEventHandle_t &>(handle));
  });
}

} // extern "C"
