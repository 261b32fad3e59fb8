//===- integer_intrinsics.h - Integer functions and intrinsics --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_INTEGER_INTRINSICS_H
#define HEDDLE_INTEGER_INTRINSICS_H

#include "../vector_types.h"

#define HEDDLE_INTRINSIC __device__ __forceinline__

// Counting and moving bits.
HEDDLE_INTRINSIC int __popc(unsigned int x) { return __builtin_popcount(x); }
HEDDLE_INTRINSIC int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
// The generic builtin, because the plain one is undefined for 0.
HEDDLE_INTRINSIC int __clz(int x) {
  return __builtin_clzg((unsigned int)x, 32);
}
HEDDLE_INTRINSIC int __clzll(long long x) {
  return __builtin_clzg((unsigned long long)x, 64);
}
HEDDLE_INTRINSIC int __ffs(int x) { return __builtin_ffs(x); }
HEDDLE_INTRINSIC int __ffsll(long long x) { return __builtin_ffsll(x); }
HEDDLE_INTRINSIC unsigned int __brev(unsigned int x) {
  return __builtin_bitreverse32(x);
}
HEDDLE_INTRINSIC unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}

/// Selects four bytes from the eight of `y:x`, one per nibble of `selector`.
HEDDLE_INTRINSIC unsigned int __byte_perm(unsigned int x, unsigned int y,
                                          unsigned int selector) {
  unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned int index = selector >> (4 * i) & 7;
    result |= (unsigned int)(bytes >> (8 * index) & 0xff) << (8 * i);
  }
  return result;
}

// The upper (l) or lower (r) half of `hi:lo`, shifted. The shift amount wraps
// at 32 or is clamped (c).
HEDDLE_INTRINSIC unsigned int __funnelshift_l(unsigned int lo, unsigned int hi,
                                              unsigned int shift) {
  unsigned long long both = (unsigned long long)hi << 32 | lo;
  return (unsigned int)(both << (shift & 31) >> 32);
}
HEDDLE_INTRINSIC unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi,
                                               unsigned int shift) {
  unsigned long long both = (unsigned long long)hi << 32 | lo;
  return (unsigned int)(both << (shift < 32 ? shift : 32) >> 32);
}
HEDDLE_INTRINSIC unsigned int __funnelshift_r(unsigned int lo, unsigned int hi,
                                              unsigned int shift) {
  unsigned long long both = (unsigned long long)hi << 32 | lo;
  return (unsigned int)(both >> (shift & 31));
}
HEDDLE_INTRINSIC unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi,
                                               unsigned int shift) {
  unsigned long long both = (unsigned long long)hi << 32 | lo;
  return (unsigned int)(both >> (shift < 32 ? shift : 32));
}

// Products.
HEDDLE_INTRINSIC int __mul24(int x, int y) {
  return (int)((unsigned int)((int)((unsigned int)x << 8) >> 8) *
               (unsigned int)((int)((unsigned int)y << 8) >> 8));
}
HEDDLE_INTRINSIC unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffff) * (y & 0xffffff);
}
HEDDLE_INTRINSIC int __mulhi(int x, int y) {
  return (int)((long long)x * y >> 32);
}
HEDDLE_INTRINSIC unsigned int __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)((unsigned long long)x * y >> 32);
}
HEDDLE_INTRINSIC long long __mul64hi(long long x, long long y) {
  return (long long)((__int128)x * y >> 64);
}
HEDDLE_INTRINSIC unsigned long long __umul64hi(unsigned long long x,
                                               unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}

// Averages, computed in a type that can hold the sum.
HEDDLE_INTRINSIC int __hadd(int x, int y) {
  return (int)(((long long)x + y) >> 1);
}
HEDDLE_INTRINSIC int __rhadd(int x, int y) {
  return (int)(((long long)x + y + 1) >> 1);
}
HEDDLE_INTRINSIC unsigned int __uhadd(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x + y) >> 1);
}
HEDDLE_INTRINSIC unsigned int __urhadd(unsigned int x, unsigned int y) {
  return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}

/// |x - y| + z
HEDDLE_INTRINSIC unsigned int __sad(int x, int y, unsigned int z) {
  return (x > y ? (unsigned int)x - (unsigned int)y
                : (unsigned int)y - (unsigned int)x) +
         z;
}
HEDDLE_INTRINSIC unsigned int __usad(unsigned int x, unsigned int y,
                                     unsigned int z) {
  return (x > y ? x - y : y - x) + z;
}

// The sum of four byte products and an accumulator.
HEDDLE_INTRINSIC int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; ++i)
    c += (signed char)(a >> (8 * i)) * (signed char)(b >> (8 * i));
  return c;
}
HEDDLE_INTRINSIC unsigned int __dp4a(unsigned int a, unsigned int b,
                                     unsigned int c) {
  for (int i = 0; i < 4; ++i)
    c += (unsigned char)(a >> (8 * i)) * (unsigned char)(b >> (8 * i));
  return c;
}

// The same for bytes that are passed separately.
HEDDLE_INTRINSIC int __dp4a(char4 a, char4 b, int c) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + c;
}
HEDDLE_INTRINSIC unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return (unsigned int)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) + c;
}

// Two 16-bit halves times the lower or upper two bytes, plus an accumulator.
HEDDLE_INTRINSIC int __heddle_dp2a(int a, int b, int c) {
  return (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8) + c;
}
HEDDLE_INTRINSIC unsigned int __heddle_dp2a(unsigned int a, unsigned int b,
                                            unsigned int c) {
  return (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff) + c;
}
HEDDLE_INTRINSIC int __dp2a_lo(int a, int b, int c) {
  return __heddle_dp2a(a, b, c);
}
HEDDLE_INTRINSIC int __dp2a_hi(int a, int b, int c) {
  return __heddle_dp2a(a, b >> 16, c);
}
HEDDLE_INTRINSIC unsigned int __dp2a_lo(unsigned int a, unsigned int b,
                                        unsigned int c) {
  return __heddle_dp2a(a, b, c);
}
HEDDLE_INTRINSIC unsigned int __dp2a_hi(unsigned int a, unsigned int b,
                                        unsigned int c) {
  return __heddle_dp2a(a, b >> 16, c);
}
HEDDLE_INTRINSIC int __dp2a_lo(short2 a, char4 b, int c) {
  return a.x * b.x + a.y * b.y + c;
}
HEDDLE_INTRINSIC int __dp2a_hi(short2 a, char4 b, int c) {
  return a.x * b.z + a.y * b.w + c;
}
HEDDLE_INTRINSIC unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
  return (unsigned int)(a.x * b.x) + (unsigned int)(a.y * b.y) + c;
}
HEDDLE_INTRINSIC unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
  return (unsigned int)(a.x * b.z) + (unsigned int)(a.y * b.w) + c;
}

/// The position of the n-th set bit, counting from `base` upwards or, if n is
/// negative, downwards; for n = 0, `base` if that bit is set. Otherwise ~0.
HEDDLE_INTRINSIC unsigned int __fns(unsigned int mask, unsigned int base,
                                    int n) {
  int step = n < 0 ? -1 : 1, left = n < 0 ? -n : n;
  if (n == 0)
    return base < 32 && mask >> base & 1 ? base : ~0u;
  for (int bit = (int)base; bit >= 0 && bit < 32; bit += step)
    if (mask >> bit & 1 && --left == 0)
      return (unsigned int)bit;
  return ~0u;
}

// Names without underscores.
HEDDLE_INTRINSIC int mul24(int x, int y) { return __mul24(x, y); }
HEDDLE_INTRINSIC unsigned int umul24(unsigned int x, unsigned int y) {
  return __umul24(x, y);
}
HEDDLE_INTRINSIC int mulhi(int x, int y) { return __mulhi(x, y); }
HEDDLE_INTRINSIC unsigned int mulhi(unsigned int x, unsigned int y) {
  return __umulhi(x, y);
}
HEDDLE_INTRINSIC unsigned int mulhi(int x, unsigned int y) {
  return __umulhi((unsigned int)x, y);
}
HEDDLE_INTRINSIC unsigned int mulhi(unsigned int x, int y) {
  return __umulhi(x, (unsigned int)y);
}
HEDDLE_INTRINSIC long long mul64hi(long long x, long long y) {
  return __mul64hi(x, y);
}
HEDDLE_INTRINSIC unsigned long long mul64hi(unsigned long long x,
                                            unsigned long long y) {
  return __umul64hi(x, y);
}

#undef HEDDLE_INTRINSIC

// The old names of min and max.
#define HEDDLE_MIN_MAX(prefix, type)                                           \
  __host__ __device__ __forceinline__ type prefix##min(type a, type b) {       \
    return a < b ? a : b;                                                      \
  }                                                                            \
  __host__ __device__ __forceinline__ type prefix##max(type a, type b) {       \
    return a > b ? a : b;                                                      \
  }
HEDDLE_MIN_MAX(u, unsigned int)
HEDDLE_MIN_MAX(ll, long long)
HEDDLE_MIN_MAX(ull, unsigned long long)
#undef HEDDLE_MIN_MAX

#endif // HEDDLE_INTEGER_INTRINSICS_H
