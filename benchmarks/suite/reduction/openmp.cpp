// OpenMP's own reduction, over threads and over vectors.
// directives: plain, simd

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  const float *values = problem.values.data();
  int n = problem.n;
  double plain = 0;
  program.measure("plain", [&] {
    plain = 0;
#pragma omp parallel for reduction(+ : plain)
    for (int i = 0; i < n; ++i)
      plain += values[i];
  });
  program.result("plain", &plain, 1);

  float simd = 0;
  program.measure("simd", [&] {
    simd = 0;
#pragma omp parallel for simd reduction(+ : simd)
    for (int i = 0; i < n; ++i)
      simd += values[i];
  });
  program.result("simd", &simd, 1);
}
