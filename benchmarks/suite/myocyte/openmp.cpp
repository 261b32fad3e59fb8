// Cells with threads. One variant goes through time with one cell, the other
// with a group of cells, and with vectors over them.
// directives: plain

#include "problem.h"

#include <algorithm>

static void oneByOne(const Problem &problem, std::vector<float> &states) {
  int n = problem.n;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i) {
    float s[kStates], part[kStates], d[kStates], sum[kStates];
    for (int k = 0; k < kStates; ++k)
      s[k] = states[size_t(k) * n + i];
    for (int step = 0; step < problem.steps; ++step) {
      for (int k = 0; k < kStates; ++k)
        part[k] = s[k], sum[k] = 0;
      for (int stage = 0; stage < 4; ++stage) {
        float before = stage == 0 ? 0.0f : stage == 3 ? 1.0f : 0.5f;
        float after = stage == 2 ? 1.0f : 0.5f;
        float weight = stage == 0 || stage == 3 ? 1.0f / 6 : 1.0f / 3;
        derivatives((step + before) * kStep, part, problem.cells[i], d);
        for (int k = 0; k < kStates; ++k) {
          part[k] = s[k] + after * kStep * d[k];
          sum[k] += weight * d[k];
        }
      }
      for (int k = 0; k < kStates; ++k)
        s[k] += kStep * sum[k];
    }
    for (int k = 0; k < kStates; ++k)
      states[size_t(k) * n + i] = s[k];
  }
}

constexpr int kGroup = 32;

struct Group {
  float s[kStates][kGroup], part[kStates][kGroup], sum[kStates][kGroup];
  float sodium[kGroup], calcium[kGroup], potassium[kGroup];
  float stimulus[kGroup], delay[kGroup];

  void stage(float t, float after, float weight) {
#pragma omp simd
    for (int i = 0; i < kGroup; ++i) {
      float own[kStates], d[kStates];
      for (int k = 0; k < kStates; ++k)
        own[k] = part[k][i];
      Cell cell = {sodium[i], calcium[i], potassium[i], stimulus[i], delay[i]};
      derivatives(t, own, cell, d);
      for (int k = 0; k < kStates; ++k) {
        part[k][i] = s[k][i] + after * kStep * d[k];
        sum[k][i] += weight * d[k];
      }
    }
  }
};

static void inGroups(const Problem &problem, std::vector<float> &states) {
  int n = problem.n;
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < n; begin += kGroup) {
    int count = std::min(kGroup, n - begin);
    Group g;
    for (int i = 0; i < kGroup; ++i) {
      // A group that is not full works on its last cell several times.
      int from = begin + std::min(i, count - 1);
      for (int k = 0; k < kStates; ++k)
        g.s[k][i] = states[size_t(k) * n + from];
      const Cell &cell = problem.cells[from];
      g.sodium[i] = cell.sodium, g.calcium[i] = cell.calcium;
      g.potassium[i] = cell.potassium;
      g.stimulus[i] = cell.stimulus, g.delay[i] = cell.delay;
    }
    for (int step = 0; step < problem.steps; ++step) {
      for (int k = 0; k < kStates; ++k)
        for (int i = 0; i < kGroup; ++i)
          g.part[k][i] = g.s[k][i], g.sum[k][i] = 0;
      g.stage(step * kStep, 0.5f, 1.0f / 6);
      g.stage((step + 0.5f) * kStep, 0.5f, 1.0f / 3);
      g.stage((step + 0.5f) * kStep, 1.0f, 1.0f / 3);
      g.stage((step + 1.0f) * kStep, 0.5f, 1.0f / 6);
      for (int k = 0; k < kStates; ++k)
        for (int i = 0; i < kGroup; ++i)
          g.s[k][i] += kStep * g.sum[k][i];
    }
    for (int k = 0; k < kStates; ++k)
      for (int i = 0; i < count; ++i)
        states[size_t(k) * n + begin + i] = g.s[k][i];
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> states;
  auto prepare = [&] { states = problem.start; };
  program.measure("plain", prepare, [&] { oneByOne(problem, states); });
  program.result("plain", states);
  program.measure("groups", prepare, [&] { inGroups(problem, states); });
  program.result("groups", states);
}
