//===- textures.h - tex1D, tex2D and the others -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function has three forms: tex2D<T>(object, …), tex2D(&result, object,
// …) and, for texture references, tex2D(reference, …).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURES_H
#define HEDDLE_TEXTURES_H

#include "../cuda_texture_types.h"
#include "../vector_types.h"
#include "texture_fetch.h"

/// The result type of a texture reference: its texels, or as many floats.
template <class T, cudaTextureReadMode mode,
          int count = HeddleChannels<T>::count>
struct HeddleReadAs {
  using type = T;
};
template <class T> struct HeddleReadAs<T, cudaReadModeNormalizedFloat, 1> {
  using type = float;
};
template <class T> struct HeddleReadAs<T, cudaReadModeNormalizedFloat, 2> {
  using type = float2;
};
template <class T> struct HeddleReadAs<T, cudaReadModeNormalizedFloat, 4> {
  using type = float4;
};

#define HEDDLE_PARAMETERS(...) __VA_ARGS__

/// A function `name` of a texture `t`: its parameters, how they are passed on,
/// and its body for texels of type T.
#define HEDDLE_TEXTURE(name, dimensions, parameters, arguments, body)          \
  template <class T>                                                           \
  __device__ __forceinline__ T name(cudaTextureObject_t t, parameters) {       \
    return body;                                                               \
  }                                                                            \
  template <class T>                                                           \
  __device__ __forceinline__ void name(T *result, cudaTextureObject_t t,       \
                                       parameters) {                           \
    *result = name<T>(t, arguments);                                           \
  }                                                                            \
  template <class T, cudaTextureReadMode mode>                                 \
  __device__ __forceinline__ typename HeddleReadAs<T, mode>::type name(        \
      const texture<T, dimensions, mode> &reference, parameters) {             \
    return name<typename HeddleReadAs<T, mode>::type>(reference.heddleObject,  \
                                                      arguments);              \
  }

HEDDLE_TEXTURE(tex1Dfetch, cudaTextureType1D, int x, x, heddleFetch<T>(t, x))
HEDDLE_TEXTURE(tex1D, cudaTextureType1D, float x, x, heddleSample1D<T>(t, x))
HEDDLE_TEXTURE(tex2D, cudaTextureType2D, HEDDLE_PARAMETERS(float x, float y),
               HEDDLE_PARAMETERS(x, y), (heddleSample2D<T>(t, x, y)))
HEDDLE_TEXTURE(tex3D, cudaTextureType3D,
               HEDDLE_PARAMETERS(float x, float y, float z),
               HEDDLE_PARAMETERS(x, y, z), (heddleSample3D<T>(t, x, y, z)))

/// A shape's three functions: plain, with a level of detail, and with
/// derivatives that determine one.
#define HEDDLE_LEVELS(name, dimensions, shape, parameters, arguments, x, y, z, \
                      layer, Gradient, derivatives)                            \
  HEDDLE_TEXTURE(name##Lod, dimensions,                                        \
                 HEDDLE_PARAMETERS(parameters, float level),                   \
                 HEDDLE_PARAMETERS(arguments, level),                          \
                 (heddleSample<T>(t, shape, x, y, z, layer, level)))           \
  HEDDLE_TEXTURE(name##Grad, dimensions,                                       \
                 HEDDLE_PARAMETERS(parameters, Gradient dPdx, Gradient dPdy),  \
                 HEDDLE_PARAMETERS(arguments, dPdx, dPdy),                     \
                 (heddleSample<T>(t, shape, x, y, z, layer, derivatives)))
#define HEDDLE_SHAPE(name, dimensions, shape, parameters, arguments, x, y, z,  \
                     layer, Gradient, derivatives)                             \
  HEDDLE_TEXTURE(name, dimensions, HEDDLE_PARAMETERS(parameters),              \
                 HEDDLE_PARAMETERS(arguments),                                 \
                 (heddleSample<T>(t, shape, x, y, z, layer, 0.0f)))            \
  HEDDLE_LEVELS(name, dimensions, shape, HEDDLE_PARAMETERS(parameters),        \
                HEDDLE_PARAMETERS(arguments), x, y, z, layer, Gradient,        \
                derivatives)

#define HEDDLE_GRADIENT1                                                       \
  (__heddle_texture_lod(t, HeddleTexture1D, dPdx, 0, 0, dPdy, 0, 0))
#define HEDDLE_GRADIENT2                                                       \
  (__heddle_texture_lod(t, HeddleTexture2D, dPdx.x, dPdx.y, 0, dPdy.x, dPdy.y, \
                        0))
#define HEDDLE_GRADIENT3                                                       \
  (__heddle_texture_lod(t, HeddleTexture3D, dPdx.x, dPdx.y, dPdx.z, dPdy.x,    \
                        dPdy.y, dPdy.z))
#define HEDDLE_GRADIENT_CUBE                                                   \
  (__heddle_texture_cube_lod(t, x, y, z, dPdx.x, dPdx.y, dPdx.z, dPdy.x,       \
                             dPdy.y, dPdy.z))

HEDDLE_LEVELS(tex1D, cudaTextureType1D, HeddleTexture1D, float x, x, x, 0, 0, 0,
              float, HEDDLE_GRADIENT1)
HEDDLE_LEVELS(tex2D, cudaTextureType2D, HeddleTexture2D,
              HEDDLE_PARAMETERS(float x, float y), HEDDLE_PARAMETERS(x, y), x,
              y, 0, 0, float2, HEDDLE_GRADIENT2)
HEDDLE_LEVELS(tex3D, cudaTextureType3D, HeddleTexture3D,
              HEDDLE_PARAMETERS(float x, float y, float z),
              HEDDLE_PARAMETERS(x, y, z), x, y, z, 0, float4, HEDDLE_GRADIENT3)
HEDDLE_SHAPE(tex1DLayered, cudaTextureType1DLayered, HeddleTexture1DLayered,
             HEDDLE_PARAMETERS(float x, int layer), HEDDLE_PARAMETERS(x, layer),
             x, 0, 0, layer, float, HEDDLE_GRADIENT1)
HEDDLE_SHAPE(tex2DLayered, cudaTextureType2DLayered, HeddleTexture2DLayered,
             HEDDLE_PARAMETERS(float x, float y, int layer),
             HEDDLE_PARAMETERS(x, y, layer), x, y, 0, layer, float2,
             HEDDLE_GRADIENT2)
HEDDLE_SHAPE(texCubemap, cudaTextureTypeCubemap, HeddleTextureCubemap,
             HEDDLE_PARAMETERS(float x, float y, float z),
             HEDDLE_PARAMETERS(x, y, z), x, y, z, 0, float4,
             HEDDLE_GRADIENT_CUBE)
HEDDLE_SHAPE(texCubemapLayered, cudaTextureTypeCubemapLayered,
             HeddleTextureCubemapLayered,
             HEDDLE_PARAMETERS(float x, float y, float z, int layer),
             HEDDLE_PARAMETERS(x, y, z, layer), x, y, z, layer, float4,
             HEDDLE_GRADIENT_CUBE)

#undef HEDDLE_GRADIENT_CUBE
#undef HEDDLE_GRADIENT3
#undef HEDDLE_GRADIENT2
#undef HEDDLE_GRADIENT1
#undef HEDDLE_SHAPE
#undef HEDDLE_LEVELS
#undef HEDDLE_TEXTURE
#undef HEDDLE_PARAMETERS

/// One channel of four texels: the result type for a reference's texels.
template <class T> struct HeddleFour;
#define HEDDLE_FOUR(element, four)                                             \
  template <> struct HeddleFour<element> {                                     \
    using type = four;                                                         \
  };
HEDDLE_FOUR(char, char4)
HEDDLE_FOUR(signed char, char4)
HEDDLE_FOUR(unsigned char, uchar4)
HEDDLE_FOUR(short, short4)
HEDDLE_FOUR(unsigned short, ushort4)
HEDDLE_FOUR(int, int4)
HEDDLE_FOUR(unsigned int, uint4)
HEDDLE_FOUR(float, float4)
#undef HEDDLE_FOUR

template <class T>
__device__ __forceinline__ T tex2Dgather(cudaTextureObject_t t, float x,
                                         float y, int component = 0) {
  return HeddleTexelType<T>::from(__heddle_texture_gather(t, x, y, component));
}
template <class T>
__device__ __forceinline__ void tex2Dgather(T *result, cudaTextureObject_t t,
                                            float x, float y,
                                            int component = 0) {
  *result = tex2Dgather<T>(t, x, y, component);
}
template <class T, cudaTextureReadMode mode>
using HeddleGathered = typename HeddleFour<typename HeddleChannels<
    typename HeddleReadAs<T, mode>::type>::element>::type;
template <class T, cudaTextureReadMode mode>
__device__ __forceinline__ HeddleGathered<T, mode>
tex2Dgather(const texture<T, cudaTextureType2D, mode> &reference, float x,
            float y, int component = 0) {
  return tex2Dgather<HeddleGathered<T, mode>>(reference.heddleObject, x, y,
                                              component);
}

#endif // HEDDLE_TEXTURES_H
