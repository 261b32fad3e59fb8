//===- DriverTexture.cpp - Texture and surface objects of the driver API --===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTexture.h"
#include "Copies.h"
#include <algorithm>

using namespace heddle::rt;
using namespace heddle::rt::driver;

cudaError_t heddle::rt::driver::convert(const CUDA_RESOURCE_DESC &given,
                                        cudaResourceDesc &resource) {
  resource = {};
  resource.resType = static_cast<cudaResourceType>(given.resType);
  if (given.flags)
    return cudaErrorInvalidValue;
  switch (given.resType) {
  case CU_RESOURCE_TYPE_ARRAY:
    resource.res.array.array = given.res.array.hArray;
    return cudaSuccess;
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    resource.res.mipmap.mipmap = given.res.mipmap.hMipmappedArray;
    return cudaSuccess;
  case CU_RESOURCE_TYPE_LINEAR: {
    const auto &from = given.res.linear;
    auto &to = resource.res.linear;
    to.devPtr = pointerOf(from.devPtr);
    to.desc = describe(from.format, from.numChannels);
    to.sizeInBytes = from.sizeInBytes;
    return cudaSuccess;
  }
  case CU_RESOURCE_TYPE_PITCH2D: {
    const auto &from = given.res.pitch2D;
    auto &to = resource.res.pitch2D;
    to.devPtr = pointerOf(from.devPtr);
    to.desc = describe(from.format, from.numChannels);
    to.width = from.width;
    to.height = from.height;
    to.pitchInBytes = from.pitchInBytes;
    return cudaSuccess;
  }
  }
  return cudaErrorInvalidValue;
}

namespace {

CUDA_RESOURCE_DESC convert(const cudaResourceDesc &resource) {
  CUDA_RESOURCE_DESC given = {};
  given.resType = static_cast<CUresourcetype>(resource.resType);
  switch (resource.resType) {
  case cudaResourceTypeArray:
    given.res.array.hArray = resource.res.array.array;
    break;
  case cudaResourceTypeMipmappedArray:
    given.res.mipmap.hMipmappedArray = resource.res.mipmap.mipmap;
    break;
  case cudaResourceTypeLinear: {
    const auto &from = resource.res.linear;
    auto &to = given.res.linear;
    to.devPtr = addressOf(from.devPtr);
    to.format = formatOf(from.desc);
    to.numChannels = channelsOf(from.desc);
    to.sizeInBytes = from.sizeInBytes;
    break;
  }
  case cudaResourceTypePitch2D: {
    const auto &from = resource.res.pitch2D;
    auto &to = given.res.pitch2D;
    to.devPtr = addressOf(from.devPtr);
    to.format = formatOf(from.desc);
    to.numChannels = channelsOf(from.desc);
    to.width = from.width;
    to.height = from.height;
    to.pitchInBytes = from.pitchInBytes;
    break;
  }
  }
  return given;
}

/// The elements of a resource.
cudaChannelFormatDesc elementsOf(const cudaResourceDesc &resource) {
  cudaChannelFormatDesc desc = {};
  switch (resource.resType) {
  case cudaResourceTypeArray:
    cudaGetChannelDesc(&desc, resource.res.array.array);
    break;
  case cudaResourceTypeMipmappedArray: {
    cudaArray_t level;
    if (!cudaGetMipmappedArrayLevel(&level, resource.res.mipmap.mipmap, 0))
      cudaGetChannelDesc(&desc, level);
    break;
  }
  case cudaResourceTypeLinear:
    desc = resource.res.linear.desc;
    break;
  case cudaResourceTypePitch2D:
    desc = resource.res.pitch2D.desc;
    break;
  }
  return desc;
}

cudaResourceViewDesc convert(const CUDA_RESOURCE_VIEW_DESC &view) {
  return {static_cast<cudaResourceViewFormat>(view.format),
          view.width,
          view.height,
          view.depth,
          view.firstMipmapLevel,
          view.lastMipmapLevel,
          view.firstLayer,
          view.lastLayer};
}

} // namespace

cudaTextureDesc heddle::rt::driver::convert(const CUDA_TEXTURE_DESC &given,
                                            const cudaResourceDesc &resource) {
  cudaTextureDesc desc = {};
  for (int i = 0; i < 3; ++i)
    desc.addressMode[i] =
        static_cast<cudaTextureAddressMode>(given.addressMode[i]);
  desc.filterMode = static_cast<cudaTextureFilterMode>(given.filterMode);
  // Integers of up to 16 bits become floats unless a flag says otherwise.
  cudaChannelFormatDesc elements = elementsOf(resource);
  bool small = elements.f != cudaChannelFormatKindFloat && elements.x <= 16;
  desc.readMode = small && !(given.flags & CU_TRSF_READ_AS_INTEGER)
                      ? cudaReadModeNormalizedFloat
                      : cudaReadModeElementType;
  desc.sRGB = (given.flags & CU_TRSF_SRGB) != 0;
  std::copy(std::begin(given.borderColor), std::end(given.borderColor),
            desc.borderColor);
  desc.normalizedCoords = (given.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  desc.maxAnisotropy = given.maxAnisotropy;
  desc.mipmapFilterMode =
      static_cast<cudaTextureFilterMode>(given.mipmapFilterMode);
  desc.mipmapLevelBias = given.mipmapLevelBias;
  desc.minMipmapLevelClamp = given.minMipmapLevelClamp;
  desc.maxMipmapLevelClamp = given.maxMipmapLevelClamp;
  desc.disableTrilinearOptimization =
      (given.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  desc.seamlessCubemap = (given.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  return desc;
}

extern "C" {

CUresult cuTexObjectCreate(CUtexObject *texture,
                           const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *desc,
                           const CUDA_RESOURCE_VIEW_DESC *view) {
  constexpr unsigned known =
      CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
      CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;
  return inContext([=] {
    if (!texture || !resource || !desc || (desc->flags & ~known))
      return cudaErrorInvalidValue;
    cudaResourceDesc itsResource;
    if (cudaError_t error = driver::convert(*resource, itsResource))
      return error;
    cudaTextureDesc itsDesc = driver::convert(*desc, itsResource);
    cudaResourceViewDesc itsView;
    if (view)
      itsView = ::convert(*view);
    return cudaCreateTextureObject(texture, &itsResource, &itsDesc,
                                   view ? &itsView : nullptr);
  });
}

CUresult cuTexObjectDestroy(CUtexObject texture) {
  return inContext([=] { return cudaDestroyTextureObject(texture); });
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource,
                                    CUtexObject texture) {
  if (!resource)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    cudaResourceDesc its;
    cudaError_t error = cudaGetTextureObjectResourceDesc(&its, texture);
    if (!error)
      *resource = ::convert(its);
    return error;
  });
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *desc,
                                   CUtexObject texture) {
  if (!desc)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    cudaTextureDesc its;
    if (cudaError_t error = cudaGetTextureObjectTextureDesc(&its, texture))
      return error;
    *desc = {};
    for (int i = 0; i < 3; ++i)
      desc->addressMode[i] = static_cast<CUaddress_mode>(its.addressMode[i]);
    desc->filterMode = static_cast<CUfilter_mode>(its.filterMode);
    auto flag = [&](bool set, unsigned flag) { desc->flags |= set ? flag : 0; };
    cudaResourceDesc resource;
    cudaGetTextureObjectResourceDesc(&resource, texture);
    flag(its.readMode == cudaReadModeElementType &&
             elementsOf(resource).f != cudaChannelFormatKindFloat,
         CU_TRSF_READ_AS_INTEGER);
    flag(its.normalizedCoords, CU_TRSF_NORMALIZED_COORDINATES);
    flag(its.sRGB, CU_TRSF_SRGB);
    flag(its.disableTrilinearOptimization,
         CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
    flag(its.seamlessCubemap, CU_TRSF_SEAMLESS_CUBEMAP);
    desc->maxAnisotropy = its.maxAnisotropy;
    desc->mipmapFilterMode = static_cast<CUfilter_mode>(its.mipmapFilterMode);
    desc->mipmapLevelBias = its.mipmapLevelBias;
    desc->minMipmapLevelClamp = its.minMipmapLevelClamp;
    desc->maxMipmapLevelClamp = its.maxMipmapLevelClamp;
    std::copy(std::begin(its.borderColor), std::end(its.borderColor),
              desc->borderColor);
    return cudaSuccess;
  });
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view,
                                        CUtexObject texture) {
  if (!view)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    cudaResourceViewDesc its;
    if (cudaError_t error = cudaGetTextureObjectResourceViewDesc(&its, texture))
      return error;
    *view = {};
    view->format = static_cast<CUresourceViewFormat>(its.format);
    view->width = its.width;
    view->height = its.height;
    view->depth = its.depth;
    view->firstMipmapLevel = its.firstMipmapLevel;
    view->lastMipmapLevel = its.lastMipmapLevel;
    view->firstLayer = its.firstLayer;
    view->lastLayer = its.lastLayer;
    return cudaSuccess;
  });
}

CUresult cuSurfObjectCreate(CUsurfObject *surface,
                            const CUDA_RESOURCE_DESC *resource) {
  return inContext([=] {
    if (!surface || !resource)
      return cudaErrorInvalidValue;
    cudaResourceDesc its;
    if (cudaError_t error = driver::convert(*resource, its))
      return error;
    return cudaCreateSurfaceObject(surface, &its);
  });
}

CUresult cuSurfObjectDestroy(CUsurfObject surface) {
  return inContext([=] { return cudaDestroySurfaceObject(surface); });
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource,
                                     CUsurfObject surface) {
  if (!resource)
    return CUDA_ERROR_INVALID_VALUE;
  return inContext([=] {
    cudaResourceDesc its;
    cudaError_t error = cudaGetSurfaceObjectResourceDesc(&its, surface);
    if (!error)
      *resource = ::convert(its);
    return error;
  });
}

} // extern "C"
