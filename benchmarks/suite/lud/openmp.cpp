// Along the rows with threads, and in blocks that stay in the caches and in
// registers.
// directives: rows

#include "problem.h"

#include <algorithm>

constexpr int kBlock = 32; // Columns that are eliminated together.

static void rows(float *a, int n) {
#pragma omp parallel
  for (int k = 0; k < n; ++k) {
    const float *pivot = a + size_t(k) * n;
#pragma omp for schedule(static)
    for (int i = k + 1; i < n; ++i) {
      float *row = a + size_t(i) * n;
      float factor = row[k] /= pivot[k];
#pragma omp simd
      for (int j = k + 1; j < n; ++j)
        row[j] -= factor * pivot[j];
    }
  }
}

/// Subtracts from rows i to i + 4 what the columns k to `end` give, in the
/// columns j to j + width.
template <int width>
static void update(float *a, int n, int i, int j, int k, int end) {
  float sum[4][width];
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < width; ++c)
      sum[r][c] = a[size_t(i + r) * n + j + c];
  for (; k < end; ++k) {
    const float *upper = a + size_t(k) * n + j;
    for (int r = 0; r < 4; ++r) {
      float factor = a[size_t(i + r) * n + k];
#pragma omp simd
      for (int c = 0; c < width; ++c)
        sum[r][c] -= factor * upper[c];
    }
  }
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < width; ++c)
      a[size_t(i + r) * n + j + c] = sum[r][c];
}

static void blocked(float *a, int n) {
#pragma omp parallel
  for (int k = 0; k < n; k += kBlock) {
    int end = std::min(k + kBlock, n);
    // The columns of the block, then what is right of it.
#pragma omp single
    for (int p = k; p < end; ++p)
      for (int i = p + 1; i < end; ++i) {
        float factor = a[size_t(i) * n + p] /= a[size_t(p) * n + p];
        for (int j = p + 1; j < end; ++j)
          a[size_t(i) * n + j] -= factor * a[size_t(p) * n + j];
      }
#pragma omp for schedule(static) nowait
    for (int i = end; i < n; ++i)
      for (int p = k; p < end; ++p) {
        float factor = a[size_t(i) * n + p] /= a[size_t(p) * n + p];
        for (int j = p + 1; j < end; ++j)
          a[size_t(i) * n + j] -= factor * a[size_t(p) * n + j];
      }
#pragma omp for schedule(static)
    for (int j = end; j < n; j += 16)
      for (int p = k; p < end; ++p)
        for (int i = p + 1; i < end; ++i) {
          float factor = a[size_t(i) * n + p];
#pragma omp simd
          for (int c = j; c < j + 16; ++c)
            a[size_t(i) * n + c] -= factor * a[size_t(p) * n + c];
        }
#pragma omp for schedule(static)
    for (int i = end; i < n; i += 4) {
      int j = end;
      for (; j + 64 <= n; j += 64)
        update<64>(a, n, i, j, k, end);
      for (; j < n; j += 16)
        update<16>(a, n, i, j, k, end);
    }
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> a;
  auto prepare = [&] { a = problem.matrix; };
  program.measure("rows", prepare, [&] { rows(a.data(), problem.n); });
  program.result("rows", a);
  program.measure("blocked", prepare, [&] { blocked(a.data(), problem.n); });
  program.result("blocked", a);
}
