// Vectors over the bodies that pull, and over the bodies that are pulled.
// directives: pulling, pulled

#include "problem.h"

static void pulling(const Problem &problem, Bodies &result) {
  int n = problem.n;
  const float *x = problem.x.data(), *y = problem.y.data(),
              *z = problem.z.data(), *mass = problem.mass.data();
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
    for (int j = 0; j < n; ++j) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
      float pull = mass[j] * inverse * inverse * inverse;
      ax += dx * pull;
      ay += dy * pull;
      az += dz * pull;
    }
    result.move(problem, i, ax, ay, az);
  }
}

static void pulled(const Problem &problem, Bodies &result) {
  const int kBodies = 32;
  int n = problem.n;
  const float *x = problem.x.data(), *y = problem.y.data(),
              *z = problem.z.data(), *mass = problem.mass.data();
#pragma omp parallel for
  for (int first = 0; first < n; first += kBodies) {
    int count = n - first < kBodies ? n - first : kBodies;
    float ownX[kBodies] = {}, ownY[kBodies] = {}, ownZ[kBodies] = {};
    float ax[kBodies] = {}, ay[kBodies] = {}, az[kBodies] = {};
    for (int i = 0; i < count; ++i) {
      ownX[i] = x[first + i];
      ownY[i] = y[first + i];
      ownZ[i] = z[first + i];
    }
    for (int j = 0; j < n; ++j)
#pragma omp simd
      for (int i = 0; i < kBodies; ++i) {
        float dx = x[j] - ownX[i], dy = y[j] - ownY[i], dz = z[j] - ownZ[i];
        float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
        float pull = mass[j] * inverse * inverse * inverse;
        ax[i] += dx * pull;
        ay[i] += dy * pull;
        az[i] += dz * pull;
      }
    for (int i = 0; i < count; ++i)
      result.move(problem, first + i, ax[i], ay[i], az[i]);
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  Bodies result(problem.n);
  program.measure("pulling", [&] { pulling(problem, result); });
  program.result("pulling", result.values);
  program.measure("pulled", [&] { pulled(problem, result); });
  program.result("pulled", result.values);
}
