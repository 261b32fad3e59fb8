//===- GemmEx.cpp - Products with types given at run time -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedGemm.h"

namespace heddle::cublas {
namespace {

/// The untyped pointers of matrix i of a batch.
struct ExPointers {
  const void *a, *b;
  void *c;
};

struct ExTypes {
  cudaDataType a, b, c;
};

/// Products of one type: those of the functions without Ex.
template <typename T, typename At>
cublasStatus_t runPlain(cublasHandle_t handle, const GemmShape &shape,
                        const void *alpha, const void *beta, int64_t count,
                        At at) {
  Scalar<T> scaleA(handle, static_cast<const T *>(alpha));
  Scalar<T> scaleB(handle, static_cast<const T *>(beta));
  return submit(handle, [=] {
    runGemm<T>(shape, scaleA.get(), scaleB.get(), count, [&](int64_t i) {
      ExPointers p = at(i);
      return GemmPointers<T>{static_cast<const T *>(p.a),
                             static_cast<const T *>(p.b),
                             static_cast<T *>(p.c)};
    });
  });
}

/// Given is the type in which the program passes the scalars.
template <typename Given, typename Scale, typename In, typename Out,
          typename At>
cublasStatus_t runMixed(cublasHandle_t handle, const GemmShape &shape,
                        const void *alpha, const void *beta, int64_t count,
                        At at) {
  Scalar<Given> scaleA(handle, static_cast<const Given *>(alpha));
  Scalar<Given> scaleB(handle, static_cast<const Given *>(beta));
  return submit(handle, [=] {
    runMixedGemm<Scale, In, Out>(
        shape, Scale(scaleA.get()), Scale(scaleB.get()), count, [&](int64_t i) {
          ExPointers p = at(i);
          return MixedPointers<In, Out>{static_cast<const In *>(p.a),
                                        static_cast<const In *>(p.b),
                                        static_cast<Out *>(p.c)};
        });
  });
}

/// The combinations of types that cuBLAS documents.
template <typename At>
cublasStatus_t run(cublasHandle_t handle, const GemmShape &shape,
                   const void *alpha, const void *beta, ExTypes types,
                   int64_t count, cublasComputeType_t compute, At at) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(shape.isValid() && count >= 0 && alpha && beta);
  HEDDLE_CHECK_FIT(shape.k, shape.lda, shape.ldb, shape.ldc);
  bool isEmpty = shape.isEmpty() || count == 0;
  auto are = [&](cudaDataType in, cudaDataType out) {
    return types.a == in && types.b == in && types.c == out;
  };
#define HEDDLE_COMBINATION(in, out, function)                                  \
  if (are(in, out))                                                            \
    return isEmpty ? CUBLAS_STATUS_SUCCESS                                     \
                   : function(handle, shape, alpha, beta, count, at);
  switch (compute) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    HEDDLE_COMBINATION(CUDA_R_16F, CUDA_R_16F,
                       (runMixed<_Float16, float, _Float16, _Float16>))
    break;
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    HEDDLE_COMBINATION(CUDA_R_8I, CUDA_R_32I,
                       (runMixed<int32_t, int32_t, int8_t, int32_t>))
    break;
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_32F_PEDANTIC:
    HEDDLE_COMBINATION(CUDA_R_16BF, CUDA_R_16BF,
                       (runMixed<float, float, BFloat16, BFloat16>))
    HEDDLE_COMBINATION(CUDA_R_16F, CUDA_R_16F,
                       (runMixed<float, float, _Float16, _Float16>))
    HEDDLE_COMBINATION(CUDA_R_8I, CUDA_R_32F,
                       (runMixed<float, float, int8_t, float>))
    HEDDLE_COMBINATION(CUDA_R_16BF, CUDA_R_32F,
                       (runMixed<float, float, BFloat16, float>))
    HEDDLE_COMBINATION(CUDA_R_16F, CUDA_R_32F,
                       (runMixed<float, float, _Float16, float>))
    [[fallthrough]];
  case CUBLAS_COMPUTE_32F_FAST_16F:
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
    HEDDLE_COMBINATION(CUDA_R_32F, CUDA_R_32F, runPlain<float>)
    HEDDLE_COMBINATION(CUDA_C_32F, CUDA_C_32F, runPlain<cuComplex>)
    break;
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC:
    HEDDLE_COMBINATION(CUDA_R_64F, CUDA_R_64F, runPlain<double>)
    HEDDLE_COMBINATION(CUDA_C_64F, CUDA_C_64F, runPlain<cuDoubleComplex>)
    break;
  }
#undef HEDDLE_COMBINATION
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t gemmEx(cublasHandle_t handle, cublasOperation_t transa,
                      cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                      const void *alpha, const void *a, cudaDataType typeA,
                      int64_t lda, const void *b, cudaDataType typeB,
                      int64_t ldb, const void *beta, void *c,
                      cudaDataType typeC, int64_t ldc,
                      cublasComputeType_t computeType, cublasGemmAlgo_t) {
  return run(handle, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta,
             {typeA, typeB, typeC}, 1, computeType,
             [=](int64_t) { return ExPointers{a, b, c}; });
}

/// SgemmEx and CgemmEx.
template <typename T>
cublasStatus_t gemmEx(cublasHandle_t handle, cublasOperation_t transa,
                      cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                      const T *alpha, const void *a, cudaDataType typeA,
                      int64_t lda, const void *b, cudaDataType typeB,
                      int64_t ldb, const T *beta, void *c, cudaDataType typeC,
                      int64_t ldc) {
  bool isComplexType = typeA == CUDA_C_32F || typeA == CUDA_C_64F;
  if (handle && isComplexType != Number<T>::isComplex)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return gemmEx(handle, transa, transb, m, n, k,
                static_cast<const void *>(alpha), a, typeA, lda, b, typeB, ldb,
                static_cast<const void *>(beta), c, typeC, ldc,
                CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

cublasStatus_t gemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int64_t m, int64_t n,
                             int64_t k, const void *alpha, const void *const *a,
                             cudaDataType typeA, int64_t lda,
                             const void *const *b, cudaDataType typeB,
                             int64_t ldb, const void *beta, void *const *c,
                             cudaDataType typeC, int64_t ldc, int64_t count,
                             cublasComputeType_t computeType,
                             cublasGemmAlgo_t) {
  return run(handle, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta,
             {typeA, typeB, typeC}, count, computeType,
             [=](int64_t i) { return ExPointers{a[i], b[i], c[i]}; });
}

/// Of the types that `run` accepts.
int64_t bytesOf(cudaDataType type) {
  switch (type) {
  case CUDA_R_8I:
    return 1;
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return 2;
  case CUDA_R_32F:
  case CUDA_R_32I:
    return 4;
  case CUDA_C_64F:
    return 16;
  default:
    return 8;
  }
}

cublasStatus_t gemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int64_t m, int64_t n, int64_t k, const void *alpha, const void *a,
    cudaDataType typeA, int64_t lda, int64_t strideA, const void *b,
    cudaDataType typeB, int64_t ldb, int64_t strideB, const void *beta, void *c,
    cudaDataType typeC, int64_t ldc, int64_t strideC, int64_t count,
    cublasComputeType_t computeType, cublasGemmAlgo_t) {
  strideA *= bytesOf(typeA);
  strideB *= bytesOf(typeB);
  strideC *= bytesOf(typeC);
  return run(handle, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta,
             {typeA, typeB, typeC}, count, computeType, [=](int64_t i) {
               return ExPointers{static_cast<const char *>(a) + i * strideA,
                                 static_cast<const char *>(b) + i * strideB,
                                 static_cast<char *>(c) + i * strideC};
             });
}

} // namespace
} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_gemm_ex.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME
#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_gemm_ex.h"
