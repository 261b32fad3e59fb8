//===- problem.h - The cheapest way down a grid ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From each row the way leads to the next one, straight or one column aside.
// The result is the cost of the cheapest way to each cell of the last row.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int columns, rows;
  std::vector<int> costs;

  explicit Problem(const suite::Program &program)
      : columns(program.size(100'000, 1501)), rows(program.size(1000, 67)),
        costs(size_t(columns) * rows) {
    suite::Random random;
    for (int &cost : costs)
      cost = random.below(10);
  }
};
