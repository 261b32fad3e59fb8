// Volumes with threads. The variables of a volume are together, with its flow,
// so that a neighbour is one line of the cache (vectors would have to gather),
// and flux and step are one loop from one buffer to another.
// directives: structures

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  const int *neighbours = problem.neighbours.data();
  const float *normals = problem.normals.data(), *areas = problem.areas.data();
  const State far = farState();
  const Flow farFlow = flowOf(far);
  std::vector<float> step(n), result(problem.variables.size());

  struct Volume {
    State state;
    Flow flow;
  };
  std::vector<Volume> current(n), next(n);
  std::vector<State> old(n);
  program.measure(
      "structures",
      [&] {
        const float *v = problem.variables.data();
        for (int i = 0; i < n; ++i) {
          current[i].state = {v[i], v[n + i], v[2 * n + i], v[3 * n + i],
                              v[4 * n + i]};
          current[i].flow = flowOf(current[i].state);
        }
      },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
#pragma omp parallel for schedule(static)
          for (int i = 0; i < n; ++i) {
            old[i] = current[i].state;
            step[i] = kCourant * areas[i] / (kFaces * current[i].flow.wave);
          }
          for (int stage = 0; stage < kStages; ++stage) {
#pragma omp parallel for schedule(static)
            for (int i = 0; i < n; ++i) {
              const Volume own = current[i];
              State sum = {};
              for (int f = 0; f < kFaces; ++f) {
                int other = neighbours[f * n + i];
                float nx = normals[3 * f * n + i];
                float ny = normals[(3 * f + 1) * n + i];
                float nz = normals[(3 * f + 2) * n + i];
                if (other >= 0)
                  addFlux(sum, own.state, own.flow, current[other].state,
                          current[other].flow, nx, ny, nz);
                else if (other == kWall)
                  addWall(sum, own.flow, nx, ny, nz);
                else
                  addFlux(sum, own.state, own.flow, far, farFlow, nx, ny, nz);
              }
              float factor = step[i] / (kStages - stage);
              State s = old[i];
              s.density -= factor * sum.density;
              s.mx -= factor * sum.mx, s.my -= factor * sum.my;
              s.mz -= factor * sum.mz, s.energy -= factor * sum.energy;
              next[i] = {s, flowOf(s)};
            }
            current.swap(next);
          }
        }
      });
  for (int i = 0; i < n; ++i) {
    const State &s = current[i].state;
    result[i] = s.density, result[n + i] = s.mx, result[2 * n + i] = s.my;
    result[3 * n + i] = s.mz, result[4 * n + i] = s.energy;
  }
  program.result("structures", result);
}
