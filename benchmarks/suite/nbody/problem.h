//===- problem.h - Bodies that attract each other -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step of all pairs: each body's acceleration, velocity and place. The
// result is places and velocities.
// tolerance: 1e-5
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr float kStep = 0.01f, kSoftening = 0.01f;

struct Problem {
  int n;
  std::vector<float> x, y, z, mass, vx, vy, vz;

  explicit Problem(const suite::Program &program)
      : n(program.size(16384, 1001)), x(n), y(n), z(n), mass(n), vx(n), vy(n),
        vz(n) {
    suite::Random random;
    for (int i = 0; i < n; ++i) {
      x[i] = random.between(-1, 1);
      y[i] = random.between(-1, 1);
      z[i] = random.between(-1, 1);
      mass[i] = random.between(0.5f, 1.5f) / n;
      vx[i] = random.between(-0.1f, 0.1f);
      vy[i] = random.between(-0.1f, 0.1f);
      vz[i] = random.between(-0.1f, 0.1f);
    }
  }
};

/// What the step makes, one array after the other.
struct Bodies {
  int n;
  std::vector<float> values;

  explicit Bodies(int n) : n(n), values(6 * size_t(n)) {}

  /// Body `i` moves by the acceleration.
  void move(const Problem &problem, int i, float ax, float ay, float az) {
    float vx = problem.vx[i] + ax * kStep, vy = problem.vy[i] + ay * kStep,
          vz = problem.vz[i] + az * kStep;
    values[i] = problem.x[i] + vx * kStep;
    values[n + i] = problem.y[i] + vy * kStep;
    values[2 * n + i] = problem.z[i] + vz * kStep;
    values[3 * n + i] = vx;
    values[4 * n + i] = vy;
    values[5 * n + i] = vz;
  }
};
