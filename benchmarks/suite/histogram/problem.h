//===- problem.h - How often each byte occurs -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 256 counts of bytes, four of them in each word of the input.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kBins = 256;

struct Problem {
  int words;
  std::vector<uint32_t> values;

  explicit Problem(const suite::Program &program)
      : words(program.size(1 << 24, 50'021)), values(words) {
    suite::Random random;
    // Small values more often than large ones.
    for (uint32_t &word : values)
      word = random.next() & (random.next() | 0x1f1f1f1f);
  }
};
