//===- DriverCopy.cpp - Copies of the driver API --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "driver_functions.h"
#include <bit>

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

CUresult copy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind) {
  return inContext([=] { return cudaMemcpy(dst, src, bytes, kind); });
}
CUresult copy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind,
              CUstream stream) {
  return inContextOf(
      stream, [=] { return cudaMemcpyAsync(dst, src, bytes, kind, stream); });
}

CUDA_MEMCPY3D widen(const CUDA_MEMCPY2D &plane) {
  CUDA_MEMCPY3D box = {};
  box.srcXInBytes = plane.srcXInBytes;
  box.srcY = plane.srcY;
  box.srcMemoryType = plane.srcMemoryType;
  box.srcHost = plane.srcHost;
  box.srcDevice = plane.srcDevice;
  box.srcArray = plane.srcArray;
  box.srcPitch = plane.srcPitch;
  box.dstXInBytes = plane.dstXInBytes;
  box.dstY = plane.dstY;
  box.dstMemoryType = plane.dstMemoryType;
  box.dstHost = plane.dstHost;
  box.dstDevice = plane.dstDevice;
  box.dstArray = plane.dstArray;
  box.dstPitch = plane.dstPitch;
  box.WidthInBytes = plane.WidthInBytes;
  box.Height = plane.Height;
  box.Depth = 1;
  return box;
}

/// One side of a copy.
struct End {
  CUmemorytype type;
  void *pointer = nullptr;
  CUarray array = nullptr;
  size_t pitch, height;
};

End endOf(CUmemorytype type, const void *host, CUdeviceptr device,
          CUarray array, size_t pitch, size_t height) {
  End end{type, nullptr, nullptr, pitch, height};
  if (type == CU_MEMORYTYPE_ARRAY)
    end.array = array;
  else
    end.pointer = type == CU_MEMORYTYPE_HOST ? const_cast<void *>(host)
                                             : pointerOf(device);
  return end;
}

/// False if the sizes do not fit the pitch.
bool fits(const End &end, size_t x, size_t y, const CUDA_MEMCPY3D &c) {
  if (end.type < CU_MEMORYTYPE_HOST || end.type > CU_MEMORYTYPE_UNIFIED)
    return false;
  if (end.type == CU_MEMORYTYPE_ARRAY)
    return end.array != nullptr;
  bool rows = c.Height > 1 || c.Depth > 1;
  return end.pointer && (!rows || end.pitch >= x + c.WidthInBytes) &&
         (c.Depth == 1 || end.height >= y + c.Height);
}

CUresult copyBoxes(const CUDA_MEMCPY3D *given, const CUstream *stream) {
  ContextOf current(stream ? *stream : nullptr);
  if (current.result)
    return current.result;
  if (!given || given->srcLOD || given->dstLOD)
    return CUDA_ERROR_INVALID_VALUE;
  if (!given->WidthInBytes || !given->Height || !given->Depth)
    return CUDA_SUCCESS;
  return inContext([&] {
    cudaMemcpy3DParms parms;
    if (cudaError_t error = convert(*given, parms))
      return error;
    return stream ? cudaMemcpy3DAsync(&parms, *stream) : cudaMemcpy3D(&parms);
  });
}

/// All devices are the CPU, so a copy between contexts is one like any other.
CUresult copyBetween(const CUDA_MEMCPY3D_PEER *given, const CUstream *stream) {
  ContextOf current(stream ? *stream : nullptr);
  if (current.result)
    return current.result;
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isContext(given->srcContext) || !isContext(given->dstContext))
    return CUDA_ERROR_INVALID_CONTEXT;
  // The contexts are where the other has reserved fields.
  static_assert(sizeof(CUDA_MEMCPY3D_PEER) == sizeof(CUDA_MEMCPY3D));
  auto copy = std::bit_cast<CUDA_MEMCPY3D>(*given);
  copy.reserved0 = copy.reserved1 = nullptr;
  return copyBoxes(&copy, stream);
}

CUresult copyPlanes(const CUDA_MEMCPY2D *given, const CUstream *stream) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY3D box = widen(*given);
  return copyBoxes(&box, stream);
}

/// A row of an array, from an offset in bytes.
CUresult copyRow(CUmemorytype dstType, void *dst, CUarray dstArray,
                 CUmemorytype srcType, const void *src, CUarray srcArray,
                 size_t offset, size_t bytes,
                 const CUstream *stream = nullptr) {
  CUDA_MEMCPY3D c = {};
  c.dstMemoryType = dstType;
  c.dstHost = dst;
  c.dstDevice = addressOf(dst);
  c.dstArray = dstArray;
  c.srcMemoryType = srcType;
  c.srcHost = src;
  c.srcDevice = addressOf(src);
  c.srcArray = srcArray;
  (dstArray ? c.dstXInBytes : c.srcXInBytes) = offset;
  c.WidthInBytes = bytes;
  c.Height = c.Depth = 1;
  return copyBoxes(&c, stream);
}

} // namespace

cudaError_t heddle::rt::driver::convert(const CUDA_MEMCPY3D &c,
                                        cudaMemcpy3DParms &parms) {
  End src = endOf(c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray,
                  c.srcPitch, c.srcHeight);
  End dst = endOf(c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray,
                  c.dstPitch, c.dstHeight);
  if (!fits(src, c.srcXInBytes, c.srcY, c) ||
      !fits(dst, c.dstXInBytes, c.dstY, c))
    return cudaErrorInvalidValue;
  // Positions in arrays, and the width of a copy with one, are in elements.
  size_t unit = 1;
  for (CUarray array : {src.array, dst.array}) {
    if (!array)
      continue;
    unit = elementBytes(array);
    if (!unit || c.WidthInBytes % unit)
      return cudaErrorInvalidValue;
  }
  if ((src.array && c.srcXInBytes % unit) ||
      (dst.array && c.dstXInBytes % unit))
    return cudaErrorInvalidValue;
  // Rows of a copy of one row have no pitch.
  auto pitched = [&](const End &end, size_t x, size_t y) {
    return make_cudaPitchedPtr(
        end.pointer, end.pitch ? end.pitch : x + c.WidthInBytes, c.WidthInBytes,
        end.height ? end.height : y + c.Height);
  };
  parms = {};
  parms.srcArray = src.array;
  parms.dstArray = dst.array;
  if (src.pointer)
    parms.srcPtr = pitched(src, c.srcXInBytes, c.srcY);
  if (dst.pointer)
    parms.dstPtr = pitched(dst, c.dstXInBytes, c.dstY);
  // Bytes before the first column of memory do not count in elements.
  auto start = [](cudaPitchedPtr &memory, size_t x) {
    memory.ptr = static_cast<char *>(memory.ptr) + x;
  };
  if (src.pointer)
    start(parms.srcPtr, c.srcXInBytes);
  if (dst.pointer)
    start(parms.dstPtr, c.dstXInBytes);
  parms.srcPos =
      make_cudaPos(src.array ? c.srcXInBytes / unit : 0, c.srcY, c.srcZ);
  parms.dstPos =
      make_cudaPos(dst.array ? c.dstXInBytes / unit : 0, c.dstY, c.dstZ);
  parms.extent = make_cudaExtent(c.WidthInBytes / unit, c.Height, c.Depth);
  bool unified =
      src.type == CU_MEMORYTYPE_UNIFIED || dst.type == CU_MEMORYTYPE_UNIFIED;
  bool fromHost = src.type == CU_MEMORYTYPE_HOST;
  bool toHost = dst.type == CU_MEMORYTYPE_HOST;
  parms.kind = unified ? cudaMemcpyDefault
               : fromHost
                   ? (toHost ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice)
               : toHost ? cudaMemcpyDeviceToHost
                        : cudaMemcpyDeviceToDevice;
  return cudaSuccess;
}

CUDA_MEMCPY3D heddle::rt::driver::convert(const cudaMemcpy3DParms &parms) {
  CUDA_MEMCPY3D c = {};
  CUarray array = parms.srcArray ? parms.srcArray : parms.dstArray;
  size_t unit = array ? elementBytes(array) : 1;
  c.WidthInBytes = parms.extent.width * unit;
  c.Height = parms.extent.height;
  c.Depth = parms.extent.depth;
  bool toHost = parms.kind == cudaMemcpyDeviceToHost ||
                parms.kind == cudaMemcpyHostToHost;
  bool fromHost = parms.kind == cudaMemcpyHostToDevice ||
                  parms.kind == cudaMemcpyHostToHost;
  auto typeOf = [&](CUarray array, bool host) {
    return array                             ? CU_MEMORYTYPE_ARRAY
           : parms.kind == cudaMemcpyDefault ? CU_MEMORYTYPE_UNIFIED
           : host                            ? CU_MEMORYTYPE_HOST
                                             : CU_MEMORYTYPE_DEVICE;
  };
  c.srcMemoryType = typeOf(parms.srcArray, fromHost);
  c.srcArray = parms.srcArray;
  (c.srcMemoryType == CU_MEMORYTYPE_HOST
       ? c.srcHost
       : reinterpret_cast<const void *&>(c.srcDevice)) = parms.srcPtr.ptr;
  c.srcPitch = parms.srcPtr.pitch;
  c.srcHeight = parms.srcPtr.ysize;
  c.srcXInBytes = parms.srcPos.x * (parms.srcArray ? unit : 1);
  c.srcY = parms.srcPos.y;
  c.srcZ = parms.srcPos.z;
  c.dstMemoryType = typeOf(parms.dstArray, toHost);
  c.dstArray = parms.dstArray;
  (c.dstMemoryType == CU_MEMORYTYPE_HOST
       ? c.dstHost
       : reinterpret_cast<void *&>(c.dstDevice)) = parms.dstPtr.ptr;
  c.dstPitch = parms.dstPtr.pitch;
  c.dstHeight = parms.dstPtr.ysize;
  c.dstXInBytes = parms.dstPos.x * (parms.dstArray ? unit : 1);
  c.dstY = parms.dstPos.y;
  c.dstZ = parms.dstPos.z;
  return c;
}

extern "C" {

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return copy(pointerOf(dst), pointerOf(src), bytes, cudaMemcpyDefault);
}
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes,
                       CUstream stream) {
  return copy(pointerOf(dst), pointerOf(src), bytes, cudaMemcpyDefault, stream);
}
CUresult cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t bytes) {
  return copy(pointerOf(dst), src, bytes, cudaMemcpyHostToDevice);
}
CUresult cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t bytes) {
  return copy(dst, pointerOf(src), bytes, cudaMemcpyDeviceToHost);
}
CUresult cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t bytes) {
  return copy(pointerOf(dst), pointerOf(src), bytes, cudaMemcpyDeviceToDevice);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t bytes,
                           CUstream stream) {
  return copy(pointerOf(dst), src, bytes, cudaMemcpyHostToDevice, stream);
}
CUresult cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t bytes,
                           CUstream stream) {
  return copy(dst, pointerOf(src), bytes, cudaMemcpyDeviceToHost, stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes,
                           CUstream stream) {
  return copy(pointerOf(dst), pointerOf(src), bytes, cudaMemcpyDeviceToDevice,
              stream);
}
CUresult cuMemcpyPeer(CUdeviceptr dst, CUcontext dstContext, CUdeviceptr src,
                      CUcontext srcContext, size_t bytes) {
  if (!isContext(dstContext) || !isContext(srcContext))
    return CUDA_ERROR_INVALID_CONTEXT;
  return cuMemcpyDtoD(dst, src, bytes);
}
CUresult cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dstContext,
                           CUdeviceptr src, CUcontext srcContext, size_t bytes,
                           CUstream stream) {
  if (!isContext(dstContext) || !isContext(srcContext))
    return CUDA_ERROR_INVALID_CONTEXT;
  return cuMemcpyDtoDAsync(dst, src, bytes, stream);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy) {
  return copyPlanes(copy, nullptr);
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy) {
  return copyPlanes(copy, nullptr);
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream) {
  return copyPlanes(copy, &stream);
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy) {
  return copyBoxes(copy, nullptr);
}
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream) {
  return copyBoxes(copy, &stream);
}

CUresult cuMemcpyDtoA(CUarray dst, size_t offset, CUdeviceptr src,
                      size_t bytes) {
  return copyRow(CU_MEMORYTYPE_ARRAY, nullptr, dst, CU_MEMORYTYPE_DEVICE,
                 pointerOf(src), nullptr, offset, bytes);
}
CUresult cuMemcpyAtoD(CUdeviceptr dst, CUarray src, size_t offset,
                      size_t bytes) {
  return copyRow(CU_MEMORYTYPE_DEVICE, pointerOf(dst), nullptr,
                 CU_MEMORYTYPE_ARRAY, nullptr, src, offset, bytes);
}
CUresult cuMemcpyHtoA(CUarray dst, size_t offset, const void *src,
                      size_t bytes) {
  return copyRow(CU_MEMORYTYPE_ARRAY, nullptr, dst, CU_MEMORYTYPE_HOST, src,
                 nullptr, offset, bytes);
}
CUresult cuMemcpyAtoH(void *dst, CUarray src, size_t offset, size_t bytes) {
  return copyRow(CU_MEMORYTYPE_HOST, dst, nullptr, CU_MEMORYTYPE_ARRAY, nullptr,
                 src, offset, bytes);
}

CUresult cuMemcpyAtoA(CUarray dst, size_t dstOffset, CUarray src,
                      size_t srcOffset, size_t bytes) {
  CUDA_MEMCPY3D c = {};
  c.dstMemoryType = c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  c.dstArray = dst;
  c.srcArray = src;
  c.dstXInBytes = dstOffset;
  c.srcXInBytes = srcOffset;
  c.WidthInBytes = bytes;
  c.Height = c.Depth = 1;
  return copyBoxes(&c, nullptr);
}
CUresult cuMemcpyHtoAAsync(CUarray dst, size_t offset, const void *src,
                           size_t bytes, CUstream stream) {
  return copyRow(CU_MEMORYTYPE_ARRAY, nullptr, dst, CU_MEMORYTYPE_HOST, src,
                 nullptr, offset, bytes, &stream);
}
CUresult cuMemcpyAtoHAsync(void *dst, CUarray src, size_t offset, size_t bytes,
                           CUstream stream) {
  return copyRow(CU_MEMORYTYPE_HOST, dst, nullptr, CU_MEMORYTYPE_ARRAY, nullptr,
                 src, offset, bytes, &stream);
}
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy) {
  return copyBetween(copy, nullptr);
}
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream) {
  return copyBetween(copy, &stream);
}

} // extern "C"
