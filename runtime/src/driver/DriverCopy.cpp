//===- DriverCopy.cpp - Copies and arrays of the driver API ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "driver_functions.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

CUresult copy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind) {
  return inContext([=] { return cudaMemcpy(dst, src, bytes, kind); });
}
CUresult copy(void *dst, const void *src, size_t bytes, cudaMemcpyKind kind,
              CUstream stream) {
  return inContext(
      [=] { return cudaMemcpyAsync(dst, src, bytes, kind, stream); });
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

/// The size of an array's elements, 0 if it is not an array.
size_t elementBytes(CUarray array) {
  cudaChannelFormatDesc format;
  if (cudaArrayGetInfo(&format, nullptr, nullptr, array) != cudaSuccess)
    return 0;
  return (format.x + format.y + format.z + format.w) / 8;
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
  if (CUresult result = checkContext())
    return result;
  if (!given || given->srcLOD || given->dstLOD)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D &c = *given;
  if (!c.WidthInBytes || !c.Height || !c.Depth)
    return CUDA_SUCCESS;
  End src = endOf(c.srcMemoryType, c.srcHost, c.srcDevice, c.srcArray,
                  c.srcPitch, c.srcHeight);
  End dst = endOf(c.dstMemoryType, c.dstHost, c.dstDevice, c.dstArray,
                  c.dstPitch, c.dstHeight);
  if (!fits(src, c.srcXInBytes, c.srcY, c) ||
      !fits(dst, c.dstXInBytes, c.dstY, c))
    return CUDA_ERROR_INVALID_VALUE;

  return inContext([&] {
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
          end.pointer, end.pitch ? end.pitch : x + c.WidthInBytes,
          c.WidthInBytes, end.height ? end.height : y + c.Height);
    };
    cudaMemcpy3DParms parms = {};
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
    return stream ? cudaMemcpy3DAsync(&parms, *stream) : cudaMemcpy3D(&parms);
  });
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
                 size_t offset, size_t bytes) {
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
  return copyBoxes(&c, nullptr);
}

/// The runtime's description of elements, with no bits if there is none.
cudaChannelFormatDesc describe(CUarray_format format, unsigned channels) {
  int bits = 0;
  cudaChannelFormatKind kind = cudaChannelFormatKindNone;
  switch (format) {
  case CU_AD_FORMAT_UNSIGNED_INT8:
  case CU_AD_FORMAT_UNSIGNED_INT16:
  case CU_AD_FORMAT_UNSIGNED_INT32:
    bits = 8 << (format - CU_AD_FORMAT_UNSIGNED_INT8);
    kind = cudaChannelFormatKindUnsigned;
    break;
  case CU_AD_FORMAT_SIGNED_INT8:
  case CU_AD_FORMAT_SIGNED_INT16:
  case CU_AD_FORMAT_SIGNED_INT32:
    bits = 8 << (format - CU_AD_FORMAT_SIGNED_INT8);
    kind = cudaChannelFormatKindSigned;
    break;
  case CU_AD_FORMAT_HALF:
  case CU_AD_FORMAT_FLOAT:
    bits = format == CU_AD_FORMAT_HALF ? 16 : 32;
    kind = cudaChannelFormatKindFloat;
    break;
  }
  if (channels != 1 && channels != 2 && channels != 4)
    bits = 0;
  return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
          channels > 2 ? bits : 0, kind};
}

CUarray_format formatOf(const cudaChannelFormatDesc &d) {
  if (d.f == cudaChannelFormatKindFloat)
    return d.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  int size = d.x == 8 ? 0 : d.x == 16 ? 1 : 2;
  return static_cast<CUarray_format>((d.f == cudaChannelFormatKindSigned
                                          ? CU_AD_FORMAT_SIGNED_INT8
                                          : CU_AD_FORMAT_UNSIGNED_INT8) +
                                     size);
}

void freeArray(const void *array) {
  cudaFreeArray(static_cast<cudaArray_t>(const_cast<void *>(array)));
}

} // namespace

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

CUresult cuArrayCreate(CUarray *array,
                       const CUDA_ARRAY_DESCRIPTOR *descriptor) {
  if (!descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY3D_DESCRIPTOR box = {
      descriptor->Width,  descriptor->Height,      0,
      descriptor->Format, descriptor->NumChannels, 0};
  return cuArray3DCreate(array, &box);
}

CUresult cuArray3DCreate(CUarray *array,
                         const CUDA_ARRAY3D_DESCRIPTOR *descriptor) {
  if (CUresult result = checkContext())
    return result;
  if (!array || !descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  cudaChannelFormatDesc format =
      describe(descriptor->Format, descriptor->NumChannels);
  if (!format.x)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = inContext([&] {
    return cudaMalloc3DArray(array, &format,
                             make_cudaExtent(descriptor->Width,
                                             descriptor->Height,
                                             descriptor->Depth),
                             descriptor->Flags);
  });
  if (result == CUDA_SUCCESS)
    own(*array, freeArray);
  return result;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                CUarray array) {
  if (!descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    cudaChannelFormatDesc format;
    cudaExtent extent;
    unsigned flags;
    if (cudaError_t error = cudaArrayGetInfo(&format, &extent, &flags, array))
      return error;
    unsigned channels = 1 + (format.y != 0) + (format.z != 0) + (format.w != 0);
    *descriptor = {extent.width,     extent.height, extent.depth,
                   formatOf(format), channels,      flags};
    return cudaSuccess;
  });
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *descriptor,
                              CUarray array) {
  if (!descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY3D_DESCRIPTOR box;
  if (CUresult result = cuArray3DGetDescriptor(&box, array))
    return result;
  *descriptor = {box.Width, box.Height, box.Format, box.NumChannels};
  return CUDA_SUCCESS;
}

CUresult cuArrayDestroy(CUarray array) {
  if (!array)
    return CUDA_ERROR_INVALID_HANDLE;
  CUresult result = inContext([=] { return cudaFreeArray(array); });
  if (result == CUDA_SUCCESS)
    disown(array);
  return result == CUDA_ERROR_INVALID_VALUE ? CUDA_ERROR_INVALID_HANDLE
                                            : result;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *, CUtensorMapDataType, cuuint32_t,
                                void *, const cuuint64_t *, const cuuint64_t *,
                                const cuuint32_t *, const cuuint32_t *,
                                CUtensorMapInterleave, CUtensorMapSwizzle,
                                CUtensorMapL2promotion,
                                CUtensorMapFloatOOBfill) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuTensorMapEncodeIm2col(CUtensorMap *, CUtensorMapDataType, cuuint32_t,
                                 void *, const cuuint64_t *, const cuuint64_t *,
                                 const int *, const int *, cuuint32_t,
                                 cuuint32_t, const cuuint32_t *,
                                 CUtensorMapInterleave, CUtensorMapSwizzle,
                                 CUtensorMapL2promotion,
                                 CUtensorMapFloatOOBfill) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuTensorMapReplaceAddress(CUtensorMap *, void *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

} // extern "C"
