// One row after the other for each pivot.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> a, b, x;
  program.measure(
      "serial", [&] { a = problem.matrix, b = problem.right; },
      [&] {
        for (int k = 0; k < n - 1; ++k) {
          const float *pivot = &a[size_t(k) * n];
          for (int i = k + 1; i < n; ++i) {
            float *row = &a[size_t(i) * n];
            float factor = row[k] / pivot[k];
            for (int j = k; j < n; ++j)
              row[j] -= factor * pivot[j];
            b[i] -= factor * b[k];
          }
        }
        x = substitute(a.data(), b.data(), n);
      });
  program.result("serial", x);
}
