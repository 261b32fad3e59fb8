//===- Array.cpp - Creates and frees CUDA arrays --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Error.h"
#include "Handles.h"
#include "Limits.h"
#include "Memory.h"
#include <algorithm>
#include <cstring>

namespace heddle::rt {
namespace {

Handles<cudaArray> &arrays() {
  static auto &instance = *new Handles<cudaArray>;
  return instance;
}

Handles<cudaMipmappedArray> &mipmaps() {
  static auto &instance = *new Handles<cudaMipmappedArray>;
  return instance;
}

constexpr size_t rowAlignment = 64;

/// Whether CUDA has arrays of this shape and size.
bool isShape(const cudaExtent &e, unsigned flags) {
  bool layered = flags & cudaArrayLayered, cubemap = flags & cudaArrayCubemap;
  constexpr unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore |
                             cudaArrayCubemap | cudaArrayTextureGather;
  if ((flags & ~known) || e.width == 0)
    return false;
  if ((flags & cudaArrayTextureGather) &&
      (e.height == 0 || e.depth != 0 || e.width > maxGather ||
       e.height > maxGather))
    return false;
  if (cubemap) {
    bool faces = layered ? e.depth && e.depth % 6 == 0 : e.depth == 6;
    return faces && e.width == e.height && e.width <= maxCubemap &&
           e.depth <= maxCubemapFaces;
  }
  if (layered)
    return e.depth && e.depth <= maxLayers && e.width <= maxLayered &&
           e.height <= maxLayered;
  if (e.depth)
    return e.height && std::max({e.width, e.height, e.depth}) <= max3D;
  return e.width <= max2DWidth && e.height <= max2DHeight;
}

cudaError_t makeArray(const cudaChannelFormatDesc &desc, cudaExtent extent,
                      unsigned flags, std::unique_ptr<cudaArray> &array) {
  Format format(desc);
  if (!format || !isShape(extent, flags))
    return cudaErrorInvalidValue;
  array = std::make_unique<cudaArray>();
  array->desc = desc;
  array->extent = extent;
  array->flags = flags;
  array->elementBytes = format.bytes();
  array->rowPitch =
      (array->rowBytes() + rowAlignment - 1) / rowAlignment * rowAlignment;
  array->slicePitch = array->rowPitch * array->height();
  size_t bytes;
  if (__builtin_mul_overflow(array->slicePitch, array->depth(), &bytes) ||
      bytes > physicalMemory())
    return cudaErrorMemoryAllocation;
  array->memory.reset(
      static_cast<char *>(std::aligned_alloc(rowAlignment, bytes)));
  if (!array->memory)
    return cudaErrorMemoryAllocation;
  std::memset(array->memory.get(), 0, bytes);
  return cudaSuccess;
}

/// The sizes of a level. Layers and faces do not shrink.
cudaExtent levelExtent(cudaExtent e, unsigned level, bool layers) {
  auto shrink = [&](size_t size) {
    return size ? std::max<size_t>(size >> level, 1) : 0;
  };
  return {shrink(e.width), shrink(e.height),
          layers ? e.depth : shrink(e.depth)};
}

} // namespace

Format::Format(const cudaChannelFormatDesc &d) : kind(d.f), channels(0) {
  bits = d.x;
  bool sizes = bits == 8 || bits == 16 || bits == 32;
  bool kinds = kind == cudaChannelFormatKindSigned ||
               kind == cudaChannelFormatKindUnsigned ||
               (kind == cudaChannelFormatKindFloat && bits != 8);
  if (!sizes || !kinds)
    return;
  if (d.y == 0 && d.z == 0 && d.w == 0)
    channels = 1;
  else if (d.y == bits && d.z == 0 && d.w == 0)
    channels = 2;
  else if (d.y == bits && d.z == bits && d.w == bits)
    channels = 4;
}

bool isArray(cudaArray_const_t array) { return arrays().contains(array); }

bool isMipmappedArray(cudaMipmappedArray_const_t mipmap) {
  return mipmaps().contains(mipmap);
}

void freeAllArrays() {
  mipmaps().clear();
  arrays().clear();
}

std::vector<std::pair<char *, size_t>> surfaceMemory() {
  std::vector<std::pair<char *, size_t>> memory;
  arrays().forEach([&](cudaArray &array) {
    if (array.flags & cudaArraySurfaceLoadStore)
      memory.push_back({array.memory.get(), array.slicePitch * array.depth()});
  });
  return memory;
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMalloc3DArray(cudaArray_t *array,
                              const cudaChannelFormatDesc *desc,
                              cudaExtent extent, unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!array || !desc)
    return fail(cudaErrorInvalidValue);
  std::unique_ptr<cudaArray> made;
  if (cudaError_t error = makeArray(*desc, extent, flags, made))
    return fail(error);
  *array = arrays().add(std::move(made));
  return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array,
                            const cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned flags) {
  return cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  if (cudaError_t error = pending())
    return error;
  if (!array)
    return cudaSuccess;
  if (!isArray(array) || array->isLevel)
    return fail(cudaErrorInvalidValue);
  arrays().remove(array);
  return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent,
                             unsigned *flags, cudaArray_t array) {
  if (cudaError_t error = pending())
    return error;
  if (!isArray(array))
    return fail(cudaErrorInvalidValue);
  if (desc)
    *desc = array->desc;
  if (extent)
    *extent = array->extent;
  if (flags)
    *flags = array->flags;
  return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *desc,
                               cudaArray_const_t array) {
  if (cudaError_t error = pending())
    return error;
  if (!desc)
    return fail(cudaErrorInvalidValue);
  if (!isArray(array))
    return fail(cudaErrorInvalidValue);
  *desc = array->desc;
  return cudaSuccess;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap,
                                     const cudaChannelFormatDesc *desc,
                                     cudaExtent extent, unsigned levels,
                                     unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!mipmap || !desc)
    return fail(cudaErrorInvalidValue);
  bool layers = flags & (cudaArrayLayered | cudaArrayCubemap);
  size_t largest =
      std::max({extent.width, extent.height, layers ? 0 : extent.depth});
  unsigned most = 0;
  for (; largest; largest >>= 1)
    ++most;
  levels = std::clamp(levels, 1u, std::max(most, 1u));
  std::vector<std::unique_ptr<cudaArray>> made(levels);
  for (unsigned level = 0; level < levels; ++level) {
    if (cudaError_t error = makeArray(*desc, levelExtent(extent, level, layers),
                                      flags, made[level]))
      return fail(error);
    made[level]->isLevel = true;
  }
  auto result = std::make_unique<cudaMipmappedArray>();
  for (std::unique_ptr<cudaArray> &level : made)
    result->levels.push_back(arrays().add(std::move(level)));
  *mipmap = mipmaps().add(std::move(result));
  return cudaSuccess;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array,
                                       cudaMipmappedArray_const_t mipmap,
                                       unsigned level) {
  if (cudaError_t error = pending())
    return error;
  if (!array)
    return fail(cudaErrorInvalidValue);
  if (!isMipmappedArray(mipmap))
    return fail(cudaErrorInvalidResourceHandle);
  if (level >= mipmap->levels.size())
    return fail(cudaErrorInvalidValue);
  *array = mipmap->levels[level];
  return cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
  if (cudaError_t error = pending())
    return error;
  if (!mipmap)
    return cudaSuccess;
  if (!isMipmappedArray(mipmap))
    return fail(cudaErrorInvalidValue);
  for (cudaArray_t level : mipmap->levels)
    arrays().remove(level);
  mipmaps().remove(mipmap);
  return cudaSuccess;
}

} // extern "C"
