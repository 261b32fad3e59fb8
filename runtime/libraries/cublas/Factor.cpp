//===- Factor.cpp - Small systems in batches, rotations -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread factors whole matrices. Batches are for matrices of a few dozen
// rows, so plain loops over columns do.
//
//===----------------------------------------------------------------------===//

#include "Blas.h"
#include "Handle.h"
#include "Householder.h"
#include <algorithm>
#include <vector>

namespace heddle::cublas {
namespace {

using blas::scalar;
using blas::Typed;

/// P A = L U in place. Pivots count from 1; without them rows stay where they
/// are. Returns the number of the first pivot that is zero, or 0.
template <typename N> int factor(int n, N *a, int64_t lda, int *pivots) {
  int info = 0;
  for (int64_t j = 0; j < n; ++j) {
    N *column = a + j * lda;
    int64_t pivot = j;
    if (pivots) {
      // As BLAS compares complex numbers, and LAPACK with it.
      auto size = [](N value) {
        if constexpr (std::is_floating_point_v<N>)
          return std::abs(value);
        else
          return std::abs(value.real()) + std::abs(value.imag());
      };
      for (int64_t i = j + 1; i < n; ++i)
        if (size(column[i]) > size(column[pivot]))
          pivot = i;
      pivots[j] = int(pivot) + 1;
    }
    if (column[pivot] == N(0)) {
      info = info ? info : int(j) + 1;
      continue;
    }
    if (pivot != j)
      for (int64_t k = 0; k < n; ++k)
        std::swap(a[j + k * lda], a[pivot + k * lda]);
    N inverse = N(1) / column[j];
    for (int64_t i = j + 1; i < n; ++i)
      column[i] = times(column[i], inverse);
    for (int64_t k = j + 1; k < n; ++k) {
      N row = a[j + k * lda];
      for (int64_t i = j + 1; i < n; ++i)
        a[i + k * lda] -= times(column[i], row);
    }
  }
  return info;
}

/// Solves op(P^-1 L U) X = B in place.
template <typename T>
void solve(cublasOperation_t op, int n, int columns, const T *a, int lda,
           const int *pivots, T *b, int64_t ldb) {
  T one = constant<T>(1);
  auto swapRows = [&](int i) {
    int with = pivots ? pivots[i] - 1 : i;
    for (int64_t j = 0; with != i && j < columns; ++j)
      std::swap(b[i + j * ldb], b[with + j * ldb]);
  };
  auto triangle = [&](cublasFillMode_t uplo, cublasDiagType_t diag) {
    blas::trsm(Typed<T>(), CUBLAS_SIDE_LEFT, uplo, op, diag, n, columns,
               scalar(one), a, lda, b, int(ldb));
  };
  if (op == CUBLAS_OP_N) {
    for (int i = 0; i < n; ++i)
      swapRows(i);
    triangle(CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT);
    triangle(CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT);
  } else {
    triangle(CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT);
    triangle(CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_UNIT);
    for (int i = n - 1; i >= 0; --i)
      swapRows(i);
  }
}

/// The inverse of a factored matrix. Returns the first zero pivot, or 0.
template <typename T>
int invert(int n, const T *lu, int lda, const int *pivots, T *c, int64_t ldc) {
  for (int64_t i = 0; i < n; ++i)
    if (isZero(lu[i + i * lda]))
      return int(i) + 1;
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < n; ++i)
      c[i + j * ldc] = constant<T>(i == j);
  solve(CUBLAS_OP_N, n, n, lu, lda, pivots, c, ldc);
  return 0;
}

uint64_t cubed(int n, int count) { return uint64_t(n) * n * n * count / 2; }

template <typename T>
cublasStatus_t getrfBatched(cublasHandle_t handle, int n, T *const *a, int lda,
                            int *pivots, int *info, int count) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(n >= 0 && count >= 0 && isLeading(lda, n));
  return submit(handle, [=] {
    parallelFor(count, cubed(n, count), [&](int64_t i) {
      info[i] =
          factor(n, numbers(a[i]), lda, pivots ? pivots + i * n : nullptr);
    });
  });
}

template <typename T>
cublasStatus_t getriBatched(cublasHandle_t handle, int n, const T *const *a,
                            int lda, const int *pivots, T *const *c, int ldc,
                            int *info, int count) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(n >= 0 && count >= 0 && isLeading(lda, n) &&
                     isLeading(ldc, n));
  return submit(handle, [=] {
    parallelFor(count, cubed(n, count), [&](int64_t i) {
      info[i] =
          invert(n, a[i], lda, pivots ? pivots + i * n : nullptr, c[i], ldc);
    });
  });
}

/// `info` is of the host and tells which argument is wrong, or 0.
template <typename T>
cublasStatus_t getrsBatched(cublasHandle_t handle, cublasOperation_t trans,
                            int n, int nrhs, const T *const *a, int lda,
                            const int *pivots, T *const *b, int ldb, int *info,
                            int count) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(info);
  *info = !isOperation(trans)  ? -1
          : n < 0              ? -2
          : nrhs < 0           ? -3
          : !isLeading(lda, n) ? -5
          : !isLeading(ldb, n) ? -8
          : count < 0          ? -10
                               : 0;
  HEDDLE_CHECK_VALUE(*info == 0);
  if (n == 0 || nrhs == 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=] {
    parallelFor(count, uint64_t(n) * n * nrhs * count, [&](int64_t i) {
      solve(trans, n, nrhs, a[i], lda, pivots ? pivots + i * n : nullptr, b[i],
            ldb);
    });
  });
}

/// For matrices of up to 32 rows, as documented.
template <typename T>
cublasStatus_t matinvBatched(cublasHandle_t handle, int n, const T *const *a,
                             int lda, T *const *c, int ldc, int *info,
                             int count) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(n >= 0 && count >= 0 && isLeading(lda, n) &&
                     isLeading(ldc, n) && n <= 32);
  return submit(handle, [=] {
    parallelFor(count, cubed(n, count), [&](int64_t i) {
      std::vector<T> lu(size_t(n) * n);
      std::vector<int> pivots(n);
      for (int64_t j = 0; j < n; ++j)
        std::copy_n(a[i] + j * lda, n, lu.data() + j * n);
      info[i] = factor(n, numbers(lu.data()), n, pivots.data());
      if (info[i] == 0)
        info[i] = invert(n, lu.data(), n, pivots.data(), c[i], ldc);
    });
  });
}

template <typename T>
cublasStatus_t geqrfBatched(cublasHandle_t handle, int m, int n, T *const *a,
                            int lda, T *const *tau, int *info, int count) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(info);
  *info = m < 0                ? -1
          : n < 0              ? -2
          : !isLeading(lda, m) ? -4
          : count < 0          ? -7
                               : 0;
  HEDDLE_CHECK_VALUE(*info == 0);
  return submit(handle, [=] {
    parallelFor(count, uint64_t(m) * n * n * count, [&](int64_t i) {
      factorQR(m, n, numbers(a[i]), lda, numbers(tau[i]));
    });
  });
}

/// Least squares: min |C - A X|, for A with at least as many rows as columns.
template <typename T>
cublasStatus_t gelsBatched(cublasHandle_t handle, cublasOperation_t trans,
                           int m, int n, int nrhs, T *const *a, int lda,
                           T *const *c, int ldc, int *info, int *devInfo,
                           int count) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(info);
  *info = !isOperation(trans)               ? -1
          : m < 0                           ? -2
          : n < 0                           ? -3
          : nrhs < 0                        ? -4
          : !isLeading(lda, m)              ? -6
          : !isLeading(ldc, std::max(m, n)) ? -8
          : count < 0                       ? -11
                                            : 0;
  HEDDLE_CHECK_VALUE(*info == 0);
  // As documented, the matrix is neither transposed nor wide.
  if (trans != CUBLAS_OP_N || m < n)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    parallelFor(count, uint64_t(m) * n * n * count, [&](int64_t i) {
      int zero =
          leastSquares(m, n, nrhs, numbers(a[i]), lda, numbers(c[i]), ldc);
      if (devInfo)
        devInfo[i] = zero;
    });
  });
}

/// The position of a triangle's element in packed storage.
int64_t packedIndex(cublasFillMode_t uplo, int64_t n, int64_t i, int64_t j) {
  return uplo == CUBLAS_FILL_MODE_UPPER ? i + j * (j + 1) / 2
                                        : i + (2 * n - j - 1) * j / 2;
}

template <typename T, typename Visit>
cublasStatus_t visitPacked(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                           int lda, Visit visit) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(isTriangle(uplo) && n >= 0 && isLeading(lda, n));
  return submit(handle, [=] {
    for (int64_t j = 0; j < n; ++j) {
      int64_t begin = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j;
      int64_t end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n;
      for (int64_t i = begin; i < end; ++i)
        visit(packedIndex(uplo, n, i, j), i + j * lda);
    }
  });
}

template <typename T>
cublasStatus_t tpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                     const T *ap, T *a, int lda) {
  return visitPacked<T>(
      handle, uplo, n, lda,
      [=](int64_t packed, int64_t full) { a[full] = ap[packed]; });
}
template <typename T>
cublasStatus_t trttp(cublasHandle_t handle, cublasFillMode_t uplo, int n,
                     const T *a, int lda, T *ap) {
  return visitPacked<T>(
      handle, uplo, n, lda,
      [=](int64_t packed, int64_t full) { ap[packed] = a[full]; });
}

/// The rotation that makes b zero.
template <typename T, typename U>
cublasStatus_t rotg(cublasHandle_t handle, T *a, T *b, U *c, T *s) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(a && b && c && s);
  if (cannotReturn(handle))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] {
    if constexpr (!Number<T>::isComplex) {
      blas::rotg(Typed<T>(), a, b, c, s);
    } else {
      auto u = number(*a), v = number(*b);
      auto sizeA = std::abs(u), length = std::hypot(sizeA, std::abs(v));
      if (sizeA == 0) {
        *c = 0;
        *s = constant<T>(1);
        *a = *b;
      } else {
        auto direction = u / sizeA;
        *c = sizeA / length;
        *numbers(s) = direction * std::conj(v) / length;
        *numbers(a) = direction * length;
      }
    }
  });
}

template <typename T>
cublasStatus_t rotmg(cublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1,
                     T *param) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(d1 && d2 && x1 && y1 && param);
  if (cannotReturn(handle))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle,
                [=] { blas::rotmg(Typed<T>(), d1, d2, x1, *y1, param); });
}

} // namespace
} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_factor.h"
