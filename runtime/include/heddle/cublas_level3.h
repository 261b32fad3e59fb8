//===- cublas_level3.h - Operations on matrices -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(P##syrk,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, HEDDLE_INT n, HEDDLE_INT k,              \
             const T *alpha, const T *a, HEDDLE_INT lda, const T *beta, T *c,  \
             HEDDLE_INT ldc),                                                  \
            syrk(handle, uplo, trans, n, k, alpha, a, lda, beta, c, ldc))      \
  HEDDLE_V2(                                                                   \
      P##syr2k,                                                                \
      (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
       HEDDLE_INT n, HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda, \
       const T *b, HEDDLE_INT ldb, const T *beta, T *c, HEDDLE_INT ldc),       \
      syr2k(handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc))   \
  HEDDLE_EX(                                                                   \
      P##syrkx,                                                                \
      (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
       HEDDLE_INT n, HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda, \
       const T *b, HEDDLE_INT ldb, const T *beta, T *c, HEDDLE_INT ldc),       \
      syrkx(handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc))   \
  HEDDLE_V2(                                                                   \
      P##symm,                                                                 \
      (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,    \
       HEDDLE_INT m, HEDDLE_INT n, const T *alpha, const T *a, HEDDLE_INT lda, \
       const T *b, HEDDLE_INT ldb, const T *beta, T *c, HEDDLE_INT ldc),       \
      symm(handle, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc))     \
  HEDDLE_V2(                                                                   \
      P##trsm,                                                                 \
      (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,    \
       cublasOperation_t trans, cublasDiagType_t diag, HEDDLE_INT m,           \
       HEDDLE_INT n, const T *alpha, const T *a, HEDDLE_INT lda, T *b,         \
       HEDDLE_INT ldb),                                                        \
      trsm(handle, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb))      \
  HEDDLE_V2(P##trmm,                                                           \
            (cublasHandle_t handle, cublasSideMode_t side,                     \
             cublasFillMode_t uplo, cublasOperation_t trans,                   \
             cublasDiagType_t diag, HEDDLE_INT m, HEDDLE_INT n,                \
             const T *alpha, const T *a, HEDDLE_INT lda, const T *b,           \
             HEDDLE_INT ldb, T *c, HEDDLE_INT ldc),                            \
            trmm(handle, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, \
                 c, ldc))                                                      \
  HEDDLE_EX(                                                                   \
      P##geam,                                                                 \
      (cublasHandle_t handle, cublasOperation_t transa,                        \
       cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n, const T *alpha,   \
       const T *a, HEDDLE_INT lda, const T *beta, const T *b, HEDDLE_INT ldb,  \
       T *c, HEDDLE_INT ldc),                                                  \
      geam(handle, transa, transb, m, n, alpha, a, lda, beta, b, ldb, c, ldc)) \
  HEDDLE_EX(P##dgmm,                                                           \
            (cublasHandle_t handle, cublasSideMode_t side, HEDDLE_INT m,       \
             HEDDLE_INT n, const T *a, HEDDLE_INT lda, const T *x,             \
             HEDDLE_INT incx, T *c, HEDDLE_INT ldc),                           \
            dgmm(handle, side, m, n, a, lda, x, incx, c, ldc))                 \
  HEDDLE_EX(P##trsmBatched,                                                    \
            (cublasHandle_t handle, cublasSideMode_t side,                     \
             cublasFillMode_t uplo, cublasOperation_t trans,                   \
             cublasDiagType_t diag, HEDDLE_INT m, HEDDLE_INT n,                \
             const T *alpha, const T *const a[], HEDDLE_INT lda, T *const b[], \
             HEDDLE_INT ldb, HEDDLE_INT batchCount),                           \
            trsmBatched(handle, side, uplo, trans, diag, m, n, alpha, a, lda,  \
                        b, ldb, batchCount))
HEDDLE_ALL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(                                                                   \
      P##hemm,                                                                 \
      (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,    \
       HEDDLE_INT m, HEDDLE_INT n, const T *alpha, const T *a, HEDDLE_INT lda, \
       const T *b, HEDDLE_INT ldb, const T *beta, T *c, HEDDLE_INT ldc),       \
      hemm(handle, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc))
HEDDLE_COMPLEX_TYPES(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

// Some of the scalars are real here.
#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_V2(P##herk,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, HEDDLE_INT n, HEDDLE_INT k,              \
             const U *alpha, const T *a, HEDDLE_INT lda, const U *beta, T *c,  \
             HEDDLE_INT ldc),                                                  \
            herk(handle, uplo, trans, n, k, alpha, a, lda, beta, c, ldc))      \
  HEDDLE_V2(                                                                   \
      P##her2k,                                                                \
      (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
       HEDDLE_INT n, HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda, \
       const T *b, HEDDLE_INT ldb, const U *beta, T *c, HEDDLE_INT ldc),       \
      her2k(handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc))   \
  HEDDLE_EX(                                                                   \
      P##herkx,                                                                \
      (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
       HEDDLE_INT n, HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda, \
       const T *b, HEDDLE_INT ldb, const U *beta, T *c, HEDDLE_INT ldc),       \
      herkx(handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc))
HEDDLE_FAMILY(C, cuComplex, float)
HEDDLE_FAMILY(Z, cuDoubleComplex, double)
#undef HEDDLE_FAMILY
