// A thread for each cell, which goes through all of the time.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 64;

__global__ void simulate(float *states, const Cell *cells, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Cell cell = cells[i];
  float s[kStates], part[kStates], d[kStates], sum[kStates];
  for (int k = 0; k < kStates; ++k)
    s[k] = states[k * n + i];
  for (int step = 0; step < steps; ++step) {
    for (int k = 0; k < kStates; ++k) {
      part[k] = s[k];
      sum[k] = 0;
    }
    for (int stage = 0; stage < 4; ++stage) {
      float before = stage == 0 ? 0.0f : stage == 3 ? 1.0f : 0.5f;
      float after = stage == 2 ? 1.0f : 0.5f;
      float weight = stage == 0 || stage == 3 ? 1.0f / 6 : 1.0f / 3;
      derivatives((step + before) * kStep, part, cell, d);
      for (int k = 0; k < kStates; ++k) {
        part[k] = s[k] + after * kStep * d[k];
        sum[k] += weight * d[k];
      }
    }
    for (int k = 0; k < kStates; ++k)
      s[k] += kStep * sum[k];
  }
  for (int k = 0; k < kStates; ++k)
    states[k * n + i] = s[k];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Device<Cell> cells(problem.cells);
  suite::Device<float> states(problem.start.size());
  program.measure(
      "cuda", [&] { states.write(problem.start); },
      [&] {
        simulate<<<(n + kThreads - 1) / kThreads, kThreads>>>(states, cells,
                                                              problem.steps, n);
        suite::wait();
      });
  program.result("cuda", states.read());
}
