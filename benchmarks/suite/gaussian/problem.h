//===- problem.h - Gaussian elimination -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A system of linear equations: elimination below the pivots, one column after
// the other, and substitution backwards.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int n;
  std::vector<float> matrix, right;

  explicit Problem(const suite::Program &program)
      : n(program.size(1024, 117)), matrix(size_t(n) * n), right(n) {
    suite::Random random;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        matrix[size_t(i) * n + j] =
            i == j ? 0.5f * n : random.between(-1.0f, 1.0f);
      right[i] = random.between(0.0f, float(n));
    }
  }
};

/// The solution of a system with zeros, or anything, below the diagonal.
inline std::vector<float> substitute(const float *a, const float *b, int n) {
  std::vector<float> x(n);
  for (int i = n - 1; i >= 0; --i) {
    float sum = b[i];
    for (int j = i + 1; j < n; ++j)
      sum -= a[size_t(i) * n + j] * x[j];
    x[i] = sum / a[size_t(i) * n + i];
  }
  return x;
}
