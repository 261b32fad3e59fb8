// Rows with threads, columns with vectors; a region for each pivot, or one for
// all of them. And in two loops, as the kernels are: the factors of all rows
// first.
// directives: plain, region, apart

#include "problem.h"

static void subtract(float *row, const float *pivot, float *b, int i, int k,
                     int n, float factor) {
#pragma omp simd
  for (int j = k; j < n; ++j)
    row[j] -= factor * pivot[j];
  b[i] -= factor * b[k];
}

static void eliminate(float *row, const float *pivot, float *b, int i, int k,
                      int n) {
  subtract(row, pivot, b, i, k, n, row[k] / pivot[k]);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> a, b, x;
  auto prepare = [&] { a = problem.matrix, b = problem.right; };
  program.measure("plain", prepare, [&] {
    for (int k = 0; k < n - 1; ++k) {
#pragma omp parallel for schedule(static)
      for (int i = k + 1; i < n; ++i)
        eliminate(&a[size_t(i) * n], &a[size_t(k) * n], b.data(), i, k, n);
    }
    x = substitute(a.data(), b.data(), n);
  });
  program.result("plain", x);
  program.measure("region", prepare, [&] {
  // Rows go around, so that each thread keeps its own in its cache.
#pragma omp parallel
    for (int k = 0; k < n - 1; ++k) {
#pragma omp for schedule(static, 4)
      for (int i = k / 4 * 4; i < n; ++i)
        if (i > k)
          eliminate(&a[size_t(i) * n], &a[size_t(k) * n], b.data(), i, k, n);
    }
    x = substitute(a.data(), b.data(), n);
  });
  program.result("region", x);
  std::vector<float> factors(n);
  program.measure("apart", prepare, [&] {
    for (int k = 0; k < n - 1; ++k) {
      const float *pivot = &a[size_t(k) * n];
#pragma omp parallel for schedule(static)
      for (int i = k + 1; i < n; ++i)
        factors[i] = a[size_t(i) * n + k] / pivot[k];
#pragma omp parallel for schedule(static)
      for (int i = k + 1; i < n; ++i)
        subtract(&a[size_t(i) * n], pivot, b.data(), i, k, n, factors[i]);
    }
    x = substitute(a.data(), b.data(), n);
  });
  program.result("apart", x);
}
