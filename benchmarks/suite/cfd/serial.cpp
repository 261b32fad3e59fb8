// One volume after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> v, old, step(n), flux(problem.variables.size());
  auto state = [&](int i) {
    return State{v[i], v[n + i], v[2 * n + i], v[3 * n + i], v[4 * n + i]};
  };
  State far = farState();
  Flow farFlow = flowOf(far);
  program.measure(
      "serial", [&] { v = problem.variables; },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          old = v;
          for (int i = 0; i < n; ++i)
            step[i] =
                kCourant * problem.areas[i] / (kFaces * flowOf(state(i)).wave);
          for (int stage = 0; stage < kStages; ++stage) {
            for (int i = 0; i < n; ++i) {
              State own = state(i), sum = {};
              Flow ownFlow = flowOf(own);
              for (int f = 0; f < kFaces; ++f) {
                int other = problem.neighbours[f * n + i];
                float nx = problem.normals[3 * f * n + i];
                float ny = problem.normals[(3 * f + 1) * n + i];
                float nz = problem.normals[(3 * f + 2) * n + i];
                if (other >= 0)
                  addFlux(sum, own, ownFlow, state(other), flowOf(state(other)),
                          nx, ny, nz);
                else if (other == kWall)
                  addWall(sum, ownFlow, nx, ny, nz);
                else
                  addFlux(sum, own, ownFlow, far, farFlow, nx, ny, nz);
              }
              flux[i] = sum.density, flux[n + i] = sum.mx;
              flux[2 * n + i] = sum.my, flux[3 * n + i] = sum.mz;
              flux[4 * n + i] = sum.energy;
            }
            for (int k = 0; k < kVariables; ++k)
              for (int i = 0; i < n; ++i)
                v[k * n + i] = old[k * n + i] -
                               step[i] / (kStages - stage) * flux[k * n + i];
          }
        }
      });
  program.result("serial", v);
}
