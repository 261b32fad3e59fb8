//===- DriverMemory.cpp - Memory of the driver API ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include "Context.h"
#include "Copy.h"
#include "Graph.h"
#include "Memory.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

void freeDevice(const void *pointer) { cudaFree(const_cast<void *>(pointer)); }
void freeHost(const void *pointer) {
  cudaFreeHost(const_cast<void *>(pointer));
}

/// Memory that the runtime allocates belongs to the current context.
template <class Call>
CUresult allocateInContext(CUdeviceptr *pointer, Call call) {
  if (CUresult result = checkContext())
    return result;
  if (!pointer)
    return CUDA_ERROR_INVALID_VALUE;
  void *memory = nullptr;
  CUresult result = inContext([&] { return call(&memory); });
  if (result == CUDA_SUCCESS) {
    *pointer = addressOf(memory);
    own(memory, freeDevice);
  }
  return result;
}

CUresult allocateHost(void **pointer, size_t bytes, unsigned flags) {
  if (CUresult result = checkContext())
    return result;
  if (!pointer || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result =
      inContext([=] { return cudaHostAlloc(pointer, bytes, flags); });
  if (result == CUDA_SUCCESS)
    own(*pointer, freeHost);
  return result;
}

/// Fills elements of 1, 2 or 4 bytes, now or as work of a stream.
CUresult fill(CUdeviceptr dst, size_t pitch, unsigned value, unsigned bytes,
              size_t width, size_t height, const CUstream *stream = nullptr) {
  ContextOf current(stream ? *stream : nullptr);
  if (current.result)
    return current.result;
  if (!width || !height)
    return CUDA_SUCCESS;
  if (dst % bytes || (height > 1 && (pitch % bytes || pitch < width * bytes)))
    return CUDA_ERROR_INVALID_VALUE;
  cudaMemsetParams params = {pointerOf(dst), pitch, value,
                             bytes,          width, height};
  return inContext([&] {
    if (stream)
      return submit(
          *stream, [&] { return FillWork{params}; },
          [&] { return fillElements(params); });
    cudaError_t error = checkLegacyStream();
    return error ? error : fillElements(params);
  });
}

} // namespace

extern "C" {

CUresult cuMemGetInfo(size_t *free, size_t *total) {
  return inContext([=] { return cudaMemGetInfo(free, total); });
}

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes) {
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  return allocateInContext(
      pointer, [=](void **memory) { return cudaMalloc(memory, bytes); });
}

CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width,
                         size_t height, unsigned elementBytes) {
  if (!pitch || !width || !height ||
      (elementBytes != 4 && elementBytes != 8 && elementBytes != 16))
    return CUDA_ERROR_INVALID_VALUE;
  return allocateInContext(pointer, [=](void **memory) {
    return cudaMallocPitch(memory, pitch, width, height);
  });
}

CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned flags) {
  if (!bytes)
    return CUDA_ERROR_INVALID_VALUE;
  return allocateInContext(pointer, [=](void **memory) {
    return cudaMallocManaged(memory, bytes, flags);
  });
}

CUresult cuMemFree(CUdeviceptr pointer) {
  CUresult result = inContext([=] { return cudaFree(pointerOf(pointer)); });
  if (result == CUDA_SUCCESS)
    disown(pointerOf(pointer));
  return result;
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes,
                              CUdeviceptr pointer) {
  if (CUresult result = checkContext())
    return result;
  if (!base && !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> allocation = findAllocation(pointerOf(pointer));
  if (!allocation)
    return CUDA_ERROR_NOT_FOUND;
  if (base)
    *base = allocation->begin;
  if (bytes)
    *bytes = allocation->bytes;
  return CUDA_SUCCESS;
}

CUresult cuMemAllocHost(void **pointer, size_t bytes) {
  return allocateHost(pointer, bytes, cudaHostAllocDefault);
}
CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  return allocateHost(pointer, bytes, flags);
}
CUresult cuMemFreeHost(void *pointer) {
  if (!pointer)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = inContext([=] { return cudaFreeHost(pointer); });
  if (result == CUDA_SUCCESS)
    disown(pointer);
  return result;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host,
                                   unsigned flags) {
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  void *pointer = nullptr;
  CUresult result = inContext(
      [&] { return cudaHostGetDevicePointer(&pointer, host, flags); });
  if (result == CUDA_SUCCESS)
    *device = addressOf(pointer);
  return result;
}
CUresult cuMemHostGetFlags(unsigned *flags, void *host) {
  return inContext([=] { return cudaHostGetFlags(flags, host); });
}
CUresult cuMemHostRegister(void *pointer, size_t bytes, unsigned flags) {
  return inContext([=] { return cudaHostRegister(pointer, bytes, flags); });
}
CUresult cuMemHostUnregister(void *pointer) {
  return inContext([=] { return cudaHostUnregister(pointer); });
}

CUresult cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t count) {
  return fill(dst, count, value, 1, count, 1);
}
CUresult cuMemsetD16(CUdeviceptr dst, unsigned short value, size_t count) {
  return fill(dst, count, value, 2, count, 1);
}
CUresult cuMemsetD32(CUdeviceptr dst, unsigned value, size_t count) {
  return fill(dst, count, value, 4, count, 1);
}
CUresult cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value,
                      size_t width, size_t height) {
  return fill(dst, pitch, value, 1, width, height);
}
CUresult cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value,
                       size_t width, size_t height) {
  return fill(dst, pitch, value, 2, width, height);
}
CUresult cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned value,
                       size_t width, size_t height) {
  return fill(dst, pitch, value, 4, width, height);
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t count,
                         CUstream stream) {
  return fill(dst, count, value, 1, count, 1, &stream);
}
CUresult cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t count,
                          CUstream stream) {
  return fill(dst, count, value, 2, count, 1, &stream);
}
CUresult cuMemsetD32Async(CUdeviceptr dst, unsigned value, size_t count,
                          CUstream stream) {
  return fill(dst, count, value, 4, count, 1, &stream);
}
CUresult cuMemsetD2D8Async(CUdeviceptr dst, size_t pitch, unsigned char value,
                           size_t width, size_t height, CUstream stream) {
  return fill(dst, pitch, value, 1, width, height, &stream);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dst, size_t pitch, unsigned short value,
                            size_t width, size_t height, CUstream stream) {
  return fill(dst, pitch, value, 2, width, height, &stream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dst, size_t pitch, unsigned value,
                            size_t width, size_t height, CUstream stream) {
  return fill(dst, pitch, value, 4, width, height, &stream);
}

} // extern "C"
