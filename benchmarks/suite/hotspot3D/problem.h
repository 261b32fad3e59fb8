//===- problem.h - How warm a stack of chips gets -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Heat spreads in layers of cells; at the rims the nearest cell stands for what
// is outside.
// tolerance: 1e-4
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kSteps = 60;

/// What a step takes of the neighbours, of the cell and of the air.
constexpr float kX = 0.1f, kY = 0.1f, kZ = 0.15f, kAir = 0.003f, kPower = 0.4f;
constexpr float kOwn = 1 - 2 * kX - 2 * kY - 2 * kZ - kAir;
constexpr float kAirTemperature = 25;

struct Problem {
  int nx, ny, nz;
  std::vector<float> power, temperature;

  explicit Problem(const suite::Program &program)
      : nx(program.size(512, 67)), ny(program.size(512, 45)),
        nz(program.size(8, 5)), power(size_t(nx) * ny * nz),
        temperature(power.size()) {
    suite::Random random;
    for (size_t i = 0; i < power.size(); ++i) {
      power[i] = random.uniform();
      temperature[i] = random.between(20, 60);
    }
  }
};
