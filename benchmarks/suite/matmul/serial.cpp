// The loops in the order that reads both matrices by rows.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  const float *a = problem.a.data(), *b = problem.b.data();
  std::vector<float> result(problem.a.size());
  program.measure("serial", [&] {
    for (int i = 0; i < n; ++i) {
      float *row = &result[size_t(i) * n];
      for (int j = 0; j < n; ++j)
        row[j] = 0;
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
          row[j] += a[i * n + k] * b[k * n + j];
    }
  });
  program.result("serial", result);
}
