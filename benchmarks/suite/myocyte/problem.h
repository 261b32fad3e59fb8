//===- problem.h - Heart cells --------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of heart muscle cells: the membrane's voltage, gates of its channels,
// concentrations, buffers and force, 18 ordinary differential equations for
// each cell, by Runge and Kutta's method. The model is made up, but like real
// ones. tolerance: 1e-2
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH __attribute__((always_inline))
#endif

constexpr int kStates = 18;
constexpr float kStep = 0.02f; // Milliseconds.

/// Millivolts, millimoles per litre, and parts of one.
enum State {
  kVoltage,
  kSodiumM,
  kSodiumH,
  kSodiumJ,
  kCalciumD,
  kCalciumF,
  kCalciumC,
  kOutwardR,
  kOutwardS,
  kRapid,
  kSlow,
  kRelease,
  kCalcium,
  kStore,
  kSodium,
  kTroponin,
  kCalmodulin,
  kForce,
};

/// How one cell differs from others.
struct Cell {
  float sodium, calcium, potassium; // Factors of the currents.
  float stimulus, delay;
};

/// How fast a gate goes to a sigmoid's value.
BOTH inline float gate(float value, float v, float middle, float slope,
                       float fastest, float slowest, float centre,
                       float width) {
  float goal = 1.0f / (1.0f + expf((middle - v) / slope));
  float away = (v - centre) / width;
  float time = fastest + slowest * expf(-away * away);
  return (goal - value) / time;
}

BOTH inline void derivatives(float t, const float *s, const Cell &cell,
                             float *d) {
  float v = s[kVoltage];
  float potassiumV = -87.0f;
  float sodiumV = 26.7f * logf(140.0f / s[kSodium]);
  float calciumV = 13.35f * logf(1.8f / s[kCalcium]);

  float m = s[kSodiumM];
  float sodium = cell.sodium * 10.0f * m * m * m * s[kSodiumH] * s[kSodiumJ] *
                 (v - sodiumV);
  float calcium = cell.calcium * 0.12f * s[kCalciumD] * s[kCalciumF] *
                  s[kCalciumC] * (v - calciumV);
  float outward = 0.2f * s[kOutwardR] * s[kOutwardS] * (v - potassiumV);
  float rapid = cell.potassium * 0.1f * s[kRapid] * (v - potassiumV) /
                (1.0f + expf((v + 15.0f) * (1.0f / 22)));
  float slow = cell.potassium * 0.08f * s[kSlow] * s[kSlow] * (v - potassiumV);
  float inward =
      0.6f * (v - potassiumV) / (1.0f + expf(0.08f * (v - potassiumV - 10)));
  float pump = 1.2f * s[kSodium] / (s[kSodium] + 40.0f) /
               (1.0f + 0.12f * expf(-0.0037f * v) + 0.035f * expf(-0.037f * v));
  float cubed = s[kSodium] * s[kSodium] * s[kSodium];
  float exchange = 0.4f *
                   (expf(0.013f * v) * cubed * 1.8f * 3e-5f -
                    expf(-0.024f * v) * 80.0f * s[kCalcium]) /
                   (1.0f + 0.1f * expf(-0.024f * v));
  float leak = 0.001f * (v - sodiumV) + 0.0004f * (v - calciumV);
  float stimulus = t >= cell.delay && t < cell.delay + 1 ? cell.stimulus : 0;
  d[kVoltage] = stimulus - (sodium + calcium + outward + rapid + slow + inward +
                            pump + exchange + leak);

  d[kSodiumM] = gate(m, v, -45, 6.5f, 0.05f, 0.12f, -40, 20);
  d[kSodiumH] = gate(s[kSodiumH], v, -72, -6, 0.4f, 8, -70, 18);
  d[kSodiumJ] = gate(s[kSodiumJ], v, -72, -6, 2, 40, -72, 20);
  d[kCalciumD] = gate(s[kCalciumD], v, -8, 6.5f, 0.6f, 2, -10, 20);
  d[kCalciumF] = gate(s[kCalciumF], v, -26, -7, 20, 60, -28, 25);
  d[kCalciumC] =
      (1.0f / (1.0f + s[kCalcium] * (1 / 0.0006f)) - s[kCalciumC]) * 0.5f;
  d[kOutwardR] = gate(s[kOutwardR], v, 15, 8, 0.8f, 7, -40, 30);
  d[kOutwardS] = gate(s[kOutwardS], v, -28, -6, 3, 60, -45, 25);
  d[kRapid] = gate(s[kRapid], v, -24, 7, 20, 120, -30, 35);
  d[kSlow] = gate(s[kSlow], v, -5, 14, 80, 300, -10, 40);

  // The store opens when calcium comes in, and is filled again.
  float square = s[kCalcium] * s[kCalcium];
  d[kRelease] = (square / (square + 1e-6f) - s[kRelease]) * 0.3f;
  float release = 0.05f * s[kRelease] * (s[kStore] - s[kCalcium]);
  float uptake = 0.004f * square / (square + 2.5e-7f);
  float storeLeak = 2e-4f * (s[kStore] - s[kCalcium]);
  d[kTroponin] = 30 * s[kCalcium] * (1 - s[kTroponin]) - 0.02f * s[kTroponin];
  d[kCalmodulin] =
      50 * s[kCalcium] * (1 - s[kCalmodulin]) - 0.12f * s[kCalmodulin];
  d[kCalcium] = 0.1f * (release + storeLeak - uptake) -
                4e-4f * (calcium - 2 * exchange * 0.1f) -
                1e-3f * (0.07f * d[kTroponin] + 0.05f * d[kCalmodulin]) +
                0.01f * (1e-4f - s[kCalcium]);
  d[kStore] = 0.5f * (uptake - release - storeLeak);
  d[kSodium] = -1e-5f * (sodium + 3 * pump + 3 * exchange * 0.1f);
  d[kForce] =
      0.04f * s[kTroponin] * s[kTroponin] * (1 - s[kForce]) - 0.02f * s[kForce];
}

struct Problem {
  int n, steps;
  std::vector<Cell> cells;
  std::vector<float> start; // A row for each state.

  explicit Problem(const suite::Program &program)
      : n(program.size(1024, 45)), steps(program.size(400, 120)), cells(n),
        start(size_t(kStates) * n) {
    suite::Random random;
    const float resting[kStates] = {-86,   0,    0.9f,  0.9f, 0, 1,
                                    0.8f,  0,    1,     0,    0, 0,
                                    1e-4f, 1.0f, 10.0f, 0.1f, 0, 0};
    for (int i = 0; i < n; ++i) {
      cells[i] = {random.between(0.8f, 1.2f), random.between(0.8f, 1.2f),
                  random.between(0.8f, 1.2f), random.between(35.0f, 45.0f),
                  random.between(0.2f, 1.0f)};
      for (int k = 0; k < kStates; ++k)
        start[size_t(k) * n + i] = resting[k];
    }
  }
};
