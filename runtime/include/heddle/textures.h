//===- textures.h - Textures and surfaces, which are not there yet --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared so that using one is an error that says so at the line that does.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURES_H
#define HEDDLE_TEXTURES_H

#include "../host_defines.h"

enum cudaTextureReadMode {
  cudaReadModeElementType = 0,
  cudaReadModeNormalizedFloat = 1
};

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03

template <class T, int dimensions = cudaTextureType1D,
          cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((unavailable("heddle: textures are not supported yet")))
texture {};

template <class T, int dimensions = 1>
struct __attribute__((unavailable("heddle: surfaces are not supported yet")))
surface {};

// An explicit template argument (the texel's type) and none are both taken.
#define HEDDLE_TEXTURE(name)                                                   \
  template <class Texel = float, class... Arguments>                           \
  __device__ Texel name(Arguments...)                                          \
      __attribute__((unavailable("heddle: textures are not supported yet")));
#define HEDDLE_SURFACE(name)                                                   \
  template <class Texel = float, class... Arguments>                           \
  __device__ Texel name(Arguments...)                                          \
      __attribute__((unavailable("heddle: surfaces are not supported yet")));
#define HEDDLE_TEXTURE_API(name)                                               \
  template <class... Arguments>                                                \
  cudaError_t name(Arguments...)                                               \
      __attribute__((unavailable("heddle: textures are not supported yet")));

HEDDLE_TEXTURE(tex1Dfetch)
HEDDLE_TEXTURE(tex1D)
HEDDLE_TEXTURE(tex2D)
HEDDLE_TEXTURE(tex3D)
HEDDLE_TEXTURE(tex1DLayered)
HEDDLE_TEXTURE(tex2DLayered)
HEDDLE_TEXTURE(texCubemap)
HEDDLE_TEXTURE(tex1DLod)
HEDDLE_TEXTURE(tex2DLod)
HEDDLE_TEXTURE(tex3DLod)
HEDDLE_TEXTURE(tex1DGrad)
HEDDLE_TEXTURE(tex2DGrad)
HEDDLE_TEXTURE(tex3DGrad)
HEDDLE_TEXTURE(tex2Dgather)
HEDDLE_SURFACE(surf1Dread)
HEDDLE_SURFACE(surf2Dread)
HEDDLE_SURFACE(surf3Dread)
HEDDLE_SURFACE(surf1Dwrite)
HEDDLE_SURFACE(surf2Dwrite)
HEDDLE_SURFACE(surf3Dwrite)
HEDDLE_TEXTURE_API(cudaBindTexture)
HEDDLE_TEXTURE_API(cudaBindTexture2D)
HEDDLE_TEXTURE_API(cudaBindTextureToArray)
HEDDLE_TEXTURE_API(cudaUnbindTexture)
HEDDLE_TEXTURE_API(cudaBindSurfaceToArray)
HEDDLE_TEXTURE_API(cudaCreateTextureObject)
HEDDLE_TEXTURE_API(cudaDestroyTextureObject)
HEDDLE_TEXTURE_API(cudaCreateSurfaceObject)
HEDDLE_TEXTURE_API(cudaDestroySurfaceObject)
HEDDLE_TEXTURE_API(cudaMallocArray)
HEDDLE_TEXTURE_API(cudaMalloc3DArray)
HEDDLE_TEXTURE_API(cudaMemcpyToArray)
HEDDLE_TEXTURE_API(cudaMemcpy2DToArray)
HEDDLE_TEXTURE_API(cudaMemcpyFromArray)
HEDDLE_TEXTURE_API(cudaMemcpy2DFromArray)
HEDDLE_TEXTURE_API(cudaFreeArray)

#undef HEDDLE_TEXTURE_API
#undef HEDDLE_SURFACE
#undef HEDDLE_TEXTURE

#endif // HEDDLE_TEXTURES_H
