//===- channel_descriptor.h - cudaCreateChannelDesc -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CHANNEL_DESCRIPTOR_H
#define HEDDLE_CHANNEL_DESCRIPTOR_H

#include "driver_types.h"

static __inline__ __host__ struct cudaChannelFormatDesc
cudaCreateChannelDesc(int x, int y, int z, int w,
                      enum cudaChannelFormatKind f) {
  struct cudaChannelFormatDesc d;
  d.x = x;
  d.y = y;
  d.z = z;
  d.w = w;
  d.f = f;
  return d;
}

#ifdef __cplusplus

/// The channels of an element type: how many of what size and kind.
template <class T> struct HeddleChannels {
  using element = void;
  static constexpr int count = 0, bits = 0;
  static constexpr cudaChannelFormatKind kind = cudaChannelFormatKindNone;
};

#define HEDDLE_CHANNELS(type, element_, components, size, format)              \
  template <> struct HeddleChannels<type> {                                    \
    using element = element_;                                                  \
    static constexpr int count = components, bits = size;                      \
    static constexpr cudaChannelFormatKind kind = format;                      \
  };
#define HEDDLE_VECTOR_CHANNELS(element, name, size, format)                    \
  HEDDLE_CHANNELS(element, element, 1, size, format)                           \
  HEDDLE_CHANNELS(name##1, element, 1, size, format)                           \
  HEDDLE_CHANNELS(name##2, element, 2, size, format)                           \
  HEDDLE_CHANNELS(name##4, element, 4, size, format)

HEDDLE_CHANNELS(char, char, 1, 8, cudaChannelFormatKindSigned)
HEDDLE_VECTOR_CHANNELS(signed char, char, 8, cudaChannelFormatKindSigned)
HEDDLE_VECTOR_CHANNELS(unsigned char, uchar, 8, cudaChannelFormatKindUnsigned)
HEDDLE_VECTOR_CHANNELS(short, short, 16, cudaChannelFormatKindSigned)
HEDDLE_VECTOR_CHANNELS(unsigned short, ushort, 16,
                       cudaChannelFormatKindUnsigned)
HEDDLE_VECTOR_CHANNELS(int, int, 32, cudaChannelFormatKindSigned)
HEDDLE_VECTOR_CHANNELS(unsigned int, uint, 32, cudaChannelFormatKindUnsigned)
HEDDLE_VECTOR_CHANNELS(float, float, 32, cudaChannelFormatKindFloat)

struct __half;
struct __half2;
HEDDLE_CHANNELS(__half, void, 1, 16, cudaChannelFormatKindFloat)
HEDDLE_CHANNELS(__half2, void, 2, 16, cudaChannelFormatKindFloat)

#undef HEDDLE_VECTOR_CHANNELS
#undef HEDDLE_CHANNELS

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using C = HeddleChannels<T>;
  return ::cudaCreateChannelDesc(
      C::count > 0 ? C::bits : 0, C::count > 1 ? C::bits : 0,
      C::count > 2 ? C::bits : 0, C::count > 3 ? C::bits : 0, C::kind);
}

#endif

static __inline__ __host__ struct cudaChannelFormatDesc
cudaCreateChannelDescHalf(void) {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ __host__ struct cudaChannelFormatDesc
cudaCreateChannelDescHalf1(void) {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ __host__ struct cudaChannelFormatDesc
cudaCreateChannelDescHalf2(void) {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ __host__ struct cudaChannelFormatDesc
cudaCreateChannelDescHalf4(void) {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif // HEDDLE_CHANNEL_DESCRIPTOR_H
