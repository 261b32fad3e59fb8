// Threads over layers and rows or over rows alone, vectors along the rows.
// directives: collapsed, columns

#include "problem.h"

#include <algorithm>

static void row(const Problem &problem, const float *in, float *out, int z,
                int y) {
  int nx = problem.nx, ny = problem.ny, nz = problem.nz;
  auto at = [&](int z, int y) {
    z = std::min(std::max(z, 0), nz - 1);
    y = std::min(std::max(y, 0), ny - 1);
    return in + (z * ny + y) * nx;
  };
  const float *own = at(z, y), *north = at(z, y - 1), *south = at(z, y + 1),
              *below = at(z - 1, y), *above = at(z + 1, y);
  const float *power = &problem.power[(z * ny + y) * nx];
  float *result = out + (z * ny + y) * nx;
  auto cell = [=](int x, float west, float east) {
    result[x] = kOwn * own[x] + kX * (west + east) +
                kY * (north[x] + south[x]) + kZ * (below[x] + above[x]) +
                kPower * power[x] + kAir * kAirTemperature;
  };
  cell(0, own[0], own[1]);
#pragma omp simd
  for (int x = 1; x < nx - 1; ++x)
    cell(x, own[x - 1], own[x + 1]);
  cell(nx - 1, own[nx - 2], own[nx - 1]);
}

static void collapsed(const Problem &problem, std::vector<float> &in,
                      std::vector<float> &out) {
#pragma omp parallel
  for (int step = 0; step < kSteps; ++step) {
#pragma omp for collapse(2)
    for (int z = 0; z < problem.nz; ++z)
      for (int y = 0; y < problem.ny; ++y)
        row(problem, in.data(), out.data(), z, y);
#pragma omp single
    std::swap(in, out);
  }
}

/// A thread's rows of all layers stay together, and in its cache.
static void columns(const Problem &problem, std::vector<float> &in,
                    std::vector<float> &out) {
#pragma omp parallel
  for (int step = 0; step < kSteps; ++step) {
#pragma omp for
    for (int y = 0; y < problem.ny; ++y)
      for (int z = 0; z < problem.nz; ++z)
        row(problem, in.data(), out.data(), z, y);
#pragma omp single
    std::swap(in, out);
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> in, out(problem.power.size());
  auto reset = [&] { in = problem.temperature; };
  program.measure("collapsed", reset, [&] { collapsed(problem, in, out); });
  program.result("collapsed", in);
  program.measure("columns", reset, [&] { columns(problem, in, out); });
  program.result("columns", in);
}
