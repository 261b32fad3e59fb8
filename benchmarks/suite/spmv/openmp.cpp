// Threads over rows; with vectors along each row; and rows taken as they come.
// directives: plain, simd, dynamic

#include "problem.h"

static float plainRow(const Problem &problem, int row) {
  const float *values = problem.values.data(), *vector = problem.vector.data();
  const int *columns = problem.columns.data();
  float sum = 0;
  for (int i = problem.begins[row], end = problem.begins[row + 1]; i < end; ++i)
    sum += values[i] * vector[columns[i]];
  return sum;
}

static float simdRow(const Problem &problem, int row) {
  const float *values = problem.values.data(), *vector = problem.vector.data();
  const int *columns = problem.columns.data();
  float sum = 0;
  int begin = problem.begins[row], end = problem.begins[row + 1];
#pragma omp simd reduction(+ : sum)
  for (int i = begin; i < end; ++i)
    sum += values[i] * vector[columns[i]];
  return sum;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> result(problem.n);
  int n = problem.n;
  program.measure("plain", [&] {
#pragma omp parallel for
    for (int row = 0; row < n; ++row)
      result[row] = plainRow(problem, row);
  });
  program.result("plain", result);
  program.measure("simd", [&] {
#pragma omp parallel for
    for (int row = 0; row < n; ++row)
      result[row] = simdRow(problem, row);
  });
  program.result("simd", result);
  program.measure("dynamic", [&] {
#pragma omp parallel for schedule(dynamic, 1024)
    for (int row = 0; row < n; ++row)
      result[row] = plainRow(problem, row);
  });
  program.result("dynamic", result);
}
