//===- problem.h - The product of two matrices ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Square matrices of floats, stored by rows.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int n;
  std::vector<float> a, b;

  explicit Problem(const suite::Program &program)
      : n(program.size(1024, 83)), a(size_t(n) * n), b(a.size()) {
    suite::Random random;
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = random.between(-1, 1);
      b[i] = random.between(-1, 1);
    }
  }
};
