//===- Copies.cpp - Vectors and matrices to and from the device -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both are copies of a rectangle, which the runtime checks and captures as it
// does the program's own. A vector with increments is a column of single
// elements.
//
//===----------------------------------------------------------------------===//

#include "Handle.h"
#include <optional>

namespace heddle::cublas {
namespace {

cublasStatus_t copy(int64_t width, int64_t height, const void *from,
                    int64_t fromPitch, void *to, int64_t toPitch,
                    cudaMemcpyKind kind, std::optional<cudaStream_t> stream) {
  if (width == 0 || height == 0)
    return CUBLAS_STATUS_SUCCESS;
  cudaError_t error =
      stream ? cudaMemcpy2DAsync(to, toPitch, from, fromPitch, width, height,
                                 kind, *stream)
             : cudaMemcpy2D(to, toPitch, from, fromPitch, width, height, kind);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                              : CUBLAS_STATUS_MAPPING_ERROR;
}

cublasStatus_t copyVector(int64_t n, int64_t size, const void *x, int64_t incx,
                          void *y, int64_t incy, cudaMemcpyKind kind,
                          std::optional<cudaStream_t> stream) {
  HEDDLE_CHECK_VALUE(incx > 0 && incy > 0 && size > 0);
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  if (incx == 1 && incy == 1)
    return copy(n * size, 1, x, n * size, y, n * size, kind, stream);
  return copy(size, n, x, incx * size, y, incy * size, kind, stream);
}

cublasStatus_t copyMatrix(int64_t rows, int64_t columns, int64_t size,
                          const void *a, int64_t lda, void *b, int64_t ldb,
                          cudaMemcpyKind kind,
                          std::optional<cudaStream_t> stream) {
  HEDDLE_CHECK_VALUE(rows >= 0 && columns >= 0 && size > 0 && lda > 0 &&
                     ldb > 0 && lda >= rows && ldb >= rows);
  return copy(rows * size, columns, a, lda * size, b, ldb * size, kind, stream);
}

cublasStatus_t setVector(int64_t n, int64_t size, const void *x, int64_t incx,
                         void *y, int64_t incy,
                         std::optional<cudaStream_t> stream = {}) {
  return copyVector(n, size, x, incx, y, incy, cudaMemcpyHostToDevice, stream);
}
cublasStatus_t getVector(int64_t n, int64_t size, const void *x, int64_t incx,
                         void *y, int64_t incy,
                         std::optional<cudaStream_t> stream = {}) {
  return copyVector(n, size, x, incx, y, incy, cudaMemcpyDeviceToHost, stream);
}
cublasStatus_t setMatrix(int64_t rows, int64_t columns, int64_t size,
                         const void *a, int64_t lda, void *b, int64_t ldb,
                         std::optional<cudaStream_t> stream = {}) {
  return copyMatrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyHostToDevice,
                    stream);
}
cublasStatus_t getMatrix(int64_t rows, int64_t columns, int64_t size,
                         const void *a, int64_t lda, void *b, int64_t ldb,
                         std::optional<cudaStream_t> stream = {}) {
  return copyMatrix(rows, columns, size, a, lda, b, ldb, cudaMemcpyDeviceToHost,
                    stream);
}

} // namespace
} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_copies.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME
#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_copies.h"
