//===- cublas_level2.h - Operations on a matrix and vectors -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(P##gemv,                                                           \
            (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_INT m,     \
             HEDDLE_INT n, const T *alpha, const T *a, HEDDLE_INT lda,         \
             const T *x, HEDDLE_INT incx, const T *beta, T *y,                 \
             HEDDLE_INT incy),                                                 \
            gemv(handle, trans, m, n, alpha, a, lda, x, incx, beta, y, incy))  \
  HEDDLE_V2(P##gbmv,                                                           \
            (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_INT m,     \
             HEDDLE_INT n, HEDDLE_INT kl, HEDDLE_INT ku, const T *alpha,       \
             const T *a, HEDDLE_INT lda, const T *x, HEDDLE_INT incx,          \
             const T *beta, T *y, HEDDLE_INT incy),                            \
            gbmv(handle, trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, \
                 incy))                                                        \
  HEDDLE_V2(P##trmv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, cublasDiagType_t diag, HEDDLE_INT n,     \
             const T *a, HEDDLE_INT lda, T *x, HEDDLE_INT incx),               \
            trmv(handle, uplo, trans, diag, n, a, lda, x, incx))               \
  HEDDLE_V2(P##tbmv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, cublasDiagType_t diag, HEDDLE_INT n,     \
             HEDDLE_INT k, const T *a, HEDDLE_INT lda, T *x, HEDDLE_INT incx), \
            tbmv(handle, uplo, trans, diag, n, k, a, lda, x, incx))            \
  HEDDLE_V2(P##tpmv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, cublasDiagType_t diag, HEDDLE_INT n,     \
             const T *ap, T *x, HEDDLE_INT incx),                              \
            tpmv(handle, uplo, trans, diag, n, ap, x, incx))                   \
  HEDDLE_V2(P##trsv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, cublasDiagType_t diag, HEDDLE_INT n,     \
             const T *a, HEDDLE_INT lda, T *x, HEDDLE_INT incx),               \
            trsv(handle, uplo, trans, diag, n, a, lda, x, incx))               \
  HEDDLE_V2(P##tbsv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, cublasDiagType_t diag, HEDDLE_INT n,     \
             HEDDLE_INT k, const T *a, HEDDLE_INT lda, T *x, HEDDLE_INT incx), \
            tbsv(handle, uplo, trans, diag, n, k, a, lda, x, incx))            \
  HEDDLE_V2(P##tpsv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo,                     \
             cublasOperation_t trans, cublasDiagType_t diag, HEDDLE_INT n,     \
             const T *ap, T *x, HEDDLE_INT incx),                              \
            tpsv(handle, uplo, trans, diag, n, ap, x, incx))                   \
  HEDDLE_V2(P##symv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *a, HEDDLE_INT lda, const T *x,           \
             HEDDLE_INT incx, const T *beta, T *y, HEDDLE_INT incy),           \
            symv(handle, uplo, n, alpha, a, lda, x, incx, beta, y, incy))      \
  HEDDLE_V2(P##syr,                                                            \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *x, HEDDLE_INT incx, T *a,                \
             HEDDLE_INT lda),                                                  \
            syr(handle, uplo, n, alpha, x, incx, a, lda))                      \
  HEDDLE_V2(P##syr2,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *x, HEDDLE_INT incx, const T *y,          \
             HEDDLE_INT incy, T *a, HEDDLE_INT lda),                           \
            syr2(handle, uplo, n, alpha, x, incx, y, incy, a, lda))            \
  HEDDLE_EX(P##gemvBatched,                                                    \
            (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_INT m,     \
             HEDDLE_INT n, const T *alpha, const T *const a[], HEDDLE_INT lda, \
             const T *const x[], HEDDLE_INT incx, const T *beta, T *const y[], \
             HEDDLE_INT incy, HEDDLE_INT batchCount),                          \
            gemvBatched(handle, trans, m, n, alpha, a, lda, x, incx, beta, y,  \
                        incy, batchCount))                                     \
  HEDDLE_EX(P##gemvStridedBatched,                                             \
            (cublasHandle_t handle, cublasOperation_t trans, HEDDLE_INT m,     \
             HEDDLE_INT n, const T *alpha, const T *a, HEDDLE_INT lda,         \
             long long int strideA, const T *x, HEDDLE_INT incx,               \
             long long int stridex, const T *beta, T *y, HEDDLE_INT incy,      \
             long long int stridey, HEDDLE_INT batchCount),                    \
            gemvStridedBatched(handle, trans, m, n, alpha, a, lda, strideA, x, \
                               incx, stridex, beta, y, incy, stridey,          \
                               batchCount))
HEDDLE_ALL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(P##sbmv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda,         \
             const T *x, HEDDLE_INT incx, const T *beta, T *y,                 \
             HEDDLE_INT incy),                                                 \
            sbmv(handle, uplo, n, k, alpha, a, lda, x, incx, beta, y, incy))   \
  HEDDLE_V2(P##spmv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *ap, const T *x, HEDDLE_INT incx,         \
             const T *beta, T *y, HEDDLE_INT incy),                            \
            spmv(handle, uplo, n, alpha, ap, x, incx, beta, y, incy))          \
  HEDDLE_V2(P##ger,                                                            \
            (cublasHandle_t handle, HEDDLE_INT m, HEDDLE_INT n,                \
             const T *alpha, const T *x, HEDDLE_INT incx, const T *y,          \
             HEDDLE_INT incy, T *a, HEDDLE_INT lda),                           \
            ger<false>(handle, m, n, alpha, x, incx, y, incy, a, lda))         \
  HEDDLE_V2(P##spr,                                                            \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *x, HEDDLE_INT incx, T *ap),              \
            spr(handle, uplo, n, alpha, x, incx, ap))                          \
  HEDDLE_V2(P##spr2,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *x, HEDDLE_INT incx, const T *y,          \
             HEDDLE_INT incy, T *ap),                                          \
            spr2(handle, uplo, n, alpha, x, incx, y, incy, ap))
HEDDLE_REAL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(P##hemv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *a, HEDDLE_INT lda, const T *x,           \
             HEDDLE_INT incx, const T *beta, T *y, HEDDLE_INT incy),           \
            hemv(handle, uplo, n, alpha, a, lda, x, incx, beta, y, incy))      \
  HEDDLE_V2(P##hbmv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda,         \
             const T *x, HEDDLE_INT incx, const T *beta, T *y,                 \
             HEDDLE_INT incy),                                                 \
            hbmv(handle, uplo, n, k, alpha, a, lda, x, incx, beta, y, incy))   \
  HEDDLE_V2(P##hpmv,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *ap, const T *x, HEDDLE_INT incx,         \
             const T *beta, T *y, HEDDLE_INT incy),                            \
            hpmv(handle, uplo, n, alpha, ap, x, incx, beta, y, incy))          \
  HEDDLE_V2(P##geru,                                                           \
            (cublasHandle_t handle, HEDDLE_INT m, HEDDLE_INT n,                \
             const T *alpha, const T *x, HEDDLE_INT incx, const T *y,          \
             HEDDLE_INT incy, T *a, HEDDLE_INT lda),                           \
            ger<false>(handle, m, n, alpha, x, incx, y, incy, a, lda))         \
  HEDDLE_V2(P##gerc,                                                           \
            (cublasHandle_t handle, HEDDLE_INT m, HEDDLE_INT n,                \
             const T *alpha, const T *x, HEDDLE_INT incx, const T *y,          \
             HEDDLE_INT incy, T *a, HEDDLE_INT lda),                           \
            ger<true>(handle, m, n, alpha, x, incx, y, incy, a, lda))          \
  HEDDLE_V2(P##her2,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *x, HEDDLE_INT incx, const T *y,          \
             HEDDLE_INT incy, T *a, HEDDLE_INT lda),                           \
            her2(handle, uplo, n, alpha, x, incx, y, incy, a, lda))            \
  HEDDLE_V2(P##hpr2,                                                           \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const T *alpha, const T *x, HEDDLE_INT incx, const T *y,          \
             HEDDLE_INT incy, T *ap),                                          \
            hpr2(handle, uplo, n, alpha, x, incx, y, incy, ap))
HEDDLE_COMPLEX_TYPES(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

// alpha is real here.
#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_V2(P##her,                                                            \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const U *alpha, const T *x, HEDDLE_INT incx, T *a,                \
             HEDDLE_INT lda),                                                  \
            her(handle, uplo, n, alpha, x, incx, a, lda))                      \
  HEDDLE_V2(P##hpr,                                                            \
            (cublasHandle_t handle, cublasFillMode_t uplo, HEDDLE_INT n,       \
             const U *alpha, const T *x, HEDDLE_INT incx, T *ap),              \
            hpr(handle, uplo, n, alpha, x, incx, ap))
HEDDLE_FAMILY(C, cuComplex, float)
HEDDLE_FAMILY(Z, cuDoubleComplex, double)
#undef HEDDLE_FAMILY
