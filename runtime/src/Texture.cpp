//===- Texture.cpp - Creates texture objects ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Texture.h"
#include "Array.h"
#include "Error.h"
#include "Handles.h"
#include "Limits.h"
#include "Memory.h"
#include "heddle/texture_object.h"
#include <algorithm>

namespace heddle::rt {
namespace {

/// The part that device code reads, and the program's description.
struct Texture {
  HeddleTexture object = {};
  std::vector<HeddleTextureLevel> levels;
  cudaResourceDesc resource;
  cudaTextureDesc desc;
  cudaResourceViewDesc view;
  bool hasView = false;
};

Handles<Texture> &textures() {
  static auto &instance = *new Handles<Texture>;
  return instance;
}

/// The handle points to the part that device code reads, the first member.
const void *addressOf(cudaTextureObject_t handle) {
  return reinterpret_cast<const void *>(handle);
}

bool isAligned(const void *pointer, size_t alignment) {
  return reinterpret_cast<uintptr_t>(pointer) % alignment == 0;
}

HeddleTextureLevel levelOf(cudaArray_const_t array) {
  return {array->memory.get(),
          array->rowPitch,
          array->slicePitch,
          static_cast<int>(array->width()),
          static_cast<int>(array->height()),
          static_cast<int>(array->depth())};
}

/// Fills in the levels and the format, with the checks that CUDA's
/// documentation lists for each case.
cudaError_t readResource(const cudaResourceDesc &resource, Texture &t,
                         cudaChannelFormatDesc &format) {
  switch (resource.resType) {
  case cudaResourceTypeArray: {
    cudaArray_t array = resource.res.array.array;
    if (!isArray(array))
      return cudaErrorInvalidValue;
    format = array->desc;
    t.levels = {levelOf(array)};
    return cudaSuccess;
  }
  case cudaResourceTypeMipmappedArray: {
    cudaMipmappedArray_t mipmap = resource.res.mipmap.mipmap;
    if (!isMipmappedArray(mipmap))
      return cudaErrorInvalidValue;
    format = mipmap->levels.front()->desc;
    for (cudaArray_t level : mipmap->levels)
      t.levels.push_back(levelOf(level));
    return cudaSuccess;
  }
  case cudaResourceTypeLinear: {
    const auto &linear = resource.res.linear;
    Format texel(linear.desc);
    if (!texel || !isAligned(linear.devPtr, textureAlignment) ||
        linear.sizeInBytes / texel.bytes() > max1DLinear ||
        !accessible(linear.devPtr, 1, Side::Device))
      return cudaErrorInvalidValue;
    format = linear.desc;
    t.levels = {{static_cast<const char *>(linear.devPtr), 0, 0,
                 static_cast<int>(linear.sizeInBytes / texel.bytes()), 1, 1}};
    return cudaSuccess;
  }
  case cudaResourceTypePitch2D: {
    const auto &pitched = resource.res.pitch2D;
    Format texel(pitched.desc);
    if (!texel || !isAligned(pitched.devPtr, textureAlignment) ||
        pitched.pitchInBytes % texturePitchAlignment ||
        pitched.pitchInBytes < pitched.width * texel.bytes() ||
        pitched.width == 0 || pitched.height == 0 ||
        pitched.width > max2DWidth || pitched.height > max2DLinearHeight ||
        pitched.pitchInBytes > max2DPitch ||
        !accessible(pitched.devPtr, 1, Side::Device))
      return cudaErrorInvalidValue;
    format = pitched.desc;
    t.levels = {{static_cast<const char *>(pitched.devPtr),
                 pitched.pitchInBytes, 0, static_cast<int>(pitched.width),
                 static_cast<int>(pitched.height), 1}};
    return cudaSuccess;
  }
  }
  return cudaErrorInvalidValue;
}

/// The format of a view, in the order of its enumeration: 1, 2 and 4 channels
/// each.
bool formatOfView(cudaResourceViewFormat view, cudaChannelFormatDesc &format) {
  static constexpr struct {
    cudaChannelFormatKind kind;
    int bits;
  } rows[] = {
      {cudaChannelFormatKindUnsigned, 8},  {cudaChannelFormatKindSigned, 8},
      {cudaChannelFormatKindUnsigned, 16}, {cudaChannelFormatKindSigned, 16},
      {cudaChannelFormatKindUnsigned, 32}, {cudaChannelFormatKindSigned, 32},
      {cudaChannelFormatKindFloat, 16},    {cudaChannelFormatKindFloat, 32}};
  if (view < cudaResViewFormatUnsignedChar1 || view > cudaResViewFormatFloat4)
    return false;
  int index = view - 1, channels = index % 3, bits = rows[index / 3].bits;
  format = {bits, channels > 0 ? bits : 0, channels > 1 ? bits : 0,
            channels > 1 ? bits : 0, rows[index / 3].kind};
  return true;
}

/// Restricts a texture to the levels and layers of a view, with its format.
cudaError_t applyView(const cudaResourceViewDesc &view,
                      const cudaResourceDesc &resource, Texture &t,
                      cudaChannelFormatDesc &format) {
  if (resource.resType != cudaResourceTypeArray &&
      resource.resType != cudaResourceTypeMipmappedArray)
    return cudaErrorInvalidValue;
  cudaChannelFormatDesc seen = format;
  if (view.format != cudaResViewFormatNone && !formatOfView(view.format, seen))
    return cudaErrorNotSupported;
  HeddleTextureLevel &first = t.levels.front();
  auto sizeIs = [](size_t wanted, int size) {
    return static_cast<int>(wanted ? wanted : 1) == size;
  };
  cudaArray_t array = resource.resType == cudaResourceTypeArray
                          ? resource.res.array.array
                          : resource.res.mipmap.mipmap->levels.front();
  bool layered = (array->flags & cudaArrayLayered) != 0;
  bool layers = layered || view.lastLayer > 0 || view.firstLayer > 0;
  if (Format(seen).bytes() != Format(format).bytes() ||
      view.firstMipmapLevel > view.lastMipmapLevel ||
      view.lastMipmapLevel >= t.levels.size() ||
      view.firstLayer > view.lastLayer ||
      static_cast<int>(view.lastLayer) >= first.depth ||
      !sizeIs(view.width, first.width) || !sizeIs(view.height, first.height) ||
      (layered && !sizeIs(view.depth, first.depth)))
    return cudaErrorInvalidValue;
  format = seen;
  t.levels = {t.levels.begin() + view.firstMipmapLevel,
              t.levels.begin() + view.lastMipmapLevel + 1};
  if (layers)
    for (HeddleTextureLevel &level : t.levels) {
      level.data += view.firstLayer * level.slicePitch;
      level.depth = static_cast<int>(view.lastLayer - view.firstLayer + 1);
    }
  return cudaSuccess;
}

cudaError_t checkDescription(const cudaTextureDesc &d,
                             const cudaResourceDesc &resource,
                             const Format &format) {
  auto isFilter = [](cudaTextureFilterMode filter) {
    return filter == cudaFilterModePoint || filter == cudaFilterModeLinear;
  };
  for (cudaTextureAddressMode mode : d.addressMode)
    if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder)
      return cudaErrorInvalidValue;
  if (!isFilter(d.filterMode) || !isFilter(d.mipmapFilterMode) ||
      (d.readMode != cudaReadModeElementType &&
       d.readMode != cudaReadModeNormalizedFloat))
    return cudaErrorInvalidValue;
  bool isInteger = format.kind != cudaChannelFormatKindFloat;
  bool asFloat = d.readMode == cudaReadModeNormalizedFloat;
  if (isInteger && asFloat && format.bits == 32)
    return cudaErrorInvalidNormSetting;
  // An index into linear memory is neither filtered nor normalized.
  if (resource.resType == cudaResourceTypeLinear)
    return cudaSuccess;
  if (isInteger && !asFloat && d.filterMode == cudaFilterModeLinear)
    return cudaErrorInvalidFilterSetting;
  if (resource.resType == cudaResourceTypeMipmappedArray && !d.normalizedCoords)
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

void describe(const cudaTextureDesc &d, cudaResourceType type,
              const Format &format, Texture &t) {
  HeddleTexture &o = t.object;
  o.level = t.levels.front();
  o.levels = t.levels.data();
  o.levelCount = static_cast<int>(t.levels.size());
  o.kind = format.kind;
  o.bits = format.bits;
  o.channels = format.channels;
  o.linear = d.filterMode == cudaFilterModeLinear;
  o.normalizedCoords = d.normalizedCoords != 0;
  o.normalizedRead = d.readMode == cudaReadModeNormalizedFloat &&
                     format.kind != cudaChannelFormatKindFloat;
  o.sRGB = d.sRGB && o.normalizedRead && format.bits == 8;
  o.mipmapLinear = d.mipmapFilterMode == cudaFilterModeLinear;
  o.seamlessCubemap = d.seamlessCubemap != 0;
  std::copy(std::begin(d.borderColor), std::end(d.borderColor), o.border);
  o.lodBias = d.mipmapLevelBias;
  o.lodMin = d.minMipmapLevelClamp;
  o.lodMax = d.maxMipmapLevelClamp;
  bool border = false;
  for (int axis = 0; axis < 3; ++axis) {
    int mode = d.addressMode[axis];
    // Wrapping needs normalized coordinates.
    if (!d.normalizedCoords &&
        (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
      mode = cudaAddressModeClamp;
    o.address[axis] = static_cast<unsigned char>(mode);
    border |= mode == cudaAddressModeBorder;
    int sizes[] = {o.level.width, o.level.height, o.level.depth};
    o.scale[axis] = d.normalizedCoords ? static_cast<float>(sizes[axis]) : 1;
  }

  unsigned code =
      HEDDLE_TEXEL_FORMAT(format.kind, format.bits, format.channels);
  bool asItIs =
      !o.normalizedRead &&
      !(format.kind == cudaChannelFormatKindFloat && format.bits == 16);
  if (type == cudaResourceTypeLinear) {
    if (asItIs)
      o.fetchFormat = code;
    return;
  }
  if (!asItIs || border || o.levelCount != 1)
    return;
  (o.linear ? o.linearFormat : o.pointFormat) = code;
}

template <class T, class Member>
cudaError_t give(T *result, cudaTextureObject_t handle, Member member) {
  if (cudaError_t error = pending())
    return error;
  if (!result)
    return fail(cudaErrorInvalidValue);
  bool has = true;
  if (!textures().with(addressOf(handle),
                       [&](Texture &t) { has = member(t, *result); }) ||
      !has)
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

} // namespace

bool isTexture(const void *handle) { return textures().contains(handle); }

void destroyAllTextures() { textures().clear(); }

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const cudaResourceDesc *resource,
                                    const cudaTextureDesc *desc,
                                    const cudaResourceViewDesc *view) {
  if (cudaError_t error = pending())
    return error;
  if (!texture || !resource || !desc)
    return fail(cudaErrorInvalidValue);
  auto made = std::make_unique<Texture>();
  cudaChannelFormatDesc channels;
  if (cudaError_t error = readResource(*resource, *made, channels))
    return fail(error);
  if (view)
    if (cudaError_t error = applyView(*view, *resource, *made, channels))
      return fail(error);
  Format format(channels);
  if (cudaError_t error = checkDescription(*desc, *resource, format))
    return fail(error);
  describe(*desc, resource->resType, format, *made);
  made->resource = *resource;
  made->desc = *desc;
  if ((made->hasView = view))
    made->view = *view;
  *texture = reinterpret_cast<cudaTextureObject_t>(
      &textures().add(std::move(made))->object);
  return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  if (cudaError_t error = pending())
    return error;
  if (texture && !textures().remove(addressOf(texture)))
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource,
                                             cudaTextureObject_t texture) {
  return give(resource, texture, [](const Texture &t, cudaResourceDesc &r) {
    r = t.resource;
    return true;
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *desc,
                                            cudaTextureObject_t texture) {
  return give(desc, texture, [](const Texture &t, cudaTextureDesc &d) {
    d = t.desc;
    return true;
  });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc *view,
                                                 cudaTextureObject_t texture) {
  return give(view, texture, [](const Texture &t, cudaResourceViewDesc &v) {
    if (t.hasView)
      v = t.view;
    return t.hasView;
  });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
    size_t *elements, const cudaChannelFormatDesc *desc, int device) {
  if (cudaError_t error = pending())
    return error;
  if (device != 0)
    return fail(cudaErrorInvalidDevice);
  if (!elements || !desc || !Format(*desc))
    return fail(cudaErrorInvalidValue);
  *elements = max1DLinear;
  return cudaSuccess;
}

} // extern "C"
