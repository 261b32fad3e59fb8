// Step after step.

#include "problem.h"

#include <algorithm>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int nx = problem.nx, ny = problem.ny, nz = problem.nz;
  std::vector<float> in, out(problem.power.size());
  program.measure(
      "serial", [&] { in = problem.temperature; },
      [&] {
        for (int step = 0; step < kSteps; ++step) {
          for (int z = 0; z < nz; ++z)
            for (int y = 0; y < ny; ++y) {
              auto row = [&](int z, int y) {
                z = std::min(std::max(z, 0), nz - 1);
                y = std::min(std::max(y, 0), ny - 1);
                return &in[(z * ny + y) * nx];
              };
              const float *own = row(z, y), *north = row(z, y - 1),
                          *south = row(z, y + 1), *below = row(z - 1, y),
                          *above = row(z + 1, y);
              for (int x = 0; x < nx; ++x) {
                int i = (z * ny + y) * nx + x;
                float west = own[std::max(x - 1, 0)];
                float east = own[std::min(x + 1, nx - 1)];
                out[i] = kOwn * own[x] + kX * (west + east) +
                         kY * (north[x] + south[x]) +
                         kZ * (below[x] + above[x]) +
                         kPower * problem.power[i] + kAir * kAirTemperature;
              }
            }
          std::swap(in, out);
        }
      });
  program.result("serial", in);
}
