//===- problem.h - Rows become columns ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix of floats that does not fit the caches.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int rows, columns;
  std::vector<float> values;

  explicit Problem(const suite::Program &program)
      : rows(program.size(4096, 203)), columns(program.size(4096, 331)),
        values(size_t(rows) * columns) {
    suite::Random random;
    for (float &value : values)
      value = random.uniform();
  }
};
