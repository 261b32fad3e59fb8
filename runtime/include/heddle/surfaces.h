//===- surfaces.h - surf1Dread, surf2Dwrite and the others ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A surface is read and written as stored in memory: x is in bytes, and there
// is no conversion.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SURFACES_H
#define HEDDLE_SURFACES_H

#include "../cuda_surface_types.h"
#include "load_store.h"
#include "synchronization.h"
#include "texture_object.h"

/// The texel at a position, or null if it is outside and there is nothing to
/// do. Clamping selects the nearest whole texel.
template <class T>
__device__ __forceinline__ T *heddleSurfaceTexel(cudaSurfaceObject_t object,
                                                 int x, int y, int z,
                                                 cudaSurfaceBoundaryMode mode) {
  const HeddleSurface *s = (const HeddleSurface *)object;
  int lastX = s->widthBytes - (int)sizeof(T);
  int lastY = s->height - 1, lastZ = s->depth - 1;
  if (mode == cudaBoundaryModeClamp) {
    x = x < 0 ? 0 : x > lastX ? lastX : x;
    y = y < 0 ? 0 : y > lastY ? lastY : y;
    z = z < 0 ? 0 : z > lastZ ? lastZ : z;
  } else if (x < 0 || x > lastX || y < 0 || y > lastY || z < 0 || z > lastZ) {
    if (mode == cudaBoundaryModeTrap)
      __heddle_illegal_address();
    return nullptr;
  }
  return (T *)(s->data + z * s->slicePitch + y * s->rowPitch + x);
}

template <class T>
__device__ __forceinline__ T heddleSurfaceRead(cudaSurfaceObject_t object,
                                               int x, int y, int z,
                                               cudaSurfaceBoundaryMode mode) {
  const T *texel = heddleSurfaceTexel<T>(object, x, y, z, mode);
  T result{};
  if (texel)
    result = *texel;
  return result;
}

template <class T>
__device__ __forceinline__ void
heddleSurfaceWrite(T value, cudaSurfaceObject_t object, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode) {
  if (T *texel = heddleSurfaceTexel<T>(object, x, y, z, mode))
    *texel = value;
}

#define HEDDLE_PARAMETERS(...) __VA_ARGS__

/// The functions of a shape, for objects and for references.
#define HEDDLE_SURFACE(name, dimensions, parameters, place)                    \
  template <class T>                                                           \
  __device__ __forceinline__ T name##read(cudaSurfaceObject_t s, parameters,   \
                                          cudaSurfaceBoundaryMode mode =       \
                                              cudaBoundaryModeTrap) {          \
    return heddleSurfaceRead<T>(s, place, mode);                               \
  }                                                                            \
  template <class T>                                                           \
  __device__ __forceinline__ void name##read(                                  \
      T *result, cudaSurfaceObject_t s, parameters,                            \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    *result = heddleSurfaceRead<T>(s, place, mode);                            \
  }                                                                            \
  template <class T>                                                           \
  __device__ __forceinline__ void name##write(                                 \
      T value, cudaSurfaceObject_t s, parameters,                              \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    heddleSurfaceWrite<T>(value, s, place, mode);                              \
  }                                                                            \
  template <class T>                                                           \
  __device__ __forceinline__ T name##read(                                     \
      const surface<void, dimensions> &s, parameters,                          \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    return heddleSurfaceRead<T>(s.heddleObject, place, mode);                  \
  }                                                                            \
  template <class T>                                                           \
  __device__ __forceinline__ void name##read(                                  \
      T *result, const surface<void, dimensions> &s, parameters,               \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    *result = heddleSurfaceRead<T>(s.heddleObject, place, mode);               \
  }                                                                            \
  template <class T>                                                           \
  __device__ __forceinline__ void name##write(                                 \
      T value, const surface<void, dimensions> &s, parameters,                 \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                   \
    heddleSurfaceWrite<T>(value, s.heddleObject, place, mode);                 \
  }

HEDDLE_SURFACE(surf1D, cudaSurfaceType1D, int x, HEDDLE_PARAMETERS(x, 0, 0))
HEDDLE_SURFACE(surf2D, cudaSurfaceType2D, HEDDLE_PARAMETERS(int x, int y),
               HEDDLE_PARAMETERS(x, y, 0))
HEDDLE_SURFACE(surf3D, cudaSurfaceType3D,
               HEDDLE_PARAMETERS(int x, int y, int z),
               HEDDLE_PARAMETERS(x, y, z))
HEDDLE_SURFACE(surf1DLayered, cudaSurfaceType1DLayered,
               HEDDLE_PARAMETERS(int x, int layer),
               HEDDLE_PARAMETERS(x, 0, layer))
HEDDLE_SURFACE(surf2DLayered, cudaSurfaceType2DLayered,
               HEDDLE_PARAMETERS(int x, int y, int layer),
               HEDDLE_PARAMETERS(x, y, layer))
HEDDLE_SURFACE(surfCubemap, cudaSurfaceTypeCubemap,
               HEDDLE_PARAMETERS(int x, int y, int face),
               HEDDLE_PARAMETERS(x, y, face))
HEDDLE_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered,
               HEDDLE_PARAMETERS(int x, int y, int layerFace),
               HEDDLE_PARAMETERS(x, y, layerFace))

#undef HEDDLE_SURFACE
#undef HEDDLE_PARAMETERS

#endif // HEDDLE_SURFACES_H
