//===- cublas_level1.h - Operations on vectors -----------------------*- C++
//-*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define HEDDLE_FAMILY(P, R, T, U)                                              \
  HEDDLE_V2(P##nrm2,                                                           \
            (cublasHandle_t handle, HEDDLE_INT n, const T *x, HEDDLE_INT incx, \
             U *result),                                                       \
            nrm2(handle, n, x, incx, result))                                  \
  HEDDLE_V2(P##asum,                                                           \
            (cublasHandle_t handle, HEDDLE_INT n, const T *x, HEDDLE_INT incx, \
             U *result),                                                       \
            asum(handle, n, x, incx, result))                                  \
  HEDDLE_V2(I##R##amax,                                                        \
            (cublasHandle_t handle, HEDDLE_INT n, const T *x, HEDDLE_INT incx, \
             HEDDLE_INT *result),                                              \
            amax(handle, n, x, incx, result))                                  \
  HEDDLE_V2(I##R##amin,                                                        \
            (cublasHandle_t handle, HEDDLE_INT n, const T *x, HEDDLE_INT incx, \
             HEDDLE_INT *result),                                              \
            amin(handle, n, x, incx, result))
HEDDLE_FAMILY(S, s, float, float)
HEDDLE_FAMILY(D, d, double, double)
HEDDLE_FAMILY(Sc, c, cuComplex, float)
HEDDLE_FAMILY(Dz, z, cuDoubleComplex, double)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T, Conjugate)                                         \
  HEDDLE_V2(P,                                                                 \
            (cublasHandle_t handle, HEDDLE_INT n, const T *x, HEDDLE_INT incx, \
             const T *y, HEDDLE_INT incy, T *result),                          \
            dot<Conjugate>(handle, n, x, incx, y, incy, result))
HEDDLE_FAMILY(Sdot, float, false)
HEDDLE_FAMILY(Ddot, double, false)
HEDDLE_FAMILY(Cdotu, cuComplex, false)
HEDDLE_FAMILY(Cdotc, cuComplex, true)
HEDDLE_FAMILY(Zdotu, cuDoubleComplex, false)
HEDDLE_FAMILY(Zdotc, cuDoubleComplex, true)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_V2(P,                                                                 \
            (cublasHandle_t handle, HEDDLE_INT n, const U *alpha, T *x,        \
             HEDDLE_INT incx),                                                 \
            scal(handle, n, alpha, x, incx))
HEDDLE_FAMILY(Sscal, float, float)
HEDDLE_FAMILY(Dscal, double, double)
HEDDLE_FAMILY(Cscal, cuComplex, cuComplex)
HEDDLE_FAMILY(Csscal, cuComplex, float)
HEDDLE_FAMILY(Zscal, cuDoubleComplex, cuDoubleComplex)
HEDDLE_FAMILY(Zdscal, cuDoubleComplex, double)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(P##axpy,                                                           \
            (cublasHandle_t handle, HEDDLE_INT n, const T *alpha, const T *x,  \
             HEDDLE_INT incx, T *y, HEDDLE_INT incy),                          \
            axpy(handle, n, alpha, x, incx, y, incy))                          \
  HEDDLE_V2(P##copy,                                                           \
            (cublasHandle_t handle, HEDDLE_INT n, const T *x, HEDDLE_INT incx, \
             T *y, HEDDLE_INT incy),                                           \
            copy(handle, n, x, incx, y, incy))                                 \
  HEDDLE_V2(P##swap,                                                           \
            (cublasHandle_t handle, HEDDLE_INT n, T * x, HEDDLE_INT incx,      \
             T * y, HEDDLE_INT incy),                                          \
            swap(handle, n, x, incx, y, incy))
HEDDLE_ALL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

// Rotations.
#define HEDDLE_FAMILY(P, T, C, S)                                              \
  HEDDLE_V2(P,                                                                 \
            (cublasHandle_t handle, HEDDLE_INT n, T * x, HEDDLE_INT incx,      \
             T * y, HEDDLE_INT incy, const C *c, const S *s),                  \
            rot(handle, n, x, incx, y, incy, c, s))
HEDDLE_FAMILY(Srot, float, float, float)
HEDDLE_FAMILY(Drot, double, double, double)
HEDDLE_FAMILY(Crot, cuComplex, float, cuComplex)
HEDDLE_FAMILY(Csrot, cuComplex, float, float)
HEDDLE_FAMILY(Zrot, cuDoubleComplex, double, cuDoubleComplex)
HEDDLE_FAMILY(Zdrot, cuDoubleComplex, double, double)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(P##rotm,                                                           \
            (cublasHandle_t handle, HEDDLE_INT n, T * x, HEDDLE_INT incx,      \
             T * y, HEDDLE_INT incy, const T *param),                          \
            rotm(handle, n, x, incx, y, incy, param))
HEDDLE_REAL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY
