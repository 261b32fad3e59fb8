//===- TextureSample.cpp - General texture fetches ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the appendix on texture fetching of CUDA's programming guide.
// Where it leaves a choice, weights are rounded to the nearest 256th, the
// nearest level of a mipmap is rounded half up, and an edge of a cube belongs
// to the face of z, then of y.
//
//===----------------------------------------------------------------------===//

#include "TextureTexel.h"
#include "driver_types.h"
#include "heddle/texture_object.h"
#include "texture_types.h"
#include <algorithm>
#include <cmath>

namespace heddle::rt {
namespace {

/// Fixed-point coordinates have 8 fractional bits.
constexpr int fractionBits = 8, one = 1 << fractionBits;

/// A texel index along an axis, or -1 for the border.
int resolve(long i, int size, int mode) {
  if (i >= 0 && i < size)
    return static_cast<int>(i);
  switch (mode) {
  case cudaAddressModeWrap:
    i %= size;
    return static_cast<int>(i < 0 ? i + size : i);
  case cudaAddressModeMirror:
    i %= 2 * size;
    if (i < 0)
      i += 2 * size;
    return static_cast<int>(i < size ? i : 2 * size - 1 - i);
  case cudaAddressModeBorder:
    return -1;
  default:
    return i < 0 ? 0 : size - 1;
  }
}

/// The one or two texels along an axis that contribute, the second with
/// `weight` 256ths.
struct Axis {
  int index[2] = {0, 0};
  int weight = 0;
};

Axis locate(float coordinate, int size, int mode, bool normalized,
            bool linear) {
  // With wrapping, only the fraction of the coordinate matters.
  bool back = false;
  if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror) {
    float whole = std::floor(coordinate);
    coordinate -= whole;
    back = mode == cudaAddressModeMirror && std::fmod(whole, 2.0f) != 0;
    if (back && linear)
      coordinate = 1 - coordinate;
  }
  float u = normalized ? coordinate * size : coordinate;
  // Far outside of all textures the exact position does not matter.
  constexpr float far = 1 << 30;
  u = u > -far ? u : -far;
  u = u < far ? u : far;
  Axis axis;
  if (!linear) {
    // The texel is determined before mirroring: a mirrored texel starts where
    // it would end.
    auto i = static_cast<long>(std::floor(u));
    axis.index[0] = resolve(back ? size - 1 - i : i, size, mode);
    return axis;
  }
  long fixed = static_cast<long>(std::floor(u * one + 0.5f)) - one / 2;
  long first = fixed >> fractionBits;
  axis.weight = static_cast<int>(fixed & (one - 1));
  axis.index[0] = resolve(first, size, mode);
  axis.index[1] = resolve(first + 1, size, mode);
  return axis;
}

const char *texelAt(const HeddleTexture &t, const HeddleTextureLevel &level,
                    int x, int y, long z) {
  return level.data + z * level.slicePitch + y * level.rowPitch +
         static_cast<size_t>(x) * t.bits * t.channels / 8;
}

/// Interpolates between the texels of up to three axes. A missing axis has one
/// texel.
Texel mix(const HeddleTexture &t, const HeddleTextureLevel &level,
          int dimensions, const Axis (&axes)[3], int slice) {
  float sum[4] = {0, 0, 0, 0};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    int weight[3], index[3];
    bool counts = true, outside = false;
    for (int a = 0; a < 3; ++a) {
      bool second = corner >> a & 1;
      weight[a] = second ? axes[a].weight : one - axes[a].weight;
      index[a] = axes[a].index[second];
      counts &= weight[a] != 0;
      outside |= index[a] < 0;
    }
    if (!counts)
      continue;
    Texel texel = outside ? borderTexel(t)
                          : decode(t, texelAt(t, level, index[0], index[1],
                                              index[2] + slice));
    float w = static_cast<float>(weight[0]) * weight[1] * weight[2] /
              (static_cast<float>(one) * one * one);
    for (int c = 0; c < 4; ++c)
      sum[c] += w * texel.real(c);
  }
  return Texel::ofReals(sum);
}

/// A fetch from one level with up to three coordinates, in slice `slice`.
Texel sampleLevel(const HeddleTexture &t, const HeddleTextureLevel &level,
                  int dimensions, const float *at, int slice) {
  int sizes[3] = {level.width, level.height, level.depth};
  Axis axes[3];
  bool outside = false;
  for (int a = 0; a < dimensions; ++a) {
    axes[a] =
        locate(at[a], sizes[a], t.address[a], t.normalizedCoords, t.linear);
    outside |= axes[a].index[0] < 0;
  }
  if (t.linear)
    return mix(t, level, dimensions, axes, slice);
  if (outside)
    return borderTexel(t);
  return decode(t, texelAt(t, level, axes[0].index[0], axes[1].index[0],
                           axes[2].index[0] + slice));
}

/// The face of a cube that a direction points to, and the position on it.
struct Face {
  int index;
  float s, t, major;
};

Face faceOf(float x, float y, float z) {
  float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  if (az >= ax && az >= ay)
    return std::signbit(z) ? Face{5, -x, -y, az} : Face{4, x, -y, az};
  if (ay >= ax)
    return std::signbit(y) ? Face{3, x, -z, ay} : Face{2, x, z, ay};
  return std::signbit(x) ? Face{1, z, -y, ax} : Face{0, -z, -y, ax};
}

/// The direction of a point on a face, the inverse of faceOf.
Face faceBeside(int face, float s, float t) {
  switch (face) {
  case 0:
    return faceOf(1, -t, -s);
  case 1:
    return faceOf(-1, -t, s);
  case 2:
    return faceOf(s, 1, t);
  case 3:
    return faceOf(s, -1, -t);
  case 4:
    return faceOf(s, -t, 1);
  default:
    return faceOf(-s, -t, -1);
  }
}

/// Interpolates on a cube without seams: texels beyond an edge come from the
/// neighbouring face. At a corner there are three texels, and the fourth is
/// their mean.
Texel mixCube(const HeddleTexture &t, const HeddleTextureLevel &level, int cube,
              const Face &face) {
  int size = level.width;
  auto place = [&](float coordinate) {
    float u = (coordinate / face.major + 1) / 2 * size;
    return static_cast<int>(std::floor(u * one + 0.5f)) - one / 2;
  };
  int s = place(face.s), v = place(face.t);
  int column = s >> fractionBits, row = v >> fractionBits;
  float right = static_cast<float>(s & (one - 1)) / one;
  float below = static_cast<float>(v & (one - 1)) / one;
  float weight[4] = {(1 - right) * (1 - below), right * (1 - below),
                     (1 - right) * below, right * below};
  Texel texel[4];
  int corner = -1;
  for (int i = 0; i < 4; ++i) {
    int x = column + i % 2, y = row + i / 2, f = face.index;
    bool besides = x < 0 || x >= size, above = y < 0 || y >= size;
    if (besides && above) {
      corner = i;
      continue;
    }
    if (besides || above) {
      Face other =
          faceBeside(f, (2 * x + 1.0f) / size - 1, (2 * y + 1.0f) / size - 1);
      f = other.index;
      auto texelOf = [&](float c) {
        float u = (c / other.major + 1) / 2 * size;
        return std::clamp(static_cast<int>(u), 0, size - 1);
      };
      x = texelOf(other.s);
      y = texelOf(other.t);
    }
    texel[i] = decode(t, texelAt(t, level, x, y, cube * 6 + f));
  }
  float sum[4];
  for (int c = 0; c < 4; ++c) {
    float value[4], total = 0;
    for (int i = 0; i < 4; ++i)
      if (i != corner)
        total += value[i] = texel[i].real(c);
    if (corner >= 0)
      value[corner] = total / 3;
    sum[c] = value[0] * weight[0] + value[1] * weight[1] +
             value[2] * weight[2] + value[3] * weight[3];
  }
  return Texel::ofReals(sum);
}

/// A fetch from one level, by the shape of the texture.
Texel sampleShape(const HeddleTexture &t, const HeddleTextureLevel &level,
                  unsigned shape, float x, float y, float z, int layer) {
  float at[3] = {x, y, z};
  // A layer below the first counts as one beyond the last.
  auto clampLayer = [&](int layers) {
    unsigned last = std::max(layers - 1, 0);
    return static_cast<int>(std::min<unsigned>(layer, last));
  };
  switch (shape) {
  case HeddleTexture1D:
    return sampleLevel(t, level, 1, at, 0);
  case HeddleTexture2D:
    return sampleLevel(t, level, 2, at, 0);
  case HeddleTexture3D:
    return sampleLevel(t, level, 3, at, 0);
  case HeddleTexture1DLayered:
    return sampleLevel(t, level, 1, at, clampLayer(level.depth));
  case HeddleTexture2DLayered:
    return sampleLevel(t, level, 2, at, clampLayer(level.depth));
  default:
    break;
  }
  Face face = faceOf(x, y, z);
  int cube =
      shape == HeddleTextureCubemapLayered ? clampLayer(level.depth / 6) : 0;
  if (t.linear && t.seamlessCubemap)
    return mixCube(t, level, cube, face);
  HeddleTexture flat = t;
  flat.normalizedCoords = true;
  flat.address[0] = flat.address[1] = cudaAddressModeClamp;
  float onFace[2] = {(face.s / face.major + 1) / 2,
                     (face.t / face.major + 1) / 2};
  return sampleLevel(flat, level, 2, onFace, cube * 6 + face.index);
}

const HeddleTexture &textureOf(unsigned long long handle) {
  return *reinterpret_cast<const HeddleTexture *>(handle);
}

float lodOfLengths(float a, float b) { return std::log2(std::max(a, b)) / 2; }

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

HeddleTexel __heddle_texture_fetch(unsigned long long texture, int index) {
  const HeddleTexture &t = textureOf(texture);
  if (static_cast<unsigned>(index) >= static_cast<unsigned>(t.level.width))
    return {0, 0};
  return decode(t, texelAt(t, t.level, index, 0, 0)).packed();
}

HeddleTexel __heddle_texture_sample(unsigned long long texture, unsigned shape,
                                    float x, float y, float z, int layer,
                                    float lod) {
  const HeddleTexture &t = textureOf(texture);
  if (t.levelCount == 0)
    return {0, 0};
  if (t.levelCount == 1)
    return sampleShape(t, t.level, shape, x, y, z, layer).packed();
  int last = t.levelCount - 1;
  lod += t.lodBias;
  lod = std::min(std::max(lod, t.lodMin), t.lodMax);
  lod = std::clamp(lod, 0.0f, static_cast<float>(last));
  if (!t.mipmapLinear) {
    int level = static_cast<int>(lod + 0.5f);
    return sampleShape(t, t.levels[level], shape, x, y, z, layer).packed();
  }
  int fixed = static_cast<int>(lod * one);
  int level = fixed >> fractionBits, weight = fixed & (one - 1);
  Texel fine = sampleShape(t, t.levels[level], shape, x, y, z, layer);
  if (!weight)
    return fine.packed();
  Texel coarse = sampleShape(t, t.levels[level + 1], shape, x, y, z, layer);
  float w = static_cast<float>(weight) / one;
  float sum[4];
  for (int c = 0; c < 4; ++c)
    sum[c] = (1 - w) * fine.real(c) + w * coarse.real(c);
  return Texel::ofReals(sum).packed();
}

HeddleTexel __heddle_texture_gather(unsigned long long texture, float x,
                                    float y, int component) {
  const HeddleTexture &t = textureOf(texture);
  if (t.levelCount == 0)
    return {0, 0};
  Axis h = locate(x, t.level.width, t.address[0], t.normalizedCoords, true);
  Axis v = locate(y, t.level.height, t.address[1], t.normalizedCoords, true);
  auto channel = [&](int i, int j) {
    Texel texel = i < 0 || j < 0 ? borderTexel(t)
                                 : decode(t, texelAt(t, t.level, i, j, 0));
    return texel.bits[component & 3];
  };
  // Counterclockwise from the lower left.
  Texel result = {
      {channel(h.index[0], v.index[1]), channel(h.index[1], v.index[1]),
       channel(h.index[1], v.index[0]), channel(h.index[0], v.index[0])}};
  return result.packed();
}

float __heddle_texture_lod(unsigned long long texture, unsigned shape,
                           float dxX, float dyX, float dzX, float dxY,
                           float dyY, float dzY) {
  const HeddleTextureLevel &level = textureOf(texture).level;
  float w = level.width, h = level.height;
  float d = shape == HeddleTexture3D ? level.depth : 1;
  auto square = [](float v) { return v * v; };
  return lodOfLengths(square(dxX * w) + square(dyX * h) + square(dzX * d),
                      square(dxY * w) + square(dyY * h) + square(dzY * d));
}

float __heddle_texture_cube_lod(unsigned long long texture, float x, float y,
                                float z, float dxX, float dyX, float dzX,
                                float dxY, float dyY, float dzY) {
  Face face = faceOf(x, y, z);
  float size = textureOf(texture).level.width;
  // The derivative of s / major: along the face, minus the part of the major
  // axis.
  auto square = [&](float dx, float dy, float dz) {
    float ds, dt, major;
    switch (face.index) {
    case 0:
      ds = -dz, dt = -dy, major = dx;
      break;
    case 1:
      ds = dz, dt = -dy, major = -dx;
      break;
    case 2:
      ds = dx, dt = dz, major = dy;
      break;
    case 3:
      ds = dx, dt = -dz, major = -dy;
      break;
    case 4:
      ds = dx, dt = -dy, major = dz;
      break;
    default:
      ds = -dx, dt = -dy, major = -dz;
      break;
    }
    float u = (ds - face.s / face.major * major) / face.major / 2 * size;
    float v = (dt - face.t / face.major * major) / face.major / 2 * size;
    return u * u + v * v;
  };
  return lodOfLengths(square(dxX, dyX, dzX), square(dxY, dyY, dzY));
}

} // extern "C"
