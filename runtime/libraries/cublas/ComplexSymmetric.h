//===- ComplexSymmetric.h - Complex symv, syr and syr2 ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BLAS has these for real matrices only: its complex ones are Hermitian.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_COMPLEXSYMMETRIC_H
#define HEDDLE_LIBRARIES_CUBLAS_COMPLEXSYMMETRIC_H

#include "Blas.h"
#include <vector>

namespace heddle::blas {

/// A vector of BLAS as an array: a negative increment starts at the end.
template <typename N> std::vector<N> gather(int n, const N *x, int64_t inc) {
  std::vector<N> result(n);
  const N *first = inc < 0 ? x - (n - 1) * inc : x;
  for (int i = 0; i < n; ++i)
    result[i] = first[i * inc];
  return result;
}

/// Calls `visit(row, column, element)` for the triangle's elements.
template <typename N, typename Visit>
void forTriangle(cublasFillMode_t uplo, int n, N *a, int64_t lda, Visit visit) {
  for (int j = 0; j < n; ++j) {
    int begin = uplo == CUBLAS_FILL_MODE_LOWER ? j : 0;
    int end = uplo == CUBLAS_FILL_MODE_LOWER ? n : j + 1;
    for (int i = begin; i < end; ++i)
      visit(i, j, a[i + j * lda]);
  }
}

template <typename T>
void symvComplex(cublasFillMode_t uplo, int n, T alpha, const T *a, int lda,
                 const T *x, int incx, T beta, T *y, int64_t incy) {
  using namespace cublas;
  auto xs = gather(n, numbers(x), incx);
  std::vector<NumberOf<T>> sums(n);
  forTriangle(uplo, n, numbers(a), lda, [&](int i, int j, auto element) {
    sums[i] += times(element, xs[j]);
    if (i != j)
      sums[j] += times(element, xs[i]);
  });
  auto *first = numbers(incy < 0 ? y - (n - 1) * incy : y);
  for (int i = 0; i < n; ++i) {
    auto &to = first[i * incy];
    // With beta = 0, y need not be a number.
    to = isZero(beta) ? times(number(alpha), sums[i])
                      : times(number(alpha), sums[i]) + times(number(beta), to);
  }
}

template <typename T>
void syrComplex(cublasFillMode_t uplo, int n, T alpha, const T *x, int incx,
                T *a, int lda) {
  using namespace cublas;
  auto xs = gather(n, numbers(x), incx);
  forTriangle(uplo, n, numbers(a), lda, [&](int i, int j, auto &element) {
    element += times(number(alpha), times(xs[i], xs[j]));
  });
}

template <typename T>
void syr2Complex(cublasFillMode_t uplo, int n, T alpha, const T *x, int incx,
                 const T *y, int incy, T *a, int lda) {
  using namespace cublas;
  auto xs = gather(n, numbers(x), incx);
  auto ys = gather(n, numbers(y), incy);
  forTriangle(uplo, n, numbers(a), lda, [&](int i, int j, auto &element) {
    element += times(number(alpha), times(xs[i], ys[j]) + times(ys[i], xs[j]));
  });
}

#define HEDDLE_COMPLEX_SYMMETRIC(T)                                            \
  inline void symv(Typed<T>, cublasFillMode_t uplo, int n, const void *alpha,  \
                   const T *a, int lda, const T *x, int incx,                  \
                   const void *beta, T *y, int incy) {                         \
    symvComplex(uplo, n, *static_cast<const T *>(alpha), a, lda, x, incx,      \
                *static_cast<const T *>(beta), y, incy);                       \
  }                                                                            \
  inline void syr(Typed<T>, cublasFillMode_t uplo, int n, const void *alpha,   \
                  const T *x, int incx, T *a, int lda) {                       \
    syrComplex(uplo, n, *static_cast<const T *>(alpha), x, incx, a, lda);      \
  }                                                                            \
  inline void syr2(Typed<T>, cublasFillMode_t uplo, int n, const void *alpha,  \
                   const T *x, int incx, const T *y, int incy, T *a,           \
                   int lda) {                                                  \
    syr2Complex(uplo, n, *static_cast<const T *>(alpha), x, incx, y, incy, a,  \
                lda);                                                          \
  }
HEDDLE_COMPLEX_SYMMETRIC(float2)
HEDDLE_COMPLEX_SYMMETRIC(double2)
#undef HEDDLE_COMPLEX_SYMMETRIC

} // namespace heddle::blas

#endif // HEDDLE_LIBRARIES_CUBLAS_COMPLEXSYMMETRIC_H
