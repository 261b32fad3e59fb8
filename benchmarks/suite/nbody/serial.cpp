// Each body with each.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  Bodies result(problem.n);
  program.measure("serial", [&] {
    for (int i = 0; i < problem.n; ++i) {
      float ax = 0, ay = 0, az = 0;
      for (int j = 0; j < problem.n; ++j) {
        float dx = problem.x[j] - problem.x[i];
        float dy = problem.y[j] - problem.y[i];
        float dz = problem.z[j] - problem.z[i];
        float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
        float pull = problem.mass[j] * inverse * inverse * inverse;
        ax += dx * pull;
        ay += dy * pull;
        az += dz * pull;
      }
      result.move(problem, i, ax, ay, az);
    }
  });
  program.result("serial", result.values);
}
