//===- cublas_legacy.h - Functions of the older API ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included with HEDDLE_RESULT and HEDDLE_VOID defined, for functions with and
// without a result: the name, the parameters, and what the function of the same
// name in the newer API gets. Not guarded.
//
//===----------------------------------------------------------------------===//

// Results are returned.

#define HEDDLE_FAMILY(P, I, T, U)                                              \
  HEDDLE_RESULT(U, P##nrm2, (int n, const T *x, int incx), (n, x, incx))       \
  HEDDLE_RESULT(U, P##asum, (int n, const T *x, int incx), (n, x, incx))       \
  HEDDLE_RESULT(int, I##amax, (int n, const T *x, int incx), (n, x, incx))     \
  HEDDLE_RESULT(int, I##amin, (int n, const T *x, int incx), (n, x, incx))
HEDDLE_FAMILY(S, Is, float, float)
HEDDLE_FAMILY(D, Id, double, double)
HEDDLE_FAMILY(Sc, Ic, cuComplex, float)
HEDDLE_FAMILY(Dz, Iz, cuDoubleComplex, double)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_RESULT(T, P, (int n, const T *x, int incx, const T *y, int incy),     \
                (n, x, incx, y, incy))
HEDDLE_FAMILY(Sdot, float)
HEDDLE_FAMILY(Ddot, double)
HEDDLE_FAMILY(Cdotu, cuComplex)
HEDDLE_FAMILY(Cdotc, cuComplex)
HEDDLE_FAMILY(Zdotu, cuDoubleComplex)
HEDDLE_FAMILY(Zdotc, cuDoubleComplex)
#undef HEDDLE_FAMILY

// Operations on vectors.

#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_VOID(P, (int n, U alpha, T *x, int incx), (n, &alpha, x, incx))
HEDDLE_FAMILY(Sscal, float, float)
HEDDLE_FAMILY(Dscal, double, double)
HEDDLE_FAMILY(Cscal, cuComplex, cuComplex)
HEDDLE_FAMILY(Csscal, cuComplex, float)
HEDDLE_FAMILY(Zscal, cuDoubleComplex, cuDoubleComplex)
HEDDLE_FAMILY(Zdscal, cuDoubleComplex, double)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_VOID(P##axpy, (int n, T alpha, const T *x, int incx, T *y, int incy), \
              (n, &alpha, x, incx, y, incy))                                   \
  HEDDLE_VOID(P##copy, (int n, const T *x, int incx, T *y, int incy),          \
              (n, x, incx, y, incy))                                           \
  HEDDLE_VOID(P##swap, (int n, T *x, int incx, T *y, int incy),                \
              (n, x, incx, y, incy))
HEDDLE_ALL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T, C, S)                                              \
  HEDDLE_VOID(P, (int n, T *x, int incx, T *y, int incy, C c, S s),            \
              (n, x, incx, y, incy, &c, &s))
HEDDLE_FAMILY(Srot, float, float, float)
HEDDLE_FAMILY(Drot, double, double, double)
HEDDLE_FAMILY(Crot, cuComplex, float, cuComplex)
HEDDLE_FAMILY(Csrot, cuComplex, float, float)
HEDDLE_FAMILY(Zrot, cuDoubleComplex, double, cuDoubleComplex)
HEDDLE_FAMILY(Zdrot, cuDoubleComplex, double, double)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_VOID(P##rotg, (T * a, T * b, T * c, T * s), (a, b, c, s))             \
  HEDDLE_VOID(P##rotm,                                                         \
              (int n, T *x, int incx, T *y, int incy, const T *param),         \
              (n, x, incx, y, incy, param))                                    \
  HEDDLE_VOID(P##rotmg, (T * d1, T * d2, T * x1, const T *y1, T *param),       \
              (d1, d2, x1, y1, param))
HEDDLE_REAL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_VOID(P##rotg, (T * a, T b, U * c, T * s), (a, &b, c, s))
HEDDLE_FAMILY(C, cuComplex, float)
HEDDLE_FAMILY(Z, cuDoubleComplex, double)
#undef HEDDLE_FAMILY

// Matrices and vectors.

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_VOID(                                                                 \
      P##gemv,                                                                 \
      (char trans, int m, int n, T alpha, const T *a, int lda, const T *x,     \
       int incx, T beta, T *y, int incy),                                      \
      (operation(trans), m, n, &alpha, a, lda, x, incx, &beta, y, incy))       \
  HEDDLE_VOID(P##gbmv,                                                         \
              (char trans, int m, int n, int kl, int ku, T alpha, const T *a,  \
               int lda, const T *x, int incx, T beta, T *y, int incy),         \
              (operation(trans), m, n, kl, ku, &alpha, a, lda, x, incx, &beta, \
               y, incy))                                                       \
  HEDDLE_VOID(                                                                 \
      P##trmv,                                                                 \
      (char uplo, char trans, char diag, int n, const T *a, int lda, T *x,     \
       int incx),                                                              \
      (triangle(uplo), operation(trans), diagonal(diag), n, a, lda, x, incx))  \
  HEDDLE_VOID(P##tbmv,                                                         \
              (char uplo, char trans, char diag, int n, int k, const T *a,     \
               int lda, T *x, int incx),                                       \
              (triangle(uplo), operation(trans), diagonal(diag), n, k, a, lda, \
               x, incx))                                                       \
  HEDDLE_VOID(                                                                 \
      P##tpmv,                                                                 \
      (char uplo, char trans, char diag, int n, const T *a, T *x, int incx),   \
      (triangle(uplo), operation(trans), diagonal(diag), n, a, x, incx))       \
  HEDDLE_VOID(                                                                 \
      P##trsv,                                                                 \
      (char uplo, char trans, char diag, int n, const T *a, int lda, T *x,     \
       int incx),                                                              \
      (triangle(uplo), operation(trans), diagonal(diag), n, a, lda, x, incx))  \
  HEDDLE_VOID(P##tbsv,                                                         \
              (char uplo, char trans, char diag, int n, int k, const T *a,     \
               int lda, T *x, int incx),                                       \
              (triangle(uplo), operation(trans), diagonal(diag), n, k, a, lda, \
               x, incx))                                                       \
  HEDDLE_VOID(                                                                 \
      P##tpsv,                                                                 \
      (char uplo, char trans, char diag, int n, const T *a, T *x, int incx),   \
      (triangle(uplo), operation(trans), diagonal(diag), n, a, x, incx))
HEDDLE_ALL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_VOID(P##symv,                                                         \
              (char uplo, int n, T alpha, const T *a, int lda, const T *x,     \
               int incx, T beta, T *y, int incy),                              \
              (triangle(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy))    \
  HEDDLE_VOID(P##sbmv,                                                         \
              (char uplo, int n, int k, T alpha, const T *a, int lda,          \
               const T *x, int incx, T beta, T *y, int incy),                  \
              (triangle(uplo), n, k, &alpha, a, lda, x, incx, &beta, y, incy)) \
  HEDDLE_VOID(P##spmv,                                                         \
              (char uplo, int n, T alpha, const T *a, const T *x, int incx,    \
               T beta, T *y, int incy),                                        \
              (triangle(uplo), n, &alpha, a, x, incx, &beta, y, incy))         \
  HEDDLE_VOID(                                                                 \
      P##syr,                                                                  \
      (char uplo, int n, T alpha, const T *x, int incx, T *a, int lda),        \
      (triangle(uplo), n, &alpha, x, incx, a, lda))                            \
  HEDDLE_VOID(P##spr, (char uplo, int n, T alpha, const T *x, int incx, T *a), \
              (triangle(uplo), n, &alpha, x, incx, a))                         \
  HEDDLE_VOID(P##syr2,                                                         \
              (char uplo, int n, T alpha, const T *x, int incx, const T *y,    \
               int incy, T *a, int lda),                                       \
              (triangle(uplo), n, &alpha, x, incx, y, incy, a, lda))           \
  HEDDLE_VOID(P##spr2,                                                         \
              (char uplo, int n, T alpha, const T *x, int incx, const T *y,    \
               int incy, T *a),                                                \
              (triangle(uplo), n, &alpha, x, incx, y, incy, a))                \
  HEDDLE_VOID(P##ger,                                                          \
              (int m, int n, T alpha, const T *x, int incx, const T *y,        \
               int incy, T *a, int lda),                                       \
              (m, n, &alpha, x, incx, y, incy, a, lda))
HEDDLE_REAL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_VOID(P##hemv,                                                         \
              (char uplo, int n, T alpha, const T *a, int lda, const T *x,     \
               int incx, T beta, T *y, int incy),                              \
              (triangle(uplo), n, &alpha, a, lda, x, incx, &beta, y, incy))    \
  HEDDLE_VOID(P##hbmv,                                                         \
              (char uplo, int n, int k, T alpha, const T *a, int lda,          \
               const T *x, int incx, T beta, T *y, int incy),                  \
              (triangle(uplo), n, k, &alpha, a, lda, x, incx, &beta, y, incy)) \
  HEDDLE_VOID(P##hpmv,                                                         \
              (char uplo, int n, T alpha, const T *a, const T *x, int incx,    \
               T beta, T *y, int incy),                                        \
              (triangle(uplo), n, &alpha, a, x, incx, &beta, y, incy))         \
  HEDDLE_VOID(                                                                 \
      P##her,                                                                  \
      (char uplo, int n, U alpha, const T *x, int incx, T *a, int lda),        \
      (triangle(uplo), n, &alpha, x, incx, a, lda))                            \
  HEDDLE_VOID(P##hpr, (char uplo, int n, U alpha, const T *x, int incx, T *a), \
              (triangle(uplo), n, &alpha, x, incx, a))                         \
  HEDDLE_VOID(P##her2,                                                         \
              (char uplo, int n, T alpha, const T *x, int incx, const T *y,    \
               int incy, T *a, int lda),                                       \
              (triangle(uplo), n, &alpha, x, incx, y, incy, a, lda))           \
  HEDDLE_VOID(P##hpr2,                                                         \
              (char uplo, int n, T alpha, const T *x, int incx, const T *y,    \
               int incy, T *a),                                                \
              (triangle(uplo), n, &alpha, x, incx, y, incy, a))                \
  HEDDLE_VOID(P##geru,                                                         \
              (int m, int n, T alpha, const T *x, int incx, const T *y,        \
               int incy, T *a, int lda),                                       \
              (m, n, &alpha, x, incx, y, incy, a, lda))                        \
  HEDDLE_VOID(P##gerc,                                                         \
              (int m, int n, T alpha, const T *x, int incx, const T *y,        \
               int incy, T *a, int lda),                                       \
              (m, n, &alpha, x, incx, y, incy, a, lda))
HEDDLE_FAMILY(C, cuComplex, float)
HEDDLE_FAMILY(Z, cuDoubleComplex, double)
#undef HEDDLE_FAMILY

// Matrices.

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_VOID(P##gemm,                                                         \
              (char transa, char transb, int m, int n, int k, T alpha,         \
               const T *a, int lda, const T *b, int ldb, T beta, T *c,         \
               int ldc),                                                       \
              (operation(transa), operation(transb), m, n, k, &alpha, a, lda,  \
               b, ldb, &beta, c, ldc))                                         \
  HEDDLE_VOID(P##symm,                                                         \
              (char side, char uplo, int m, int n, T alpha, const T *a,        \
               int lda, const T *b, int ldb, T beta, T *c, int ldc),           \
              (sideOf(side), triangle(uplo), m, n, &alpha, a, lda, b, ldb,     \
               &beta, c, ldc))                                                 \
  HEDDLE_VOID(                                                                 \
      P##syrk,                                                                 \
      (char uplo, char trans, int n, int k, T alpha, const T *a, int lda,      \
       T beta, T *c, int ldc),                                                 \
      (triangle(uplo), operation(trans), n, k, &alpha, a, lda, &beta, c, ldc)) \
  HEDDLE_VOID(P##syr2k,                                                        \
              (char uplo, char trans, int n, int k, T alpha, const T *a,       \
               int lda, const T *b, int ldb, T beta, T *c, int ldc),           \
              (triangle(uplo), operation(trans), n, k, &alpha, a, lda, b, ldb, \
               &beta, c, ldc))                                                 \
  HEDDLE_VOID(P##trsm,                                                         \
              (char side, char uplo, char trans, char diag, int m, int n,      \
               T alpha, const T *a, int lda, T *b, int ldb),                   \
              (sideOf(side), triangle(uplo), operation(trans), diagonal(diag), \
               m, n, &alpha, a, lda, b, ldb))                                  \
  HEDDLE_VOID(P##trmm,                                                         \
              (char side, char uplo, char trans, char diag, int m, int n,      \
               T alpha, const T *a, int lda, T *b, int ldb),                   \
              (sideOf(side), triangle(uplo), operation(trans), diagonal(diag), \
               m, n, &alpha, a, lda, b, ldb, b, ldb))
HEDDLE_ALL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_VOID(P##hemm,                                                         \
              (char side, char uplo, int m, int n, T alpha, const T *a,        \
               int lda, const T *b, int ldb, T beta, T *c, int ldc),           \
              (sideOf(side), triangle(uplo), m, n, &alpha, a, lda, b, ldb,     \
               &beta, c, ldc))                                                 \
  HEDDLE_VOID(                                                                 \
      P##herk,                                                                 \
      (char uplo, char trans, int n, int k, U alpha, const T *a, int lda,      \
       U beta, T *c, int ldc),                                                 \
      (triangle(uplo), operation(trans), n, k, &alpha, a, lda, &beta, c, ldc)) \
  HEDDLE_VOID(P##her2k,                                                        \
              (char uplo, char trans, int n, int k, T alpha, const T *a,       \
               int lda, const T *b, int ldb, U beta, T *c, int ldc),           \
              (triangle(uplo), operation(trans), n, k, &alpha, a, lda, b, ldb, \
               &beta, c, ldc))
HEDDLE_FAMILY(C, cuComplex, float)
HEDDLE_FAMILY(Z, cuDoubleComplex, double)
#undef HEDDLE_FAMILY
