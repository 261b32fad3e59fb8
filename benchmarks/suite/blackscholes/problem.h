//===- problem.h - Prices of options --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// European options by the formula of Black and Scholes.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int n;
  std::vector<float> price, strike, years;

  explicit Problem(const suite::Program &program)
      : n(program.size(4'000'000, 10'007)), price(n), strike(n), years(n) {
    suite::Random random;
    for (int i = 0; i < n; ++i) {
      price[i] = random.between(5, 30);
      strike[i] = random.between(1, 100);
      years[i] = random.between(0.25f, 10);
    }
  }
};

constexpr float kRate = 0.02f, kVolatility = 0.30f;

/// The normal distribution, by Abramowitz and Stegun's polynomial 26.2.17.
#ifdef __CUDACC__
__host__ __device__
#endif
    inline float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float tail =
      0.39894228f * expf(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f +
                 k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}
