//===- TextureTexel.h - Converts texels to channels -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TEXTURETEXEL_H
#define HEDDLE_RUNTIME_TEXTURETEXEL_H

#include "driver_types.h"
#include "heddle/texture_object.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace heddle::rt {

/// Four channels: the bits of floats, or integers.
struct Texel {
  uint32_t bits[4];

  float real(int channel) const { return std::bit_cast<float>(bits[channel]); }

  static Texel ofReals(const float (&values)[4]) {
    return std::bit_cast<Texel>(values);
  }

  HeddleTexel packed() const { return std::bit_cast<HeddleTexel>(*this); }
};

/// The linear value of an 8-bit channel of an sRGB image.
inline float linearOfSRGB(float v) {
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}

inline float floatOfHalf(uint16_t half) {
  return static_cast<float>(std::bit_cast<_Float16>(half));
}

/// Reads a texel in the texture's format. Missing channels are 0.
inline Texel decode(const HeddleTexture &t, const char *address) {
  Texel texel = {{0, 0, 0, 0}};
  bool isSigned = t.kind == cudaChannelFormatKindSigned;
  for (int c = 0; c < t.channels; ++c) {
    float real;
    if (t.bits == 32) {
      std::memcpy(&texel.bits[c], address + 4 * c, 4);
      continue;
    }
    int32_t value;
    if (t.bits == 16) {
      uint16_t raw;
      std::memcpy(&raw, address + 2 * c, 2);
      if (t.kind == cudaChannelFormatKindFloat) {
        texel.bits[c] = std::bit_cast<uint32_t>(floatOfHalf(raw));
        continue;
      }
      value = isSigned ? static_cast<int16_t>(raw) : raw;
      real = value / (isSigned ? 32767.0f : 65535.0f);
    } else {
      auto raw = static_cast<uint8_t>(address[c]);
      value = isSigned ? static_cast<int8_t>(raw) : raw;
      real = value / (isSigned ? 127.0f : 255.0f);
    }
    if (!t.normalizedRead) {
      texel.bits[c] = static_cast<uint32_t>(value);
      continue;
    }
    if (isSigned)
      real = std::max(real, -1.0f);
    else if (t.sRGB && c < 3)
      real = linearOfSRGB(real);
    texel.bits[c] = std::bit_cast<uint32_t>(real);
  }
  return texel;
}

/// The result of a fetch outside of the texture: the border colour as a texel
/// would hold it. For integers its bits count, not its value.
inline Texel borderTexel(const HeddleTexture &t) {
  Texel texel = {{0, 0, 0, 0}};
  bool isSigned = t.kind == cudaChannelFormatKindSigned;
  for (int c = 0; c < t.channels; ++c) {
    auto raw = std::bit_cast<uint32_t>(t.border[c]);
    int unused = 32 - t.bits;
    if (t.kind == cudaChannelFormatKindFloat || unused == 0) {
      texel.bits[c] = raw;
    } else if (t.normalizedRead) {
      float one = static_cast<float>((1 << (t.bits - isSigned)) - 1);
      float value = std::clamp(t.border[c], isSigned ? -1.0f : 0.0f, 1.0f);
      texel.bits[c] = std::bit_cast<uint32_t>(std::trunc(value * one) / one);
    } else {
      raw <<= unused;
      texel.bits[c] =
          isSigned ? static_cast<uint32_t>(static_cast<int32_t>(raw) >> unused)
                   : raw >> unused;
    }
  }
  return texel;
}

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_TEXTURETEXEL_H
