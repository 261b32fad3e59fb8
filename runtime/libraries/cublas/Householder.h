//===- Householder.h - QR factorisation and least squares -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_HOUSEHOLDER_H
#define HEDDLE_LIBRARIES_CUBLAS_HOUSEHOLDER_H

#include "Numbers.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::cublas {

/// Applies (I - factor v v^H) to a column; v[0] is 1 and not stored.
template <typename N>
void reflect(int64_t length, const N *v, N factor, N *column) {
  N sum = column[0];
  for (int64_t i = 1; i < length; ++i)
    sum += times(conjugate(v[i]), column[i]);
  sum = times(sum, factor);
  column[0] -= sum;
  for (int64_t i = 1; i < length; ++i)
    column[i] -= times(v[i], sum);
}

/// A = Q R in place, as LAPACK stores it: R, below it the vectors of the
/// reflections I - tau v v^H, and their factors.
template <typename N>
void factorQR(int64_t m, int64_t n, N *a, int64_t lda, N *tau) {
  for (int64_t j = 0; j < std::min(m, n); ++j) {
    N *column = a + j + j * lda;
    int64_t length = m - j;
    auto below = realPart(N(0));
    for (int64_t i = 1; i < length; ++i)
      below = std::hypot(below, std::abs(column[i]));
    N alpha = column[0];
    tau[j] = N(0);
    if (below == 0 && alpha == N(realPart(alpha)))
      continue;
    // R's diagonal is real, with the sign that avoids cancellation.
    auto beta = std::hypot(below, std::abs(alpha));
    if (realPart(alpha) > 0)
      beta = -beta;
    tau[j] = (N(beta) - alpha) / N(beta);
    for (int64_t i = 1; i < length; ++i)
      column[i] /= alpha - N(beta);
    column[0] = N(beta);
    for (int64_t k = j + 1; k < n; ++k)
      reflect(length, column, conjugate(tau[j]), a + j + k * lda);
  }
}

/// min |C - A X|: X replaces the first n rows of C. Returns the number of the
/// first diagonal element of R that is zero, or 0.
template <typename N>
int leastSquares(int64_t m, int64_t n, int64_t columns, N *a, int64_t lda, N *c,
                 int64_t ldc) {
  std::vector<N> tau(n);
  factorQR(m, n, a, lda, tau.data());
  for (int64_t j = 0; j < n; ++j)
    if (a[j + j * lda] == N(0))
      return int(j) + 1;
  for (int64_t k = 0; k < columns; ++k) {
    N *column = c + k * ldc;
    for (int64_t j = 0; j < n; ++j)
      reflect(m - j, a + j + j * lda, conjugate(tau[j]), column + j);
    for (int64_t j = n - 1; j >= 0; --j) {
      column[j] /= a[j + j * lda];
      for (int64_t i = 0; i < j; ++i)
        column[i] -= times(a[i + j * lda], column[j]);
    }
  }
  return 0;
}

} // namespace heddle::cublas

#endif // HEDDLE_LIBRARIES_CUBLAS_HOUSEHOLDER_H
