//===- problem.h - How warm a chip gets -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Heat spreads over a chip of square cells that have power; at the rims the
// nearest cell stands for what is outside. Temperatures are above that of the
// air.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kSteps = 60;

/// What flows in one step: along x and y, to the air, and from the power.
constexpr float kX = 0.12f, kY = 0.08f, kAir = 0.002f, kPower = 0.5f;

struct Problem {
  int rows, columns;
  std::vector<float> power, temperature;

  explicit Problem(const suite::Program &program)
      : rows(program.size(1024, 131)), columns(program.size(1024, 117)),
        power(size_t(rows) * columns), temperature(power.size()) {
    suite::Random random;
    for (size_t i = 0; i < power.size(); ++i) {
      power[i] = random.uniform();
      temperature[i] = random.between(20, 60);
    }
  }
};

/// A cell from its neighbours: the same everywhere.
#ifdef __CUDACC__
__host__ __device__
#endif
    inline float next(float own, float north, float south, float west,
                      float east, float power) {
  return own + kPower * power + kX * (west + east - 2 * own) +
         kY * (north + south - 2 * own) - kAir * own;
}
