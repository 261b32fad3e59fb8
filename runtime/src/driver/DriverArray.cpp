//===- DriverArray.cpp - Arrays and their elements ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "driver_functions.h"

using namespace heddle::rt;
using namespace heddle::rt::driver;

cudaChannelFormatDesc heddle::rt::driver::describe(CUarray_format format,
                                                   unsigned channels) {
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
  default: // Compressed texels, pixels of videos.
    break;
  }
  if (channels != 1 && channels != 2 && channels != 4)
    bits = 0;
  return {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
          channels > 2 ? bits : 0, kind};
}

CUarray_format heddle::rt::driver::formatOf(const cudaChannelFormatDesc &d) {
  if (d.f == cudaChannelFormatKindFloat)
    return d.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  int size = d.x == 8 ? 0 : d.x == 16 ? 1 : 2;
  return static_cast<CUarray_format>((d.f == cudaChannelFormatKindSigned
                                          ? CU_AD_FORMAT_SIGNED_INT8
                                          : CU_AD_FORMAT_UNSIGNED_INT8) +
                                     size);
}

unsigned heddle::rt::driver::channelsOf(const cudaChannelFormatDesc &desc) {
  return 1 + (desc.y != 0) + (desc.z != 0) + (desc.w != 0);
}

size_t heddle::rt::driver::elementBytes(CUarray array) {
  cudaChannelFormatDesc format;
  if (cudaArrayGetInfo(&format, nullptr, nullptr, array) != cudaSuccess)
    return 0;
  return (format.x + format.y + format.z + format.w) / 8;
}

namespace {

void freeArray(const void *array) {
  cudaFreeArray(static_cast<cudaArray_t>(const_cast<void *>(array)));
}

void freeMipmap(const void *mipmap) {
  cudaFreeMipmappedArray(
      static_cast<cudaMipmappedArray_t>(const_cast<void *>(mipmap)));
}

/// Creates an array of a description with the runtime's function.
template <class Array, class Create>
CUresult create(Array *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                Release release, Create create) {
  if (CUresult result = checkContext())
    return result;
  if (!array || !descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  cudaChannelFormatDesc format =
      describe(descriptor->Format, descriptor->NumChannels);
  if (!format.x)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = inContext([&] {
    return create(format,
                  make_cudaExtent(descriptor->Width, descriptor->Height,
                                  descriptor->Depth),
                  descriptor->Flags);
  });
  if (result == CUDA_SUCCESS)
    own(*array, release);
  return result;
}

/// Objects that the runtime does not know are invalid handles here.
CUresult destroyed(CUresult result, const void *object) {
  if (result == CUDA_SUCCESS)
    disown(object);
  return result == CUDA_ERROR_INVALID_VALUE ? CUDA_ERROR_INVALID_HANDLE
                                            : result;
}

} // namespace

extern "C" {

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
  return create(array, descriptor, freeArray,
                [=](const cudaChannelFormatDesc &format, cudaExtent extent,
                    unsigned flags) {
                  return cudaMalloc3DArray(array, &format, extent, flags);
                });
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap,
                                const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                unsigned levels) {
  return create(mipmap, descriptor, freeMipmap,
                [=](const cudaChannelFormatDesc &format, cudaExtent extent,
                    unsigned flags) {
                  return cudaMallocMipmappedArray(mipmap, &format, extent,
                                                  levels, flags);
                });
}

CUresult cuMipmappedArrayGetLevel(CUarray *array, CUmipmappedArray mipmap,
                                  unsigned level) {
  return inContext(
      [=] { return cudaGetMipmappedArrayLevel(array, mipmap, level); });
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap) {
  if (!mipmap)
    return CUDA_ERROR_INVALID_HANDLE;
  return destroyed(inContext([=] { return cudaFreeMipmappedArray(mipmap); }),
                   mipmap);
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
    *descriptor = {extent.width,     extent.height,      extent.depth,
                   formatOf(format), channelsOf(format), flags};
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
  return destroyed(inContext([=] { return cudaFreeArray(array); }), array);
}

// No array has planes, or memory that the program maps.
CUresult cuArrayGetPlane(CUarray *, CUarray, unsigned) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *, CUarray) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *, CUarray,
                                      CUdevice) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *,
                                             CUmipmappedArray) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *,
                                               CUmipmappedArray, CUdevice) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemMapArrayAsync(CUarrayMapInfo *, unsigned, CUstream) {
  return CUDA_ERROR_NOT_SUPPORTED;
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
CUresult cuTensorMapEncodeIm2colWide(
    CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
    const cuuint64_t *, int, int, cuuint32_t, cuuint32_t, const cuuint32_t *,
    CUtensorMapInterleave, CUtensorMapIm2ColWideMode, CUtensorMapSwizzle,
    CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuTensorMapReplaceAddress(CUtensorMap *, void *) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

} // extern "C"
