//===- Gemm.cpp - gemm, alone and in batches ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemm.h"
#include "MixedGemm.h"

namespace heddle::cublas {

/// All forms end here: `at(i)` gives the pointers of matrix i when it runs.
template <typename T, typename At>
static cublasStatus_t gemmBatch(cublasHandle_t handle, const GemmShape &shape,
                                const T *alpha, const T *beta, int64_t count,
                                At at) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(shape.isValid() && count >= 0 && alpha && beta);
  HEDDLE_CHECK_FIT(shape.k, shape.lda, shape.ldb, shape.ldc);
  if (shape.isEmpty() || count == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    if constexpr (std::is_same_v<T, __half>)
      runMixedGemm<float, _Float16, _Float16>(
          shape, toFloat(scaleA.get()), toFloat(scaleB.get()), count,
          [&](int64_t i) { return asFloat16(at(i)); });
    else
      runGemm<T>(shape, scaleA.get(), scaleB.get(), count, at);
  });
}

template <typename T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t transa,
                    cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                    const T *alpha, const T *a, int64_t lda, const T *b,
                    int64_t ldb, const T *beta, T *c, int64_t ldc) {
  return gemmBatch(handle, {transa, transb, m, n, k, lda, ldb, ldc}, alpha,
                   beta, 1, [=](int64_t) { return GemmPointers<T>{a, b, c}; });
}

template <typename T>
cublasStatus_t gemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int64_t m, int64_t n,
                           int64_t k, const T *alpha, const T *const *a,
                           int64_t lda, const T *const *b, int64_t ldb,
                           const T *beta, T *const *c, int64_t ldc,
                           int64_t count) {
  return gemmBatch(
      handle, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, beta, count,
      [=](int64_t i) { return GemmPointers<T>{a[i], b[i], c[i]}; });
}

template <typename T>
cublasStatus_t
gemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                   cublasOperation_t transb, int64_t m, int64_t n, int64_t k,
                   const T *alpha, const T *a, int64_t lda, int64_t strideA,
                   const T *b, int64_t ldb, int64_t strideB, const T *beta,
                   T *c, int64_t ldc, int64_t strideC, int64_t count) {
  return gemmBatch(handle, {transa, transb, m, n, k, lda, ldb, ldc}, alpha,
                   beta, count, [=](int64_t i) {
                     return GemmPointers<T>{a + i * strideA, b + i * strideB,
                                            c + i * strideC};
                   });
}

} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_gemm.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME
#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_gemm.h"
