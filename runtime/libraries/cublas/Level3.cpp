//===- Level3.cpp - Symmetric and triangular matrices, geam, dgmm ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gemm.h"
#include "RankUpdates.h"

namespace heddle::cublas {
namespace {

using blas::scalar;
using blas::Typed;

/// Calls `part(begin, count)` for independent rows or columns.
template <typename Part>
void splitLength(int64_t length, double work, Part part) {
  int64_t threads = __heddle_library_threads();
  int64_t most = work < 1 << 18 ? 1 : 2 * threads;
  int64_t parts = std::clamp<int64_t>(length / 64, 1, threads > 1 ? most : 1);
  int64_t count = ((length + parts - 1) / parts + 15) / 16 * 16;
  parallelFor(
      (length + count - 1) / count, uint64_t(work / 32),
      [&](int64_t i) { part(i * count, std::min(count, length - i * count)); });
}

/// C = alpha A B + beta C, or B A, with a symmetric or Hermitian A.
template <bool Hermitian, typename T>
cublasStatus_t multiplySymmetric(cublasHandle_t handle, cublasSideMode_t side,
                                 cublasFillMode_t uplo, int64_t m, int64_t n,
                                 const T *alpha, const T *a, int64_t lda,
                                 const T *b, int64_t ldb, const T *beta, T *c,
                                 int64_t ldc) {
  bool isLeft = side == CUBLAS_SIDE_LEFT;
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(isSide(side) && isTriangle(uplo) && m >= 0 && n >= 0 &&
                     isLeading(lda, isLeft ? m : n) && isLeading(ldb, m) &&
                     isLeading(ldc, m) && alpha && beta);
  HEDDLE_CHECK_FIT(m, n, lda, ldb, ldc);
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    T s = scaleA.get(), t = scaleB.get();
    double work = double(m) * double(n) * double(isLeft ? m : n);
    splitLength(isLeft ? n : m, work, [&](int64_t begin, int64_t count) {
      int rows = int(isLeft ? m : count), columns = int(isLeft ? count : n);
      const T *bs = b + (isLeft ? begin * ldb : begin);
      T *cs = c + (isLeft ? begin * ldc : begin);
      if constexpr (Hermitian)
        blas::hemm(Typed<T>(), side, uplo, rows, columns, scalar(s), a,
                   int(lda), bs, int(ldb), scalar(t), cs, int(ldc));
      else
        blas::symm(Typed<T>(), side, uplo, rows, columns, scalar(s), a,
                   int(lda), bs, int(ldb), scalar(t), cs, int(ldc));
    });
  });
}
template <typename... Arguments> cublasStatus_t symm(Arguments... arguments) {
  return multiplySymmetric<false>(arguments...);
}
template <typename... Arguments> cublasStatus_t hemm(Arguments... arguments) {
  return multiplySymmetric<true>(arguments...);
}

template <typename T>
cublasStatus_t checkTriangular(cublasHandle_t handle, cublasSideMode_t side,
                               cublasFillMode_t uplo, cublasOperation_t trans,
                               cublasDiagType_t diag, int64_t m, int64_t n,
                               const T *alpha, int64_t lda, int64_t ldb) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(isSide(side) && isTriangle(uplo) && isOperation(trans) &&
                     isDiagonal(diag) && m >= 0 && n >= 0 &&
                     isLeading(lda, side == CUBLAS_SIDE_LEFT ? m : n) &&
                     isLeading(ldb, m) && alpha);
  HEDDLE_CHECK_FIT(m, n, lda, ldb);
  return CUBLAS_STATUS_SUCCESS;
}

/// op(A) X = alpha B, or X op(A) = alpha B. X replaces B.
template <typename T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side,
                    cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t m, int64_t n, const T *alpha,
                    const T *a, int64_t lda, T *b, int64_t ldb) {
  if (cublasStatus_t status = checkTriangular(handle, side, uplo, trans, diag,
                                              m, n, alpha, lda, ldb))
    return status;
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, scale = Scalar<T>(handle, alpha)] {
    T s = scale.get();
    bool isLeft = side == CUBLAS_SIDE_LEFT;
    double work = double(m) * double(n) * double(isLeft ? m : n) / 2;
    splitLength(isLeft ? n : m, work, [&](int64_t begin, int64_t count) {
      blas::trsm(Typed<T>(), side, uplo, trans, diag, int(isLeft ? m : count),
                 int(isLeft ? count : n), scalar(s), a, int(lda),
                 b + (isLeft ? begin * ldb : begin), int(ldb));
    });
  });
}

template <typename T>
cublasStatus_t trsmBatched(cublasHandle_t handle, cublasSideMode_t side,
                           cublasFillMode_t uplo, cublasOperation_t trans,
                           cublasDiagType_t diag, int64_t m, int64_t n,
                           const T *alpha, const T *const *a, int64_t lda,
                           T *const *b, int64_t ldb, int64_t count) {
  if (cublasStatus_t status = checkTriangular(handle, side, uplo, trans, diag,
                                              m, n, alpha, lda, ldb))
    return status;
  HEDDLE_CHECK_VALUE(count >= 0);
  if (m == 0 || n == 0 || count == 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, scale = Scalar<T>(handle, alpha)] {
    T s = scale.get();
    int64_t order = side == CUBLAS_SIDE_LEFT ? m : n;
    parallelFor(count, uint64_t(m * n * order * count) / 8, [&](uint64_t i) {
      blas::trsm(Typed<T>(), side, uplo, trans, diag, int(m), int(n), scalar(s),
                 a[i], int(lda), b[i], int(ldb));
    });
  });
}

/// C = alpha op(A) B, or B op(A). BLAS's replaces B; here C may be B.
template <typename T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side,
                    cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t m, int64_t n, const T *alpha,
                    const T *a, int64_t lda, const T *b, int64_t ldb, T *c,
                    int64_t ldc) {
  if (cublasStatus_t status = checkTriangular(handle, side, uplo, trans, diag,
                                              m, n, alpha, lda, ldb))
    return status;
  HEDDLE_CHECK_VALUE(isLeading(ldc, m));
  HEDDLE_CHECK_FIT(ldc);
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, scale = Scalar<T>(handle, alpha)] {
    T s = scale.get();
    bool isLeft = side == CUBLAS_SIDE_LEFT;
    double work = double(m) * double(n) * double(isLeft ? m : n) / 2;
    splitLength(isLeft ? n : m, work, [&](int64_t begin, int64_t count) {
      int64_t rows = isLeft ? m : count, columns = isLeft ? count : n;
      const T *from = b + (isLeft ? begin * ldb : begin);
      T *to = c + (isLeft ? begin * ldc : begin);
      if (b != c)
        for (int64_t j = 0; j < columns; ++j)
          std::copy_n(from + j * ldb, rows, to + j * ldc);
      blas::trmm(Typed<T>(), side, uplo, trans, diag, int(rows), int(columns),
                 scalar(s), a, int(lda), to, int(ldc));
    });
  });
}

/// Element (i, j) of op(A).
template <typename N>
N element(const N *a, int64_t lda, cublasOperation_t op, int64_t i, int64_t j) {
  N value = op == CUBLAS_OP_N ? a[i + j * lda] : a[j + i * lda];
  return op == CUBLAS_OP_C ? conjugate(value) : value;
}

/// C = alpha op(A) + beta op(B). C may be A or B if that is not transposed.
template <typename T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t transa,
                    cublasOperation_t transb, int64_t m, int64_t n,
                    const T *alpha, const T *a, int64_t lda, const T *beta,
                    const T *b, int64_t ldb, T *c, int64_t ldc) {
  bool plainA = transa == CUBLAS_OP_N, plainB = transb == CUBLAS_OP_N;
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(
      isOperation(transa) && isOperation(transb) && m >= 0 && n >= 0 && alpha &&
      beta && isLeading(lda, plainA ? m : n) &&
      isLeading(ldb, plainB ? m : n) && isLeading(ldc, m) &&
      (c != a || (plainA && lda == ldc)) && (c != b || (plainB && ldb == ldc)));
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<T> scaleA(handle, alpha), scaleB(handle, beta);
  return submit(handle, [=] {
    auto s = number(scaleA.get()), t = number(scaleB.get());
    const auto *as = numbers(a), *bs = numbers(b);
    auto *cs = numbers(c);
    // A matrix whose factor is 0 is not read. Tiles keep the rows of a
    // transposed matrix in the cache.
    constexpr int64_t side = 32;
    int64_t tiles = (n + side - 1) / side;
    parallelFor(tiles, uint64_t(m * n) * sizeof(T) / 4, [&](int64_t tile) {
      int64_t end = std::min(n, (tile + 1) * side);
      for (int64_t row = 0; row < m; row += side)
        for (int64_t j = tile * side; j < end; ++j)
          for (int64_t i = row; i < std::min(m, row + side); ++i) {
            NumberOf<T> sum(0);
            if (s != NumberOf<T>(0))
              sum = times(s, element(as, lda, transa, i, j));
            if (t != NumberOf<T>(0))
              sum += times(t, element(bs, ldb, transb, i, j));
            cs[i + j * ldc] = sum;
          }
    });
  });
}

/// C = A diag(x), or diag(x) A.
template <typename T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, int64_t m,
                    int64_t n, const T *a, int64_t lda, const T *x,
                    int64_t incx, T *c, int64_t ldc) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(isSide(side) && m >= 0 && n >= 0 && isLeading(lda, m) &&
                     isLeading(ldc, m));
  if (m == 0 || n == 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=] {
    bool isLeft = side == CUBLAS_SIDE_LEFT;
    int64_t length = isLeft ? m : n;
    const auto *xs = numbers(incx < 0 ? x - (length - 1) * incx : x);
    const auto *as = numbers(a);
    auto *cs = numbers(c);
    constexpr int64_t columns = 16;
    parallelFor((n + columns - 1) / columns, uint64_t(m * n) * sizeof(T) / 4,
                [&](int64_t part) {
                  int64_t end = std::min(n, (part + 1) * columns);
                  for (int64_t j = part * columns; j < end; ++j)
                    for (int64_t i = 0; i < m; ++i)
                      cs[i + j * ldc] =
                          times(as[i + j * lda], xs[(isLeft ? i : j) * incx]);
                });
  });
}

} // namespace
} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_level3.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME
#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_level3.h"
