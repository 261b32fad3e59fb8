//===- problem.h - How well two sequences fit -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scores of Needleman and Wunsch for all prefixes of two sequences of 23
// letters.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kPenalty = 10, kLetters = 23;

struct Problem {
  int n;
  /// How well each letter of one sequence fits each of the other: n by n.
  std::vector<int> fit;

  explicit Problem(const suite::Program &program)
      : n(program.size(2048, 203)), fit(size_t(n) * n) {
    suite::Random random;
    int likeness[kLetters][kLetters];
    for (auto &row : likeness)
      for (int &value : row)
        value = int(random.below(20)) - 8;
    std::vector<int> one(n), two(n);
    for (int i = 0; i < n; ++i) {
      one[i] = random.below(kLetters);
      two[i] = random.below(kLetters);
    }
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        fit[y * n + x] = likeness[one[y]][two[x]];
  }

  /// n + 1 by n + 1 scores, of which the first row and column are known.
  std::vector<int> start() const {
    std::vector<int> scores(size_t(n + 1) * (n + 1));
    for (int i = 0; i <= n; ++i)
      scores[i] = scores[size_t(i) * (n + 1)] = -i * kPenalty;
    return scores;
  }
};
