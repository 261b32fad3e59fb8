//===- cuda_texture_types.h - Texture references ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `texture<float, 2> image;` at file scope is a variable that host code binds
// and device code reads. The attribute makes Clang give it to both; host and
// device share it as they share a `__device__` variable. The constructor runs
// on the host. It must not be constexpr: a constant initializer of the host's
// would be lost, because the variable is the device's.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_TEXTURE_TYPES_H
#define HEDDLE_CUDA_TEXTURE_TYPES_H

#include "channel_descriptor.h"
#include "texture_types.h"

#ifdef __CUDA__

extern "C" cudaTextureObject_t __heddle_unbound_texture(void);

template <class T, int type = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : public textureReference {
  texture(int normalizedCoords = 0,
          cudaTextureFilterMode filter = cudaFilterModePoint,
          cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(normalizedCoords, filter, address, cudaCreateChannelDesc<T>()) {
  }

  texture(int normalizedCoords, cudaTextureFilterMode filter,
          cudaTextureAddressMode address, cudaChannelFormatDesc desc) {
    normalized = normalizedCoords;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    channelDesc = desc;
    sRGB = 0;
    maxAnisotropy = 0;
    mipmapFilterMode = cudaFilterModePoint;
    mipmapLevelBias = 0;
    minMipmapLevelClamp = 0;
    maxMipmapLevelClamp = 0;
    disableTrilinearOptimization = 0;
    heddleObject = __heddle_unbound_texture();
    heddleOffset = 0;
    heddleReadMode = mode;
    heddleBound = 0;
  }
};

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaBindTexture(size_t *offset, const texture<T, type, mode> &reference,
                const void *pointer, const cudaChannelFormatDesc &desc,
                size_t bytes = 0xffffffffu) {
  return ::cudaBindTexture(offset, &reference, pointer, &desc, bytes);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaBindTexture(size_t *offset, const texture<T, type, mode> &reference,
                const void *pointer, size_t bytes = 0xffffffffu) {
  return ::cudaBindTexture(offset, &reference, pointer, &reference.channelDesc,
                           bytes);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &reference,
                  const void *pointer, const cudaChannelFormatDesc &desc,
                  size_t width, size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, &reference, pointer, &desc, width, height,
                             pitch);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t cudaBindTexture2D(size_t *offset,
                                     const texture<T, type, mode> &reference,
                                     const void *pointer, size_t width,
                                     size_t height, size_t pitch) {
  return ::cudaBindTexture2D(offset, &reference, pointer,
                             &reference.channelDesc, width, height, pitch);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaBindTextureToArray(const texture<T, type, mode> &reference,
                       cudaArray_const_t array,
                       const cudaChannelFormatDesc &desc) {
  return ::cudaBindTextureToArray(&reference, array, &desc);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaBindTextureToArray(const texture<T, type, mode> &reference,
                       cudaArray_const_t array) {
  return ::cudaBindTextureToArray(&reference, array, nullptr);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaBindTextureToMipmappedArray(const texture<T, type, mode> &reference,
                                cudaMipmappedArray_const_t mipmap,
                                const cudaChannelFormatDesc &desc) {
  return ::cudaBindTextureToMipmappedArray(&reference, mipmap, &desc);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaBindTextureToMipmappedArray(const texture<T, type, mode> &reference,
                                cudaMipmappedArray_const_t mipmap) {
  return ::cudaBindTextureToMipmappedArray(&reference, mipmap, nullptr);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t cudaUnbindTexture(const texture<T, type, mode> &reference) {
  return ::cudaUnbindTexture(&reference);
}

template <class T, int type, cudaTextureReadMode mode>
inline cudaError_t
cudaGetTextureAlignmentOffset(size_t *offset,
                              const texture<T, type, mode> &reference) {
  return ::cudaGetTextureAlignmentOffset(offset, &reference);
}

#endif

#endif // HEDDLE_CUDA_TEXTURE_TYPES_H
