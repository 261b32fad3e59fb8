//===- rtc_functions.h - The C library in sources of NVRTC ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVRTC has CUDA's functions but no header of the C or C++ library, and
// programs define what they miss: int64_t, std::is_same. So this file declares
// by itself what system_headers.h includes. The functions are overloads for
// device code, so that a program may include the library's headers too.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RTC_FUNCTIONS_H
#define HEDDLE_RTC_FUNCTIONS_H

#include <stddef.h>

#define HEDDLE_RTC __device__ __forceinline__
// Clang knows what a function of the C library does, and vectorises it, if it
// is also the host's.
#define HEDDLE_C __host__ __device__

// As in the C++ library: an integer is converted to double, and so are two
// arguments of different types.
template <class T, bool> struct __heddle_enable {};
template <class T> struct __heddle_enable<T, true> {
  typedef T type;
};
#define HEDDLE_DOUBLE_IF(...)                                                  \
  typename __heddle_enable<double, __VA_ARGS__>::type

// For double, for float with the suffix f, and overloaded.
#define HEDDLE_UNARY(name)                                                     \
  extern "C" HEDDLE_C double name(double) noexcept;                            \
  extern "C" HEDDLE_C float name##f(float) noexcept;                           \
  HEDDLE_RTC float name(float x) { return __builtin_##name##f(x); }            \
  template <class T> HEDDLE_RTC HEDDLE_DOUBLE_IF(__is_integral(T)) name(T x) { \
    return __builtin_##name((double)x);                                        \
  }
HEDDLE_UNARY(acos)
HEDDLE_UNARY(acosh)
HEDDLE_UNARY(asin)
HEDDLE_UNARY(asinh)
HEDDLE_UNARY(atan)
HEDDLE_UNARY(atanh)
HEDDLE_UNARY(cbrt)
HEDDLE_UNARY(ceil)
HEDDLE_UNARY(cos)
HEDDLE_UNARY(cosh)
HEDDLE_UNARY(erf)
HEDDLE_UNARY(erfc)
HEDDLE_UNARY(exp)
HEDDLE_UNARY(exp2)
HEDDLE_UNARY(expm1)
HEDDLE_UNARY(fabs)
HEDDLE_UNARY(floor)
HEDDLE_UNARY(lgamma)
HEDDLE_UNARY(log)
HEDDLE_UNARY(log10)
HEDDLE_UNARY(log1p)
HEDDLE_UNARY(log2)
HEDDLE_UNARY(logb)
HEDDLE_UNARY(nearbyint)
HEDDLE_UNARY(rint)
HEDDLE_UNARY(round)
HEDDLE_UNARY(sin)
HEDDLE_UNARY(sinh)
HEDDLE_UNARY(sqrt)
HEDDLE_UNARY(tan)
HEDDLE_UNARY(tanh)
HEDDLE_UNARY(tgamma)
HEDDLE_UNARY(trunc)
#undef HEDDLE_UNARY

#define HEDDLE_BINARY(name)                                                    \
  extern "C" HEDDLE_C double name(double, double) noexcept;                    \
  extern "C" HEDDLE_C float name##f(float, float) noexcept;                    \
  HEDDLE_RTC float name(float x, float y) {                                    \
    return __builtin_##name##f(x, y);                                          \
  }                                                                            \
  template <class A, class B>                                                  \
  HEDDLE_RTC HEDDLE_DOUBLE_IF(__is_arithmetic(A) && __is_arithmetic(B) &&      \
                              (!__is_same(A, B) || __is_integral(A)))          \
      name(A x, B y) {                                                         \
    return __builtin_##name((double)x, (double)y);                             \
  }
HEDDLE_BINARY(atan2)
HEDDLE_BINARY(copysign)
HEDDLE_BINARY(fdim)
HEDDLE_BINARY(fmax)
HEDDLE_BINARY(fmin)
HEDDLE_BINARY(fmod)
HEDDLE_BINARY(hypot)
HEDDLE_BINARY(nextafter)
HEDDLE_BINARY(pow)
HEDDLE_BINARY(remainder)
#undef HEDDLE_BINARY
#undef HEDDLE_DOUBLE_IF

// With an argument or a result of another type.
#define HEDDLE_TO(result, name)                                                \
  extern "C" HEDDLE_C result name(double) noexcept;                            \
  extern "C" HEDDLE_C result name##f(float) noexcept;                          \
  HEDDLE_RTC result name(float x) { return __builtin_##name##f(x); }
HEDDLE_TO(int, ilogb)
HEDDLE_TO(long, lrint)
HEDDLE_TO(long, lround)
HEDDLE_TO(long long, llrint)
HEDDLE_TO(long long, llround)
#undef HEDDLE_TO

#define HEDDLE_WITH(name, type)                                                \
  extern "C" HEDDLE_C double name(double, type) noexcept;                      \
  extern "C" HEDDLE_C float name##f(float, type) noexcept;                     \
  HEDDLE_RTC float name(float x, type y) { return __builtin_##name##f(x, y); }
HEDDLE_WITH(frexp, int *)
HEDDLE_WITH(ldexp, int)
HEDDLE_WITH(scalbn, int)
HEDDLE_WITH(scalbln, long)
#undef HEDDLE_WITH

extern "C" {
HEDDLE_C double fma(double, double, double) noexcept;
HEDDLE_C float fmaf(float, float, float) noexcept;
HEDDLE_C double modf(double, double *) noexcept;
HEDDLE_C float modff(float, float *) noexcept;
HEDDLE_C double remquo(double, double, int *) noexcept;
HEDDLE_C float remquof(float, float, int *) noexcept;
HEDDLE_C double nan(const char *) noexcept;
HEDDLE_C float nanf(const char *) noexcept;
HEDDLE_C double exp10(double) noexcept;
HEDDLE_C float exp10f(float) noexcept;
HEDDLE_C double j0(double) noexcept;
HEDDLE_C float j0f(float) noexcept;
HEDDLE_C double j1(double) noexcept;
HEDDLE_C float j1f(float) noexcept;
HEDDLE_C double jn(int, double) noexcept;
HEDDLE_C float jnf(int, float) noexcept;
HEDDLE_C double y0(double) noexcept;
HEDDLE_C float y0f(float) noexcept;
HEDDLE_C double y1(double) noexcept;
HEDDLE_C float y1f(float) noexcept;
HEDDLE_C double yn(int, double) noexcept;
HEDDLE_C float ynf(int, float) noexcept;
HEDDLE_C void sincos(double, double *, double *) noexcept;
HEDDLE_C void sincosf(float, float *, float *) noexcept;
}
HEDDLE_RTC float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
HEDDLE_RTC float modf(float x, float *whole) { return modff(x, whole); }
HEDDLE_RTC float remquo(float x, float y, int *quotient) {
  return remquof(x, y, quotient);
}

#define HEDDLE_CLASSIFY(name)                                                  \
  HEDDLE_RTC bool name(double x) { return __builtin_##name(x); }               \
  HEDDLE_RTC bool name(float x) { return __builtin_##name(x); }
HEDDLE_CLASSIFY(isfinite)
HEDDLE_CLASSIFY(isinf)
HEDDLE_CLASSIFY(isnan)
HEDDLE_CLASSIFY(signbit)
#undef HEDDLE_CLASSIFY

HEDDLE_RTC long abs(long x) { return x < 0 ? -x : x; }
HEDDLE_RTC long long abs(long long x) { return x < 0 ? -x : x; }
HEDDLE_RTC double abs(double x) { return __builtin_fabs(x); }
HEDDLE_RTC float abs(float x) { return __builtin_fabsf(x); }

typedef long clock_t;

extern "C" __device__ void __assert_fail(const char *expression,
                                         const char *file, unsigned int line,
                                         const char *function) noexcept;
// NVRTC's library defines it again if the program's options define NDEBUG.
#define assert(condition)                                                      \
  ((condition)                                                                 \
       ? (void)0                                                               \
       : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))

HEDDLE_RTC void *operator new(size_t, void *place) noexcept { return place; }
HEDDLE_RTC void *operator new[](size_t, void *place) noexcept { return place; }
HEDDLE_RTC void operator delete(void *, void *) noexcept {}
HEDDLE_RTC void operator delete[](void *, void *) noexcept {}

#undef HEDDLE_C
#undef HEDDLE_RTC

#endif // HEDDLE_RTC_FUNCTIONS_H
