//===- Rounding.cpp - Double arithmetic with a rounding mode --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements __dadd_rd and similar functions of device code: the processor
// computes with the given rounding mode. The empty assembly keeps the compiler,
// which assumes round to nearest, from moving or folding the operation.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <xmmintrin.h>

namespace {

constexpr unsigned roundingBits = 0x6000;

/// Sets the rounding mode of SSE and AVX for a scope.
class RoundingMode {
public:
  explicit RoundingMode(unsigned mode) : before(_mm_getcsr()) {
    _mm_setcsr((before & ~roundingBits) | mode);
  }
  ~RoundingMode() { _mm_setcsr(before); }

private:
  unsigned before;
};

double pinned(double x) {
  asm volatile("" : "+x"(x) : : "memory");
  return x;
}

double add(unsigned mode, double a, double b) {
  RoundingMode rounding(mode);
  return pinned(pinned(a) + pinned(b));
}
double multiply(unsigned mode, double a, double b) {
  RoundingMode rounding(mode);
  return pinned(pinned(a) * pinned(b));
}
double divide(unsigned mode, double a, double b) {
  RoundingMode rounding(mode);
  return pinned(pinned(a) / pinned(b));
}
double root(unsigned mode, double a) {
  RoundingMode rounding(mode);
  return pinned(__builtin_sqrt(pinned(a)));
}
/// The C library's fma respects the rounding mode, with or without hardware
/// support.
double multiplyAdd(unsigned mode, double a, double b, double c) {
  RoundingMode rounding(mode);
  return pinned(std::fma(pinned(a), pinned(b), pinned(c)));
}

} // namespace

#define HEDDLE_DOUBLE_MODE(name, mode)                                         \
  double __heddle_dadd_##name(double a, double b) { return add(mode, a, b); }  \
  double __heddle_dmul_##name(double a, double b) {                            \
    return multiply(mode, a, b);                                               \
  }                                                                            \
  double __heddle_ddiv_##name(double a, double b) {                            \
    return divide(mode, a, b);                                                 \
  }                                                                            \
  double __heddle_dsqrt_##name(double a) { return root(mode, a); }             \
  double __heddle_dfma_##name(double a, double b, double c) {                  \
    return multiplyAdd(mode, a, b, c);                                         \
  }

extern "C" {
HEDDLE_DOUBLE_MODE(rd, 0x2000)
HEDDLE_DOUBLE_MODE(ru, 0x4000)
HEDDLE_DOUBLE_MODE(rz, 0x6000)
}
