//===- Limits.h - The limits of a launch ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those of compute capability 8.0, which the device reports: programs choose
// their block sizes and shared memory accordingly.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_LIMITS_H
#define HEDDLE_RUNTIME_LIMITS_H

#include <cstdint>

namespace heddle::rt {

inline constexpr int computeMajor = 8, computeMinor = 0;
inline constexpr int warpThreads = 32;
inline constexpr uint32_t maxThreadsPerBlock = 1024;
inline constexpr uint32_t maxBlockXY = 1024, maxBlockZ = 64;
inline constexpr uint32_t maxGridX = 0x7fffffff, maxGridYZ = 65535;
inline constexpr int maxThreadsPerMultiprocessor = 2048;
inline constexpr int maxBlocksPerMultiprocessor = 32;
inline constexpr int registersPerMultiprocessor = 65536;
inline constexpr uint64_t maxSharedPerBlock = 48 * 1024;
inline constexpr uint64_t maxSharedPerBlockOptin = 163 * 1024;
inline constexpr uint64_t sharedPerMultiprocessor = 164 * 1024;
inline constexpr uint64_t reservedSharedPerBlock = 1024;
inline constexpr uint64_t constantBytes = 64 * 1024;

// Arrays, textures and surfaces.
inline constexpr uint32_t max1D = 131072, max1DLinear = 1u << 28;
inline constexpr uint32_t max2DWidth = 131072, max2DHeight = 65536;
inline constexpr uint32_t max2DLinearHeight = 65000, max2DPitch = 2097120;
inline constexpr uint32_t max3D = 16384;
inline constexpr uint32_t maxGather = 32768, maxMipmap = 32768;
inline constexpr uint32_t maxLayered = 32768, maxLayers = 2048;
inline constexpr uint32_t maxCubemap = 32768, maxCubemapFaces = 2046;
inline constexpr uint32_t maxSurface1D = 32768;
inline constexpr uint32_t textureAlignment = 512, texturePitchAlignment = 32;

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_LIMITS_H
