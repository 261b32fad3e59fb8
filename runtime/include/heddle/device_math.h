//===- device_math.h - CUDA's math functions ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sinf, exp and similar functions are the C library's (see system_headers.h);
// Clang emits LLVM intrinsics for them, which vectorise. This file adds
// functions that CUDA has and C lacks. As in CUDA, host code can call them too.
// Functions that need more than a line of algebra are in the runtime
// (SpecialMath.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEVICE_MATH_H
#define HEDDLE_DEVICE_MATH_H

#include "system_headers.h"

#define HEDDLE_MATH __host__ __device__ __forceinline__

extern "C" {
#define HEDDLE_RUNTIME_FUNCTION(name)                                          \
  __host__ __device__ __attribute__((const, nothrow)) double name(double);
HEDDLE_RUNTIME_FUNCTION(__heddle_sinpi)
HEDDLE_RUNTIME_FUNCTION(__heddle_cospi)
HEDDLE_RUNTIME_FUNCTION(__heddle_erfcx)
HEDDLE_RUNTIME_FUNCTION(__heddle_erfinv)
HEDDLE_RUNTIME_FUNCTION(__heddle_erfcinv)
HEDDLE_RUNTIME_FUNCTION(__heddle_normcdf)
HEDDLE_RUNTIME_FUNCTION(__heddle_normcdfinv)
HEDDLE_RUNTIME_FUNCTION(__heddle_cyl_bessel_i0)
HEDDLE_RUNTIME_FUNCTION(__heddle_cyl_bessel_i1)
#undef HEDDLE_RUNTIME_FUNCTION
__host__ __device__ double __heddle_norm(int dimension, const double *p);
__host__ __device__ double __heddle_normf(int dimension, const float *p);
}

// A function of CUDA for double, for float with the suffix f, and overloaded.
#define HEDDLE_SPECIAL(name)                                                   \
  HEDDLE_MATH double name(double x) { return __heddle_##name(x); }             \
  HEDDLE_MATH float name##f(float x) { return (float)__heddle_##name(x); }     \
  HEDDLE_MATH float name(float x) { return (float)__heddle_##name(x); }
HEDDLE_SPECIAL(sinpi)
HEDDLE_SPECIAL(cospi)
HEDDLE_SPECIAL(erfcx)
HEDDLE_SPECIAL(erfinv)
HEDDLE_SPECIAL(erfcinv)
HEDDLE_SPECIAL(normcdf)
HEDDLE_SPECIAL(normcdfinv)
HEDDLE_SPECIAL(cyl_bessel_i0)
HEDDLE_SPECIAL(cyl_bessel_i1)
#undef HEDDLE_SPECIAL

HEDDLE_MATH void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
HEDDLE_MATH void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
HEDDLE_MATH void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }
HEDDLE_MATH void sincos(float x, float *s, float *c) {
  *s = __builtin_sinf(x);
  *c = __builtin_cosf(x);
}
HEDDLE_MATH float exp10(float x) { return __builtin_exp10f(x); }

HEDDLE_MATH double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
HEDDLE_MATH float rsqrtf(float x) { return 1 / __builtin_sqrtf(x); }
HEDDLE_MATH float rsqrt(float x) { return rsqrtf(x); }
HEDDLE_MATH double rcbrt(double x) { return 1 / ::cbrt(x); }
HEDDLE_MATH float rcbrtf(float x) { return (float)(1 / ::cbrt((double)x)); }
HEDDLE_MATH float rcbrt(float x) { return rcbrtf(x); }
HEDDLE_MATH float fdividef(float x, float y) { return x / y; }
HEDDLE_MATH float fdivide(float x, float y) { return x / y; }
HEDDLE_MATH double fdivide(double x, double y) { return x / y; }

// Lengths of vectors. Squares of floats neither overflow nor underflow as
// doubles.
HEDDLE_MATH double norm3d(double x, double y, double z) {
  double p[3] = {x, y, z};
  return __heddle_norm(3, p);
}
HEDDLE_MATH double norm4d(double x, double y, double z, double w) {
  double p[4] = {x, y, z, w};
  return __heddle_norm(4, p);
}
HEDDLE_MATH double __heddle_length(double x, double y, double z, double w) {
  double length = __builtin_sqrt(x * x + y * y + z * z + w * w);
  // As in hypot, an infinity takes precedence over a NaN.
  bool infinite = __builtin_isinf(x) || __builtin_isinf(y) ||
                  __builtin_isinf(z) || __builtin_isinf(w);
  return infinite ? __builtin_inf() : length;
}
HEDDLE_MATH float norm3df(float x, float y, float z) {
  return (float)__heddle_length(x, y, z, 0);
}
HEDDLE_MATH float norm4df(float x, float y, float z, float w) {
  return (float)__heddle_length(x, y, z, w);
}
HEDDLE_MATH double norm(int dimension, const double *p) {
  return __heddle_norm(dimension, p);
}
HEDDLE_MATH float normf(int dimension, const float *p) {
  return (float)__heddle_normf(dimension, p);
}
HEDDLE_MATH double rhypot(double x, double y) { return 1 / ::hypot(x, y); }
HEDDLE_MATH float rhypotf(float x, float y) {
  return (float)(1 / __heddle_length(x, y, 0, 0));
}
HEDDLE_MATH float rhypot(float x, float y) { return rhypotf(x, y); }
HEDDLE_MATH double rnorm3d(double x, double y, double z) {
  return 1 / norm3d(x, y, z);
}
HEDDLE_MATH double rnorm4d(double x, double y, double z, double w) {
  return 1 / norm4d(x, y, z, w);
}
HEDDLE_MATH float rnorm3df(float x, float y, float z) {
  return (float)(1 / __heddle_length(x, y, z, 0));
}
HEDDLE_MATH float rnorm4df(float x, float y, float z, float w) {
  return (float)(1 / __heddle_length(x, y, z, w));
}
HEDDLE_MATH double rnorm(int dimension, const double *p) {
  return 1 / __heddle_norm(dimension, p);
}
HEDDLE_MATH float rnormf(int dimension, const float *p) {
  return (float)(1 / __heddle_normf(dimension, p));
}

// min and max of every pair of types that CUDA lists.
#define HEDDLE_MIN_MAX(result, first, second)                                  \
  HEDDLE_MATH result min(first a, second b) {                                  \
    return (result)a < (result)b ? (result)a : (result)b;                      \
  }                                                                            \
  HEDDLE_MATH result max(first a, second b) {                                  \
    return (result)a > (result)b ? (result)a : (result)b;                      \
  }
HEDDLE_MIN_MAX(int, int, int)
HEDDLE_MIN_MAX(unsigned int, unsigned int, unsigned int)
HEDDLE_MIN_MAX(unsigned int, int, unsigned int)
HEDDLE_MIN_MAX(unsigned int, unsigned int, int)
HEDDLE_MIN_MAX(long, long, long)
HEDDLE_MIN_MAX(unsigned long, unsigned long, unsigned long)
HEDDLE_MIN_MAX(unsigned long, long, unsigned long)
HEDDLE_MIN_MAX(unsigned long, unsigned long, long)
HEDDLE_MIN_MAX(long long, long long, long long)
HEDDLE_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
HEDDLE_MIN_MAX(unsigned long long, long long, unsigned long long)
HEDDLE_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef HEDDLE_MIN_MAX

// For floats, a number takes precedence over a NaN.
HEDDLE_MATH float min(float a, float b) { return __builtin_fminf(a, b); }
HEDDLE_MATH float max(float a, float b) { return __builtin_fmaxf(a, b); }
HEDDLE_MATH double min(double a, double b) { return __builtin_fmin(a, b); }
HEDDLE_MATH double max(double a, double b) { return __builtin_fmax(a, b); }
HEDDLE_MATH double min(float a, double b) { return __builtin_fmin(a, b); }
HEDDLE_MATH double max(float a, double b) { return __builtin_fmax(a, b); }
HEDDLE_MATH double min(double a, float b) { return __builtin_fmin(a, b); }
HEDDLE_MATH double max(double a, float b) { return __builtin_fmax(a, b); }

#undef HEDDLE_MATH

// The fast functions. CUDA allows low accuracy for speed; here they are the
// accurate functions, which vectorise. glibc's <math.h> declares functions with
// these names, so these define them.
extern "C" {
#define HEDDLE_FAST __host__ __device__ __forceinline__
HEDDLE_FAST float __expf(float x) noexcept { return __builtin_expf(x); }
HEDDLE_FAST float __exp10f(float x) noexcept { return __builtin_exp10f(x); }
HEDDLE_FAST float __logf(float x) noexcept { return __builtin_logf(x); }
HEDDLE_FAST float __log2f(float x) noexcept { return __builtin_log2f(x); }
HEDDLE_FAST float __log10f(float x) noexcept { return __builtin_log10f(x); }
HEDDLE_FAST float __sinf(float x) noexcept { return __builtin_sinf(x); }
HEDDLE_FAST float __cosf(float x) noexcept { return __builtin_cosf(x); }
HEDDLE_FAST float __tanf(float x) noexcept { return __builtin_tanf(x); }
HEDDLE_FAST float __tanhf(float x) noexcept { return __builtin_tanhf(x); }
HEDDLE_FAST void __sincosf(float x, float *s, float *c) noexcept {
  *s = __builtin_sinf(x);
  *c = __builtin_cosf(x);
}
HEDDLE_FAST float __powf(float x, float y) noexcept {
  return __builtin_powf(x, y);
}
#undef HEDDLE_FAST
}
#define HEDDLE_FAST __device__ __forceinline__
HEDDLE_FAST float __fdividef(float x, float y) { return x / y; }
HEDDLE_FAST float __saturatef(float x) {
  return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f);
}
HEDDLE_FAST float saturate(float x) { return __saturatef(x); }
#undef HEDDLE_FAST

#endif // HEDDLE_DEVICE_MATH_H
