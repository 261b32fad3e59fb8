//===- cublas_factor.h - Small systems in batches, rotations ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_EX(P##getrfBatched,                                                   \
            (cublasHandle_t handle, int n, T *const a[], int lda, int *pivots, \
             int *info, int batchCount),                                       \
            getrfBatched(handle, n, a, lda, pivots, info, batchCount))         \
  HEDDLE_EX(P##getriBatched,                                                   \
            (cublasHandle_t handle, int n, const T *const a[], int lda,        \
             const int *pivots, T *const c[], int ldc, int *info,              \
             int batchCount),                                                  \
            getriBatched(handle, n, a, lda, pivots, c, ldc, info, batchCount)) \
  HEDDLE_EX(P##getrsBatched,                                                   \
            (cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,  \
             const T *const a[], int lda, const int *pivots, T *const b[],     \
             int ldb, int *info, int batchCount),                              \
            getrsBatched(handle, trans, n, nrhs, a, lda, pivots, b, ldb, info, \
                         batchCount))                                          \
  HEDDLE_EX(P##matinvBatched,                                                  \
            (cublasHandle_t handle, int n, const T *const a[], int lda,        \
             T *const c[], int ldc, int *info, int batchCount),                \
            matinvBatched(handle, n, a, lda, c, ldc, info, batchCount))        \
  HEDDLE_EX(P##geqrfBatched,                                                   \
            (cublasHandle_t handle, int m, int n, T *const a[], int lda,       \
             T *const tau[], int *info, int batchCount),                       \
            geqrfBatched(handle, m, n, a, lda, tau, info, batchCount))         \
  HEDDLE_EX(P##gelsBatched,                                                    \
            (cublasHandle_t handle, cublasOperation_t trans, int m, int n,     \
             int nrhs, T *const a[], int lda, T *const c[], int ldc,           \
             int *info, int *devInfo, int batchCount),                         \
            gelsBatched(handle, trans, m, n, nrhs, a, lda, c, ldc, info,       \
                        devInfo, batchCount))                                  \
  HEDDLE_EX(P##tpttr,                                                          \
            (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *ap, \
             T *a, int lda),                                                   \
            tpttr(handle, uplo, n, ap, a, lda))                                \
  HEDDLE_EX(P##trttp,                                                          \
            (cublasHandle_t handle, cublasFillMode_t uplo, int n, const T *a,  \
             int lda, T *ap),                                                  \
            trttp(handle, uplo, n, a, lda, ap))
HEDDLE_ALL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY

// Rotations: the scalars are in and out.
#define HEDDLE_FAMILY(P, T, U)                                                 \
  HEDDLE_V2(P##rotg, (cublasHandle_t handle, T * a, T * b, U * c, T * s),      \
            rotg(handle, a, b, c, s))
HEDDLE_FAMILY(S, float, float)
HEDDLE_FAMILY(D, double, double)
HEDDLE_FAMILY(C, cuComplex, float)
HEDDLE_FAMILY(Z, cuDoubleComplex, double)
#undef HEDDLE_FAMILY

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_V2(                                                                   \
      P##rotmg,                                                                \
      (cublasHandle_t handle, T * d1, T * d2, T * x1, const T *y1, T *param),  \
      rotmg(handle, d1, d2, x1, y1, param))
HEDDLE_REAL(HEDDLE_FAMILY)
#undef HEDDLE_FAMILY
