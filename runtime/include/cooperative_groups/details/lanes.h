//===- lanes.h - Lanes of a warp by their rank in a group -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_LANES_H
#define HEDDLE_COOPERATIVE_GROUPS_LANES_H

#include "../../cuda_runtime.h"

#define HEDDLE_CG __device__ __forceinline__

extern "C" {
__device__ void __heddle_grid_sync(void);
__device__ unsigned int __heddle_grid_valid(void);
}

namespace cooperative_groups {
namespace details {

/// The lane of a mask that has `rank` lanes of it before itself.
HEDDLE_CG unsigned int laneOfRank(unsigned int mask, unsigned int rank) {
  if (mask == 0xffffffff)
    return rank & 31;
  for (unsigned int i = 0; i < rank; ++i)
    mask &= mask - 1;
  return mask ? __builtin_ctz(mask) : 0;
}

HEDDLE_CG unsigned int rankOfLane(unsigned int mask, unsigned int lane) {
  return __builtin_popcount(mask & ((1u << lane) - 1));
}

/// The bits of a mask's lanes, moved together: bit i is the lane of rank i.
HEDDLE_CG unsigned int byRank(unsigned int lanes, unsigned int mask) {
  if (mask == 0xffffffff)
    return lanes;
  unsigned int packed = 0;
  for (unsigned int rank = 0; mask; mask &= mask - 1, ++rank)
    packed |= (lanes >> __builtin_ctz(mask) & 1) << rank;
  return packed;
}

/// Any trivially copyable value, some words at a time.
template <class T>
HEDDLE_CG T shuffle(unsigned int mask, const T &value, unsigned int lane) {
  static_assert(__is_trivially_copyable(T),
                "a value that threads exchange has to be trivially copyable");
  T result;
  if constexpr (sizeof(T) <= 4) {
    unsigned int word = 0;
    __builtin_memcpy(&word, &value, sizeof(T));
    word = __heddle_warp_shuffle32(mask, word, lane);
    __builtin_memcpy(&result, &word, sizeof(T));
  } else {
    constexpr int count = (sizeof(T) + 7) / 8;
    unsigned long words[count];
    words[count - 1] = 0;
    __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < count; ++i)
      words[i] = __heddle_warp_shuffle64(mask, words[i], lane);
    __builtin_memcpy(&result, words, sizeof(T));
  }
  return result;
}

/// The lanes of a mask with the same value.
template <class T>
HEDDLE_CG unsigned int match(unsigned int mask, const T &value) {
  static_assert(sizeof(T) <= 8, "matches take values of up to 8 bytes");
  if constexpr (sizeof(T) <= 4) {
    unsigned int word = 0;
    __builtin_memcpy(&word, &value, sizeof(T));
    return __heddle_warp_match32(mask, word);
  } else {
    unsigned long word = 0;
    __builtin_memcpy(&word, &value, sizeof(T));
    return __heddle_warp_match64(mask, word);
  }
}

HEDDLE_CG unsigned int threadInBlock() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
HEDDLE_CG unsigned int threadsOfBlock() {
  return blockDim.x * blockDim.y * blockDim.z;
}

} // namespace details
} // namespace cooperative_groups

#endif // HEDDLE_COOPERATIVE_GROUPS_LANES_H
