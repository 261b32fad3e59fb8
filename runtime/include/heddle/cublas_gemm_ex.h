//===- cublas_gemm_ex.h - Products with types given at run time -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

HEDDLE_EX(GemmEx,
          (cublasHandle_t handle, cublasOperation_t transa,
           cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n, HEDDLE_INT k,
           const void *alpha, const void *a, cudaDataType typeA, HEDDLE_INT lda,
           const void *b, cudaDataType typeB, HEDDLE_INT ldb, const void *beta,
           void *c, cudaDataType typeC, HEDDLE_INT ldc,
           cublasComputeType_t computeType, cublasGemmAlgo_t algo),
          gemmEx(handle, transa, transb, m, n, k, alpha, a, typeA, lda, b,
                 typeB, ldb, beta, c, typeC, ldc, computeType, algo))
HEDDLE_EX(GemmBatchedEx,
          (cublasHandle_t handle, cublasOperation_t transa,
           cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n, HEDDLE_INT k,
           const void *alpha, const void *const a[], cudaDataType typeA,
           HEDDLE_INT lda, const void *const b[], cudaDataType typeB,
           HEDDLE_INT ldb, const void *beta, void *const c[],
           cudaDataType typeC, HEDDLE_INT ldc, HEDDLE_INT batchCount,
           cublasComputeType_t computeType, cublasGemmAlgo_t algo),
          gemmBatchedEx(handle, transa, transb, m, n, k, alpha, a, typeA, lda,
                        b, typeB, ldb, beta, c, typeC, ldc, batchCount,
                        computeType, algo))
HEDDLE_EX(GemmStridedBatchedEx,
          (cublasHandle_t handle, cublasOperation_t transa,
           cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n, HEDDLE_INT k,
           const void *alpha, const void *a, cudaDataType typeA, HEDDLE_INT lda,
           long long int strideA, const void *b, cudaDataType typeB,
           HEDDLE_INT ldb, long long int strideB, const void *beta, void *c,
           cudaDataType typeC, HEDDLE_INT ldc, long long int strideC,
           HEDDLE_INT batchCount, cublasComputeType_t computeType,
           cublasGemmAlgo_t algo),
          gemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, typeA,
                               lda, strideA, b, typeB, ldb, strideB, beta, c,
                               typeC, ldc, strideC, batchCount, computeType,
                               algo))

// Older forms, with the type of the scalars in the name.
HEDDLE_EX(SgemmEx,
          (cublasHandle_t handle, cublasOperation_t transa,
           cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n, HEDDLE_INT k,
           const float *alpha, const void *a, cudaDataType typeA,
           HEDDLE_INT lda, const void *b, cudaDataType typeB, HEDDLE_INT ldb,
           const float *beta, void *c, cudaDataType typeC, HEDDLE_INT ldc),
          gemmEx<float>(handle, transa, transb, m, n, k, alpha, a, typeA, lda,
                        b, typeB, ldb, beta, c, typeC, ldc))
HEDDLE_EX(CgemmEx,
          (cublasHandle_t handle, cublasOperation_t transa,
           cublasOperation_t transb, HEDDLE_INT m, HEDDLE_INT n, HEDDLE_INT k,
           const cuComplex *alpha, const void *a, cudaDataType typeA,
           HEDDLE_INT lda, const void *b, cudaDataType typeB, HEDDLE_INT ldb,
           const cuComplex *beta, void *c, cudaDataType typeC, HEDDLE_INT ldc),
          gemmEx<cuComplex>(handle, transa, transb, m, n, k, alpha, a, typeA,
                            lda, b, typeB, ldb, beta, c, typeC, ldc))
