//===- problem.h - Sums of all that comes before --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exclusive prefix sums of whole numbers.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int n;
  std::vector<int> values;

  explicit Problem(const suite::Program &program)
      : n(program.size(1 << 22, 300'007)), values(n) {
    suite::Random random;
    for (int &value : values)
      value = random.below(100);
  }
};
