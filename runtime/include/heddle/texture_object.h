//===- texture_object.h - The target of a texture object's handle ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime fills these structs once; device code reads them at every fetch.
// Arrays are stored in row-major order, without tiles: common fetches (see
// texture_fetch.h) are then a few instructions that the compiler inlines. All
// others are calls to the runtime, in TextureSample.cpp.
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

/// The format of a texel as one number, never 0.
#define HEDDLE_TEXEL_FORMAT(kind, bits, channels)                              \
  (((unsigned)(kind) + 1) << 16 | (unsigned)(bits) << 8 | (unsigned)(channels))

struct HeddleTexture {
  struct HeddleTextureLevel level;
  /// The format of the texels, if the texture can be fetched inline: linear
  /// memory; or one level, no border, no conversion, and the nearest texel or
  /// an interpolation of floats.
  unsigned fetchFormat, pointFormat, linearFormat;
  /// The factor from coordinates to texels: the sizes if they are normalized,
  /// otherwise 1. And cudaTextureAddressMode, where wrap and mirror apply.
  float scale[3];
  unsigned char address[3];

  /// Further fields for the general fetch.
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

/// Four channels of 32 bits: a float, or an integer widened to int.
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

/// A fetch by coordinates, at `lod` if there are levels.
__device__ __attribute__((pure)) struct HeddleTexel
__heddle_texture_sample(unsigned long long texture, unsigned int shape, float x,
                        float y, float z, int layer, float lod);

/// A fetch from linear memory by index.
__device__ __attribute__((pure)) struct HeddleTexel
__heddle_texture_fetch(unsigned long long texture, int index);

/// Channel `component` of the four texels that a linear fetch would
/// interpolate.
__device__ __attribute__((pure)) struct HeddleTexel
__heddle_texture_gather(unsigned long long texture, float x, float y,
                        int component);

/// The level of detail for the derivatives of the coordinates.
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
