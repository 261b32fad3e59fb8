//===- cuComplex.h - Complex numbers ----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUCOMPLEX_H
#define HEDDLE_CUCOMPLEX_H

#include "vector_types.h"
#ifndef __CUDACC_RTC__
#include <math.h>
#endif

// The same functions for both precisions: `f` in the name, or not.
#define HEDDLE_COMPLEX(type, real, f)                                          \
  HEDDLE_COMPLEX_FUNCTION real cuCreal##f(type z) { return z.x; }              \
  HEDDLE_COMPLEX_FUNCTION real cuCimag##f(type z) { return z.y; }              \
  HEDDLE_COMPLEX_FUNCTION type cuConj##f(type z) {                             \
    z.y = -z.y;                                                                \
    return z;                                                                  \
  }                                                                            \
  HEDDLE_COMPLEX_FUNCTION type cuCadd##f(type a, type b) {                     \
    a.x += b.x;                                                                \
    a.y += b.y;                                                                \
    return a;                                                                  \
  }                                                                            \
  HEDDLE_COMPLEX_FUNCTION type cuCsub##f(type a, type b) {                     \
    a.x -= b.x;                                                                \
    a.y -= b.y;                                                                \
    return a;                                                                  \
  }                                                                            \
  HEDDLE_COMPLEX_FUNCTION type cuCmul##f(type a, type b) {                     \
    type p;                                                                    \
    p.x = a.x * b.x - a.y * b.y;                                               \
    p.y = a.x * b.y + a.y * b.x;                                               \
    return p;                                                                  \
  }                                                                            \
  /* Scaled, so that the squares of b do not overflow. */                      \
  HEDDLE_COMPLEX_FUNCTION type cuCdiv##f(type a, type b) {                     \
    real scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                            \
    real ax = a.x * scale, ay = a.y * scale;                                   \
    real bx = b.x * scale, by = b.y * scale;                                   \
    real square = 1 / (bx * bx + by * by);                                     \
    type q;                                                                    \
    q.x = (ax * bx + ay * by) * square;                                        \
    q.y = (ay * bx - ax * by) * square;                                        \
    return q;                                                                  \
  }                                                                            \
  HEDDLE_COMPLEX_FUNCTION real cuCabs##f(type z) {                             \
    return hypot##f(z.x, z.y);                                                 \
  }                                                                            \
  HEDDLE_COMPLEX_FUNCTION type cuCfma##f(type a, type b, type c) {             \
    type p;                                                                    \
    p.x = a.x * b.x + c.x - a.y * b.y;                                         \
    p.y = a.x * b.y + c.y + a.y * b.x;                                         \
    return p;                                                                  \
  }
#define HEDDLE_COMPLEX_FUNCTION static __inline__ __host__ __device__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

HEDDLE_COMPLEX_FUNCTION cuFloatComplex make_cuFloatComplex(float x, float y) {
  cuFloatComplex z;
  z.x = x;
  z.y = y;
  return z;
}
HEDDLE_COMPLEX_FUNCTION cuDoubleComplex make_cuDoubleComplex(double x,
                                                             double y) {
  cuDoubleComplex z;
  z.x = x;
  z.y = y;
  return z;
}
HEDDLE_COMPLEX_FUNCTION cuComplex make_cuComplex(float x, float y) {
  return make_cuFloatComplex(x, y);
}
HEDDLE_COMPLEX_FUNCTION cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_cuFloatComplex((float)z.x, (float)z.y);
}
HEDDLE_COMPLEX_FUNCTION cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex z) {
  return make_cuDoubleComplex(z.x, z.y);
}

HEDDLE_COMPLEX(cuFloatComplex, float, f)
HEDDLE_COMPLEX(cuDoubleComplex, double, )

#undef HEDDLE_COMPLEX
#undef HEDDLE_COMPLEX_FUNCTION

#endif // HEDDLE_CUCOMPLEX_H
