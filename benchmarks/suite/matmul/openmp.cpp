// By rows; in blocks that fit the caches; and in blocks that fit the registers.
// directives: plain, blocked

#include "problem.h"

#include <algorithm>

static void plain(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::fill(c + i * n, c + (i + 1) * n, 0.0f);
    for (int k = 0; k < n; ++k)
#pragma omp simd
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}

static void blocked(const float *a, const float *b, float *c, int n) {
  const int kRows = 32, kColumns = 256, kDepth = 64;
#pragma omp parallel for collapse(2)
  for (int row = 0; row < n; row += kRows)
    for (int column = 0; column < n; column += kColumns) {
      const int rowEnd = std::min(row + kRows, n);
      const int columnEnd = std::min(column + kColumns, n);
      for (int i = row; i < rowEnd; ++i)
        std::fill(c + i * n + column, c + i * n + columnEnd, 0.0f);
      for (int depth = 0; depth < n; depth += kDepth)
        for (int i = row; i < rowEnd; ++i)
          for (int k = depth; k < std::min(depth + kDepth, n); ++k)
#pragma omp simd
            for (int j = column; j < columnEnd; ++j)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

/// 4 rows and 32 columns at a time, whose sums stay in registers; the columns
/// of b are copied first, as rows far apart fall into the same places of the
/// cache.
static void registers(const float *a, const float *b, float *c, int n) {
  const int kRows = 4, kColumns = 32;
#pragma omp parallel
  {
    std::vector<float> panel(size_t(n) * kColumns);
#pragma omp for
    for (int column = 0; column < n; column += kColumns) {
      const int columns = std::min(kColumns, n - column);
      for (int k = 0; k < n; ++k)
        for (int x = 0; x < columns; ++x)
          panel[k * kColumns + x] = b[k * n + column + x];
      for (int row = 0; row < n; row += kRows) {
        // Rows that are not there are computed from the last one.
        const float *rows[kRows];
        for (int y = 0; y < kRows; ++y)
          rows[y] = a + std::min(row + y, n - 1) * n;
        float sum[kRows][kColumns] = {};
        for (int k = 0; k < n; ++k)
#pragma omp simd
          for (int x = 0; x < kColumns; ++x)
            for (int y = 0; y < kRows; ++y)
              sum[y][x] += rows[y][k] * panel[k * kColumns + x];
        for (int y = 0; y < kRows && row + y < n; ++y)
          for (int x = 0; x < columns; ++x)
            c[(row + y) * n + column + x] = sum[y][x];
      }
    }
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> result(problem.a.size());
  const struct {
    const char *name;
    void (*function)(const float *, const float *, float *, int);
  } variants[] = {
      {"plain", plain}, {"blocked", blocked}, {"registers", registers}};
  for (auto variant : variants) {
    program.measure(variant.name, [&] {
      variant.function(problem.a.data(), problem.b.data(), result.data(),
                       problem.n);
    });
    program.result(variant.name, result);
  }
}
