//===- problem.h - A picture blurred --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A separable filter of 17 taps: along the rows, then along the columns. What
// is outside of the picture counts as 0.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kRadius = 8, kTaps = 2 * kRadius + 1;

struct Problem {
  int width, height;
  std::vector<float> picture;
  float taps[kTaps];

  explicit Problem(const suite::Program &program)
      : width(program.size(4096, 201)), height(program.size(4096, 155)),
        picture(size_t(width) * height) {
    suite::Random random;
    for (float &value : picture)
      value = random.uniform();
    float sum = 0;
    for (int i = 0; i < kTaps; ++i) {
      taps[i] = expf(-float((i - kRadius) * (i - kRadius)) / 18);
      sum += taps[i];
    }
    for (float &tap : taps)
      tap /= sum;
  }
};
