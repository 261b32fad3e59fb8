//===- texture_object.h - What a texture object's handle points to --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime fills these structs once, device code reads them at every fetch.
// Arrays are stored row by row, without tiles: the fetches that are common
// (see texture_fetch.h) are then a few instructions that the compiler inlines.
// All others are a call of the runtime, in TextureSample.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_OBJECT_H
#define HEDDLE_TEXTURE_OBJECT_H

#include "../host_defines.h"
#include <stddef.h>

/// One level of a texture. `depth` counts slices, layers, or all faces.
struct HeddleTextureLevel {
  const char *data;
  size_t rowPitch, slicePitch;
  int width, height, depth;
};

/// A texel's format in one number: never 0.
#define HEDDLE_TEXEL_FORMAT(kind, bits, channels)                              \
  (((unsigned)(kind) + 1) << 16 | (unsigned)(bits) << 8 | (unsigned)(channels))

struct HeddleTexture {
  struct HeddleTextureLevel level;
  /// The format of the texels, if the texture is of the kind that has a way of
  /// its own: linear memory; one level, no border, no conversion, and the
  /// nearest texel or an interpolation of floats.
  unsigned fetchFormat, pointFormat, linearFormat;
  /// What turns coordinates into texels: the sizes if they are normalized,
  /// else 1. And cudaTextureAddressMode, where wrap and mirror mean it.
  float scale[3];
  unsigned char address[3];

  /// What the general way looks at besides.
  unsigned char kind, bits, channels;
  unsigned char linear, normalizedCoords, normalizedRead, sRGB;
  unsigned char mipmapLinear, seamlessCubemap;
  float border[4];
  float lodBias, lodMin, lodMax;
  int levelCount;
  const struct HeddleTextureLevel *levels;
};

struct HeddleSurface {
  char *data;
  size_t rowPitch, slicePitch;
  int widthBytes, height, depth;
};

/// Four channels of 32 bits: a float's, or an integer's widened to an int.
struct HeddleTexel {
  unsigned long long xy, zw;
};

enum HeddleTextureShape {
  HeddleTexture1D,
  HeddleTexture2D,
  HeddleTexture3D,
  HeddleTexture1DLayered,
  HeddleTexture2DLayered,
  HeddleTextureCubemap,
  HeddleTextureCubemapLayered
};

#ifdef __cplusplus
extern "C" {
#endif

/// A fetch by coordinates, at `lod` where there are levels.
__device__ __attribute__((pure)) struct HeddleTexel
__heddle_texture_sample(unsigned long long texture, unsigned int shape, float x,
                        float y, float z, int layer, float lod);

/// A fetch from linear memory by index.
__device__ __attribute__((pure)) struct HeddleTexel
__heddle_texture_fetch(unsigned long long texture, int index);

/// Channel `component` of the four texels that a linear fetch would mix.
__device__ __attribute__((pure)) struct HeddleTexel
__heddle_texture_gather(unsigned long long texture, float x, float y,
                        int component);

/// The level of detail that the coordinates' derivatives ask for.
__device__ __attribute__((pure)) float
__heddle_texture_lod(unsigned long long texture, unsigned int shape, float dxX,
                     float dyX, float dzX, float dxY, float dyY, float dzY);
/// The same for a cubemap, where it depends on the face.
__device__ __attribute__((pure)) float
__heddle_texture_cube_lod(unsigned long long texture, float x, float y, float z,
                          float dxX, float dyX, float dzX, float dxY, float dyY,
                          float dzY);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_TEXTURE_OBJECT_H
