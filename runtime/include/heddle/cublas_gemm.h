//===- cublas_gemm.h - Products of matrices ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define HEDDLE_FAMILY(P, T)                                                    \
  HEDDLE_EX(P##gemmBatched,                                                    \
            (cublasHandle_t handle, cublasOperation_t transa,                  \
             cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n,             \
             HEDDLE_INT k, const T *alpha, const T *const a[], HEDDLE_INT lda, \
             const T *const b[], HEDDLE_INT ldb, const T *beta, T *const c[],  \
             HEDDLE_INT ldc, HEDDLE_INT batchCount),                           \
            gemmBatched(handle, transa, transb, m, n, k, alpha, a, lda, b,     \
                        ldb, beta, c, ldc, batchCount))                        \
  HEDDLE_EX(P##gemmStridedBatched,                                             \
            (cublasHandle_t handle, cublasOperation_t transa,                  \
             cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n,             \
             HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda,         \
             long long int strideA, const T *b, HEDDLE_INT ldb,                \
             long long int strideB, const T *beta, T *c, HEDDLE_INT ldc,       \
             long long int strideC, HEDDLE_INT batchCount),                    \
            gemmStridedBatched(handle, transa, transb, m, n, k, alpha, a, lda, \
                               strideA, b, ldb, strideB, beta, c, ldc,         \
                               strideC, batchCount))
HEDDLE_ALL(HEDDLE_FAMILY)
HEDDLE_FAMILY(H, __half)
#undef HEDDLE_FAMILY

// Products in half precision and those of three multiplications have no older
// version.
#define HEDDLE_FAMILY(KIND, NAME, T)                                           \
  HEDDLE_##KIND(NAME,                                                          \
                (cublasHandle_t handle, cublasOperation_t transa,              \
                 cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n,         \
                 HEDDLE_INT k, const T *alpha, const T *a, HEDDLE_INT lda,     \
                 const T *b, HEDDLE_INT ldb, const T *beta, T *c,              \
                 HEDDLE_INT ldc),                                              \
                gemm(handle, transa, transb, m, n, k, alpha, a, lda, b, ldb,   \
                     beta, c, ldc))
HEDDLE_FAMILY(V2, Sgemm, float)
HEDDLE_FAMILY(V2, Dgemm, double)
HEDDLE_FAMILY(V2, Cgemm, cuComplex)
HEDDLE_FAMILY(V2, Zgemm, cuDoubleComplex)
HEDDLE_FAMILY(EX, Hgemm, __half)
HEDDLE_FAMILY(EX, Cgemm3m, cuComplex)
HEDDLE_FAMILY(EX, Zgemm3m, cuDoubleComplex)
#undef HEDDLE_FAMILY
