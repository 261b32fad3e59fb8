//===- problem.h - The sum of many numbers --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sum of floats from 0 to 1; serially in double precision.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int n;
  std::vector<float> values;

  explicit Problem(const suite::Program &program)
      : n(program.size(1 << 24, 30'011)), values(n) {
    suite::Random random;
    for (float &value : values)
      value = random.uniform();
  }
};
