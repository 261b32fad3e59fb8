//===- TextureReference.cpp - Binding texture and surface references ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reference is a variable that holds an object: binding creates one from the
// current fields of the variable.
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Error.h"
#include "Limits.h"
#include "Memory.h"
#include "heddle/texture_object.h"
#include <algorithm>

namespace heddle::rt {
namespace {

/// The texture of an unbound reference: no texels, so zeros.
const HeddleTexture unbound = {};

/// The API takes references by const pointers, although they are variables.
textureReference &variable(const textureReference *texture) {
  return *const_cast<textureReference *>(texture);
}

void unbind(textureReference &t) {
  if (t.heddleBound)
    cudaDestroyTextureObject(t.heddleObject);
  t.heddleObject = reinterpret_cast<cudaTextureObject_t>(&unbound);
  t.heddleBound = 0;
  t.heddleOffset = 0;
}

cudaError_t bind(const textureReference *texture,
                 const cudaResourceDesc &resource) {
  textureReference &t = variable(texture);
  cudaTextureDesc desc = {};
  std::copy(std::begin(t.addressMode), std::end(t.addressMode),
            desc.addressMode);
  desc.filterMode = t.filterMode;
  desc.readMode = t.heddleReadMode;
  desc.sRGB = t.sRGB;
  desc.normalizedCoords = t.normalized;
  desc.maxAnisotropy = t.maxAnisotropy;
  desc.mipmapFilterMode = t.mipmapFilterMode;
  desc.mipmapLevelBias = t.mipmapLevelBias;
  desc.minMipmapLevelClamp = t.minMipmapLevelClamp;
  desc.maxMipmapLevelClamp = t.maxMipmapLevelClamp;
  cudaTextureObject_t object;
  if (cudaError_t error =
          cudaCreateTextureObject(&object, &resource, &desc, nullptr))
    return error;
  unbind(t);
  t.heddleObject = object;
  t.heddleBound = 1;
  return cudaSuccess;
}

/// Memory is bound from an aligned address on. The program gets the rest as an
/// offset, and an error if it does not ask for it.
cudaError_t align(const void *&pointer, size_t *offset) {
  size_t rest = reinterpret_cast<uintptr_t>(pointer) % textureAlignment;
  if (rest && !offset)
    return fail(cudaErrorInvalidValue);
  pointer = static_cast<const char *>(pointer) - rest;
  if (offset)
    *offset = rest;
  return cudaSuccess;
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaTextureObject_t __heddle_unbound_texture(void) {
  return reinterpret_cast<cudaTextureObject_t>(&unbound);
}

cudaError_t cudaBindTexture(size_t *offset, const textureReference *texture,
                            const void *pointer,
                            const cudaChannelFormatDesc *desc, size_t bytes) {
  if (cudaError_t error = pending())
    return error;
  if (!texture || !desc)
    return fail(cudaErrorInvalidTexture);
  Format format(*desc);
  std::optional<Allocation> allocation = findAllocation(pointer);
  if (!format || !allocation)
    return fail(cudaErrorInvalidValue);
  // Programs omit the size to bind all memory.
  size_t rest = allocation->end() - reinterpret_cast<uintptr_t>(pointer);
  bytes = std::min(bytes, rest);
  size_t shift = 0;
  const void *aligned = pointer;
  if (cudaError_t error = align(aligned, offset ? &shift : nullptr))
    return error;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<void *>(aligned);
  resource.res.linear.desc = *desc;
  resource.res.linear.sizeInBytes = bytes + shift;
  if (cudaError_t error = bind(texture, resource))
    return error;
  variable(texture).heddleOffset = shift;
  if (offset)
    *offset = shift;
  return cudaSuccess;
}

cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *texture,
                              const void *pointer,
                              const cudaChannelFormatDesc *desc, size_t width,
                              size_t height, size_t pitch) {
  if (cudaError_t error = pending())
    return error;
  if (!texture || !desc)
    return fail(cudaErrorInvalidTexture);
  Format format(*desc);
  if (!format)
    return fail(cudaErrorInvalidValue);
  size_t shift = 0;
  const void *aligned = pointer;
  if (cudaError_t error = align(aligned, offset ? &shift : nullptr))
    return error;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = const_cast<void *>(aligned);
  resource.res.pitch2D.desc = *desc;
  resource.res.pitch2D.width = width + shift / format.bytes();
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  if (cudaError_t error = bind(texture, resource))
    return error;
  variable(texture).heddleOffset = shift;
  if (offset)
    *offset = shift;
  return cudaSuccess;
}

cudaError_t cudaBindTextureToArray(const textureReference *texture,
                                   cudaArray_const_t array,
                                   const cudaChannelFormatDesc *) {
  if (cudaError_t error = pending())
    return error;
  if (!texture)
    return fail(cudaErrorInvalidTexture);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  return bind(texture, resource);
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference *texture,
                                            cudaMipmappedArray_const_t mipmap,
                                            const cudaChannelFormatDesc *) {
  if (cudaError_t error = pending())
    return error;
  if (!texture)
    return fail(cudaErrorInvalidTexture);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(mipmap);
  return bind(texture, resource);
}

cudaError_t cudaUnbindTexture(const textureReference *texture) {
  if (cudaError_t error = pending())
    return error;
  if (!texture)
    return fail(cudaErrorInvalidTexture);
  unbind(variable(texture));
  return cudaSuccess;
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                          const textureReference *texture) {
  if (cudaError_t error = pending())
    return error;
  if (!offset)
    return fail(cudaErrorInvalidValue);
  if (!texture)
    return fail(cudaErrorInvalidTexture);
  if (!texture->heddleBound)
    return fail(cudaErrorInvalidTextureBinding);
  *offset = texture->heddleOffset;
  return cudaSuccess;
}

// A symbol is the variable's address, and the variable is the reference.
cudaError_t cudaGetTextureReference(const textureReference **texture,
                                    const void *symbol) {
  if (cudaError_t error = pending())
    return error;
  std::optional<Allocation> found = findAllocation(symbol);
  if (!texture || !found || !isVariable(found->kind) ||
      found->bytes != sizeof(textureReference))
    return fail(cudaErrorInvalidTexture);
  *texture = static_cast<const textureReference *>(symbol);
  return cudaSuccess;
}

cudaError_t cudaBindSurfaceToArray(const surfaceReference *surface,
                                   cudaArray_const_t array,
                                   const cudaChannelFormatDesc *) {
  if (cudaError_t error = pending())
    return error;
  if (!surface)
    return fail(cudaErrorInvalidSurface);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  cudaSurfaceObject_t object;
  if (cudaError_t error = cudaCreateSurfaceObject(&object, &resource))
    return error;
  auto *variable = const_cast<surfaceReference *>(surface);
  cudaDestroySurfaceObject(variable->heddleObject);
  variable->heddleObject = object;
  variable->channelDesc = array->desc;
  return cudaSuccess;
}

cudaError_t cudaGetSurfaceReference(const surfaceReference **surface,
                                    const void *symbol) {
  if (cudaError_t error = pending())
    return error;
  std::optional<Allocation> found = findAllocation(symbol);
  if (!surface || !found || !isVariable(found->kind) ||
      found->bytes != sizeof(surfaceReference))
    return fail(cudaErrorInvalidSurface);
  *surface = static_cast<const surfaceReference *>(symbol);
  return cudaSuccess;
}

} // extern "C"
