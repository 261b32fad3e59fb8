// One cell after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> states;
  program.measure(
      "serial", [&] { states = problem.start; },
      [&] {
        for (int i = 0; i < n; ++i) {
          float s[kStates], part[kStates], d[kStates], sum[kStates];
          for (int k = 0; k < kStates; ++k)
            s[k] = states[size_t(k) * n + i];
          for (int step = 0; step < problem.steps; ++step) {
            for (int stage = 0; stage < 4; ++stage) {
              float before = stage == 0 ? 0.0f : stage == 3 ? 1.0f : 0.5f;
              float weight = stage == 0 || stage == 3 ? 1.0f / 6 : 1.0f / 3;
              for (int k = 0; k < kStates; ++k)
                part[k] = stage == 0 ? s[k] : s[k] + before * kStep * d[k];
              derivatives((step + before) * kStep, part, problem.cells[i], d);
              for (int k = 0; k < kStates; ++k)
                sum[k] = (stage == 0 ? 0 : sum[k]) + weight * d[k];
            }
            for (int k = 0; k < kStates; ++k)
              s[k] += kStep * sum[k];
          }
          for (int k = 0; k < kStates; ++k)
            states[size_t(k) * n + i] = s[k];
        }
      });
  program.result("serial", states);
}
