//===- texture_fetch.h - Inlined texture fetches ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most programs read textures without a border, with texels of the result type:
// a load, or several loads and their mean. These are here; the runtime
// implements the rest. Each fetch decides with one comparison, since the
// compiler knows T.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEXTURE_FETCH_H
#define HEDDLE_TEXTURE_FETCH_H

#include "../channel_descriptor.h"
#include "../texture_types.h"
#include "texture_object.h"

template <class T> struct HeddleTexelType {
  using Channels = HeddleChannels<T>;
  using Element = typename Channels::element;
  static_assert(Channels::count > 0 &&
                    (Channels::bits == 32 ||
                     Channels::kind != cudaChannelFormatKindFloat),
                "a texture is read as 1, 2 or 4 integers of 8, 16 or 32 bits "
                "or floats");
  static constexpr int count = Channels::count;
  static constexpr bool isFloat = Channels::kind == cudaChannelFormatKindFloat;
  static constexpr unsigned format =
      HEDDLE_TEXEL_FORMAT(Channels::kind, Channels::bits, count);

  /// The result of the runtime as a T.
  static __device__ __forceinline__ T from(HeddleTexel texel) {
    unsigned raw[4] = {(unsigned)texel.xy, (unsigned)(texel.xy >> 32),
                       (unsigned)texel.zw, (unsigned)(texel.zw >> 32)};
    T result;
    if constexpr (Channels::bits == 32) {
      __builtin_memcpy(&result, raw, sizeof(T));
    } else {
      Element elements[4] = {(Element)raw[0], (Element)raw[1], (Element)raw[2],
                             (Element)raw[3]};
      __builtin_memcpy(&result, elements, sizeof(T));
    }
    return result;
  }
};

__device__ __forceinline__ const HeddleTexture *
heddleTexture(cudaTextureObject_t object) {
  return (const HeddleTexture *)object;
}

/// Wraps a coordinate of a repeating texture. Returns whether it is in a
/// mirrored repetition.
__device__ __forceinline__ bool heddleFold(const HeddleTexture *t, int axis,
                                           float &x) {
  if (t->address[axis] == cudaAddressModeClamp)
    return false;
  float whole = __builtin_floorf(x);
  x -= whole;
  return t->address[axis] == cudaAddressModeMirror &&
         whole != 2.0f * __builtin_floorf(whole * 0.5f);
}

/// The texel of a coordinate, clamped. NaN gives 0. The texel is determined
/// before mirroring: a mirrored texel starts where it would end.
__device__ __forceinline__ int heddleNearest(const HeddleTexture *t, int axis,
                                             float x, int size) {
  float last = (float)(size - 1);
  bool back = heddleFold(t, axis, x);
  x *= t->scale[axis];
  x = x > 0.0f ? x : 0.0f;
  int i = (int)(x < last ? x : last);
  return back ? size - 1 - i : i;
}

/// Two neighbours and the weight of the second, in 256ths.
struct HeddleNeighbours {
  int first, second;
  float weight;
};
__device__ __forceinline__ HeddleNeighbours
heddleNeighbours(const HeddleTexture *t, int axis, float x, int size) {
  // Beyond the edge there is one neighbour, unless the texture repeats.
  bool wraps = t->address[axis] == cudaAddressModeWrap;
  if (heddleFold(t, axis, x))
    x = 1.0f - x;
  x = x * t->scale[axis] - 0.5f;
  float low = wraps ? -0.5f : 0.0f, high = (float)(size - 1) - low;
  x = x > low ? x : low;
  x = x < high ? x : high;
  int fixed = (int)((x + 1.0f) * 256.0f + 0.5f) - 256;
  int first = fixed >> 8, second = first + 1;
  int end = size - 1;
  return {first < 0      ? end
          : first < size ? first
                         : 0,
          second < size ? second
          : wraps       ? 0
                        : end,
          (float)(fixed & 255) * (1.0f / 256.0f)};
}

/// A weighted sum of `texels` texels, channel by channel.
template <class T, int texels>
__device__ __forceinline__ T heddleMix(const float *const *texel,
                                       const float *weight) {
  float channel[4];
#define HEDDLE_MIX(c)                                                          \
  channel[c] = texel[0][c] * weight[0] + texel[1][c] * weight[1];              \
  if constexpr (texels > 2)                                                    \
    channel[c] += texel[2][c] * weight[2] + texel[3][c] * weight[3];           \
  if constexpr (texels > 4)                                                    \
    channel[c] += texel[4][c] * weight[4] + texel[5][c] * weight[5] +          \
                  texel[6][c] * weight[6] + texel[7][c] * weight[7];
  HEDDLE_MIX(0)
  if constexpr (HeddleTexelType<T>::count > 1) {
    HEDDLE_MIX(1)
  }
  if constexpr (HeddleTexelType<T>::count > 2) {
    HEDDLE_MIX(2)
    HEDDLE_MIX(3)
  }
#undef HEDDLE_MIX
  T result;
  __builtin_memcpy(&result, channel, sizeof(T));
  return result;
}

template <class T>
__device__ __forceinline__ T heddleFetch(cudaTextureObject_t object, int i) {
  using Type = HeddleTexelType<T>;
  const HeddleTexture *t = heddleTexture(object);
  if (t->fetchFormat != Type::format)
    return Type::from(__heddle_texture_fetch(object, i));
  if ((unsigned)i >= (unsigned)t->level.width)
    return T{};
  return ((const T *)t->level.data)[i];
}

template <class T>
__device__ __forceinline__ T heddleSample(cudaTextureObject_t object,
                                          unsigned shape, float x, float y,
                                          float z, int layer, float lod) {
  return HeddleTexelType<T>::from(
      __heddle_texture_sample(object, shape, x, y, z, layer, lod));
}

template <class T>
__device__ __forceinline__ T heddleSample1D(cudaTextureObject_t object,
                                            float x) {
  using Type = HeddleTexelType<T>;
  const HeddleTexture *t = heddleTexture(object);
  const T *row = (const T *)t->level.data;
  if (t->pointFormat == Type::format)
    return row[heddleNearest(t, 0, x, t->level.width)];
  if constexpr (Type::isFloat)
    if (t->linearFormat == Type::format) {
      HeddleNeighbours h = heddleNeighbours(t, 0, x, t->level.width);
      const float *texel[] = {(const float *)(row + h.first),
                              (const float *)(row + h.second)};
      float weight[] = {1.0f - h.weight, h.weight};
      return heddleMix<T, 2>(texel, weight);
    }
  return heddleSample<T>(object, HeddleTexture1D, x, 0.0f, 0.0f, 0, 0.0f);
}

template <class T>
__device__ __forceinline__ T heddleSample2D(cudaTextureObject_t object, float x,
                                            float y) {
  using Type = HeddleTexelType<T>;
  const HeddleTexture *t = heddleTexture(object);
  const char *data = t->level.data;
  size_t pitch = t->level.rowPitch;
  if (t->pointFormat == Type::format)
    return (
        (const T *)(data + heddleNearest(t, 1, y, t->level.height) *
                               pitch))[heddleNearest(t, 0, x, t->level.width)];
  if constexpr (Type::isFloat)
    if (t->linearFormat == Type::format) {
      HeddleNeighbours h = heddleNeighbours(t, 0, x, t->level.width);
      HeddleNeighbours v = heddleNeighbours(t, 1, y, t->level.height);
      const T *row0 = (const T *)(data + v.first * pitch);
      const T *row1 = (const T *)(data + v.second * pitch);
      const float *texel[] = {
          (const float *)(row0 + h.first), (const float *)(row0 + h.second),
          (const float *)(row1 + h.first), (const float *)(row1 + h.second)};
      float left = 1.0f - h.weight, top = 1.0f - v.weight;
      float weight[] = {left * top, h.weight * top, left * v.weight,
                        h.weight * v.weight};
      return heddleMix<T, 4>(texel, weight);
    }
  return heddleSample<T>(object, HeddleTexture2D, x, y, 0.0f, 0, 0.0f);
}

template <class T>
__device__ __forceinline__ T heddleSample3D(cudaTextureObject_t object, float x,
                                            float y, float z) {
  using Type = HeddleTexelType<T>;
  const HeddleTexture *t = heddleTexture(object);
  const char *data = t->level.data;
  size_t pitch = t->level.rowPitch, slice = t->level.slicePitch;
  if (t->pointFormat == Type::format)
    return ((const T *)(data + heddleNearest(t, 2, z, t->level.depth) * slice +
                        heddleNearest(t, 1, y, t->level.height) *
                            pitch))[heddleNearest(t, 0, x, t->level.width)];
  if constexpr (Type::isFloat)
    if (t->linearFormat == Type::format) {
      HeddleNeighbours h = heddleNeighbours(t, 0, x, t->level.width);
      HeddleNeighbours v = heddleNeighbours(t, 1, y, t->level.height);
      HeddleNeighbours d = heddleNeighbours(t, 2, z, t->level.depth);
      const T *row00 = (const T *)(data + d.first * slice + v.first * pitch);
      const T *row01 = (const T *)(data + d.first * slice + v.second * pitch);
      const T *row10 = (const T *)(data + d.second * slice + v.first * pitch);
      const T *row11 = (const T *)(data + d.second * slice + v.second * pitch);
      const float *texel[] = {
          (const float *)(row00 + h.first), (const float *)(row00 + h.second),
          (const float *)(row01 + h.first), (const float *)(row01 + h.second),
          (const float *)(row10 + h.first), (const float *)(row10 + h.second),
          (const float *)(row11 + h.first), (const float *)(row11 + h.second)};
      float left = 1.0f - h.weight, top = 1.0f - v.weight,
            front = 1.0f - d.weight;
      float weight[] = {
          left * top * front,         h.weight * top * front,
          left * v.weight * front,    h.weight * v.weight * front,
          left * top * d.weight,      h.weight * top * d.weight,
          left * v.weight * d.weight, h.weight * v.weight * d.weight};
      return heddleMix<T, 8>(texel, weight);
    }
  return heddleSample<T>(object, HeddleTexture3D, x, y, z, 0, 0.0f);
}

#endif // HEDDLE_TEXTURE_FETCH_H
