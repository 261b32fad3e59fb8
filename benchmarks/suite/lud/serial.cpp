// One pivot after the other, along the rows.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> a;
  program.measure(
      "serial", [&] { a = problem.matrix; },
      [&] {
        for (int k = 0; k < n; ++k) {
          const float *pivot = &a[size_t(k) * n];
          for (int i = k + 1; i < n; ++i) {
            float *row = &a[size_t(i) * n];
            float factor = row[k] /= pivot[k];
            for (int j = k + 1; j < n; ++j)
              row[j] -= factor * pivot[j];
          }
        }
      });
  program.result("serial", a);
}
