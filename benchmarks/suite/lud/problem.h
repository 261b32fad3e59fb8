//===- problem.h - LU decomposition ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decomposition of a matrix into L and U, in place and without pivoting.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kTile = 16;

struct Problem {
  int n; // Whole tiles.
  std::vector<float> matrix;

  explicit Problem(const suite::Program &program)
      : n(program.size(1024, 7 * kTile)), matrix(size_t(n) * n) {
    suite::Random random;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        matrix[size_t(i) * n + j] =
            i == j ? 0.5f * n : random.between(-1.0f, 1.0f);
  }
};
