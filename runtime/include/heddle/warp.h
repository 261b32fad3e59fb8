//===- warp.h - Shuffles, votes, matches and reductions of a warp ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implemented with a few calls that fission expands to loops over the lanes and
// that the runtime implements on fibers (abi.h). The source lane of a shuffle
// is plain arithmetic, so that it is optimized and vectorised with the rest.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_WARP_H
#define HEDDLE_WARP_H

#include "builtin_variables.h"

extern "C" {
__device__ __attribute__((const, nothrow)) unsigned int __heddle_lane_id(void);
__device__ unsigned int __heddle_warp_active(void);
__device__ void __heddle_warp_sync(unsigned int mask);
__device__ unsigned int __heddle_warp_ballot(unsigned int mask,
                                             unsigned int predicate);
__device__ unsigned int __heddle_warp_shuffle32(unsigned int mask,
                                                unsigned int value,
                                                unsigned int lane);
__device__ unsigned long __heddle_warp_shuffle64(unsigned int mask,
                                                 unsigned long value,
                                                 unsigned int lane);
__device__ unsigned int __heddle_warp_match32(unsigned int mask,
                                              unsigned int value);
__device__ unsigned int __heddle_warp_match64(unsigned int mask,
                                              unsigned long value);
__device__ unsigned int
__heddle_warp_reduce(unsigned int mask, unsigned int value, unsigned int kind);
__device__ unsigned int __heddle_block_count(unsigned int predicate);
__device__ void __heddle_named_barrier(unsigned int name, unsigned int threads);
__device__ void __heddle_named_arrive(unsigned int name, unsigned int threads);
__device__ void __heddle_yield(void);
}

#define HEDDLE_BITS(type) __heddle_bits<type>
template <class To, class From>
__device__ __forceinline__ To __heddle_bits(From value) {
  return __builtin_bit_cast(To, value);
}

// Shuffles. A warp is divided into segments of `width` lanes, a power of two; a
// lane that would read from another segment keeps its own value.

__device__ __forceinline__ unsigned int
__heddle_lane_of__shfl(unsigned int lane, int source, int width) {
  return (lane & -width) | (source & (width - 1));
}
__device__ __forceinline__ unsigned int
__heddle_lane_of__shfl_up(unsigned int lane, unsigned int delta, int width) {
  delta &= 31;
  return (lane & (width - 1)) < delta ? lane : lane - delta;
}
__device__ __forceinline__ unsigned int
__heddle_lane_of__shfl_down(unsigned int lane, unsigned int delta, int width) {
  unsigned int source = lane + (delta & 31);
  return source > (lane | (width - 1)) ? lane : source;
}
// Reading from an earlier segment is allowed here; from a later one is not.
__device__ __forceinline__ unsigned int
__heddle_lane_of__shfl_xor(unsigned int lane, int laneMask, int width) {
  unsigned int source = lane ^ (laneMask & 31);
  return source > (lane | (width - 1)) ? lane : source;
}

#define HEDDLE_SHUFFLE(type, bits, toBits, fromBits)                           \
  HEDDLE_SHUFFLE_FORM(type, bits, toBits, fromBits, __shfl, int)               \
  HEDDLE_SHUFFLE_FORM(type, bits, toBits, fromBits, __shfl_up, unsigned int)   \
  HEDDLE_SHUFFLE_FORM(type, bits, toBits, fromBits, __shfl_down, unsigned int) \
  HEDDLE_SHUFFLE_FORM(type, bits, toBits, fromBits, __shfl_xor, int)
// With a mask and, for old programs, without.
#define HEDDLE_SHUFFLE_FORM(type, bits, toBits, fromBits, name, Which)         \
  __device__ __forceinline__ type name##_sync(unsigned int mask, type value,   \
                                              Which which, int width = 32) {   \
    return fromBits(__heddle_warp_shuffle##bits(                               \
        mask, toBits(value),                                                   \
        __heddle_lane_of##name(__heddle_lane_id(), which, width)));            \
  }                                                                            \
  __device__ __forceinline__ type name(type value, Which which,                \
                                       int width = 32) {                       \
    return name##_sync(__heddle_warp_active(), value, which, width);           \
  }

HEDDLE_SHUFFLE(int, 32, (unsigned int), (int))
HEDDLE_SHUFFLE(unsigned int, 32, , )
HEDDLE_SHUFFLE(long, 64, (unsigned long), (long))
HEDDLE_SHUFFLE(unsigned long, 64, , )
HEDDLE_SHUFFLE(long long, 64, (unsigned long), (long long))
HEDDLE_SHUFFLE(unsigned long long, 64, (unsigned long), )
HEDDLE_SHUFFLE(float, 32, HEDDLE_BITS(unsigned int), HEDDLE_BITS(float))
HEDDLE_SHUFFLE(double, 64, HEDDLE_BITS(unsigned long), HEDDLE_BITS(double))
#undef HEDDLE_SHUFFLE
#undef HEDDLE_SHUFFLE_FORM

// Votes. A lane that has exited does not count, so `all` means that no lane's
// predicate is false.

__device__ __forceinline__ unsigned int __ballot_sync(unsigned int mask,
                                                      int predicate) {
  return __heddle_warp_ballot(mask, predicate != 0);
}
__device__ __forceinline__ int __any_sync(unsigned int mask, int predicate) {
  return __heddle_warp_ballot(mask, predicate != 0) != 0;
}
__device__ __forceinline__ int __all_sync(unsigned int mask, int predicate) {
  return __heddle_warp_ballot(mask, predicate == 0) == 0;
}
__device__ __forceinline__ int __uni_sync(unsigned int mask, int predicate) {
  return __all_sync(mask, predicate) | !__any_sync(mask, predicate);
}

__device__ __forceinline__ unsigned int __activemask(void) {
  return __heddle_warp_active();
}
__device__ __forceinline__ unsigned int __ballot(int predicate) {
  return __ballot_sync(__heddle_warp_active(), predicate);
}
__device__ __forceinline__ int __any(int predicate) {
  return __any_sync(__heddle_warp_active(), predicate);
}
__device__ __forceinline__ int __all(int predicate) {
  return __all_sync(__heddle_warp_active(), predicate);
}
__device__ __forceinline__ int __uni(int predicate) {
  return __uni_sync(__heddle_warp_active(), predicate);
}

__device__ __forceinline__ void __syncwarp(unsigned int mask = 0xffffffff) {
  __heddle_warp_sync(mask);
}

// Matches.

#define HEDDLE_MATCH(type, bits, toBits)                                       \
  __device__ __forceinline__ unsigned int __match_any_sync(unsigned int mask,  \
                                                           type value) {       \
    return __heddle_warp_match##bits(mask, toBits(value));                     \
  }                                                                            \
  __device__ __forceinline__ unsigned int __match_all_sync(                    \
      unsigned int mask, type value, int *predicate) {                         \
    unsigned int same = __heddle_warp_match##bits(mask, toBits(value));        \
    /* The lanes of the mask that are there. */                                \
    *predicate = same == __heddle_warp_ballot(mask, 1);                        \
    return *predicate ? same : 0;                                              \
  }
HEDDLE_MATCH(int, 32, (unsigned int))
HEDDLE_MATCH(unsigned int, 32, )
HEDDLE_MATCH(long, 64, (unsigned long))
HEDDLE_MATCH(unsigned long, 64, )
HEDDLE_MATCH(long long, 64, (unsigned long))
HEDDLE_MATCH(unsigned long long, 64, (unsigned long))
HEDDLE_MATCH(float, 32, HEDDLE_BITS(unsigned int))
HEDDLE_MATCH(double, 64, HEDDLE_BITS(unsigned long))
#undef HEDDLE_MATCH

// Reductions, by their value in HeddleWarpReduction.

#define HEDDLE_REDUCE(type, name, kind)                                        \
  __device__ __forceinline__ type __reduce_##name##_sync(unsigned int mask,    \
                                                         type value) {         \
    return (type)__heddle_warp_reduce(mask, (unsigned int)value, kind);        \
  }
HEDDLE_REDUCE(unsigned int, add, 0)
HEDDLE_REDUCE(int, add, 0)
HEDDLE_REDUCE(unsigned int, min, 1)
HEDDLE_REDUCE(int, min, 3)
HEDDLE_REDUCE(unsigned int, max, 2)
HEDDLE_REDUCE(int, max, 4)
HEDDLE_REDUCE(unsigned int, and, 5)
HEDDLE_REDUCE(unsigned int, or, 6)
HEDDLE_REDUCE(unsigned int, xor, 7)
#undef HEDDLE_REDUCE
#undef HEDDLE_BITS

// Barriers of the block that vote, and barriers of a part of it.

__device__ __forceinline__ int __syncthreads_count(int predicate) {
  return (int)__heddle_block_count(predicate != 0);
}
__device__ __forceinline__ int __syncthreads_and(int predicate) {
  return __heddle_block_count(predicate == 0) == 0;
}
__device__ __forceinline__ int __syncthreads_or(int predicate) {
  return __heddle_block_count(predicate != 0) != 0;
}

__device__ __forceinline__ void __barrier_sync_count(unsigned int name,
                                                     unsigned int threads) {
  __heddle_named_barrier(name, threads);
}
__device__ __forceinline__ void __barrier_sync(unsigned int name) {
  __heddle_named_barrier(name, blockDim.x * blockDim.y * blockDim.z);
}

#endif // HEDDLE_WARP_H
