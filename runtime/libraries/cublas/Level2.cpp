//===- Level2.cpp - Operations on a matrix and vectors --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blas.h"
#include "ComplexSymmetric.h"
#include "Handle.h"
#include <vector>

namespace heddle::cublas {
namespace {

using blas::scalar;
using blas::Typed;

/// The checks that most functions share; `extra` is what is special.
#define HEDDLE_CHECK_LEVEL2(extra, ...)                                        \
  HEDDLE_CHECK_HANDLE(handle);                                                 \
  HEDDLE_CHECK_VALUE(extra);                                                   \
  HEDDLE_CHECK_FIT(__VA_ARGS__)

/// y = alpha op(A) x + beta y, split by the elements of y.
template <typename T>
void multiply(cublasOperation_t trans, int m, int n, T alpha, const T *a,
              int lda, const T *x, int incx, T beta, T *y, int incy) {
  constexpr int rows = 512;
  int length = trans == CUBLAS_OP_N ? m : n;
  bool splits = int64_t(m) * n >= 1 << 17 && length > rows && incy > 0;
  uint64_t parts = splits ? (length + rows - 1) / rows : 1;
  parallelFor(parts, uint64_t(m) * n * sizeof(T) / 8, [&](uint64_t part) {
    int64_t begin = part * rows;
    int count = splits ? int(std::min<int64_t>(rows, length - begin)) : length;
    bool isPlain = trans == CUBLAS_OP_N;
    blas::gemv(Typed<T>(), trans, isPlain ? count : m, isPlain ? n : count,
               scalar(alpha), a + (isPlain ? begin : begin * lda), lda, x, incx,
               scalar(beta), y + begin * incy, incy);
  });
}

template <typename T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t trans, int64_t m,
                    int64_t n, const T *alpha, const T *a, int64_t lda,
                    const T *x, int64_t incx, const T *beta, T *y,
                    int64_t incy) {
  HEDDLE_CHECK_LEVEL2(isOperation(trans) && m >= 0 && n >= 0 && incx != 0 &&
                          incy != 0 && isLeading(lda, m) && alpha && beta,
                      m, n, lda, incx, incy);
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    multiply<T>(trans, m, n, scaleA.get(), a, lda, x, incx, scaleB.get(), y,
                incy);
  });
}

template <typename T>
cublasStatus_t gemvBatched(cublasHandle_t handle, cublasOperation_t trans,
                           int64_t m, int64_t n, const T *alpha,
                           const T *const *a, int64_t lda, const T *const *x,
                           int64_t incx, const T *beta, T *const *y,
                           int64_t incy, int64_t count) {
  HEDDLE_CHECK_LEVEL2(isOperation(trans) && m >= 0 && n >= 0 && incx != 0 &&
                          incy != 0 && isLeading(lda, m) && alpha && beta &&
                          count >= 0,
                      m, n, lda, incx, incy);
  if (m == 0 || n == 0 || count == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    T s = scaleA.get(), t = scaleB.get();
    parallelFor(count, uint64_t(m) * n * count, [&](uint64_t i) {
      blas::gemv(Typed<T>(), trans, int(m), int(n), scalar(s), a[i], int(lda),
                 x[i], int(incx), scalar(t), y[i], int(incy));
    });
  });
}

template <typename T>
cublasStatus_t
gemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int64_t m,
                   int64_t n, const T *alpha, const T *a, int64_t lda,
                   int64_t strideA, const T *x, int64_t incx, int64_t stridex,
                   const T *beta, T *y, int64_t incy, int64_t stridey,
                   int64_t count) {
  HEDDLE_CHECK_LEVEL2(isOperation(trans) && m >= 0 && n >= 0 && incx != 0 &&
                          incy != 0 && isLeading(lda, m) && alpha && beta &&
                          count >= 0,
                      m, n, lda, incx, incy);
  if (m == 0 || n == 0 || count == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    T s = scaleA.get(), t = scaleB.get();
    parallelFor(count, uint64_t(m) * n * count, [&](int64_t i) {
      blas::gemv(Typed<T>(), trans, int(m), int(n), scalar(s), a + i * strideA,
                 int(lda), x + i * stridex, int(incx), scalar(t),
                 y + i * stridey, int(incy));
    });
  });
}

template <typename T>
cublasStatus_t gbmv(cublasHandle_t handle, cublasOperation_t trans, int64_t m,
                    int64_t n, int64_t kl, int64_t ku, const T *alpha,
                    const T *a, int64_t lda, const T *x, int64_t incx,
                    const T *beta, T *y, int64_t incy) {
  HEDDLE_CHECK_LEVEL2(isOperation(trans) && m >= 0 && n >= 0 && kl >= 0 &&
                          ku >= 0 && lda >= kl + ku + 1 && incx != 0 &&
                          incy != 0 && alpha && beta,
                      m, n, kl, ku, lda, incx, incy);
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    T s = scaleA.get(), t = scaleB.get();
    blas::gbmv(Typed<T>(), trans, int(m), int(n), int(kl), int(ku), scalar(s),
               a, int(lda), x, int(incx), scalar(t), y, int(incy));
  });
}

// Triangular matrices: full, banded and packed; multiplied and solved.
#define HEDDLE_TRIANGULAR(name, parameters, condition, integers, arguments)    \
  template <typename T> cublasStatus_t name parameters {                       \
    HEDDLE_CHECK_LEVEL2(isTriangle(uplo) && isOperation(trans) &&              \
                            isDiagonal(diag) && n >= 0 && incx != 0 &&         \
                            (condition),                                       \
                        n, incx, integers);                                    \
    if (n == 0)                                                                \
      return CUBLAS_STATUS_SUCCESS;                                            \
    return submit(handle, [=] { blas::name arguments; });                      \
  }
#define HEDDLE_FULL(name)                                                      \
  HEDDLE_TRIANGULAR(                                                           \
      name,                                                                    \
      (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
       cublasDiagType_t diag, int64_t n, const T *a, int64_t lda, T *x,        \
       int64_t incx),                                                          \
      isLeading(lda, n), lda,                                                  \
      (Typed<T>(), uplo, trans, diag, int(n), a, int(lda), x, int(incx)))
#define HEDDLE_BANDED(name)                                                    \
  HEDDLE_TRIANGULAR(name,                                                      \
                    (cublasHandle_t handle, cublasFillMode_t uplo,             \
                     cublasOperation_t trans, cublasDiagType_t diag,           \
                     int64_t n, int64_t k, const T *a, int64_t lda, T *x,      \
                     int64_t incx),                                            \
                    k >= 0 && lda >= k + 1, lda,                               \
                    (Typed<T>(), uplo, trans, diag, int(n), int(k), a,         \
                     int(lda), x, int(incx)))
#define HEDDLE_PACKED(name)                                                    \
  HEDDLE_TRIANGULAR(                                                           \
      name,                                                                    \
      (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
       cublasDiagType_t diag, int64_t n, const T *ap, T *x, int64_t incx),     \
      true, 0, (Typed<T>(), uplo, trans, diag, int(n), ap, x, int(incx)))
HEDDLE_FULL(trmv)
HEDDLE_FULL(trsv)
HEDDLE_BANDED(tbmv)
HEDDLE_BANDED(tbsv)
HEDDLE_PACKED(tpmv)
HEDDLE_PACKED(tpsv)
#undef HEDDLE_TRIANGULAR
#undef HEDDLE_FULL
#undef HEDDLE_BANDED
#undef HEDDLE_PACKED

// Symmetric and Hermitian matrices times a vector: full, banded, packed.
#define HEDDLE_SYMMETRIC(name, parameters, condition, integers, ...)           \
  template <typename T>                                                        \
  cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t uplo, int64_t n, \
                      parameters, const T *x, int64_t incx, const T *beta,     \
                      T *y, int64_t incy) {                                    \
    HEDDLE_CHECK_LEVEL2(isTriangle(uplo) && n >= 0 && incx != 0 &&             \
                            incy != 0 && alpha && beta && (condition),         \
                        n, incx, incy, integers);                              \
    if (n == 0)                                                                \
      return CUBLAS_STATUS_SUCCESS;                                            \
    Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);                     \
    return submit(handle, [=] {                                                \
      T s = scaleA.get(), t = scaleB.get();                                    \
      blas::name(Typed<T>(), uplo, int(n), __VA_ARGS__, x, int(incx),          \
                 scalar(t), y, int(incy));                                     \
    });                                                                        \
  }
#define HEDDLE_COMMA ,
#define HEDDLE_FULL(name)                                                      \
  HEDDLE_SYMMETRIC(                                                            \
      name, const T *alpha HEDDLE_COMMA const T *a HEDDLE_COMMA int64_t lda,   \
      isLeading(lda, n), lda, scalar(s), a, int(lda))
#define HEDDLE_BANDED(name)                                                    \
  HEDDLE_SYMMETRIC(name,                                                       \
                   int64_t k HEDDLE_COMMA const T *alpha                       \
                       HEDDLE_COMMA const T *a HEDDLE_COMMA int64_t lda,       \
                   k >= 0 && lda >= k + 1, lda, int(k), scalar(s), a,          \
                   int(lda))
#define HEDDLE_PACKED(name)                                                    \
  HEDDLE_SYMMETRIC(name, const T *alpha HEDDLE_COMMA const T *ap, true, 0,     \
                   scalar(s), ap)
HEDDLE_FULL(symv)
HEDDLE_FULL(hemv)
HEDDLE_BANDED(sbmv)
HEDDLE_BANDED(hbmv)
HEDDLE_PACKED(spmv)
HEDDLE_PACKED(hpmv)
#undef HEDDLE_SYMMETRIC
#undef HEDDLE_FULL
#undef HEDDLE_BANDED
#undef HEDDLE_PACKED

/// A += alpha x y^T, or x y^H.
template <bool Conjugate, typename T>
cublasStatus_t ger(cublasHandle_t handle, int64_t m, int64_t n, const T *alpha,
                   const T *x, int64_t incx, const T *y, int64_t incy, T *a,
                   int64_t lda) {
  HEDDLE_CHECK_LEVEL2(m >= 0 && n >= 0 && incx != 0 && incy != 0 &&
                          isLeading(lda, m) && alpha,
                      m, n, incx, incy, lda);
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, scale = Scalar<T>(handle, alpha)] {
    T s = scale.get();
    auto update = [&](auto function) {
      function(Typed<T>(), int(m), int(n), scalar(s), x, int(incx), y,
               int(incy), a, int(lda));
    };
    if constexpr (!Number<T>::isComplex)
      update([](auto... arguments) { blas::ger(arguments...); });
    else if constexpr (Conjugate)
      update([](auto... arguments) { blas::gerc(arguments...); });
    else
      update([](auto... arguments) { blas::geru(arguments...); });
  });
}

// Updates of rank 1 and 2, of a full or packed triangle.
#define HEDDLE_UPDATE(name, U, condition, integers, vectors, matrix, passed,   \
                      stored)                                                  \
  template <typename T>                                                        \
  cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t uplo, int64_t n, \
                      const U *alpha, vectors, matrix) {                       \
    HEDDLE_CHECK_LEVEL2(isTriangle(uplo) && n >= 0 && alpha && (condition), n, \
                        integers);                                             \
    if (n == 0)                                                                \
      return CUBLAS_STATUS_SUCCESS;                                            \
    return submit(handle, [=, scale = Scalar<U>(handle, alpha)] {              \
      U s = scale.get();                                                       \
      blas::name(Typed<T>(), uplo, int(n), scalar(s), passed, stored);         \
    });                                                                        \
  }
#define HEDDLE_ONE const T *x HEDDLE_COMMA int64_t incx
#define HEDDLE_TWO HEDDLE_ONE HEDDLE_COMMA const T *y HEDDLE_COMMA int64_t incy
#define HEDDLE_PASS_ONE x HEDDLE_COMMA int(incx)
#define HEDDLE_PASS_TWO HEDDLE_PASS_ONE HEDDLE_COMMA y HEDDLE_COMMA int(incy)
#define HEDDLE_FULL1(name, U)                                                  \
  HEDDLE_UPDATE(name, U, incx != 0 && isLeading(lda, n),                       \
                incx HEDDLE_COMMA lda, HEDDLE_ONE,                             \
                T * a HEDDLE_COMMA int64_t lda, HEDDLE_PASS_ONE,               \
                a HEDDLE_COMMA int(lda))
#define HEDDLE_FULL2(name)                                                     \
  HEDDLE_UPDATE(name, T, incx != 0 && incy != 0 && isLeading(lda, n),          \
                incx HEDDLE_COMMA incy HEDDLE_COMMA lda, HEDDLE_TWO,           \
                T * a HEDDLE_COMMA int64_t lda, HEDDLE_PASS_TWO,               \
                a HEDDLE_COMMA int(lda))
#define HEDDLE_PACKED1(name, U)                                                \
  HEDDLE_UPDATE(name, U, incx != 0, incx, HEDDLE_ONE, T * ap, HEDDLE_PASS_ONE, \
                ap)
#define HEDDLE_PACKED2(name)                                                   \
  HEDDLE_UPDATE(name, T, incx != 0 && incy != 0, incx HEDDLE_COMMA incy,       \
                HEDDLE_TWO, T * ap, HEDDLE_PASS_TWO, ap)
HEDDLE_FULL1(syr, T)
HEDDLE_FULL1(her, RealOf<T>)
HEDDLE_PACKED1(spr, T)
HEDDLE_PACKED1(hpr, RealOf<T>)
HEDDLE_FULL2(syr2)
HEDDLE_FULL2(her2)
HEDDLE_PACKED2(spr2)
HEDDLE_PACKED2(hpr2)

} // namespace
} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_level2.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME
#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_level2.h"
