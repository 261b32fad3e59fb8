//===- problem.h - A sparse matrix times a vector -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of 1 to 31 numbers, most of them near the diagonal, in the compressed
// form: where each row begins, and the columns and values of all rows.
// tolerance: 1e-5
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int n;
  std::vector<int> begins, columns;
  std::vector<float> values, vector;

  explicit Problem(const suite::Program &program)
      : n(program.size(1'000'000, 5003)), begins(n + 1), vector(n) {
    suite::Random random;
    columns.reserve(size_t(n) * 16);
    for (int row = 0; row < n; ++row) {
      int count = 1 + random.below(31);
      for (int i = 0; i < count; ++i) {
        int column = row + int(random.below(2000)) - 1000;
        if (i % 8 == 7 || column < 0 || column >= n)
          column = random.below(n);
        columns.push_back(column);
      }
      begins[row + 1] = int(columns.size());
    }
    values.resize(columns.size());
    for (float &value : values)
      value = random.between(-1, 1);
    for (float &value : vector)
      value = random.between(-1, 1);
  }
};
