//===- texture.h - What tests of textures share -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_EXECUTION_TEXTURE_H
#define HEDDLE_TEST_EXECUTION_TEXTURE_H

#include "../check.h"

/// An array that holds `values`, x fastest. Sizes of 0 are dimensions it has
/// not.
template <typename T>
cudaArray_t makeArray(const cudaChannelFormatDesc &desc, cudaExtent extent,
                      const std::vector<T> &values, unsigned flags = 0) {
  cudaArray_t array;
  CUDA(cudaMalloc3DArray(&array, &desc, extent, flags));
  cudaExtent all =
      make_cudaExtent(extent.width, extent.height ? extent.height : 1,
                      extent.depth ? extent.depth : 1);
  size_t bytes = (desc.x + desc.y + desc.z + desc.w) / 8;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<T *>(values.data()),
                                    all.width * bytes, all.width, all.height);
  copy.dstArray = array;
  copy.extent = all;
  copy.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&copy));
  return array;
}

inline cudaTextureDesc describe(cudaTextureFilterMode filter,
                                cudaTextureAddressMode address,
                                bool normalized) {
  cudaTextureDesc desc = {};
  desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = address;
  desc.filterMode = filter;
  desc.normalizedCoords = normalized;
  return desc;
}

inline cudaTextureObject_t makeTexture(cudaArray_t array,
                                       const cudaTextureDesc &desc) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t texture = 0;
  CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  return texture;
}

/// A coordinate in texels, brought back into a texture that repeats: by its
/// fraction, and backwards in every second one that is mirrored.
inline double folded(double x, int size, cudaTextureAddressMode mode) {
  double whole = floor(x / size), part = x - whole * size;
  if (mode == cudaAddressModeWrap)
    return part;
  if (mode == cudaAddressModeMirror)
    return fmod(whole, 2) ? size - part : part;
  return x;
}

/// The index of a texel that `i` stands for, or -1 for the border.
inline int addressed(int i, int size, cudaTextureAddressMode mode,
                     bool normalized) {
  if (i >= 0 && i < size)
    return i;
  if (mode == cudaAddressModeBorder)
    return -1;
  if (normalized && mode == cudaAddressModeWrap)
    return i < 0 ? i + size : i - size;
  return i < 0 ? 0 : size - 1;
}

#endif // HEDDLE_TEST_EXECUTION_TEXTURE_H
